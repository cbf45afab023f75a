-- Quota usage of the new collections, counted where rows come and go.
CREATE TRIGGER access_policies_counted AFTER INSERT ON access_policies BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'access_policies', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER access_policies_uncounted AFTER DELETE ON access_policies BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'access_policies';
END;
--> statement-breakpoint
CREATE TRIGGER locations_counted AFTER INSERT ON locations BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'locations', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER locations_uncounted AFTER DELETE ON locations BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'locations';
END;
--> statement-breakpoint
CREATE TRIGGER locations_readers AFTER DELETE ON locations BEGIN
  DELETE FROM readers WHERE resource = 'locations/' || OLD.id AND tenant = OLD.tenant;
END;
--> statement-breakpoint
-- The tables policy_* are what the policies' compiled forms say, and nothing else writes them.
CREATE TRIGGER access_policies_added AFTER INSERT ON access_policies BEGIN
  INSERT INTO policy_terms (policy, tenant, clause, term, clauses, start, negated, name, path, key)
    SELECT NEW.id, NEW.tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(NEW.compiled, '$.terms');
  INSERT INTO policy_users (policy, tenant, item, clause, clauses, attribute, value)
    SELECT NEW.id, NEW.tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(NEW.compiled, '$.users');
  INSERT INTO policy_subjects (policy, tenant, item, subject)
    SELECT NEW.id, NEW.tenant, value ->> 0, value ->> 1 FROM json_each(NEW.compiled, '$.subjects');
  INSERT INTO policy_reads (policy, item, kind, name)
    SELECT NEW.id, value ->> 0, value ->> 1, value ->> 2 FROM json_each(NEW.compiled, '$.reads');
  UPDATE tenants SET access_revision = access_revision + 1 WHERE id = NEW.tenant;
END;
--> statement-breakpoint
CREATE TRIGGER access_policies_changed AFTER UPDATE OF compiled ON access_policies BEGIN
  DELETE FROM policy_terms WHERE policy = OLD.id;
  DELETE FROM policy_users WHERE policy = OLD.id;
  DELETE FROM policy_subjects WHERE policy = OLD.id;
  DELETE FROM policy_reads WHERE policy = OLD.id;
  INSERT INTO policy_terms (policy, tenant, clause, term, clauses, start, negated, name, path, key)
    SELECT NEW.id, NEW.tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(NEW.compiled, '$.terms');
  INSERT INTO policy_users (policy, tenant, item, clause, clauses, attribute, value)
    SELECT NEW.id, NEW.tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(NEW.compiled, '$.users');
  INSERT INTO policy_subjects (policy, tenant, item, subject)
    SELECT NEW.id, NEW.tenant, value ->> 0, value ->> 1 FROM json_each(NEW.compiled, '$.subjects');
  INSERT INTO policy_reads (policy, item, kind, name)
    SELECT NEW.id, value ->> 0, value ->> 1, value ->> 2 FROM json_each(NEW.compiled, '$.reads');
  UPDATE tenants SET access_revision = access_revision + 1 WHERE id = NEW.tenant;
END;
--> statement-breakpoint
CREATE TRIGGER access_policies_removed AFTER DELETE ON access_policies BEGIN
  DELETE FROM policy_terms WHERE policy = OLD.id;
  DELETE FROM policy_users WHERE policy = OLD.id;
  DELETE FROM policy_subjects WHERE policy = OLD.id;
  DELETE FROM policy_reads WHERE policy = OLD.id;
  UPDATE tenants SET access_revision = access_revision + 1 WHERE id = OLD.tenant;
END;
--> statement-breakpoint
-- A subject stands for the tenant whose keys it has, and is confirmed while each has the other's: whatever
-- changes a key or a subject, here or there, brings both sides up to date in its own transaction.
CREATE TRIGGER subjects_added AFTER INSERT ON subjects BEGIN
  UPDATE subjects SET remote = (SELECT t.id FROM tenants t
      WHERE t.wallet_public_key = NEW.wallet_key AND t.tessera_public_key = NEW.tessera_key AND NEW.tessera_key <> '')
    WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER subjects_keys_changed AFTER UPDATE OF wallet_key, tessera_key ON subjects BEGIN
  UPDATE subjects SET remote = (SELECT t.id FROM tenants t
      WHERE t.wallet_public_key = NEW.wallet_key AND t.tessera_public_key = NEW.tessera_key AND NEW.tessera_key <> '')
    WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER subjects_remote_changed AFTER UPDATE OF remote ON subjects BEGIN
  UPDATE subjects SET confirmed = EXISTS (SELECT 1 FROM subjects o WHERE o.remote = NEW.tenant AND o.tenant = NEW.remote)
    WHERE id = NEW.id;
  UPDATE subjects SET confirmed = EXISTS (SELECT 1 FROM subjects o WHERE o.remote = subjects.tenant AND o.tenant = NEW.tenant)
    WHERE remote = NEW.tenant AND tenant IN (OLD.remote, NEW.remote);
  UPDATE tenants SET access_revision = access_revision + 1 WHERE id IN (NEW.tenant, OLD.remote, NEW.remote);
END;
--> statement-breakpoint
CREATE TRIGGER subjects_removed AFTER DELETE ON subjects BEGIN
  DELETE FROM readers WHERE subject = OLD.id AND subject <> '' AND tenant = OLD.tenant;
  UPDATE subjects SET confirmed = EXISTS (SELECT 1 FROM subjects o WHERE o.remote = subjects.tenant AND o.tenant = OLD.tenant)
    WHERE remote = OLD.tenant AND tenant = OLD.remote;
  UPDATE tenants SET access_revision = access_revision + 1 WHERE id IN (OLD.tenant, OLD.remote);
END;
--> statement-breakpoint
CREATE TRIGGER tenants_added AFTER INSERT ON tenants BEGIN
  UPDATE subjects SET remote = NEW.id WHERE wallet_key = NEW.wallet_public_key AND tessera_key = NEW.tessera_public_key AND tessera_key <> '';
END;
--> statement-breakpoint
CREATE TRIGGER tenants_keys_filled AFTER UPDATE OF tessera_public_key ON tenants BEGIN
  UPDATE subjects SET remote = NEW.id WHERE wallet_key = NEW.wallet_public_key AND tessera_key = NEW.tessera_public_key AND tessera_key <> '';
END;

-- A batch states its conditions as inserts into this view; one that does not hold aborts the whole batch.
CREATE VIEW assertions AS SELECT '' AS what, 1 AS ok;
--> statement-breakpoint
CREATE TRIGGER assertions_hold INSTEAD OF INSERT ON assertions WHEN NEW.ok IS NOT 1 BEGIN
  SELECT RAISE(ABORT, 'assertion failed: ' || NEW.what);
END;
--> statement-breakpoint
-- Quota usage, counted where rows come and go.
CREATE TRIGGER applications_counted AFTER INSERT ON applications BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'applications', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applications_uncounted AFTER DELETE ON applications BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'applications';
END;
--> statement-breakpoint
CREATE TRIGGER assets_counted AFTER INSERT ON assets BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'assets', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
-- The ledger is append-only: what is fixed at acceptance never changes, and nothing goes away.
CREATE TRIGGER events_immutable BEFORE UPDATE OF asset, seq, id, tenant, public, proof_mechanism, operation, behaviour,
  event_attributes, asset_attributes, declared, accepted_us, principal_declared, principal_accepted, from_wallet, hash ON events BEGIN
  SELECT RAISE(ABORT, 'events are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are never deleted');
END;

-- The views and triggers of 0.2.0. Triggers whose names end in _counted or _uncounted keep the table usage.
-- A batch states its conditions as inserts into this view; one that does not hold aborts the whole batch.
CREATE VIEW assertions AS SELECT '' AS what, 1 AS ok;
--> statement-breakpoint
CREATE VIEW usage_now AS SELECT tenant, resource, sum(used) AS used FROM (SELECT tenant, resource, used FROM usage UNION ALL SELECT counted.key, 'ledger_bytes', counted.value FROM database_state CROSS JOIN json_each(database_state.uncounted) counted) GROUP BY tenant, resource;
--> statement-breakpoint
-- Only these triggers write the tables policy_*, from the compiled form of the policies.
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
CREATE TRIGGER access_policies_counted AFTER INSERT ON access_policies BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'access_policies', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
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
CREATE TRIGGER access_policies_uncounted AFTER DELETE ON access_policies BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'access_policies';
END;
--> statement-breakpoint
-- The range of a window is fixed; only its progress is written later.
CREATE TRIGGER anchors_fixed BEFORE UPDATE OF scope, start_us, end_us ON anchors BEGIN
  SELECT RAISE(ABORT, 'a window is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER anchors_hashed_once BEFORE UPDATE OF count, hash, intent ON anchors WHEN OLD.hash <> '' AND OLD.hash <> NEW.hash BEGIN
  SELECT RAISE(ABORT, 'a window is hashed once');
END;
--> statement-breakpoint
CREATE TRIGGER anchors_head_updated AFTER UPDATE OF status ON anchors WHEN NEW.scope = '00000000-0000-0000-0000-000000000000' BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;
--> statement-breakpoint
CREATE TRIGGER applications_counted AFTER INSERT ON applications BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'applications', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER applications_uncounted AFTER DELETE ON applications BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'applications';
END;
--> statement-breakpoint
CREATE TRIGGER assertions_hold INSTEAD OF INSERT ON assertions WHEN NEW.ok IS NOT 1 BEGIN
  SELECT RAISE(ABORT, 'assertion failed: ' || NEW.what);
END;
--> statement-breakpoint
CREATE TRIGGER assets_counted AFTER INSERT ON assets BEGIN
  INSERT INTO usage (tenant, resource, used) SELECT id, 'assets', 1 FROM tenants WHERE number = NEW.tenant
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER assets_keep_number BEFORE UPDATE OF number, id ON assets BEGIN
  SELECT RAISE(ABORT, 'an asset keeps its number');
END;
--> statement-breakpoint
CREATE TRIGGER assets_kept BEFORE DELETE ON assets BEGIN
  SELECT RAISE(ABORT, 'assets are never deleted');
END;
--> statement-breakpoint
-- Every change that decides rights or secrets writes an audit row, and a new signing key decides which tokens are valid.
CREATE TRIGGER audit_log_moves_state AFTER INSERT ON audit_log BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;
--> statement-breakpoint
-- A file that a scan has found to be malicious stays so.
CREATE TRIGGER blobs_bad_stay_bad BEFORE UPDATE OF scanned_status ON blobs WHEN OLD.scanned_status = 'SCANNED_BAD' AND NEW.scanned_status <> 'SCANNED_BAD' BEGIN
  SELECT RAISE(ABORT, 'what is SCANNED_BAD stays so');
END;
--> statement-breakpoint
CREATE TRIGGER blobs_counted AFTER INSERT ON blobs BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'blobs', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'blob_bytes', NEW.size)
    ON CONFLICT DO UPDATE SET used = used + NEW.size;
END;
--> statement-breakpoint
-- A blob is deleted only after the erasure of an event that names it.
CREATE TRIGGER blobs_kept BEFORE DELETE ON blobs WHEN NOT EXISTS (SELECT 1 FROM erasures x CROSS JOIN json_each(x.blobs) named
    WHERE x.blobs IS NOT NULL AND named.value = OLD.id) BEGIN
  SELECT RAISE(ABORT, 'a blob is written once');
END;
--> statement-breakpoint
CREATE TRIGGER blobs_uncounted AFTER DELETE ON blobs BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'blobs';
  UPDATE usage SET used = used - OLD.size WHERE tenant = OLD.tenant AND resource = 'blob_bytes';
END;
--> statement-breakpoint
CREATE TRIGGER blobs_written_once BEFORE UPDATE OF id, tenant, sha256, size, mime_type, declared_type, file_name, accepted_us, issuer, subject ON blobs BEGIN
  SELECT RAISE(ABORT, 'a blob is written once');
END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_head_inserted AFTER INSERT ON chain_transactions BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_head_updated AFTER UPDATE OF hash, block_number, header, proof, finality ON chain_transactions BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;
--> statement-breakpoint
-- A deleted policy is kept for questions about the past, and does not count.
CREATE TRIGGER compliance_policies_counted AFTER INSERT ON compliance_policies BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'compliance_policies', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER compliance_policies_fixed BEFORE UPDATE OF id, tenant, compliance_type, asset_filter, event_display_type, closing_event_display_type,
  time_period_seconds, dynamic_window, dynamic_variability, richness_assertions, created_us ON compliance_policies BEGIN
  SELECT RAISE(ABORT, 'a compliance policy does not change');
END;
--> statement-breakpoint
CREATE TRIGGER compliance_policies_kept BEFORE DELETE ON compliance_policies BEGIN
  SELECT RAISE(ABORT, 'a compliance policy stays when it is deleted');
END;
--> statement-breakpoint
CREATE TRIGGER compliance_policies_uncounted AFTER UPDATE OF deleted_us ON compliance_policies WHEN OLD.deleted_us IS NULL AND NEW.deleted_us IS NOT NULL BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = NEW.tenant AND resource = 'compliance_policies';
END;
--> statement-breakpoint
-- The text stays short: it is written with every commit.
CREATE TRIGGER database_state_counted AFTER UPDATE OF uncounted ON database_state WHEN length(NEW.uncounted) > 8000 BEGIN
  INSERT INTO usage (tenant, resource, used) SELECT counted.key, 'ledger_bytes', counted.value FROM json_each(NEW.uncounted) counted WHERE true
    ON CONFLICT DO UPDATE SET used = used + excluded.used;
  UPDATE database_state SET uncounted = '{}' WHERE id = NEW.id;
END;
--> statement-breakpoint
-- The first commit that counts the bytes of its events, before it stores them.
CREATE TRIGGER database_state_counts AFTER UPDATE OF uncounted ON database_state WHEN OLD.uncounted IS NULL BEGIN
  UPDATE backfills SET through = (SELECT coalesce(max(number), 0) FROM events) WHERE name = 'ledger_bytes';
END;
--> statement-breakpoint
CREATE TRIGGER erasures_fixed BEFORE UPDATE ON erasures WHEN NEW.event <> OLD.event OR NEW.erasure <> OLD.erasure
  OR NEW.behaviour IS NOT OLD.behaviour OR NEW.blobs IS NOT NULL AND NEW.blobs IS NOT OLD.blobs BEGIN
  SELECT RAISE(ABORT, 'erasures are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER erasures_kept BEFORE DELETE ON erasures BEGIN
  SELECT RAISE(ABORT, 'erasures are never deleted');
END;
--> statement-breakpoint
-- An erasure ends the exports that may have content of the event: those that are running, and those that were not finished a minute
-- before the event was accepted, because clocks differ. A job that still writes a file finds that its export has ended.
CREATE TRIGGER exports_obey_erasures AFTER INSERT ON erasures BEGIN
  UPDATE exports SET status = 'ERASED', error_message = (SELECT 'the event assets/' || a.id || '/events/' || e.id || ' was erased'
      FROM events e CROSS JOIN assets a ON a.number = e.asset WHERE e.number = NEW.event)
    WHERE tenant = (SELECT t.id FROM events e CROSS JOIN tenants t ON t.number = e.tenant WHERE e.number = NEW.event)
      AND status IN ('PENDING', 'INPROGRESS', 'FINISHED')
      AND (finished_us IS NULL OR finished_us >= (SELECT e.accepted_us - 60000000 FROM events e WHERE e.number = NEW.event));
END;
--> statement-breakpoint
-- Of events whose bytes the job has not counted yet, it will count what is left.
CREATE TRIGGER events_erased_uncounted AFTER UPDATE OF event_attributes, asset_attributes, principal_declared ON events
  WHEN NOT EXISTS (SELECT 1 FROM backfills b WHERE b.name = 'ledger_bytes' AND b.after < OLD.number AND (b.through IS NULL OR b.through >= OLD.number)) BEGIN
  INSERT INTO usage (tenant, resource, used) SELECT t.id, 'ledger_bytes',
      octet_length(NEW.event_attributes) + octet_length(NEW.asset_attributes) + coalesce(octet_length(NEW.principal_declared), 0)
      - octet_length(OLD.event_attributes) - octet_length(OLD.asset_attributes) - coalesce(octet_length(OLD.principal_declared), 0)
    FROM tenants t WHERE t.number = OLD.tenant
    ON CONFLICT DO UPDATE SET used = used + excluded.used;
END;
--> statement-breakpoint
CREATE TRIGGER events_head_inserted AFTER INSERT ON events WHEN NEW.public = 1 BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'events';
END;
--> statement-breakpoint
CREATE TRIGGER events_head_updated AFTER UPDATE ON events WHEN NEW.public = 1 BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'events';
END;
--> statement-breakpoint
-- An event changes only by its erasure: its content and its seed are deleted, after `erasures` has a row that names the
-- event of the same asset which records it.
CREATE TRIGGER events_immutable BEFORE UPDATE OF number, asset, seq, id, tenant, public, proof_mechanism, operation, behaviour,
  event_attributes, asset_attributes, declared, declared_us, accepted_us, principal_declared, principal, from_wallet, hash, seed ON events
  WHEN NOT (NEW.number IS OLD.number AND NEW.asset IS OLD.asset AND NEW.seq IS OLD.seq AND NEW.id IS OLD.id AND NEW.tenant IS OLD.tenant
    AND NEW.public IS OLD.public AND NEW.proof_mechanism IS OLD.proof_mechanism AND NEW.operation IS OLD.operation
    AND NEW.behaviour IS OLD.behaviour AND NEW.declared IS OLD.declared AND NEW.declared_us IS OLD.declared_us
    AND NEW.accepted_us IS OLD.accepted_us AND NEW.from_wallet IS OLD.from_wallet AND NEW.hash IS OLD.hash
    AND NEW.event_attributes = '{}' AND NEW.asset_attributes = '{}' AND NEW.principal_declared IS NULL AND NEW.principal IS NULL
    AND NEW.seed IS NULL AND EXISTS (SELECT 1 FROM erasures x CROSS JOIN events s ON s.number = x.erasure
      WHERE x.event = OLD.number AND s.asset = OLD.asset AND s.seq > OLD.seq AND s.operation = 'Erase')) BEGIN
  SELECT RAISE(ABORT, 'events are immutable');
END;
--> statement-breakpoint
-- No event is stored in a closed window: its hash is fixed. The ledger gives the event a later time and tries again.
CREATE TRIGGER events_in_open_windows BEFORE INSERT ON events WHEN NEW.proof_mechanism = 'SIMPLE_HASH' AND (
  EXISTS (SELECT 1 FROM anchors w WHERE w.scope = (SELECT id FROM tenants WHERE number = NEW.tenant) AND w.end_us > NEW.accepted_us)
  OR NEW.public = 1 AND EXISTS (SELECT 1 FROM anchors w WHERE w.scope = '00000000-0000-0000-0000-000000000000' AND w.end_us > NEW.accepted_us)
) BEGIN
  SELECT RAISE(ABORT, 'assertion failed: window');
END;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER invites_counted AFTER INSERT ON invites BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'invites', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER invites_uncounted AFTER DELETE ON invites BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'invites';
END;
--> statement-breakpoint
-- The salt of an erased event is deleted; its hash is on the chain and stays.
CREATE TRIGGER khipu_events_fixed BEFORE UPDATE OF salt, event_hash, previous_event_hash ON khipu_events
  WHEN OLD.salt <> NEW.salt AND NOT (NEW.salt = '' AND EXISTS (SELECT 1 FROM events e CROSS JOIN erasures x ON x.event = e.number
      WHERE e.asset = OLD.asset AND e.seq = OLD.seq))
    OR (OLD.event_hash <> '' AND (OLD.event_hash <> NEW.event_hash OR OLD.previous_event_hash <> NEW.previous_event_hash)) BEGIN
  SELECT RAISE(ABORT, 'what KHIPU keeps of an event is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER locations_counted AFTER INSERT ON locations BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'locations', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER locations_readers AFTER DELETE ON locations BEGIN
  DELETE FROM readers WHERE resource = 'locations/' || OLD.id AND tenant = OLD.tenant;
END;
--> statement-breakpoint
CREATE TRIGGER locations_uncounted AFTER DELETE ON locations BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'locations';
END;
--> statement-breakpoint
-- An anchor is fixed once it was handed to the chain.
CREATE TRIGGER log_anchors_fixed BEFORE UPDATE ON log_anchors WHEN NEW.log <> OLD.log OR NEW.size <> OLD.size OR NEW.root <> OLD.root
  OR NEW.epoch <> OLD.epoch OR NEW.intent <> OLD.intent OR NEW.final < OLD.final BEGIN
  SELECT RAISE(ABORT, 'an anchor of a log is fixed');
END;
--> statement-breakpoint
-- In a restored database, an anchor can be written after its transaction: public responses change then, too.
CREATE TRIGGER log_anchors_head_inserted AFTER INSERT ON log_anchors WHEN NEW.final = 1 BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;
--> statement-breakpoint
CREATE TRIGGER log_anchors_kept BEFORE DELETE ON log_anchors BEGIN
  SELECT RAISE(ABORT, 'anchors of logs are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER log_keys_kept BEFORE DELETE ON log_keys BEGIN
  SELECT RAISE(ABORT, 'the keys of logs are never deleted');
END;
--> statement-breakpoint
-- A new key decides which checkpoints are valid.
CREATE TRIGGER log_keys_move_state AFTER INSERT ON log_keys BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;
--> statement-breakpoint
CREATE TRIGGER log_leaves_immutable BEFORE UPDATE ON log_leaves BEGIN
  SELECT RAISE(ABORT, 'leaves are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER log_leaves_kept BEFORE DELETE ON log_leaves BEGIN
  SELECT RAISE(ABORT, 'leaves are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER log_tiles_immutable BEFORE UPDATE ON log_tiles BEGIN
  SELECT RAISE(ABORT, 'tiles are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER log_tiles_kept BEFORE DELETE ON log_tiles BEGIN
  SELECT RAISE(ABORT, 'tiles are never deleted');
END;
--> statement-breakpoint
-- Logs only grow.
CREATE TRIGGER logs_grow BEFORE UPDATE ON logs WHEN NEW.size < OLD.size OR NEW.ended < OLD.ended OR NEW.number <> OLD.number
  OR NEW.id <> OLD.id OR NEW.scope <> OLD.scope OR NEW.origin <> OLD.origin BEGIN
  SELECT RAISE(ABORT, 'logs only grow');
END;
--> statement-breakpoint
-- A log that grows waits for its next anchor. Only the first append after an anchor writes.
CREATE TRIGGER logs_grown AFTER UPDATE OF size ON logs WHEN NEW.size > OLD.size AND NOT EXISTS (SELECT 1 FROM logs_to_anchor g WHERE g.log = NEW.number) BEGIN
  INSERT INTO logs_to_anchor (log, since_us) VALUES (NEW.number, NEW.appended_us);
END;
--> statement-breakpoint
CREATE TRIGGER logs_kept BEFORE DELETE ON logs BEGIN
  SELECT RAISE(ABORT, 'logs are never deleted');
END;
--> statement-breakpoint
-- Who is no longer a member is signed out.
CREATE TRIGGER sessions_end_with_members AFTER DELETE ON members BEGIN
  DELETE FROM sessions WHERE issuer = OLD.issuer AND subject = OLD.subject;
END;
--> statement-breakpoint
CREATE TRIGGER principals_immutable BEFORE UPDATE ON principals BEGIN
  SELECT RAISE(ABORT, 'principals are immutable');
END;
--> statement-breakpoint
-- A restore that would bring an ended session back is detected.
CREATE TRIGGER sessions_ended_move_state AFTER UPDATE OF expires_us ON sessions BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;
--> statement-breakpoint
CREATE TRIGGER signing_keys_move_state AFTER INSERT ON signing_keys BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;
--> statement-breakpoint
-- A subject is confirmed while each tenancy has the keys of the other one: a change of keys updates both sides in its own
-- transaction.
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
CREATE TRIGGER tenants_keep_number BEFORE UPDATE OF number ON tenants WHEN OLD.number IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a tenant keeps its number');
END;
--> statement-breakpoint
CREATE TRIGGER tenants_keys_filled AFTER UPDATE OF tessera_public_key ON tenants BEGIN
  UPDATE subjects SET remote = NEW.id WHERE wallet_key = NEW.wallet_public_key AND tessera_key = NEW.tessera_public_key AND tessera_key <> '';
END;
--> statement-breakpoint
CREATE TRIGGER tenants_numbered AFTER INSERT ON tenants WHEN NEW.number IS NULL BEGIN
  UPDATE tenants SET number = (SELECT coalesce(max(number), 0) + 1 FROM tenants) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER tls_ca_certificates_counted AFTER INSERT ON tls_ca_certificates BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'tls_ca_certificates', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER tls_ca_certificates_fixed BEFORE UPDATE OF id, tenant, certificate, subject, issuer, serial_number, not_before, not_after,
  fingerprint, size, created_us ON tls_ca_certificates BEGIN
  SELECT RAISE(ABORT, 'a certificate does not change');
END;
--> statement-breakpoint
CREATE TRIGGER tls_ca_certificates_uncounted AFTER DELETE ON tls_ca_certificates BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'tls_ca_certificates';
END;

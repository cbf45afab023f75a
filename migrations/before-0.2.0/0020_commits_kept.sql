-- The triggers of `events`, which the previous migration has rebuilt.
CREATE TRIGGER events_immutable BEFORE UPDATE OF number, asset, seq, id, tenant, public, proof_mechanism, operation, behaviour,
  event_attributes, asset_attributes, declared, accepted_us, principal_declared, principal_accepted, from_wallet, hash, seed ON events BEGIN
  SELECT RAISE(ABORT, 'events are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER events_in_open_windows BEFORE INSERT ON events WHEN NEW.proof_mechanism = 'SIMPLE_HASH' AND (
  EXISTS (SELECT 1 FROM anchors w WHERE w.scope = NEW.tenant AND w.end_us > NEW.accepted_us)
  OR NEW.public = 1 AND EXISTS (SELECT 1 FROM anchors w WHERE w.scope = '00000000-0000-0000-0000-000000000000' AND w.end_us > NEW.accepted_us)
) BEGIN
  SELECT RAISE(ABORT, 'assertion failed: window');
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
INSERT INTO epochs (id, started_us, acknowledged, found) VALUES (lower(hex(randomblob(16))), CAST(unixepoch('subsec') * 1000000 AS INTEGER), 0, 0);
--> statement-breakpoint
INSERT INTO database_state (id, counter, tag, writer_tag, epoch, last_event)
  SELECT 1, 0, lower(hex(randomblob(8))), lower(hex(randomblob(8))), id, (SELECT coalesce(max(number), 0) FROM events) FROM epochs;
--> statement-breakpoint
-- Every change that decides rights or secrets writes an audit row, and a new signing key decides which tokens are valid.
CREATE TRIGGER audit_log_moves_state AFTER INSERT ON audit_log BEGIN
  UPDATE database_state SET counter = counter + 1, tag = lower(hex(randomblob(8)));
END;
--> statement-breakpoint
CREATE TRIGGER signing_keys_move_state AFTER INSERT ON signing_keys BEGIN
  UPDATE database_state SET counter = counter + 1, tag = lower(hex(randomblob(8)));
END;

-- An event changes only by its erasure: its content and its seed are deleted, after `erasures` has a row that names the
-- event of the same asset which records it.
DROP TRIGGER events_immutable;
--> statement-breakpoint
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
CREATE TRIGGER erasures_fixed BEFORE UPDATE ON erasures WHEN NEW.event <> OLD.event OR NEW.erasure <> OLD.erasure
  OR NEW.behaviour IS NOT OLD.behaviour OR NEW.blobs IS NOT NULL AND NEW.blobs IS NOT OLD.blobs BEGIN
  SELECT RAISE(ABORT, 'erasures are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER erasures_kept BEFORE DELETE ON erasures BEGIN
  SELECT RAISE(ABORT, 'erasures are never deleted');
END;
--> statement-breakpoint
DROP TRIGGER khipu_events_fixed;
--> statement-breakpoint
-- The salt of an erased event is deleted; its hash is on the chain and stays.
CREATE TRIGGER khipu_events_fixed BEFORE UPDATE OF salt, event_hash, previous_event_hash ON khipu_events
  WHEN OLD.salt <> NEW.salt AND NOT (NEW.salt = '' AND EXISTS (SELECT 1 FROM events e CROSS JOIN erasures x ON x.event = e.number
      WHERE e.asset = OLD.asset AND e.seq = OLD.seq))
    OR (OLD.event_hash <> '' AND (OLD.event_hash <> NEW.event_hash OR OLD.previous_event_hash <> NEW.previous_event_hash)) BEGIN
  SELECT RAISE(ABORT, 'what KHIPU keeps of an event is fixed');
END;
--> statement-breakpoint
DROP TRIGGER blobs_kept;
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

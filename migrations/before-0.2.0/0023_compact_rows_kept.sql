-- The triggers of the tables that the previous migration has rebuilt, and those that keep numbers as they are.
CREATE TRIGGER tenants_numbered AFTER INSERT ON tenants WHEN NEW.number IS NULL BEGIN
  UPDATE tenants SET number = (SELECT coalesce(max(number), 0) + 1 FROM tenants) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER tenants_keep_number BEFORE UPDATE OF number ON tenants WHEN OLD.number IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'a tenant keeps its number');
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
CREATE TRIGGER principals_immutable BEFORE UPDATE ON principals BEGIN
  SELECT RAISE(ABORT, 'principals are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER events_immutable BEFORE UPDATE OF number, asset, seq, id, tenant, public, proof_mechanism, operation, behaviour,
  event_attributes, asset_attributes, declared, declared_us, accepted_us, principal_declared, principal, from_wallet, hash, seed ON events BEGIN
  SELECT RAISE(ABORT, 'events are immutable');
END;
--> statement-breakpoint
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are never deleted');
END;
--> statement-breakpoint
CREATE TRIGGER events_in_open_windows BEFORE INSERT ON events WHEN NEW.proof_mechanism = 'SIMPLE_HASH' AND (
  EXISTS (SELECT 1 FROM anchors w WHERE w.scope = (SELECT id FROM tenants WHERE number = NEW.tenant) AND w.end_us > NEW.accepted_us)
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
CREATE TRIGGER khipu_events_fixed BEFORE UPDATE OF salt, event_hash, previous_event_hash ON khipu_events
  WHEN OLD.salt <> NEW.salt OR (OLD.event_hash <> '' AND (OLD.event_hash <> NEW.event_hash OR OLD.previous_event_hash <> NEW.previous_event_hash)) BEGIN
  SELECT RAISE(ABORT, 'what KHIPU keeps of an event is fixed');
END;

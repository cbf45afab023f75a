-- No event comes into a window that has been closed: its hash is fixed. The ledger stamps it anew and tries again.
CREATE TRIGGER events_in_open_windows BEFORE INSERT ON events WHEN NEW.proof_mechanism = 'SIMPLE_HASH' AND (
  EXISTS (SELECT 1 FROM anchors w WHERE w.scope = NEW.tenant AND w.end_us > NEW.accepted_us)
  OR NEW.public = 1 AND EXISTS (SELECT 1 FROM anchors w WHERE w.scope = '00000000-0000-0000-0000-000000000000' AND w.end_us > NEW.accepted_us)
) BEGIN
  SELECT RAISE(ABORT, 'assertion failed: window');
END;
--> statement-breakpoint
-- A window, once fixed, stays: only what became of it is written later.
CREATE TRIGGER anchors_fixed BEFORE UPDATE OF scope, start_us, end_us ON anchors BEGIN
  SELECT RAISE(ABORT, 'a window is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER anchors_hashed_once BEFORE UPDATE OF count, hash, intent ON anchors WHEN OLD.hash <> '' AND OLD.hash <> NEW.hash BEGIN
  SELECT RAISE(ABORT, 'a window is hashed once');
END;
--> statement-breakpoint
CREATE TRIGGER khipu_events_fixed BEFORE UPDATE OF salt, event_hash, previous_event_hash ON khipu_events
  WHEN OLD.salt <> NEW.salt OR (OLD.event_hash <> '' AND (OLD.event_hash <> NEW.event_hash OR OLD.previous_event_hash <> NEW.previous_event_hash)) BEGIN
  SELECT RAISE(ABORT, 'what KHIPU keeps of an event is fixed');
END;

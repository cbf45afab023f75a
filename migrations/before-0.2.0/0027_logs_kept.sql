-- Logs only grow.
CREATE TRIGGER logs_grow BEFORE UPDATE ON logs WHEN NEW.size < OLD.size OR NEW.ended < OLD.ended OR NEW.number <> OLD.number
  OR NEW.id <> OLD.id OR NEW.scope <> OLD.scope OR NEW.origin <> OLD.origin BEGIN
  SELECT RAISE(ABORT, 'logs only grow');
END;
--> statement-breakpoint
CREATE TRIGGER logs_kept BEFORE DELETE ON logs BEGIN
  SELECT RAISE(ABORT, 'logs are never deleted');
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
CREATE TRIGGER log_keys_kept BEFORE DELETE ON log_keys BEGIN
  SELECT RAISE(ABORT, 'the keys of logs are never deleted');
END;
--> statement-breakpoint
-- A new key decides which checkpoints are valid.
CREATE TRIGGER log_keys_move_state AFTER INSERT ON log_keys BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;

-- A log that grows waits for its next anchor. Only the first append after an anchor writes.
CREATE TRIGGER logs_grown AFTER UPDATE OF size ON logs WHEN NEW.size > OLD.size AND NOT EXISTS (SELECT 1 FROM logs_to_anchor g WHERE g.log = NEW.number) BEGIN
  INSERT INTO logs_to_anchor (log, since_us) VALUES (NEW.number, NEW.appended_us);
END;
--> statement-breakpoint
INSERT INTO logs_to_anchor (log, since_us) SELECT number, appended_us FROM logs WHERE size > 0;
--> statement-breakpoint
-- An anchor, once it was handed to the chain, stays.
CREATE TRIGGER log_anchors_fixed BEFORE UPDATE ON log_anchors WHEN NEW.log <> OLD.log OR NEW.size <> OLD.size OR NEW.root <> OLD.root
  OR NEW.epoch <> OLD.epoch OR NEW.intent <> OLD.intent OR NEW.final < OLD.final BEGIN
  SELECT RAISE(ABORT, 'an anchor of a log is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER log_anchors_kept BEFORE DELETE ON log_anchors BEGIN
  SELECT RAISE(ABORT, 'anchors of logs are never deleted');
END;
--> statement-breakpoint
-- In a restored database, an anchor can be written after its transaction: public responses change then, too.
CREATE TRIGGER log_anchors_head_inserted AFTER INSERT ON log_anchors WHEN NEW.final = 1 BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;

-- Entity tags of public responses are made of these versions, so that a conditional request reads nothing else.
INSERT INTO public_heads (name, version) VALUES ('events', lower(hex(randomblob(8)))), ('anchors', lower(hex(randomblob(8))));
--> statement-breakpoint
CREATE TRIGGER events_head_inserted AFTER INSERT ON events WHEN NEW.public = 1 BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'events';
END;
--> statement-breakpoint
CREATE TRIGGER events_head_updated AFTER UPDATE ON events WHEN NEW.public = 1 BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'events';
END;
--> statement-breakpoint
CREATE TRIGGER anchors_head_updated AFTER UPDATE OF status ON anchors WHEN NEW.scope = '00000000-0000-0000-0000-000000000000' BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_head_inserted AFTER INSERT ON chain_transactions BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_head_updated AFTER UPDATE OF hash, block_number, header, proof, finality ON chain_transactions BEGIN
  UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors';
END;

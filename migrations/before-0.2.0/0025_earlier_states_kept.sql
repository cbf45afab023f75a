DROP TRIGGER audit_log_moves_state;
--> statement-breakpoint
CREATE TRIGGER audit_log_moves_state AFTER INSERT ON audit_log BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;
--> statement-breakpoint
DROP TRIGGER signing_keys_move_state;
--> statement-breakpoint
CREATE TRIGGER signing_keys_move_state AFTER INSERT ON signing_keys BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;

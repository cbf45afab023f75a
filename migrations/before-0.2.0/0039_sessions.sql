CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`tenant` text NOT NULL,
	`secret_hash` text NOT NULL,
	`person` text,
	`epoch` text NOT NULL,
	`created_us` integer NOT NULL,
	`used_us` integer NOT NULL,
	`expires_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_by_principal` ON `sessions` (`issuer`,`subject`,`created_us`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_us`);--> statement-breakpoint
ALTER TABLE `members` ADD `auditor` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Who is no longer a member is signed out.
CREATE TRIGGER sessions_end_with_members AFTER DELETE ON members BEGIN
  DELETE FROM sessions WHERE issuer = OLD.issuer AND subject = OLD.subject;
END;
--> statement-breakpoint
-- A restore that would bring an ended session back is detected.
CREATE TRIGGER sessions_ended_move_state AFTER UPDATE OF expires_us ON sessions BEGIN
  UPDATE database_state SET counter = counter + 1, earlier = substr(earlier || ' ' || counter || ':' || tag, -2000), tag = lower(hex(randomblob(8)));
END;

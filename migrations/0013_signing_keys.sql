CREATE TABLE `author_key_changes` (
	`number` integer PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`thumbprint` text NOT NULL,
	`change` text NOT NULL,
	`at_us` integer NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`salt` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `author_key_changes_by_tenant` ON `author_key_changes` (`tenant`,`number`);--> statement-breakpoint
CREATE TABLE `author_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`owner` text NOT NULL,
	`thumbprint` text NOT NULL,
	`public_jwk` text NOT NULL,
	`enrolment` text NOT NULL,
	`created_us` integer NOT NULL,
	`revoked_us` integer,
	`revoked_reason` text DEFAULT '' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `author_keys_by_creation` ON `author_keys` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `author_keys_by_name` ON `author_keys` (`tenant`,`display_name`,`id`);--> statement-breakpoint
CREATE INDEX `author_keys_by_owner` ON `author_keys` (`tenant`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `author_keys_by_thumbprint` ON `author_keys` (`thumbprint`,`tenant`);--> statement-breakpoint
ALTER TABLE `events` ADD `statement` blob;--> statement-breakpoint
ALTER TABLE `events` ADD `statement_seed` blob;--> statement-breakpoint
CREATE INDEX `log_leaves_with_entry` ON `log_leaves` (`log`,`hash`) WHERE entry IS NOT NULL;--> statement-breakpoint
-- A statement changes only by the erasure of its event, which deletes the seed of its commitments.
CREATE TRIGGER events_statement_fixed BEFORE UPDATE OF statement, statement_seed ON events
  WHEN NOT (NEW.statement IS OLD.statement AND (NEW.statement_seed IS OLD.statement_seed
    OR NEW.statement_seed IS NULL AND EXISTS (SELECT 1 FROM erasures x WHERE x.event = OLD.number))) BEGIN
  SELECT RAISE(ABORT, 'statements of authors are immutable');
END;

CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`email` text COLLATE NOCASE NOT NULL,
	`message` text NOT NULL,
	`inviter` text NOT NULL,
	`expires_us` integer NOT NULL,
	`mail_status` text NOT NULL,
	`mail_error` text DEFAULT '' NOT NULL,
	`mail_attempts` integer DEFAULT 0 NOT NULL,
	`mail_due_us` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `invites_by_creation` ON `invites` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invites_by_name` ON `invites` (`tenant`,`email`);--> statement-breakpoint
CREATE INDEX `invites_by_mail` ON `invites` (`mail_status`,`mail_due_us`);--> statement-breakpoint
CREATE INDEX `invites_by_expiry` ON `invites` (`expires_us`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`display_name` text NOT NULL,
	`email` text COLLATE NOCASE NOT NULL,
	`attributes` text NOT NULL,
	`invited` integer NOT NULL,
	`told_at` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_principal` ON `members` (`issuer`,`subject`,`tenant`);--> statement-breakpoint
CREATE INDEX `members_by_creation` ON `members` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `members_by_name` ON `members` (`tenant`,`display_name`,`id`);--> statement-breakpoint
CREATE INDEX `members_by_email` ON `members` (`tenant`,`email`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_administrators` (
	`tenant` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`display_name` text NOT NULL,
	`email` text COLLATE NOCASE NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`tenant`, `issuer`, `subject`, `email`)
);
--> statement-breakpoint
INSERT INTO `__new_administrators`("tenant", "issuer", "subject", "display_name", "email", "position") SELECT "tenant", "issuer", "subject", "display_name", "email", "position" FROM `administrators`;--> statement-breakpoint
DROP TABLE `administrators`;--> statement-breakpoint
ALTER TABLE `__new_administrators` RENAME TO `administrators`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `administrators_by_principal` ON `administrators` (`issuer`,`subject`);
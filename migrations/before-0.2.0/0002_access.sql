CREATE TABLE `access_policies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`filters` text NOT NULL,
	`access_permissions` text NOT NULL,
	`compiled` text NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `access_policies_by_creation` ON `access_policies` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `access_policies_by_name` ON `access_policies` (`tenant`,`display_name`,`id`);--> statement-breakpoint
CREATE TABLE `policy_reads` (
	`policy` text NOT NULL,
	`item` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`policy`, `item`, `kind`, `name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `policy_subjects` (
	`policy` text NOT NULL,
	`item` integer NOT NULL,
	`subject` text NOT NULL,
	`tenant` text NOT NULL,
	PRIMARY KEY(`policy`, `item`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `policy_subjects_by_subject` ON `policy_subjects` (`subject`,`tenant`,`policy`,`item`);--> statement-breakpoint
CREATE TABLE `policy_terms` (
	`policy` text NOT NULL,
	`clause` integer NOT NULL,
	`term` integer NOT NULL,
	`tenant` text NOT NULL,
	`clauses` integer NOT NULL,
	`start` integer NOT NULL,
	`negated` integer NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`policy`, `clause`, `term`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `policy_terms_by_value` ON `policy_terms` (`tenant`,`path`,`key`,`policy`,`clauses`) WHERE start = 1;--> statement-breakpoint
CREATE INDEX `policy_terms_without_value` ON `policy_terms` (`tenant`,`policy`) WHERE start = 2;--> statement-breakpoint
CREATE TABLE `policy_users` (
	`policy` text NOT NULL,
	`item` integer NOT NULL,
	`clause` integer NOT NULL,
	`tenant` text NOT NULL,
	`clauses` integer NOT NULL,
	`attribute` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`policy`, `item`, `clause`, `attribute`, `value`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `policy_users_by_value` ON `policy_users` (`tenant`,`attribute`,`value`,`policy`,`item`,`clause`,`clauses`);--> statement-breakpoint
CREATE TABLE `readers` (
	`resource` text NOT NULL,
	`position` integer NOT NULL,
	`tenant` text NOT NULL,
	`identity` text NOT NULL,
	`subject` text NOT NULL,
	`attribute` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`resource`, `position`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `readers_by_subject` ON `readers` (`subject`,`tenant`,`resource`) WHERE subject <> '';--> statement-breakpoint
CREATE INDEX `readers_by_user` ON `readers` (`tenant`,`attribute`,`value`,`resource`) WHERE attribute <> '';--> statement-breakpoint
CREATE TABLE `subjects` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`wallet_pub_key` text NOT NULL,
	`tessera_pub_key` text NOT NULL,
	`wallet_key` text NOT NULL,
	`tessera_key` text NOT NULL,
	`wallet_address` text NOT NULL,
	`remote` text,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subjects_by_creation` ON `subjects` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `subjects_by_name` ON `subjects` (`tenant`,`display_name`,`id`);--> statement-breakpoint
CREATE INDEX `subjects_by_remote` ON `subjects` (`remote`,`confirmed`,`tenant`);--> statement-breakpoint
CREATE INDEX `subjects_by_key` ON `subjects` (`wallet_key`);--> statement-breakpoint
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`attributes` text NOT NULL,
	`owner` text NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `locations_by_creation` ON `locations` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `locations_by_name` ON `locations` (`tenant`,`display_name`,`id`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `tessera_public_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tenants` ADD `access_revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `tenants_by_key` ON `tenants` (`wallet_public_key`);
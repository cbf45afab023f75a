CREATE TABLE `compliance_digests` (
	`member` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`day` integer DEFAULT 0 NOT NULL,
	`from_notice` integer DEFAULT 0 NOT NULL,
	`to_notice` integer DEFAULT 0 NOT NULL,
	`due_us` integer,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `compliance_digests_by_due` ON `compliance_digests` (`due_us`) WHERE due_us IS NOT NULL;--> statement-breakpoint
CREATE TABLE `compliance_notices` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant` text NOT NULL,
	`asset` integer NOT NULL,
	`policy` text NOT NULL,
	`kind` text NOT NULL,
	`due_us` integer,
	`at_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `compliance_notices_by_tenant` ON `compliance_notices` (`tenant`,`number`);--> statement-breakpoint
CREATE INDEX `compliance_notices_by_age` ON `compliance_notices` (`at_us`);--> statement-breakpoint
ALTER TABLE `compliance_rounds` ADD `days` integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `types` text DEFAULT '["event.recorded"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `noticed` integer DEFAULT 0 NOT NULL;
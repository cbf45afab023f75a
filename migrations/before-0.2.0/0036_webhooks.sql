CREATE TABLE `webhook_attempts` (
	`webhook` text NOT NULL,
	`seq` integer NOT NULL,
	`tenant` text NOT NULL,
	`delivery` text NOT NULL,
	`event` integer,
	`identity` text NOT NULL,
	`attempt` integer NOT NULL,
	`at_us` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer NOT NULL,
	`error` text NOT NULL,
	`outcome` text NOT NULL,
	`next_us` integer,
	PRIMARY KEY(`webhook`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_delivery` ON `webhook_attempts` (`webhook`,`delivery`,`seq`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`webhook` text NOT NULL,
	`tenant` text NOT NULL,
	`event` integer,
	`identity` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`first_us` integer,
	`due_us` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`webhook`,`event`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_turn` ON `webhook_deliveries` (`webhook`,`due_us`,`number`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`url` text NOT NULL,
	`filters` text NOT NULL,
	`enabled` integer NOT NULL,
	`application` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text DEFAULT '' NOT NULL,
	`previous_until_us` integer DEFAULT 0 NOT NULL,
	`disabled_reason` text DEFAULT '' NOT NULL,
	`disabled_us` integer,
	`log` text NOT NULL,
	`position` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`succeeded_us` integer DEFAULT 0 NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_by_creation` ON `webhooks` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `webhooks_by_application` ON `webhooks` (`application`);
CREATE TABLE `bus_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`queue_name` text NOT NULL,
	`secret` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`created_us` integer NOT NULL,
	`deleted_us` integer,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bus_sources_by_creation` ON `bus_sources` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`home_location` text NOT NULL,
	`secret` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`error_message` text DEFAULT '' NOT NULL,
	`imported` integer DEFAULT 0 NOT NULL,
	`page` integer DEFAULT 0 NOT NULL,
	`continuation` text DEFAULT '' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`touched_us` integer NOT NULL,
	`created_us` integer NOT NULL,
	`finished_us` integer,
	`deleted` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_by_creation` ON `imports` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `imports_by_turn` ON `imports` (`status`,`touched_us`);
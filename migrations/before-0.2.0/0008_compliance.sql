CREATE TABLE `compliance_policies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`compliance_type` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`asset_filter` text NOT NULL,
	`event_display_type` text NOT NULL,
	`closing_event_display_type` text NOT NULL,
	`time_period_seconds` integer NOT NULL,
	`dynamic_window` integer NOT NULL,
	`dynamic_variability` real NOT NULL,
	`richness_assertions` text NOT NULL,
	`created_us` integer NOT NULL,
	`deleted_us` integer,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `compliance_policies_by_creation` ON `compliance_policies` (`tenant`,`created_us`,`id`);
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`asset_display_types` text NOT NULL,
	`event_display_type` text NOT NULL,
	`fields` text NOT NULL,
	`size` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `templates_by_creation` ON `templates` (`tenant`,`created_us`,`id`,`size`);--> statement-breakpoint
CREATE INDEX `templates_by_name` ON `templates` (`tenant`,`display_name`,`id`,`size`);
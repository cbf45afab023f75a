ALTER TABLE `applications` ADD `previous_secret_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_from_us` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_until_us` integer DEFAULT 0 NOT NULL;
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`subject` text NOT NULL,
	`display_name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`synced` integer NOT NULL,
	`created_us` integer NOT NULL,
	`used_us` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_by_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_subject` ON `passkeys` (`tenant`,`subject`,`created_us`);--> statement-breakpoint
CREATE TABLE `sign_in_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`purpose` text NOT NULL,
	`target` text NOT NULL,
	`epoch` text NOT NULL,
	`created_us` integer NOT NULL,
	`expires_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_links_by_target` ON `sign_in_links` (`tenant`,`purpose`,`target`,`created_us`);--> statement-breakpoint
CREATE INDEX `sign_in_links_by_expiry` ON `sign_in_links` (`expires_us`);--> statement-breakpoint
CREATE TABLE `used_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`expires_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_challenges_by_expiry` ON `used_challenges` (`expires_us`);
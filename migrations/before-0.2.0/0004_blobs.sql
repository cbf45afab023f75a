CREATE TABLE `blob_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`upload_id` text NOT NULL,
	`started_us` integer NOT NULL,
	`abandoned` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blob_uploads_by_start` ON `blob_uploads` (`started_us`);--> statement-breakpoint
CREATE TABLE `blobs` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`mime_type` text NOT NULL,
	`declared_type` text NOT NULL,
	`file_name` text NOT NULL,
	`accepted_us` integer NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`scanned_status` text DEFAULT 'NOT_SCANNED' NOT NULL,
	`scanned_bad_reason` text DEFAULT '' NOT NULL,
	`scanned_us` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blobs_by_scan` ON `blobs` (`scanned_us`,`id`);
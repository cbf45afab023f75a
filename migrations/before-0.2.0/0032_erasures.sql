CREATE TABLE `erasures` (
	`event` integer PRIMARY KEY NOT NULL,
	`erasure` integer NOT NULL,
	`behaviour` text,
	`blobs` text
);
--> statement-breakpoint
CREATE INDEX `erasures_with_blobs` ON `erasures` (`event`) WHERE blobs IS NOT NULL;
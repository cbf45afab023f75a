CREATE TABLE `asset_terms` (
	`tenant` integer NOT NULL,
	`term` text NOT NULL,
	`asset` integer NOT NULL,
	PRIMARY KEY(`tenant`, `term`, `asset`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`after` integer NOT NULL,
	`through` integer
);
--> statement-breakpoint
-- A job writes the terms of the existing assets: SQL cannot find the words of a text.
INSERT INTO backfills (name, after, through) VALUES ('asset_terms', 0, CASE WHEN EXISTS (SELECT 1 FROM assets) THEN NULL ELSE 0 END);

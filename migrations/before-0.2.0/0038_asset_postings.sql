CREATE TABLE `asset_postings` (
	`tenant` integer NOT NULL,
	`term` text NOT NULL,
	`weight` integer NOT NULL,
	`created_us` integer NOT NULL,
	`asset` integer NOT NULL,
	PRIMARY KEY(`tenant`, `term`, `weight`, `created_us`, `asset`)
) WITHOUT ROWID;
--> statement-breakpoint
-- A job writes the postings of the existing assets: SQL cannot find the words of a text. It then empties asset_terms.
INSERT INTO backfills (name, after, through) VALUES ('asset_postings', 0, CASE WHEN EXISTS (SELECT 1 FROM assets) THEN NULL ELSE 0 END);

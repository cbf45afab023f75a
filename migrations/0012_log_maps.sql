CREATE TABLE `log_map_pages` (
	`log` integer NOT NULL,
	`start` integer NOT NULL,
	`bits` integer NOT NULL,
	`hash` blob NOT NULL,
	`assets` blob NOT NULL,
	PRIMARY KEY(`log`, `start`)
);
--> statement-breakpoint
CREATE TABLE `log_maps` (
	`log` integer PRIMARY KEY NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`assets` integer DEFAULT 0 NOT NULL,
	`pages` integer DEFAULT 1 NOT NULL,
	`salt` blob NOT NULL,
	`root` blob DEFAULT (zeroblob(32)) NOT NULL,
	`depth` integer DEFAULT 0 NOT NULL,
	`nodes` blob DEFAULT (zeroblob(32)) NOT NULL
);

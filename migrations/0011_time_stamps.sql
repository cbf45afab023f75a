CREATE TABLE `log_stamps` (
	`log` integer NOT NULL,
	`authority` text NOT NULL,
	`size` integer NOT NULL,
	`root` blob NOT NULL,
	`stamp` integer NOT NULL,
	`salt` blob NOT NULL,
	`index` integer NOT NULL,
	`path` blob NOT NULL,
	PRIMARY KEY(`log`, `authority`, `size`)
);
--> statement-breakpoint
CREATE TABLE `stamp_certificates` (
	`hash` text PRIMARY KEY NOT NULL,
	`certificate` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stamps` (
	`number` integer PRIMARY KEY NOT NULL,
	`authority` text NOT NULL,
	`at_us` integer NOT NULL,
	`logs` integer NOT NULL,
	`root` blob NOT NULL,
	`token` blob NOT NULL,
	`certificates` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stamps_by_authority` ON `stamps` (`authority`,`number`);
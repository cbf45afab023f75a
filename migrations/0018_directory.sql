CREATE TABLE `directory` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`slots` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `directory` (`id`, `version`, `slots`) VALUES (1, 0, '{}');
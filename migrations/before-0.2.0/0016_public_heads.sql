CREATE TABLE `public_heads` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `verifications` (
	`asset` text PRIMARY KEY NOT NULL,
	`checkpoint` text NOT NULL
);

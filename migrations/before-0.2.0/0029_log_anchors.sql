CREATE TABLE `log_anchors` (
	`log` integer NOT NULL,
	`size` integer NOT NULL,
	`root` blob NOT NULL,
	`epoch` text NOT NULL,
	`intent` text NOT NULL,
	`final` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`log`, `size`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `log_anchors_open` ON `log_anchors` (`intent`) WHERE final = 0;--> statement-breakpoint
CREATE TABLE `logs_to_anchor` (
	`log` integer PRIMARY KEY NOT NULL,
	`since_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `logs_to_anchor_by_time` ON `logs_to_anchor` (`since_us`);
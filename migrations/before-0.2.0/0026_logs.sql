CREATE TABLE `log_cosignatures` (
	`log` integer NOT NULL,
	`witness` text NOT NULL,
	`size` integer NOT NULL,
	`note` text NOT NULL,
	`lines` text NOT NULL,
	`at_us` integer NOT NULL,
	PRIMARY KEY(`log`, `witness`)
);
--> statement-breakpoint
CREATE TABLE `log_keys` (
	`number` integer PRIMARY KEY NOT NULL,
	`from_us` integer NOT NULL,
	`public_keys` text NOT NULL,
	`private_sealed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_key_changes` (
	`log` integer NOT NULL,
	`key` integer NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`log`, `key`)
);
--> statement-breakpoint
CREATE TABLE `log_leaves` (
	`log` integer NOT NULL,
	`index` integer NOT NULL,
	`event` integer,
	`content` blob,
	`chain` blob,
	`hash` blob NOT NULL,
	`appended_us` integer NOT NULL,
	`entry` blob,
	PRIMARY KEY(`log`, `index`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `log_leaves_by_event` ON `log_leaves` (`log`,`event`);--> statement-breakpoint
CREATE TABLE `log_seeds` (
	`event` integer PRIMARY KEY NOT NULL,
	`seed` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_tiles` (
	`log` integer NOT NULL,
	`level` integer NOT NULL,
	`index` integer NOT NULL,
	`root` blob NOT NULL,
	`hashes` blob NOT NULL,
	PRIMARY KEY(`log`, `level`, `index`)
);
--> statement-breakpoint
CREATE TABLE `logs` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`scope` text NOT NULL,
	`origin` text NOT NULL,
	`created_us` integer NOT NULL,
	`previous` text,
	`ended` integer DEFAULT 0 NOT NULL,
	`size` integer NOT NULL,
	`root` blob NOT NULL,
	`cursor` integer NOT NULL,
	`epoch` text NOT NULL,
	`appended_us` integer NOT NULL,
	`key` integer NOT NULL,
	`checkpoint` blob NOT NULL,
	`receipt` blob NOT NULL,
	`key_before` integer,
	`checkpoint_before` blob
);
--> statement-breakpoint
CREATE UNIQUE INDEX `logs_by_id` ON `logs` (`id`);--> statement-breakpoint
CREATE INDEX `logs_by_previous` ON `logs` ((previous ->> 'log')) WHERE previous IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `logs_by_scope` ON `logs` (`scope`) WHERE ended = 0;
CREATE TABLE `anchors` (
	`scope` text NOT NULL,
	`start_us` integer NOT NULL,
	`end_us` integer NOT NULL,
	`status` text NOT NULL,
	`count` integer NOT NULL,
	`hash` text NOT NULL,
	`intent` text NOT NULL,
	PRIMARY KEY(`scope`, `start_us`)
);
--> statement-breakpoint
CREATE INDEX `anchors_by_end` ON `anchors` (`scope`,`end_us`);--> statement-breakpoint
CREATE UNIQUE INDEX `anchors_by_intent` ON `anchors` (`intent`) WHERE intent <> '';--> statement-breakpoint
CREATE INDEX `anchors_open` ON `anchors` (`scope`,`start_us`) WHERE status <> 'anchored';--> statement-breakpoint
CREATE TABLE `khipu_events` (
	`asset` text NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`event_hash` text DEFAULT '' NOT NULL,
	`previous_event_hash` text DEFAULT '' NOT NULL,
	`submitted` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`asset`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `khipu_events_waiting` ON `khipu_events` (`asset`,`seq`) WHERE submitted = 0;--> statement-breakpoint
CREATE TABLE `chain_transactions` (
	`intent` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`raw` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`transaction_index` integer NOT NULL,
	`block_us` integer NOT NULL,
	`header` text NOT NULL,
	`proof` text NOT NULL,
	`finality` text NOT NULL,
	`settled` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chain_transactions_by_hash` ON `chain_transactions` (`hash`);--> statement-breakpoint
CREATE INDEX `chain_transactions_unsettled` ON `chain_transactions` (`intent`) WHERE settled = 0;--> statement-breakpoint
ALTER TABLE `tenants` ADD `khipu` integer;
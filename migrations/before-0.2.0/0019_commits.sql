CREATE TABLE `database_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`counter` integer NOT NULL,
	`tag` text NOT NULL,
	`writer_tag` text NOT NULL,
	`epoch` text NOT NULL,
	`last_event` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `epochs` (
	`id` text PRIMARY KEY NOT NULL,
	`started_us` integer NOT NULL,
	`acknowledged` integer NOT NULL,
	`found` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `assets_with_pending`;--> statement-breakpoint
ALTER TABLE `assets` DROP COLUMN `confirmed_seq`;--> statement-breakpoint
-- A SIMPLE_HASH event is confirmed by being stored.
UPDATE assets SET confirmation = 'CONFIRMED' WHERE confirmation = 'PENDING' AND proof_mechanism = 'SIMPLE_HASH';--> statement-breakpoint
CREATE TABLE `__new_events` (
	`number` integer PRIMARY KEY NOT NULL,
	`asset` text NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`tenant` text NOT NULL,
	`public` integer NOT NULL,
	`proof_mechanism` text NOT NULL,
	`operation` text NOT NULL,
	`behaviour` text NOT NULL,
	`event_attributes` text NOT NULL,
	`asset_attributes` text NOT NULL,
	`declared` text NOT NULL,
	`declared_us` integer NOT NULL,
	`accepted_us` integer NOT NULL,
	`committed_us` integer,
	`principal_declared` text NOT NULL,
	`principal_accepted` text NOT NULL,
	`confirmation` text NOT NULL,
	`transaction_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`transaction_index` integer NOT NULL,
	`from_wallet` text NOT NULL,
	`hash` text NOT NULL,
	`seed` blob
);
--> statement-breakpoint
INSERT INTO `__new_events` (number, asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes, asset_attributes, declared, declared_us, accepted_us, committed_us, principal_declared, principal_accepted, confirmation, transaction_id, block_number, transaction_index, from_wallet, hash)
  SELECT rowid, asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes, asset_attributes, declared, declared_us, accepted_us, CASE WHEN confirmation = 'PENDING' AND proof_mechanism = 'SIMPLE_HASH' THEN accepted_us ELSE committed_us END, principal_declared, principal_accepted, CASE WHEN confirmation = 'PENDING' AND proof_mechanism = 'SIMPLE_HASH' THEN 'CONFIRMED' ELSE confirmation END, transaction_id, block_number, transaction_index, from_wallet, hash
  FROM events ORDER BY rowid;--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_seq` ON `events` (`asset`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_id` ON `events` (`asset`,`id`);--> statement-breakpoint
CREATE INDEX `events_accepted` ON `events` (`tenant`,`accepted_us`,`asset`,`seq`);--> statement-breakpoint
CREATE INDEX `events_simplehash` ON `events` (`tenant`,`asset`,`id`);--> statement-breakpoint
CREATE INDEX `events_public_accepted` ON `events` (`accepted_us`,`asset`,`seq`) WHERE public = 1;--> statement-breakpoint
CREATE INDEX `events_public_simplehash` ON `events` (`asset`,`id`) WHERE public = 1;--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`tenant`,`accepted_us`,`asset`,`seq`) WHERE confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_public_unconfirmed` ON `events` (`accepted_us`,`asset`,`seq`) WHERE public = 1 AND confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_behaviour` ON `events` (`tenant`,`behaviour`,`accepted_us`,`asset`,`seq`) WHERE behaviour <> 'RecordEvidence';--> statement-breakpoint
CREATE INDEX `events_public_behaviour` ON `events` (`behaviour`,`accepted_us`,`asset`,`seq`) WHERE public = 1 AND behaviour <> 'RecordEvidence';--> statement-breakpoint
CREATE INDEX `events_builtin` ON `events` (`asset`,`seq`) WHERE behaviour = 'Builtin';

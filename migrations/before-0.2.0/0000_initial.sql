CREATE TABLE `administrators` (
	`tenant` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`display_name` text NOT NULL,
	`email` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`tenant`, `issuer`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`custom_claims` text NOT NULL,
	`secret_hash` text NOT NULL,
	`secret_from_us` integer NOT NULL,
	`secret_until_us` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `applications_by_creation` ON `applications` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `applications_by_name` ON `applications` (`tenant`,`display_name`,`id`);--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`private_sealed` text NOT NULL,
	`signs_from_us` integer NOT NULL,
	`signs_until_us` integer NOT NULL,
	`verifies_until_us` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signing_keys_period` ON `signing_keys` (`signs_from_us`);--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`verified_domain` text DEFAULT '' NOT NULL,
	`wallet_address` text NOT NULL,
	`wallet_public_key` text NOT NULL,
	`first_application` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_us` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `asset_attributes` (
	`asset` text NOT NULL,
	`path` text NOT NULL,
	`from_us` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`present` integer NOT NULL,
	`current` integer NOT NULL,
	`named` integer NOT NULL,
	`value` text,
	`seq` integer NOT NULL,
	`tenant` text NOT NULL,
	`created_us` integer NOT NULL,
	PRIMARY KEY(`asset`, `path`, `from_us`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `asset_attributes_current` ON `asset_attributes` (`tenant`,`path`,`key`,`created_us`,`asset`) WHERE current = 1;--> statement-breakpoint
CREATE INDEX `asset_attributes_of_asset` ON `asset_attributes` (`asset`,`name`) WHERE current = 1;--> statement-breakpoint
CREATE INDEX `asset_attributes_changes` ON `asset_attributes` (`tenant`,`path`,`key`,`from_us`,`asset`,`seq`);--> statement-breakpoint
CREATE TABLE `assets` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`public` integer NOT NULL,
	`proof_mechanism` text NOT NULL,
	`chain_id` text NOT NULL,
	`behaviours` text NOT NULL,
	`attributes` text NOT NULL,
	`tracked` integer NOT NULL,
	`confirmation` text NOT NULL,
	`owner` text NOT NULL,
	`created_us` integer NOT NULL,
	`seq` integer NOT NULL,
	`head_us` integer NOT NULL,
	`head_hash` text NOT NULL,
	`initial_behaviours` text NOT NULL,
	`confirmed_seq` integer NOT NULL,
	`verified_us` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `assets_by_creation` ON `assets` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `assets_tracked` ON `assets` (`tenant`,`tracked`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `assets_by_identity` ON `assets` (`tenant`,`id`);--> statement-breakpoint
CREATE INDEX `assets_by_verification` ON `assets` (`verified_us`);--> statement-breakpoint
CREATE INDEX `assets_unconfirmed` ON `assets` (`tenant`,`created_us`,`id`) WHERE confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `assets_with_pending` ON `assets` (`proof_mechanism`,`head_us`) WHERE confirmed_seq < seq;--> statement-breakpoint
CREATE TABLE `event_attributes` (
	`asset` text NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`seq` integer NOT NULL,
	`tenant` text NOT NULL,
	`public` integer NOT NULL,
	`accepted_us` integer NOT NULL,
	PRIMARY KEY(`asset`, `path`, `key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `event_attributes_search` ON `event_attributes` (`tenant`,`path`,`key`,`accepted_us`,`asset`,`seq`);--> statement-breakpoint
CREATE INDEX `event_attributes_public` ON `event_attributes` (`path`,`key`,`accepted_us`,`asset`,`seq`) WHERE public = 1;--> statement-breakpoint
CREATE TABLE `events` (
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
	PRIMARY KEY(`asset`, `seq`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_id` ON `events` (`asset`,`id`);--> statement-breakpoint
CREATE INDEX `events_accepted` ON `events` (`tenant`,`accepted_us`,`asset`,`seq`);--> statement-breakpoint
CREATE INDEX `events_simplehash` ON `events` (`tenant`,`asset`,`id`);--> statement-breakpoint
CREATE INDEX `events_public_accepted` ON `events` (`accepted_us`,`asset`,`seq`) WHERE public = 1;--> statement-breakpoint
CREATE INDEX `events_public_simplehash` ON `events` (`asset`,`id`) WHERE public = 1;--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`tenant`,`accepted_us`,`asset`,`seq`) WHERE confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_builtin` ON `events` (`asset`,`seq`) WHERE behaviour = 'Builtin';--> statement-breakpoint
CREATE TABLE `idempotency` (
	`tenant` text NOT NULL,
	`principal` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`asset` text NOT NULL,
	`event` text NOT NULL,
	`created_us` integer NOT NULL,
	PRIMARY KEY(`tenant`, `principal`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_by_age` ON `idempotency` (`created_us`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`tenant` text NOT NULL,
	`at_us` integer NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`operation` text NOT NULL,
	`resource` text NOT NULL,
	`before_hash` text NOT NULL,
	`after_hash` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_tenant` ON `audit_log` (`tenant`,`seq`);--> statement-breakpoint
CREATE TABLE `usage` (
	`tenant` text NOT NULL,
	`resource` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`tenant`, `resource`)
);

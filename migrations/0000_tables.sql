-- The tables of 0.2.0, and the rows that a new database has.
CREATE TABLE `access_policies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`filters` text NOT NULL,
	`access_permissions` text NOT NULL,
	`compiled` text NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `access_policies_by_creation` ON `access_policies` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `access_policies_by_name` ON `access_policies` (`tenant`,`display_name`,`id`);
--> statement-breakpoint
CREATE TABLE `administrators` (
	`tenant` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`display_name` text NOT NULL,
	`email` text COLLATE NOCASE NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`tenant`, `issuer`, `subject`, `email`)
);
--> statement-breakpoint
CREATE INDEX `administrators_by_principal` ON `administrators` (`issuer`,`subject`);
--> statement-breakpoint
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
CREATE INDEX `anchors_by_end` ON `anchors` (`scope`,`end_us`);
--> statement-breakpoint
CREATE UNIQUE INDEX `anchors_by_intent` ON `anchors` (`intent`) WHERE intent <> '';
--> statement-breakpoint
CREATE INDEX `anchors_open` ON `anchors` (`scope`,`start_us`) WHERE status <> 'anchored';
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
	`revision` integer DEFAULT 1 NOT NULL,
	`previous_secret_hash` text DEFAULT '' NOT NULL,
	`previous_from_us` integer DEFAULT 0 NOT NULL,
	`previous_until_us` integer DEFAULT 0 NOT NULL,
	`auditor` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `applications_by_creation` ON `applications` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `applications_by_name` ON `applications` (`tenant`,`display_name`,`id`);
--> statement-breakpoint
CREATE TABLE `asset_attributes` (
	`asset` integer NOT NULL,
	`name` text NOT NULL,
	`seq` integer NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`present` integer NOT NULL,
	`value` text,
	PRIMARY KEY(`asset`, `name`, `seq`, `path`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `asset_postings` (
	`tenant` integer NOT NULL,
	`term` text NOT NULL,
	`weight` integer NOT NULL,
	`created_us` integer NOT NULL,
	`asset` integer NOT NULL,
	PRIMARY KEY(`tenant`, `term`, `weight`, `created_us`, `asset`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `asset_terms` (
	`tenant` integer NOT NULL,
	`term` text NOT NULL,
	`asset` integer NOT NULL,
	PRIMARY KEY(`tenant`, `term`, `asset`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `asset_values` (
	`tenant` integer NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`created_us` integer NOT NULL,
	`asset` integer NOT NULL,
	PRIMARY KEY(`tenant`, `path`, `key`, `created_us`, `asset`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `assets` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`tenant` integer NOT NULL,
	`public` integer NOT NULL,
	`proof_mechanism` text NOT NULL,
	`chain_id` text NOT NULL,
	`behaviours` text NOT NULL,
	`attributes` text NOT NULL,
	`tracked` integer NOT NULL,
	`confirmation` text NOT NULL,
	`owner` text,
	`created_us` integer NOT NULL,
	`seq` integer NOT NULL,
	`head_us` integer NOT NULL,
	`head_hash` blob NOT NULL,
	`initial_behaviours` text,
	`verified_us` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `assets_by_creation` ON `assets` (`tenant`,`created_us`);
--> statement-breakpoint
CREATE UNIQUE INDEX `assets_by_id` ON `assets` (`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `assets_by_identity` ON `assets` (`tenant`,`id`);
--> statement-breakpoint
CREATE INDEX `assets_by_verification` ON `assets` (`verified_us`);
--> statement-breakpoint
CREATE UNIQUE INDEX `assets_public_by_identity` ON `assets` (`id`) WHERE public = 1;
--> statement-breakpoint
CREATE INDEX `assets_tracked` ON `assets` (`tenant`,`tracked`,`created_us`);
--> statement-breakpoint
CREATE INDEX `assets_unconfirmed` ON `assets` (`tenant`,`created_us`) WHERE confirmation <> 'CONFIRMED';
--> statement-breakpoint
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
CREATE INDEX `audit_log_by_tenant` ON `audit_log` (`tenant`,`seq`);
--> statement-breakpoint
CREATE TABLE `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`after` integer NOT NULL,
	`through` integer
);
--> statement-breakpoint
CREATE TABLE `blob_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`upload_id` text NOT NULL,
	`started_us` integer NOT NULL,
	`abandoned` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blob_uploads_by_start` ON `blob_uploads` (`started_us`);
--> statement-breakpoint
CREATE TABLE `blobs` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`sha256` text NOT NULL,
	`size` integer NOT NULL,
	`mime_type` text NOT NULL,
	`declared_type` text NOT NULL,
	`file_name` text NOT NULL,
	`accepted_us` integer NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`scanned_status` text DEFAULT 'NOT_SCANNED' NOT NULL,
	`scanned_bad_reason` text DEFAULT '' NOT NULL,
	`scanned_us` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `blobs_by_scan` ON `blobs` (`scanned_us`,`id`);
--> statement-breakpoint
CREATE INDEX `blobs_by_tenant` ON `blobs` (`tenant`,`id`);
--> statement-breakpoint
CREATE TABLE `bus_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`queue_name` text NOT NULL,
	`secret` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`created_us` integer NOT NULL,
	`deleted_us` integer,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bus_sources_by_creation` ON `bus_sources` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
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
CREATE INDEX `chain_transactions_by_hash` ON `chain_transactions` (`hash`);
--> statement-breakpoint
CREATE INDEX `chain_transactions_unsettled` ON `chain_transactions` (`intent`) WHERE settled = 0;
--> statement-breakpoint
CREATE TABLE `compliance_policies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`compliance_type` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`asset_filter` text NOT NULL,
	`event_display_type` text NOT NULL,
	`closing_event_display_type` text NOT NULL,
	`time_period_seconds` integer NOT NULL,
	`dynamic_window` integer NOT NULL,
	`dynamic_variability` real NOT NULL,
	`richness_assertions` text NOT NULL,
	`created_us` integer NOT NULL,
	`deleted_us` integer,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `compliance_policies_by_creation` ON `compliance_policies` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE TABLE `database_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`counter` integer NOT NULL,
	`tag` text NOT NULL,
	`writer_tag` text NOT NULL,
	`epoch` text NOT NULL,
	`verdicts` text DEFAULT '[]' NOT NULL,
	`earlier` text DEFAULT '' NOT NULL,
	`uncounted` text
);
--> statement-breakpoint
CREATE TABLE `epochs` (
	`id` text PRIMARY KEY NOT NULL,
	`started_us` integer NOT NULL,
	`acknowledged` integer NOT NULL,
	`found` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`event` integer PRIMARY KEY NOT NULL,
	`erasure` integer NOT NULL,
	`behaviour` text,
	`blobs` text
);
--> statement-breakpoint
CREATE INDEX `erasures_with_blobs` ON `erasures` (`event`) WHERE blobs IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `event_leaves` (
	`tenant` integer NOT NULL,
	`sets` integer NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`accepted_us` integer NOT NULL,
	`event` integer NOT NULL,
	PRIMARY KEY(`tenant`, `sets`, `path`, `key`, `accepted_us`, `event`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_types` (
	`asset` integer NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`asset`, `path`, `key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `events` (
	`number` integer PRIMARY KEY NOT NULL,
	`asset` integer NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`tenant` integer NOT NULL,
	`public` integer NOT NULL,
	`proof_mechanism` text NOT NULL,
	`operation` text NOT NULL,
	`behaviour` text NOT NULL,
	`event_attributes` text NOT NULL,
	`asset_attributes` text NOT NULL,
	`declared` text,
	`declared_us` integer,
	`accepted_us` integer NOT NULL,
	`committed_us` integer,
	`principal_declared` text,
	`principal` integer,
	`confirmation` text NOT NULL,
	`transaction_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`transaction_index` integer NOT NULL,
	`from_wallet` text,
	`hash` blob NOT NULL,
	`seed` blob
);
--> statement-breakpoint
CREATE INDEX `events_accepted` ON `events` (`tenant`,`accepted_us`);
--> statement-breakpoint
CREATE INDEX `events_behaviour` ON `events` (`tenant`,`behaviour`,`accepted_us`) WHERE behaviour <> 'RecordEvidence';
--> statement-breakpoint
CREATE INDEX `events_builtin` ON `events` (`asset`,`seq`) WHERE behaviour = 'Builtin';
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_id` ON `events` (`asset`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_seq` ON `events` (`asset`,`seq`);
--> statement-breakpoint
CREATE INDEX `events_declared` ON `events` (`tenant`,`declared_us`,`asset`,`seq`) WHERE declared_us IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `events_declared_of_asset` ON `events` (`asset`,`declared_us`,`seq`) WHERE declared_us IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `events_merkle_log` ON `events` (`tenant`) WHERE proof_mechanism = 'MERKLE_LOG';
--> statement-breakpoint
CREATE INDEX `events_public_accepted` ON `events` (`accepted_us`) WHERE public = 1;
--> statement-breakpoint
CREATE INDEX `events_public_behaviour` ON `events` (`behaviour`,`accepted_us`) WHERE public = 1 AND behaviour <> 'RecordEvidence';
--> statement-breakpoint
CREATE INDEX `events_public_declared` ON `events` (`declared_us`,`asset`,`seq`) WHERE public = 1 AND declared_us IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `events_public_merkle_log` ON `events` (`public`) WHERE public = 1 AND proof_mechanism = 'MERKLE_LOG';
--> statement-breakpoint
CREATE INDEX `events_public_unconfirmed` ON `events` (`accepted_us`) WHERE public = 1 AND confirmation <> 'CONFIRMED';
--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`tenant`,`accepted_us`) WHERE confirmation <> 'CONFIRMED';
--> statement-breakpoint
CREATE INDEX `events_unconfirmed_of_asset` ON `events` (`asset`,`seq`) WHERE confirmation <> 'CONFIRMED';
--> statement-breakpoint
CREATE TABLE `export_files` (
	`export` text NOT NULL,
	`tenant` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`lines` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`export`, `number`)
);
--> statement-breakpoint
CREATE INDEX `export_files_by_name` ON `export_files` (`export`,`name`);
--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`blobs` integer NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`error_message` text DEFAULT '' NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`progress` text DEFAULT '' NOT NULL,
	`log` text DEFAULT '' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`touched_us` integer NOT NULL,
	`created_us` integer NOT NULL,
	`finished_us` integer,
	`expires_us` integer,
	`stored` integer DEFAULT 1 NOT NULL,
	`deleted` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `exports_by_creation` ON `exports` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `exports_stored` ON `exports` (`status`,`touched_us`) WHERE stored = 1;
--> statement-breakpoint
CREATE INDEX `exports_without_files` ON `exports` (`created_us`) WHERE stored = 0;
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`tenant` text NOT NULL,
	`principal` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`asset` text NOT NULL,
	`event` text NOT NULL,
	`created_us` integer NOT NULL,
	PRIMARY KEY(`tenant`, `principal`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_by_age` ON `idempotency` (`created_us`);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`home_location` text NOT NULL,
	`secret` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`error_message` text DEFAULT '' NOT NULL,
	`imported` integer DEFAULT 0 NOT NULL,
	`page` integer DEFAULT 0 NOT NULL,
	`continuation` text DEFAULT '' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`touched_us` integer NOT NULL,
	`created_us` integer NOT NULL,
	`finished_us` integer,
	`deleted` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_by_creation` ON `imports` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `imports_by_turn` ON `imports` (`status`,`touched_us`);
--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`email` text COLLATE NOCASE NOT NULL,
	`message` text NOT NULL,
	`inviter` text NOT NULL,
	`expires_us` integer NOT NULL,
	`mail_status` text NOT NULL,
	`mail_error` text DEFAULT '' NOT NULL,
	`mail_attempts` integer DEFAULT 0 NOT NULL,
	`mail_due_us` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `invites_by_creation` ON `invites` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `invites_by_expiry` ON `invites` (`expires_us`);
--> statement-breakpoint
CREATE INDEX `invites_by_mail` ON `invites` (`mail_status`,`mail_due_us`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_by_name` ON `invites` (`tenant`,`email`);
--> statement-breakpoint
CREATE TABLE `khipu_events` (
	`asset` integer NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`event_hash` text DEFAULT '' NOT NULL,
	`previous_event_hash` text DEFAULT '' NOT NULL,
	`submitted` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`asset`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `khipu_events_waiting` ON `khipu_events` (`asset`,`seq`) WHERE submitted = 0;
--> statement-breakpoint
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`attributes` text NOT NULL,
	`owner` text NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `locations_by_creation` ON `locations` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `locations_by_name` ON `locations` (`tenant`,`display_name`,`id`);
--> statement-breakpoint
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
CREATE INDEX `log_anchors_open` ON `log_anchors` (`intent`) WHERE final = 0;
--> statement-breakpoint
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
CREATE TABLE `log_key_changes` (
	`log` integer NOT NULL,
	`key` integer NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`log`, `key`)
);
--> statement-breakpoint
CREATE TABLE `log_keys` (
	`number` integer PRIMARY KEY NOT NULL,
	`from_us` integer NOT NULL,
	`public_keys` text NOT NULL,
	`private_sealed` text NOT NULL
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
CREATE UNIQUE INDEX `log_leaves_by_event` ON `log_leaves` (`log`,`event`);
--> statement-breakpoint
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
	`middle` blob DEFAULT x'' NOT NULL,
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
	`checkpoint_before` blob,
	`edge` blob DEFAULT x'' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `logs_by_id` ON `logs` (`id`);
--> statement-breakpoint
CREATE INDEX `logs_by_previous` ON `logs` ((previous ->> 'log')) WHERE previous IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `logs_by_scope` ON `logs` (`scope`) WHERE ended = 0;
--> statement-breakpoint
CREATE TABLE `logs_to_anchor` (
	`log` integer PRIMARY KEY NOT NULL,
	`since_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `logs_to_anchor_by_time` ON `logs_to_anchor` (`since_us`);
--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`display_name` text NOT NULL,
	`email` text COLLATE NOCASE NOT NULL,
	`attributes` text NOT NULL,
	`invited` integer NOT NULL,
	`told_at` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`auditor` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `members_by_creation` ON `members` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `members_by_email` ON `members` (`tenant`,`email`);
--> statement-breakpoint
CREATE INDEX `members_by_name` ON `members` (`tenant`,`display_name`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_principal` ON `members` (`issuer`,`subject`,`tenant`);
--> statement-breakpoint
CREATE TABLE `policy_reads` (
	`policy` text NOT NULL,
	`item` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`policy`, `item`, `kind`, `name`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `policy_subjects` (
	`policy` text NOT NULL,
	`item` integer NOT NULL,
	`subject` text NOT NULL,
	`tenant` text NOT NULL,
	PRIMARY KEY(`policy`, `item`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `policy_subjects_by_subject` ON `policy_subjects` (`subject`,`tenant`,`policy`,`item`);
--> statement-breakpoint
CREATE TABLE `policy_terms` (
	`policy` text NOT NULL,
	`clause` integer NOT NULL,
	`term` integer NOT NULL,
	`tenant` text NOT NULL,
	`clauses` integer NOT NULL,
	`start` integer NOT NULL,
	`negated` integer NOT NULL,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`policy`, `clause`, `term`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `policy_terms_by_value` ON `policy_terms` (`tenant`,`path`,`key`,`policy`,`clauses`) WHERE start = 1;
--> statement-breakpoint
CREATE INDEX `policy_terms_without_value` ON `policy_terms` (`tenant`,`policy`) WHERE start = 2;
--> statement-breakpoint
CREATE TABLE `policy_users` (
	`policy` text NOT NULL,
	`item` integer NOT NULL,
	`clause` integer NOT NULL,
	`tenant` text NOT NULL,
	`clauses` integer NOT NULL,
	`attribute` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`policy`, `item`, `clause`, `attribute`, `value`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `policy_users_by_value` ON `policy_users` (`tenant`,`attribute`,`value`,`policy`,`item`,`clause`,`clauses`);
--> statement-breakpoint
CREATE TABLE `principals` (
	`number` integer PRIMARY KEY NOT NULL,
	`info` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `principals_by_info` ON `principals` (`info`);
--> statement-breakpoint
CREATE TABLE `public_heads` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `readers` (
	`resource` text NOT NULL,
	`position` integer NOT NULL,
	`tenant` text NOT NULL,
	`identity` text NOT NULL,
	`subject` text NOT NULL,
	`attribute` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`resource`, `position`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `readers_by_subject` ON `readers` (`subject`,`tenant`,`resource`) WHERE subject <> '';
--> statement-breakpoint
CREATE INDEX `readers_by_user` ON `readers` (`tenant`,`attribute`,`value`,`resource`) WHERE attribute <> '';
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`tenant` text NOT NULL,
	`secret_hash` text NOT NULL,
	`person` text,
	`epoch` text NOT NULL,
	`created_us` integer NOT NULL,
	`used_us` integer NOT NULL,
	`expires_us` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_us`);
--> statement-breakpoint
CREATE INDEX `sessions_by_principal` ON `sessions` (`issuer`,`subject`,`created_us`);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`kid` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`private_sealed` text NOT NULL,
	`signs_from_us` integer NOT NULL,
	`signs_until_us` integer NOT NULL,
	`verifies_until_us` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `signing_keys_period` ON `signing_keys` (`signs_from_us`);
--> statement-breakpoint
CREATE TABLE `subjects` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`wallet_pub_key` text NOT NULL,
	`tessera_pub_key` text NOT NULL,
	`wallet_key` text NOT NULL,
	`tessera_key` text NOT NULL,
	`wallet_address` text NOT NULL,
	`remote` text,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subjects_by_creation` ON `subjects` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
CREATE INDEX `subjects_by_key` ON `subjects` (`wallet_key`);
--> statement-breakpoint
CREATE INDEX `subjects_by_name` ON `subjects` (`tenant`,`display_name`,`id`);
--> statement-breakpoint
CREATE INDEX `subjects_by_remote` ON `subjects` (`remote`,`confirmed`,`tenant`);
--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`display_name` text NOT NULL,
	`verified_domain` text DEFAULT '' NOT NULL,
	`wallet_address` text NOT NULL,
	`wallet_public_key` text NOT NULL,
	`first_application` text NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_us` integer NOT NULL,
	`tessera_public_key` text DEFAULT '' NOT NULL,
	`access_revision` integer DEFAULT 1 NOT NULL,
	`khipu` integer,
	`number` integer,
	`default_mechanism` text,
	`suspended_us` integer,
	`delete_us` integer,
	`deleted_us` integer
);
--> statement-breakpoint
CREATE INDEX `tenants_by_key` ON `tenants` (`wallet_public_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_by_number` ON `tenants` (`number`);
--> statement-breakpoint
CREATE INDEX `tenants_to_delete` ON `tenants` (`delete_us`) WHERE delete_us IS NOT NULL AND deleted_us IS NULL;
--> statement-breakpoint
CREATE TABLE `tls_ca_certificates` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`certificate` text NOT NULL,
	`subject` text NOT NULL,
	`issuer` text NOT NULL,
	`serial_number` text NOT NULL,
	`not_before` text NOT NULL,
	`not_after` text NOT NULL,
	`fingerprint` text NOT NULL,
	`size` integer NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tls_ca_certificates_by_creation` ON `tls_ca_certificates` (`tenant`,`created_us`,`id`,`size`);
--> statement-breakpoint
CREATE INDEX `tls_ca_certificates_by_name` ON `tls_ca_certificates` (`tenant`,`display_name`,`id`,`size`);
--> statement-breakpoint
CREATE TABLE `usage` (
	`tenant` text NOT NULL,
	`resource` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`tenant`, `resource`)
);
--> statement-breakpoint
CREATE TABLE `verifications` (
	`asset` text PRIMARY KEY NOT NULL,
	`checkpoint` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`webhook` text NOT NULL,
	`seq` integer NOT NULL,
	`tenant` text NOT NULL,
	`delivery` text NOT NULL,
	`event` integer,
	`identity` text NOT NULL,
	`attempt` integer NOT NULL,
	`at_us` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer NOT NULL,
	`error` text NOT NULL,
	`outcome` text NOT NULL,
	`next_us` integer,
	PRIMARY KEY(`webhook`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_by_delivery` ON `webhook_attempts` (`webhook`,`delivery`,`seq`);
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`webhook` text NOT NULL,
	`tenant` text NOT NULL,
	`event` integer,
	`identity` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`first_us` integer,
	`due_us` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_by_event` ON `webhook_deliveries` (`webhook`,`event`);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_turn` ON `webhook_deliveries` (`webhook`,`due_us`,`number`);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`display_name` text NOT NULL,
	`url` text NOT NULL,
	`filters` text NOT NULL,
	`enabled` integer NOT NULL,
	`application` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text DEFAULT '' NOT NULL,
	`previous_until_us` integer DEFAULT 0 NOT NULL,
	`disabled_reason` text DEFAULT '' NOT NULL,
	`disabled_us` integer,
	`log` text NOT NULL,
	`position` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`succeeded_us` integer DEFAULT 0 NOT NULL,
	`created_us` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_by_application` ON `webhooks` (`application`);
--> statement-breakpoint
CREATE INDEX `webhooks_by_creation` ON `webhooks` (`tenant`,`created_us`,`id`);
--> statement-breakpoint
INSERT INTO public_heads (name, version) VALUES ('events', lower(hex(randomblob(8)))), ('anchors', lower(hex(randomblob(8))));
--> statement-breakpoint
INSERT INTO epochs (id, started_us, acknowledged, found) VALUES (lower(hex(randomblob(16))), CAST(unixepoch('subsec') * 1000000 AS INTEGER), 0, 0);
--> statement-breakpoint
INSERT INTO database_state (id, counter, tag, writer_tag, epoch, verdicts, uncounted)
  SELECT 1, 0, lower(hex(randomblob(8))), lower(hex(randomblob(8))), id, '[]', '{}' FROM epochs;
--> statement-breakpoint
INSERT INTO backfills (name, after, through) VALUES ('asset_terms', 0, 0), ('asset_postings', 0, 0), ('event_files', 0, 0), ('ledger_bytes', 0, 0);

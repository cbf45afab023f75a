-- Records of the ledger refer to tenants, assets and principals by number, and each fact is stored once. Tables are
-- copied in the order of an old index, so that the new ones are written from one end to the other without a sort.
ALTER TABLE `tenants` ADD `number` integer;--> statement-breakpoint
UPDATE tenants SET number = rowid;--> statement-breakpoint
CREATE UNIQUE INDEX `tenants_by_number` ON `tenants` (`number`);--> statement-breakpoint
ALTER TABLE `database_state` ADD `verdicts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `database_state` DROP COLUMN `last_event`;--> statement-breakpoint
CREATE TABLE `principals` (
	`number` integer PRIMARY KEY NOT NULL,
	`info` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `principals_by_info` ON `principals` (`info`);--> statement-breakpoint
INSERT INTO principals (info) SELECT DISTINCT principal_accepted FROM events;--> statement-breakpoint
CREATE TABLE `__new_assets` (
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
-- Lists of assets with the same creation time keep their order.
INSERT INTO __new_assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked, confirmation, owner,
    created_us, seq, head_us, head_hash, initial_behaviours, verified_us)
  SELECT a.id, t.number, a.public, a.proof_mechanism, a.chain_id, a.behaviours, a.attributes, a.tracked, a.confirmation,
    CASE a.owner WHEN t.wallet_address THEN NULL ELSE a.owner END, a.created_us, a.seq, a.head_us, unhex(a.head_hash),
    CASE a.initial_behaviours WHEN a.behaviours THEN NULL ELSE a.initial_behaviours END, a.verified_us
  FROM assets a CROSS JOIN tenants t ON t.id = a.tenant ORDER BY a.created_us, a.id;--> statement-breakpoint
CREATE UNIQUE INDEX `assets_by_id` ON `__new_assets` (`id`);--> statement-breakpoint
CREATE TABLE `__new_events` (
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
INSERT INTO __new_events (number, asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes,
    asset_attributes, declared, declared_us, accepted_us, committed_us, principal_declared, principal, confirmation,
    transaction_id, block_number, transaction_index, from_wallet, hash, seed)
  SELECT e.number, a.number, e.seq, e.id, t.number, e.public, e.proof_mechanism, e.operation, e.behaviour, e.event_attributes,
    e.asset_attributes,
    CASE e.declared WHEN strftime('%Y-%m-%dT%H:%M:%S', e.accepted_us / 1000000, 'unixepoch') || printf('.%06dZ', e.accepted_us % 1000000)
      THEN NULL ELSE e.declared END,
    CASE e.declared_us WHEN e.accepted_us THEN NULL ELSE e.declared_us END, e.accepted_us, e.committed_us,
    CASE e.principal_declared WHEN e.principal_accepted THEN NULL ELSE e.principal_declared END,
    (SELECT p.number FROM principals p WHERE p.info = e.principal_accepted), e.confirmation,
    CASE e.proof_mechanism WHEN 'KHIPU' THEN e.transaction_id ELSE '' END, CASE e.proof_mechanism WHEN 'KHIPU' THEN e.block_number ELSE 0 END,
    CASE e.proof_mechanism WHEN 'KHIPU' THEN e.transaction_index ELSE 0 END,
    CASE e.from_wallet WHEN t.wallet_address THEN NULL ELSE e.from_wallet END, unhex(e.hash), e.seed
  FROM events e CROSS JOIN __new_assets a ON a.id = e.asset CROSS JOIN tenants t ON t.id = e.tenant ORDER BY e.number;--> statement-breakpoint
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
-- 'sha256:----…' is the key of maps and lists themselves.
INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
  SELECT t.number, 0, l.path, l.key, l.accepted_us, e.number
  FROM event_attributes l INDEXED BY event_attributes_search CROSS JOIN events e ON e.asset = l.asset AND e.seq = l.seq CROSS JOIN tenants t ON t.id = l.tenant
  WHERE l.key <> 'sha256:----------------------------------------------------------------' ORDER BY l.tenant, l.path, l.key, l.accepted_us;--> statement-breakpoint
INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
  SELECT 0, 0, l.path, l.key, l.accepted_us, e.number
  FROM event_attributes l INDEXED BY event_attributes_public CROSS JOIN events e ON e.asset = l.asset AND e.seq = l.seq
  WHERE l.public = 1 AND l.key <> 'sha256:----------------------------------------------------------------' ORDER BY l.path, l.key, l.accepted_us;--> statement-breakpoint
INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
  SELECT t.number, 1, l.path, l.key, l.from_us, e.number
  FROM asset_attributes l INDEXED BY asset_attributes_changes CROSS JOIN events e ON e.asset = l.asset AND e.seq = l.seq CROSS JOIN tenants t ON t.id = l.tenant
  WHERE l.named = 1 AND l.key <> 'sha256:----------------------------------------------------------------' ORDER BY l.tenant, l.path, l.key, l.from_us;--> statement-breakpoint
CREATE TABLE `event_types` (
	`asset` integer NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`asset`, `path`, `key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO event_types (asset, path, key, seq) SELECT a.number, l.path, l.key, l.seq
  FROM __new_assets a CROSS JOIN json_each('["arc_correlation_value","arc_display_type"]') p CROSS JOIN event_attributes l ON l.asset = a.id AND l.path = p.value
  WHERE l.key <> 'sha256:----------------------------------------------------------------' ORDER BY a.number;--> statement-breakpoint
CREATE TABLE `asset_values` (
	`tenant` integer NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`created_us` integer NOT NULL,
	`asset` integer NOT NULL,
	PRIMARY KEY(`tenant`, `path`, `key`, `created_us`, `asset`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO asset_values (tenant, path, key, created_us, asset) SELECT t.number, l.path, l.key, l.created_us, a.number
  FROM asset_attributes l INDEXED BY asset_attributes_current CROSS JOIN __new_assets a ON a.id = l.asset CROSS JOIN tenants t ON t.id = l.tenant
  WHERE l.current = 1 AND l.key <> 'sha256:----------------------------------------------------------------' ORDER BY l.tenant, l.path, l.key, l.created_us;--> statement-breakpoint
CREATE TABLE `__new_asset_attributes` (
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
INSERT INTO __new_asset_attributes (asset, name, seq, path, key, present, value)
  SELECT a.number, l.name, l.seq, substr(l.path, length(l.name) + 1), l.key, l.present, CASE l.named WHEN 0 THEN l.value END
  FROM __new_assets a CROSS JOIN asset_attributes l ON l.asset = a.id ORDER BY a.number;--> statement-breakpoint
CREATE TABLE `__new_khipu_events` (
	`asset` integer NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`event_hash` text DEFAULT '' NOT NULL,
	`previous_event_hash` text DEFAULT '' NOT NULL,
	`submitted` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`asset`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO __new_khipu_events (asset, seq, salt, event_hash, previous_event_hash, submitted)
  SELECT a.number, k.seq, k.salt, k.event_hash, k.previous_event_hash, k.submitted
  FROM khipu_events k CROSS JOIN __new_assets a ON a.id = k.asset;--> statement-breakpoint
CREATE TABLE `__new_idempotency` (
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
INSERT INTO __new_idempotency SELECT tenant, principal, key, fingerprint, asset, event, created_us FROM idempotency;--> statement-breakpoint
DROP INDEX `events_simplehash`;--> statement-breakpoint
DROP INDEX `events_public_simplehash`;--> statement-breakpoint
DROP INDEX `event_attributes_search`;--> statement-breakpoint
DROP INDEX `event_attributes_public`;--> statement-breakpoint
DROP INDEX `asset_attributes_current`;--> statement-breakpoint
DROP INDEX `asset_attributes_of_asset`;--> statement-breakpoint
DROP INDEX `asset_attributes_changes`;--> statement-breakpoint
-- Verifications in progress start again: they compare other rows.
DELETE FROM verifications;--> statement-breakpoint
DROP TABLE `event_attributes`;--> statement-breakpoint
DROP TABLE `asset_attributes`;--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
DROP TABLE `assets`;--> statement-breakpoint
DROP TABLE `khipu_events`;--> statement-breakpoint
DROP TABLE `idempotency`;--> statement-breakpoint
ALTER TABLE `__new_asset_attributes` RENAME TO `asset_attributes`;--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;--> statement-breakpoint
ALTER TABLE `__new_assets` RENAME TO `assets`;--> statement-breakpoint
ALTER TABLE `__new_khipu_events` RENAME TO `khipu_events`;--> statement-breakpoint
ALTER TABLE `__new_idempotency` RENAME TO `idempotency`;--> statement-breakpoint
CREATE INDEX `assets_by_creation` ON `assets` (`tenant`,`created_us`);--> statement-breakpoint
CREATE INDEX `assets_tracked` ON `assets` (`tenant`,`tracked`,`created_us`);--> statement-breakpoint
CREATE UNIQUE INDEX `assets_by_identity` ON `assets` (`tenant`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `assets_public_by_identity` ON `assets` (`id`) WHERE public = 1;--> statement-breakpoint
CREATE INDEX `assets_by_verification` ON `assets` (`verified_us`);--> statement-breakpoint
CREATE INDEX `assets_unconfirmed` ON `assets` (`tenant`,`created_us`) WHERE confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_seq` ON `events` (`asset`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_id` ON `events` (`asset`,`id`);--> statement-breakpoint
CREATE INDEX `events_accepted` ON `events` (`tenant`,`accepted_us`);--> statement-breakpoint
CREATE INDEX `events_public_accepted` ON `events` (`accepted_us`) WHERE public = 1;--> statement-breakpoint
CREATE INDEX `events_unconfirmed` ON `events` (`tenant`,`accepted_us`) WHERE confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_public_unconfirmed` ON `events` (`accepted_us`) WHERE public = 1 AND confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_unconfirmed_of_asset` ON `events` (`asset`,`seq`) WHERE confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_behaviour` ON `events` (`tenant`,`behaviour`,`accepted_us`) WHERE behaviour <> 'RecordEvidence';--> statement-breakpoint
CREATE INDEX `events_public_behaviour` ON `events` (`behaviour`,`accepted_us`) WHERE public = 1 AND behaviour <> 'RecordEvidence';--> statement-breakpoint
CREATE INDEX `events_builtin` ON `events` (`asset`,`seq`) WHERE behaviour = 'Builtin';--> statement-breakpoint
CREATE INDEX `events_declared` ON `events` (`tenant`,`declared_us`,`asset`,`seq`) WHERE declared_us IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_declared_of_asset` ON `events` (`asset`,`declared_us`,`seq`) WHERE declared_us IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_public_declared` ON `events` (`declared_us`,`asset`,`seq`) WHERE public = 1 AND declared_us IS NOT NULL;--> statement-breakpoint
CREATE INDEX `khipu_events_waiting` ON `khipu_events` (`asset`,`seq`) WHERE submitted = 0;--> statement-breakpoint
CREATE INDEX `idempotency_by_age` ON `idempotency` (`created_us`);

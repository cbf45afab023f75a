ALTER TABLE `tenants` ADD `default_mechanism` text;--> statement-breakpoint
CREATE INDEX `events_merkle_log` ON `events` (`tenant`) WHERE proof_mechanism = 'MERKLE_LOG';--> statement-breakpoint
CREATE INDEX `events_public_merkle_log` ON `events` (`public`) WHERE public = 1 AND proof_mechanism = 'MERKLE_LOG';
ALTER TABLE `stamps` ADD `expires_us` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `stamps` ADD `renewal` integer;--> statement-breakpoint
ALTER TABLE `stamps` ADD `index` integer;--> statement-breakpoint
ALTER TABLE `stamps` ADD `path` blob;--> statement-breakpoint
CREATE INDEX `stamps_by_expiry` ON `stamps` (`authority`,`expires_us`) WHERE renewal IS NULL;
ALTER TABLE `tenants` ADD `suspended_us` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `delete_us` integer;--> statement-breakpoint
ALTER TABLE `tenants` ADD `deleted_us` integer;--> statement-breakpoint
CREATE INDEX `tenants_to_delete` ON `tenants` (`delete_us`) WHERE delete_us IS NOT NULL AND deleted_us IS NULL;
ALTER TABLE `log_map_pages` ADD `changed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `log_map_pages` ADD `old_bits` integer;--> statement-breakpoint
ALTER TABLE `log_map_pages` ADD `old_hash` blob;--> statement-breakpoint
ALTER TABLE `log_map_pages` ADD `old_assets` blob;--> statement-breakpoint
ALTER TABLE `log_maps` ADD `covered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `log_maps` ADD `covered_depth` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `log_maps` ADD `covered_nodes` blob DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000' NOT NULL;
ALTER TABLE `applications` ADD `auditor` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `log_tiles` ADD `middle` blob DEFAULT x'' NOT NULL;--> statement-breakpoint
ALTER TABLE `logs` ADD `edge` blob DEFAULT x'' NOT NULL;
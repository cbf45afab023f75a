CREATE TABLE `compliance_progress` (
	`id` integer PRIMARY KEY NOT NULL,
	`event` integer NOT NULL,
	`at_us` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `compliance_rounds` (
	`tenant` text PRIMARY KEY NOT NULL,
	`policies` text NOT NULL,
	`after` text
);
--> statement-breakpoint
CREATE TABLE `compliance_states` (
	`tenant` text NOT NULL,
	`asset` integer NOT NULL,
	`compliant` integer NOT NULL,
	`due_us` integer NOT NULL,
	`again_us` integer,
	`evaluated_us` integer NOT NULL,
	`results` text NOT NULL,
	PRIMARY KEY(`tenant`, `asset`)
);
--> statement-breakpoint
CREATE INDEX `compliance_states_by_due` ON `compliance_states` (`tenant`,`compliant`,`due_us`,`asset`);--> statement-breakpoint
CREATE INDEX `compliance_states_to_evaluate` ON `compliance_states` (`again_us`) WHERE again_us IS NOT NULL;
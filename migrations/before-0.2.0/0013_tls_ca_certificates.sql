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
CREATE INDEX `tls_ca_certificates_by_creation` ON `tls_ca_certificates` (`tenant`,`created_us`,`id`,`size`);--> statement-breakpoint
CREATE INDEX `tls_ca_certificates_by_name` ON `tls_ca_certificates` (`tenant`,`display_name`,`id`,`size`);
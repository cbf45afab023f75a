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
CREATE INDEX `export_files_by_name` ON `export_files` (`export`,`name`);--> statement-breakpoint
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
CREATE INDEX `exports_by_creation` ON `exports` (`tenant`,`created_us`,`id`);--> statement-breakpoint
CREATE INDEX `exports_stored` ON `exports` (`status`,`touched_us`) WHERE stored = 1;--> statement-breakpoint
CREATE INDEX `exports_without_files` ON `exports` (`created_us`) WHERE stored = 0;--> statement-breakpoint
CREATE INDEX `blobs_by_tenant` ON `blobs` (`tenant`,`id`);
--> statement-breakpoint
-- An erasure ends the exports that may have content of the event: those that are running, and those that were not finished a minute
-- before the event was accepted, because clocks differ. A job that still writes a file finds that its export has ended.
CREATE TRIGGER exports_obey_erasures AFTER INSERT ON erasures BEGIN
  UPDATE exports SET status = 'ERASED', error_message = (SELECT 'the event assets/' || a.id || '/events/' || e.id || ' was erased'
      FROM events e CROSS JOIN assets a ON a.number = e.asset WHERE e.number = NEW.event)
    WHERE tenant = (SELECT t.id FROM events e CROSS JOIN tenants t ON t.number = e.tenant WHERE e.number = NEW.event)
      AND status IN ('PENDING', 'INPROGRESS', 'FINISHED')
      AND (finished_us IS NULL OR finished_us >= (SELECT e.accepted_us - 60000000 FROM events e WHERE e.number = NEW.event));
END;

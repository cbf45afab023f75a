DROP INDEX `asset_attributes_of_asset`;--> statement-breakpoint
CREATE INDEX `asset_attributes_of_asset` ON `asset_attributes` (`asset`,`name`,`path`,`key`) WHERE current = 1;--> statement-breakpoint
CREATE INDEX `events_public_unconfirmed` ON `events` (`accepted_us`,`asset`,`seq`) WHERE public = 1 AND confirmation <> 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `events_behaviour` ON `events` (`tenant`,`behaviour`,`accepted_us`,`asset`,`seq`) WHERE behaviour <> 'RecordEvidence';--> statement-breakpoint
CREATE INDEX `events_public_behaviour` ON `events` (`behaviour`,`accepted_us`,`asset`,`seq`) WHERE public = 1 AND behaviour <> 'RecordEvidence';
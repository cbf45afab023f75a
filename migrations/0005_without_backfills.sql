-- Refuses a database of which 0.2.0 has not finished the upgrade, because this version does not have the jobs for it.
CREATE TABLE `unfinished` (
	`jobs` integer CONSTRAINT "0.2.0 has not finished its upgrade of this database: start version 0.2.0, wait ten minutes, then start this version" CHECK (`jobs` = 0)
);
--> statement-breakpoint
INSERT INTO `unfinished` (`jobs`)
  SELECT EXISTS (SELECT 1 FROM backfills WHERE through IS NULL OR after < through)
    + EXISTS (SELECT 1 FROM database_state WHERE uncounted IS NULL)
    + EXISTS (SELECT 1 FROM asset_terms)
    + EXISTS (SELECT 1 FROM tenants WHERE tessera_public_key = '');
--> statement-breakpoint
DROP TABLE `unfinished`;
--> statement-breakpoint
DROP TABLE `asset_terms`;
--> statement-breakpoint
DROP TRIGGER `database_state_counts`;
--> statement-breakpoint
DROP TRIGGER `events_erased_uncounted`;
--> statement-breakpoint
CREATE TRIGGER events_erased_uncounted AFTER UPDATE OF event_attributes, asset_attributes, principal_declared ON events BEGIN
  INSERT INTO usage (tenant, resource, used) SELECT t.id, 'ledger_bytes',
      octet_length(NEW.event_attributes) + octet_length(NEW.asset_attributes) + coalesce(octet_length(NEW.principal_declared), 0)
      - octet_length(OLD.event_attributes) - octet_length(OLD.asset_attributes) - coalesce(octet_length(OLD.principal_declared), 0)
    FROM tenants t WHERE t.number = OLD.tenant
    ON CONFLICT DO UPDATE SET used = used + excluded.used;
END;

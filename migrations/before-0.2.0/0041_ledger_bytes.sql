ALTER TABLE `database_state` ADD `uncounted` text;--> statement-breakpoint
-- A job counts the events that commits before the first counting one have stored.
INSERT INTO backfills (name, after, through) VALUES ('ledger_bytes', 0, CASE WHEN EXISTS (SELECT 1 FROM events) THEN NULL ELSE 0 END);--> statement-breakpoint
UPDATE database_state SET uncounted = '{}' WHERE NOT EXISTS (SELECT 1 FROM events);--> statement-breakpoint
CREATE VIEW usage_now AS SELECT tenant, resource, sum(used) AS used FROM (SELECT tenant, resource, used FROM usage UNION ALL SELECT counted.key, 'ledger_bytes', counted.value FROM database_state CROSS JOIN json_each(database_state.uncounted) counted) GROUP BY tenant, resource;
--> statement-breakpoint
-- The first commit that counts the bytes of its events, before it stores them.
CREATE TRIGGER database_state_counts AFTER UPDATE OF uncounted ON database_state WHEN OLD.uncounted IS NULL BEGIN
  UPDATE backfills SET through = (SELECT coalesce(max(number), 0) FROM events) WHERE name = 'ledger_bytes';
END;
--> statement-breakpoint
CREATE TRIGGER database_state_counted AFTER UPDATE OF uncounted ON database_state WHEN length(NEW.uncounted) > 8000 BEGIN
  INSERT INTO usage (tenant, resource, used) SELECT counted.key, 'ledger_bytes', counted.value FROM json_each(NEW.uncounted) counted WHERE true
    ON CONFLICT DO UPDATE SET used = used + excluded.used;
  UPDATE database_state SET uncounted = '{}' WHERE id = NEW.id;
END;
--> statement-breakpoint
-- Of events whose bytes the job has not counted yet, it will count what is left.
CREATE TRIGGER events_erased_uncounted AFTER UPDATE OF event_attributes, asset_attributes, principal_declared ON events
  WHEN NOT EXISTS (SELECT 1 FROM backfills b WHERE b.name = 'ledger_bytes' AND b.after < OLD.number AND (b.through IS NULL OR b.through >= OLD.number)) BEGIN
  INSERT INTO usage (tenant, resource, used) SELECT t.id, 'ledger_bytes',
      octet_length(NEW.event_attributes) + octet_length(NEW.asset_attributes) + coalesce(octet_length(NEW.principal_declared), 0)
      - octet_length(OLD.event_attributes) - octet_length(OLD.asset_attributes) - coalesce(octet_length(OLD.principal_declared), 0)
    FROM tenants t WHERE t.number = OLD.tenant
    ON CONFLICT DO UPDATE SET used = used + excluded.used;
END;

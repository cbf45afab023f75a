DROP INDEX `policy_reads_by_name`;
--> statement-breakpoint
CREATE TABLE `readable_names` (
	`tenant` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`policy` text NOT NULL,
	`items` integer NOT NULL,
	PRIMARY KEY(`tenant`, `kind`, `name`, `policy`)
);
--> statement-breakpoint
CREATE INDEX `readable_names_by_policy` ON `readable_names` (`policy`,`kind`,`name`);
--> statement-breakpoint
-- Only these triggers write readable_names, beside the tables policy_*.
CREATE TRIGGER access_policies_names_added AFTER INSERT ON access_policies BEGIN
  INSERT INTO readable_names (tenant, kind, name, policy, items)
    SELECT owner.number, value ->> 1, value ->> 2, NEW.id, sum(1 << (value ->> 0))
    FROM tenants owner CROSS JOIN json_each(NEW.compiled, '$.reads') WHERE owner.id = NEW.tenant GROUP BY 2, 3
    UNION ALL SELECT owner.number, 'any', '', NEW.id, sum(1 << reading.item)
    FROM tenants owner CROSS JOIN (SELECT DISTINCT value ->> 0 AS item FROM json_each(NEW.compiled, '$.reads')) reading
    WHERE owner.id = NEW.tenant GROUP BY 1;
END;
--> statement-breakpoint
CREATE TRIGGER access_policies_names_changed AFTER UPDATE OF compiled ON access_policies BEGIN
  DELETE FROM readable_names WHERE policy = OLD.id;
  INSERT INTO readable_names (tenant, kind, name, policy, items)
    SELECT owner.number, value ->> 1, value ->> 2, NEW.id, sum(1 << (value ->> 0))
    FROM tenants owner CROSS JOIN json_each(NEW.compiled, '$.reads') WHERE owner.id = NEW.tenant GROUP BY 2, 3
    UNION ALL SELECT owner.number, 'any', '', NEW.id, sum(1 << reading.item)
    FROM tenants owner CROSS JOIN (SELECT DISTINCT value ->> 0 AS item FROM json_each(NEW.compiled, '$.reads')) reading
    WHERE owner.id = NEW.tenant GROUP BY 1;
END;
--> statement-breakpoint
CREATE TRIGGER access_policies_names_removed AFTER DELETE ON access_policies BEGIN
  DELETE FROM readable_names WHERE policy = OLD.id;
END;
--> statement-breakpoint
INSERT INTO readable_names (tenant, kind, name, policy, items)
  SELECT owner.number, reading.kind, reading.name, reading.policy, sum(1 << reading.item)
  FROM policy_reads reading JOIN access_policies policy ON policy.id = reading.policy JOIN tenants owner ON owner.id = policy.tenant
  GROUP BY reading.policy, reading.kind, reading.name
  UNION ALL SELECT owner.number, 'any', '', reading.policy, sum(1 << reading.item)
  FROM (SELECT DISTINCT policy, item FROM policy_reads) reading JOIN access_policies policy ON policy.id = reading.policy JOIN tenants owner ON owner.id = policy.tenant
  GROUP BY reading.policy;
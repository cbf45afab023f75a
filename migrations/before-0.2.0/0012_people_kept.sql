-- Quota usage of invites, counted where rows come and go.
CREATE TRIGGER invites_counted AFTER INSERT ON invites BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'invites', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER invites_uncounted AFTER DELETE ON invites BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'invites';
END;

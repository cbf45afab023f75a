-- Quota usage of compliance policies: those that apply. One that is deleted stays for questions about the past.
CREATE TRIGGER compliance_policies_counted AFTER INSERT ON compliance_policies BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'compliance_policies', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER compliance_policies_uncounted AFTER UPDATE OF deleted_us ON compliance_policies WHEN OLD.deleted_us IS NULL AND NEW.deleted_us IS NOT NULL BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = NEW.tenant AND resource = 'compliance_policies';
END;
--> statement-breakpoint
CREATE TRIGGER compliance_policies_fixed BEFORE UPDATE OF id, tenant, compliance_type, asset_filter, event_display_type, closing_event_display_type,
  time_period_seconds, dynamic_window, dynamic_variability, richness_assertions, created_us ON compliance_policies BEGIN
  SELECT RAISE(ABORT, 'a compliance policy does not change');
END;
--> statement-breakpoint
CREATE TRIGGER compliance_policies_kept BEFORE DELETE ON compliance_policies BEGIN
  SELECT RAISE(ABORT, 'a compliance policy stays when it is deleted');
END;
--> statement-breakpoint
-- What a scan has found bad stays so.
CREATE TRIGGER blobs_bad_stay_bad BEFORE UPDATE OF scanned_status ON blobs WHEN OLD.scanned_status = 'SCANNED_BAD' AND NEW.scanned_status <> 'SCANNED_BAD' BEGIN
  SELECT RAISE(ABORT, 'what is SCANNED_BAD stays so');
END;

-- Quota usage, counted where rows come and go.
CREATE TRIGGER tls_ca_certificates_counted AFTER INSERT ON tls_ca_certificates BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'tls_ca_certificates', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
END;
--> statement-breakpoint
CREATE TRIGGER tls_ca_certificates_uncounted AFTER DELETE ON tls_ca_certificates BEGIN
  UPDATE usage SET used = used - 1 WHERE tenant = OLD.tenant AND resource = 'tls_ca_certificates';
END;
--> statement-breakpoint
CREATE TRIGGER tls_ca_certificates_fixed BEFORE UPDATE OF id, tenant, certificate, subject, issuer, serial_number, not_before, not_after,
  fingerprint, size, created_us ON tls_ca_certificates BEGIN
  SELECT RAISE(ABORT, 'a certificate does not change');
END;

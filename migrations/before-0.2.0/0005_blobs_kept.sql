-- Quota usage of blobs: how many, and how many bytes. A blob's row never goes, and never changes but for its scan.
CREATE TRIGGER blobs_counted AFTER INSERT ON blobs BEGIN
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'blobs', 1)
    ON CONFLICT DO UPDATE SET used = used + 1;
  INSERT INTO usage (tenant, resource, used) VALUES (NEW.tenant, 'blob_bytes', NEW.size)
    ON CONFLICT DO UPDATE SET used = used + NEW.size;
END;
--> statement-breakpoint
CREATE TRIGGER blobs_written_once BEFORE UPDATE OF id, tenant, sha256, size, mime_type, declared_type, file_name, accepted_us, issuer, subject ON blobs BEGIN
  SELECT RAISE(ABORT, 'a blob is written once');
END;
--> statement-breakpoint
CREATE TRIGGER blobs_kept BEFORE DELETE ON blobs BEGIN
  SELECT RAISE(ABORT, 'a blob is written once');
END;

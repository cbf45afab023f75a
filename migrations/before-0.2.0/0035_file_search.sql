-- A job writes the files of the existing events into event_leaves.
INSERT INTO backfills (name, after, through) VALUES ('event_files', 0, CASE WHEN EXISTS (SELECT 1 FROM events) THEN NULL ELSE 0 END);

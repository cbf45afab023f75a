-- The database is now that of 0000_tables.sql and 0001_triggers.sql, which this records as applied.
INSERT INTO d1_migrations (name) VALUES ('0000_tables.sql'), ('0001_triggers.sql');

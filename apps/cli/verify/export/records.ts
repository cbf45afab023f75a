import { DatabaseSync } from 'node:sqlite';
import type { RecordStore } from '../../../../src/proof/exports/records.ts';

const TABLES = `
  CREATE TABLE assets (identity TEXT PRIMARY KEY, seq INTEGER NOT NULL, accepted TEXT NOT NULL,
    tracked INTEGER NOT NULL,
    mechanism TEXT NOT NULL, public INTEGER NOT NULL, isListed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE TABLE attributes (asset TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (asset, name))
    STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (identity TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE records (identity TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

type AssetRow = { seq: number; accepted: string; tracked: number; mechanism: string; public: number };

/** Keeps the records in a temporary file, because there may be millions. The caller closes it. */
export function temporaryStore(): RecordStore & { close: () => void } {
  // An empty path is a temporary file that SQLite removes.
  const db = new DatabaseSync('');
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; ${TABLES} BEGIN EXCLUSIVE`);
  const asset = db.prepare('SELECT seq, accepted, tracked, mechanism, public FROM assets WHERE identity = ?');
  const putAsset = db.prepare(
    `INSERT INTO assets (identity, seq, accepted, tracked, mechanism, public) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (identity) DO UPDATE SET seq = excluded.seq, accepted = excluded.accepted,
        tracked = excluded.tracked`,
  );
  const attribute = db.prepare('SELECT value FROM attributes WHERE asset = ? AND name = ?');
  const putAttribute = db.prepare('INSERT OR REPLACE INTO attributes (asset, name, value) VALUES (?, ?, ?)');
  const names = db.prepare('SELECT name FROM attributes WHERE asset = ?');
  const list = db.prepare('UPDATE assets SET isListed = 1 WHERE identity = ? AND isListed = 0');
  const note = db.prepare('INSERT OR IGNORE INTO records (identity) VALUES (?)');
  const blob = db.prepare('SELECT sha256 FROM blobs WHERE identity = ?');
  const putBlob = db.prepare('INSERT OR IGNORE INTO blobs (identity, sha256) VALUES (?, ?)');
  return {
    asset(identity) {
      const row = asset.get(identity) as AssetRow | undefined;
      return row && { ...row, tracked: row.tracked === 1, public: row.public === 1 };
    },
    putAsset: (identity, { seq, accepted, tracked, mechanism, public: isPublic }) =>
      void putAsset.run(identity, seq, accepted, Number(tracked), mechanism, Number(isPublic)),
    attribute: (of, name) => (attribute.get(of, name) as { value: string } | undefined)?.value,
    putAttribute: (of, name, value) => void putAttribute.run(of, name, value),
    attributeNames: (of) => (names.all(of) as { name: string }[]).map(({ name }) => name),
    list: (identity) => list.run(identity).changes === 1,
    *unlisted() {
      for (const row of db.prepare('SELECT identity FROM assets WHERE isListed = 0').iterate())
        yield (row as { identity: string }).identity;
    },
    note: (identity) => note.run(identity).changes === 1,
    blob: (identity) => (blob.get(identity) as { sha256: string } | undefined)?.sha256,
    putBlob: (identity, sha256) => void putBlob.run(identity, sha256),
    close: () => db.close(),
  };
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compactErased } from '../../apps/server/state/compaction.ts';
import { statePaths, type StatePaths } from '../../apps/server/state/directory.ts';
import { storesIn } from '../../apps/server/state/stores.ts';

const MARKER = 'zq9FileName.txt '.repeat(500);

let paths: StatePaths;
let file: string;
beforeEach(() => {
  paths = statePaths(mkdtempSync(join(tmpdir(), 'compaction-')));
  file = storesIn(paths.data).database;
  mkdirSync(dirname(file), { recursive: true });
  change('CREATE TABLE erasures (event INTEGER PRIMARY KEY, blobs TEXT); CREATE TABLE blobs (name TEXT)');
});
afterEach(() => rmSync(dirname(paths.compacted), { recursive: true }));

/** Changes the database as the service does. */
function change(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const hasMarker = (): boolean => readFileSync(file, 'utf8').includes('zq9FileName.txt');

it('compacts the database again after the blobs of an erased event were deleted later', () => {
  change(`INSERT INTO blobs VALUES ('${MARKER}'); INSERT INTO erasures VALUES (1, '["blob"]')`);
  expect([compactErased(paths), hasMarker(), compactErased(paths)]).toEqual([1, true, 0]);
  change('DELETE FROM blobs; UPDATE erasures SET blobs = NULL');
  expect(hasMarker()).toBe(true);
  expect([compactErased(paths), hasMarker(), compactErased(paths)]).toEqual([1, false, 0]);
});

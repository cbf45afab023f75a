// Writes to two databases until it is killed: row n first to one, then to the other, in separate commits, so that the
// first is never more than one row ahead of the second. Also creates a file for each row. Arguments: the directory, and
// the initial size of the first database in mebibytes.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [directory, mebibytes] = process.argv.slice(2) as [string, string];
const [first, second] = ['first', 'second'].map((name) => {
  const database = new DatabaseSync(join(directory, `${name}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec('CREATE TABLE rows (n INTEGER PRIMARY KEY, filler BLOB); CREATE TABLE ballast (filler BLOB)');
  return database;
});
for (let n = 0; n < Number(mebibytes); n++) first!.exec('INSERT INTO ballast VALUES (randomblob(1048576))');
const add = [first!, second!].map((database) => database.prepare('INSERT INTO rows VALUES (?, randomblob(3000))'));
const touch = first!.prepare('UPDATE ballast SET filler = randomblob(1048576) WHERE rowid = ?');
for (let n = 1; ; n++) {
  add[0]!.run(n);
  add[1]!.run(n);
  // Changes pages in all parts of the large database, so that checkpoints write to all of it.
  if (n % 20 === 0 && Number(mebibytes) > 0) touch.run(1 + (n % Number(mebibytes)));
  writeFileSync(join(directory, 'next.tmp'), String(n));
  renameSync(join(directory, 'next.tmp'), join(directory, `file-${n % 50}`));
  if (n === 100) process.stdout.write('ready\n');
}

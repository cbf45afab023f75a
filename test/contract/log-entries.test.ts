import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const [ENTRIES, CHAIN] = ['transparency/entries.json', 'chainhash.json'].map((file) =>
  join(ROOT, 'test/vectors', file),
) as [string, string];
const programOf = (page: string): string =>
  /```python\n(.+?)```/s.exec(readFileSync(join(ROOT, 'docs', page), 'utf8'))![1]!;
const { events } = JSON.parse(readFileSync(ENTRIES, 'utf8')) as { events: { name: string; leaf_hash: string }[] };

test('the verifier in docs/log-entries.md accepts every test vector', async () => {
  const [functions] = programOf('chain-hash.md').split('for vector in json.load') as [string];
  const program = `${functions}\n${programOf('log-entries.md')}`;
  const { stdout } = await promisify(execFile)('python3', ['-c', program, ENTRIES, CHAIN]);
  expect(stdout.trim().split('\n')).toEqual(events.map(({ name, leaf_hash }) => `ok ${leaf_hash} ${name}`));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('all tests that docs/promises.md names exist', () => {
  const page = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8');
  const named = [...page.matchAll(/^- `(.+\.test\.ts)`: (.+)$/gm)].flatMap(([, file, names]) =>
    [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ file: file!, name: name! })),
  );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(({ file, name }) => !readFileSync(join(ROOT, 'test', file), 'utf8').includes(name));
  expect(missing).toEqual([]);
});

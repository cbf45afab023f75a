import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const VECTORS = join(ROOT, 'test/vectors/chainhash.json');
const page = readFileSync(join(ROOT, 'docs/chain-hash.md'), 'utf8');
type Vector = {
  name: string;
  chain_hash: string;
  content_commitment: string;
  padding: string[];
  fields: { kind: string; name: string; salt: string; commitment: string }[];
};
const { events } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { events: Vector[] };

test('the verifier in docs/chain-hash.md accepts every test vector', async () => {
  const [, program] = /```python\n(.+?)```/s.exec(page)!;
  const { stdout } = await promisify(execFile)('python3', ['-c', program!, VECTORS]);
  expect(stdout.trim().split('\n')).toEqual(events.map(({ name, chain_hash }) => `ok ${chain_hash} ${name}`));
});

test('the example in docs/chain-hash.md has the values of the test vector', () => {
  const vector = events.find(({ name }) => name === 'attributes of all types')!;
  const field = vector.fields.find(({ kind, name }) => kind === 'asset_attributes' && name === 'state')!;
  const cells = page.split('\n').flatMap((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells).toEqual(
    expect.arrayContaining([
      `\`${field.salt}\``,
      `\`l18:ASSETCHAINV2-FIELD32:${field.salt}16:asset_attributes5:state4:goode\``,
      `\`${field.commitment}\``,
      `HMAC of \`l20:ASSETCHAINV2-PADDING1:0e\`: \`${vector.padding[0]}\``,
      `\`${vector.content_commitment}\``,
    ]),
  );
});

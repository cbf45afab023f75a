import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as cose from '@transmute/cose';
import { expect, onTestFinished, test } from 'vitest';
import { readAuthorKey, type AuthorKey } from '../../src/formats/statement/key.ts';
import { decodeStatement, encodeStatement, statementDigest } from '../../src/formats/statement/statement.ts';
import { fromHex, toHex } from '../../src/lib/text.ts';
import { sampled } from '../support/size.ts';
import { bitFlips } from './transparency/support/memory-log.ts';

/** Statements of authors are verified by programs of others, which refuse them if a bit is changed. */

type Vector = { name: string; key: AuthorKey; payload: string; detached: string; digest: string };

const ROOT = join(import.meta.dirname, '../..');
const VECTORS = join(ROOT, 'test/vectors/statements.json');
const { statements } = JSON.parse(await readFile(VECTORS, 'utf8')) as { statements: Vector[] };
const ofP256 = statements.filter(({ key }) => key.kty === 'EC');

const attachedOf = ({ detached, payload }: Vector): Uint8Array =>
  encodeStatement(decodeStatement(fromHex(detached), fromHex(payload)), 'attached');

test.each(ofP256)('@transmute/cose verifies a statement, and refuses it with a bit changed: $name', async (vector) => {
  const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
  const resolver = { resolve: () => Promise.resolve({ ...readAuthorKey(vector.key), alg: 'ES256' } as never) };
  const attached = async (bytes: Uint8Array): Promise<string> =>
    toHex(new Uint8Array(await cose.attached.verifier({ resolver }).verify({ coseSign1: buffer(bytes) })));
  const detached = (bytes: Uint8Array, payload: Uint8Array) =>
    cose.detached.verifier({ resolver }).verify({ coseSign1: buffer(bytes), payload: buffer(payload) });
  const [statement, payload] = [fromHex(vector.detached), fromHex(vector.payload)];
  expect(await attached(attachedOf(vector))).toBe(vector.payload);
  await detached(statement, payload);
  const signature = [...bitFlips(statement.slice(-64))].map((end) => Buffer.concat([statement.slice(0, -64), end]));
  for (const flipped of sampled(signature, 5))
    await expect(detached(flipped, payload)).rejects.toThrow('Signature verification failed');
  for (const flipped of sampled([...bitFlips(payload)], 5))
    await expect(detached(statement, flipped)).rejects.toThrow('Signature verification failed');
});

/** The output of the verifier in docs/statements.md for these vectors. */
async function verifiedByPython(vectors: readonly Vector[]): Promise<{ stdout: string; stderr: string }> {
  const programOf = async (page: string): Promise<string> =>
    /```python\n(.+?)```/s.exec(await readFile(join(ROOT, `docs/${page}.md`), 'utf8'))![1]!;
  const [functions] = (await programOf('chain-hash')).split('\nfor vector in ');
  const program = `${functions}\n${await programOf('statements')}`;
  const folder = await mkdtemp(join(tmpdir(), 'statements-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'statements.json');
  await writeFile(file, JSON.stringify({ statements: vectors }));
  return promisify(execFile)('python3', ['-c', program, file]);
}

/** Whether Python has the package `cryptography`; with CI=true it must. */
const hasCryptography = await promisify(execFile)('python3', ['-c', 'import cryptography']).then(
  () => true,
  (error: unknown) => {
    if (process.env['CI'] === 'true') throw error;
    return false;
  },
);

test('the verifier in docs/statements.md accepts every test vector', async () => {
  const { stdout, stderr } = await verifiedByPython(statements);
  expect(stdout.trim().split('\n')).toEqual(statements.map(({ name, digest }) => `ok ${digest} ${name}`));
  // It says so if it could not verify signatures.
  if (hasCryptography) expect(stderr).toBe('');
});

test.skipIf(!hasCryptography).each(statements)('cryptography refuses another signature: $name', async (vector) => {
  const bytes = fromHex(vector.detached);
  bytes[bytes.length - 1]! ^= 1;
  const forged = { ...vector, detached: toHex(bytes) };
  const refused = verifiedByPython([{ ...forged, digest: statementDigest(attachedOf(forged)) }]);
  await expect(refused).rejects.toMatchObject({ stdout: '', stderr: expect.stringContaining('InvalidSignature') });
});

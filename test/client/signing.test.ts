import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  EvidenceClient,
  newSigningKey,
  signerOf,
  thumbprint,
  verifyProof,
  type EventSigner,
} from '../../apps/client/src/index.ts';
import { decodePayload } from '../../src/formats/statement/statement.ts';
import { toHex } from '../../src/lib/text.ts';
import { authorStep } from '../../src/proof/log-author.ts';
import { readLogProof } from '../../src/proof/log-document.ts';
import { newTenant, ORIGIN, sharedService, type Service, type Tenant } from '../support/service.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf, type Ran } from './support/command.ts';

/** Keys of authors, and events that they sign, with the client and its command line. */

let service: Service;
let tenant: Tenant;
let client: EvidenceClient;
let commandLine: CommandLine;
let files = 0;
/** The requests that left the process, and what their responses become. */
let sent: { path: string; method: string; body: string }[] = [];
let received: (path: string, response: Response) => Response = (_, response) => response;
const ownFetch = globalThis.fetch;

const run = (...args: string[]): Promise<Ran> =>
  commandLine.here(args, {
    env: {
      EVIDENCE_URL: `${ORIGIN}/archivist`,
      EVIDENCE_CLIENT_ID: tenant.client_id,
      EVIDENCE_CLIENT_SECRET: tenant.client_secret,
    },
  });
const json = async (...args: string[]): Promise<any> => jsonOf(await run('--json', ...args))[0];
const newFile = (): string => join(commandLine.directory, `file-${(files += 1)}.json`);
const newAsset = async (): Promise<string> => (await client.assets.create({})).identity;
/** A command whose last response is lost, after the service has done what it was asked. */
async function withoutResponse<T>(command: () => Promise<T>): Promise<T> {
  received = (path, response) =>
    path.endsWith('/events') ? new Response('', { status: 503, headers: { 'retry-after': '100000' } }) : response;
  return command().finally(() => (received = (_, response) => response));
}

beforeAll(async () => {
  service = await sharedService();
  tenant = await newTenant(service, 'Signing');
  commandLine = await openCommandLine();
  // The service has another address than that at which the test reaches it.
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname: path } = new URL(input);
    sent.push({ path, method: init.method ?? 'GET', body: typeof init.body === 'string' ? init.body : '' });
    return received(path, await ownFetch(input.replace(ORIGIN, new URL(service.base).origin), init));
  });
  client = new EvidenceClient({ url: ORIGIN, token: tenant.token });
});
beforeEach(() => void (sent = []));
afterEach(() => void (received = (_, response) => response));
afterAll(() => {
  vi.unstubAllGlobals();
  commandLine?.close();
});

test('creates a key that only the user can read, and sends none of its private part', async () => {
  for (const curve of ['P-256', 'Ed25519']) {
    const file = newFile();
    const made = await json('keys', 'create', file, '--name', 'Laptop', '--curve', curve);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { d, ...jwk } = JSON.parse(readFileSync(file, 'utf8'));
    expect(made).toMatchObject({ display_name: 'Laptop', public_jwk: jwk, thumbprint: thumbprint(jwk) });
    expect(d.length).toBe(43);
    expect(sent.some(({ body }) => body.includes(d))).toBe(false);
    // The command can be repeated, for example after a lost response.
    expect((await json('keys', 'create', file, '--name', 'Laptop')).identity).toBe(made.identity);
    const listed = await run('keys', 'list');
    expect(listed.stdout).toMatch(new RegExp(`^Laptop +.+ valid +${made.thumbprint} +${made.identity}$`, 'm'));
  }
});

test('does not take a key for its own that another caller has enrolled', async () => {
  const file = newFile();
  await json('keys', 'create', file, '--name', 'Laptop');
  const other = await client.request('POST', '/iam/v1/applications', { body: { display_name: 'Eve' } });
  const ran = await commandLine.here(['keys', 'create', file, '--name', 'Laptop'], {
    env: {
      EVIDENCE_URL: `${ORIGIN}/archivist`,
      EVIDENCE_CLIENT_ID: other.client_id,
      EVIDENCE_CLIENT_SECRET: other.credentials[0]!.secret,
    },
  });
  expect([ran.code, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toContain('this key was enrolled before');
});

test('signs an event after the latest checkpoint, and the proof shows the key', async () => {
  const file = newFile();
  const key = await json('keys', 'create', file, '--name', 'Laptop');
  const asset = await newAsset();
  const log = tenant.tenant_identity.split('/')[1]!;
  await expect.poll(() => client.proofs.checkpoint(log).then(String, () => '')).not.toBe('');
  const event = await json('record', asset, '-t', 'Inspection', '-a', 'pin=4711', '-s', 'state=good', '--sign', file);
  expect(event).toMatchObject({ event_attributes: { pin: '4711' }, asset_attributes: { state: 'good' } });
  const proof = readLogProof(JSON.parse(new TextDecoder().decode(await client.proofs.wait(event.identity))));
  expect(authorStep(proof, { authorKeys: [key.thumbprint] })).toMatchObject({ ok: true });
  const { checkpoint } = decodePayload(Buffer.from(proof.author!.payload, 'base64'));
  expect(checkpoint).toMatchObject({ origin: proof.checkpoint.split('\n')[0] });
  expect(checkpoint!.size).toBeLessThanOrEqual(proof.index);
  // A checkpoint that was saved earlier.
  const saved = commandLine.file('saved.txt', proof.checkpoint);
  const later = await json('record', asset, '--sign', file, '--checkpoint', saved);
  const other = readLogProof(JSON.parse(new TextDecoder().decode(await client.proofs.wait(later.identity))));
  const seen = decodePayload(Buffer.from(other.author!.payload, 'base64')).checkpoint!;
  expect(Buffer.from(seen.root).toString('base64')).toBe(proof.checkpoint.split('\n')[2]);
  expect((await run('record', asset, '--sign', file, '--checkpoint', file)).code).toBe(2);
});

test('evidence verify checks the author by the thumbprint that they have told', async () => {
  const file = newFile();
  const { thumbprint: own } = await json('keys', 'create', file, '--name', 'Laptop');
  const event = await json('record', await newAsset(), '--sign', file);
  const [proof, bytes] = [newFile(), await client.proofs.wait(event.identity)];
  writeFileSync(proof, bytes);
  const verified = await run('verify', proof, '--author-key', own);
  expect([verified.code, verified.stdout]).toEqual([
    3,
    expect.stringContaining(`${own} has signed the event as it is`),
  ]);
  expect(verified.stdout).toMatch(
    /key enrolled in entry \d+ at .*; the proof shows no revocation up to size \d+; it is a known key/,
  );
  expect((await run('verify', proof)).stdout).toContain('whose key it is was not checked');
  const other = await run('verify', proof, '--author-key', 'A'.repeat(43));
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining(`the event is signed by the key ${own}`)]);
  expect(await run('verify', proof, '--author-key', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('authorKeys[0]: must be the thumbprint of a key'),
  });
  const changed = new TextDecoder().decode(bytes).replace('"Record"', '"Recorb"');
  expect(verifyProof(changed, { authorKeys: [own] })).toMatchObject({ verdict: 'invalid', event: undefined });
  const unsigned = await client.proofs.wait((await client.events.record(await newAsset(), {})).identity);
  expect(verifyProof(unsigned)).toMatchObject({ verdict: 'unpinned' });
  expect(verifyProof(unsigned, { authorKeys: [own] })).toMatchObject({ verdict: 'invalid' });
});

test('a statement that is sent again returns the first event, also after a lost response', async () => {
  const [file, kept] = [newFile(), newFile()];
  await json('keys', 'create', file, '--name', 'Laptop', '--curve', 'Ed25519');
  const asset = await newAsset();
  const command = ['record', asset, '-t', 'Inspection', '-s', 'state=good', '--sign', file, '--statement', kept];
  const lost = await withoutResponse(() => run(...command));
  expect([lost.code, lost.stderr]).toEqual([7, expect.stringContaining(`repeat the command with --statement ${kept}`)]);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const [first, again] = [await json(...command), await json(...command)];
  expect(again.identity).toBe(first.identity);
  expect(await client.events.list(asset).take(9)).toHaveLength(2);
  const others = await run('record', asset, '-t', 'Repair', '--sign', file, '--statement', kept);
  expect([others.code, others.stderr]).toEqual([2, expect.stringContaining('other options')]);
});

test('an event whose recording is uncertain is kept in a new file, which the error names', async () => {
  const file = newFile();
  await json('keys', 'create', file, '--name', 'Laptop');
  const asset = await newAsset();
  const command = ['record', asset, '-t', 'Inspection', '--sign', file];
  const lost = await withoutResponse(() => run(...command));
  const kept = /--statement (signed-event-[0-9a-f]{8}\.json)/.exec(lost.stderr)![1]!;
  const { event } = JSON.parse(readFileSync(kept, 'utf8'));
  expect(lost.stderr).not.toContain(event.author_statement.seed);
  await json(...command, '--statement', kept);
  expect(await client.events.list(asset).take(9)).toHaveLength(2);
  rmSync(kept);
  const successful = await json(...command);
  expect(successful.identity).toMatch(/^assets\//);
  // A refusal is certain.
  expect((await run('record', `assets/${crypto.randomUUID()}`, '--sign', file)).code).toBe(6);
  expect(readdirSync('.').filter((name) => name.startsWith('signed-event-'))).toEqual([]);
});

test('refuses a revoked key, a key file that others can read, and options that do not fit', async () => {
  const file = newFile();
  const { identity } = await json('keys', 'create', file, '--name', 'Laptop');
  const asset = await newAsset();
  expect((await run('keys', 'revoke', identity, '--reason', ' ')).code).toBe(2);
  expect(await json('keys', 'revoke', identity, '--reason', 'lost')).toMatchObject({ revoked_reason: 'lost' });
  const refused = await run('record', asset, '--sign', file);
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('is revoked')]);
  expect((await run('keys', 'list')).stdout).toMatch(new RegExp(`revoked .*${identity}`));
  for (const options of [
    ['--record-id', crypto.randomUUID()],
    ['--key', 'k'],
  ])
    expect((await run('record', asset, '--sign', file, ...options)).code).toBe(2);
  for (const options of [
    ['--statement', newFile()],
    ['--checkpoint', file],
  ])
    expect((await run('record', asset, ...options)).stderr).toContain('needs --sign');
  const open = newFile();
  writeFileSync(open, readFileSync(file), { mode: 0o644 });
  expect((await run('record', asset, '--sign', open)).stderr).toContain('other users can read it');
  const broken = newFile();
  writeFileSync(broken, '{"kty":"EC","crv":"P-256","x":"AA"}', { mode: 0o600 });
  expect((await run('record', asset, '--sign', broken)).stderr).toContain('x: must be base64url');
  expect(await run('keys', 'create', '-', '--name', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('-: must be the name of a file'),
  });
  expect((await run('keys', 'revoke', 'signing_keys/1', '--reason', 'x')).code).toBe(2);
});

test('the library signs with a key that cannot be read, and with one that another device has', async () => {
  const pair = await newSigningKey('Ed25519');
  expect(pair.privateKey.extractable).toBe(false);
  const own = await signerOf(pair);
  const messages: string[] = [];
  const device: EventSigner = {
    publicJwk: own.publicJwk,
    sign: (message) => {
      messages.push(toHex(message));
      return own.sign(message);
    },
  };
  const key = await client.signingKeys.enrol(device, 'Sensor');
  await expect(client.signingKeys.enrol(own, 'Sensor')).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  const asset = await newAsset();
  const principal_declared = { issuer: 'https://idp.example.com', subject: 'ida' };
  const evidence = { principal_declared, timestamp_declared: '2026-11-28T15:02:07+01:00' };
  const signed = await client.events.sign(asset, evidence, device);
  expect(messages).toHaveLength(2);
  expect(signed.timestamp_declared).toBe('2026-11-28T14:02:07Z');
  const [first, again] = [await client.events.record(asset, signed), await client.events.record(asset, signed)];
  expect(again.identity).toBe(first.identity);
  // A change after the signature.
  const changed = client.events.record(asset, { ...signed, asset_attributes: { state: 'bad' } });
  await expect(changed).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'asset_attributes.state' });
  await client.signingKeys.revoke(key.identity, 'replaced');
  const later = await client.events.sign(asset, evidence, device);
  await expect(client.events.record(asset, later)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(client.events.sign(asset, { timestamp_declared: 'now' }, device)).rejects.toMatchObject({
    field: 'timestamp_declared',
  });
});

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../src/lib/digest.ts';
import { manifestDigest, manifestText, type Manifest } from '../../src/formats/exports/manifest.ts';
import { exportTo, recordsIn } from '../cli/support/exporting.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { openClient, type Client } from '../support/client.ts';
import { logsComplete } from '../support/database.ts';
import { erased } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'history-'));
const verify = verifyCommand();
let service: Service;
let client: Client;
let tenant: Tenant;
let asset: string;
/** The vkey of the log before its keys were rotated. */
let vkey: string;
/** An export whose log has an anchor, and one that was made after further events and an erasure. */
const EARLIER = join(temporary, 'earlier');
const LATER = join(temporary, 'later');
let erasedEvent: string;
/** Checkpoints of the log at the time of the first export, and after the second one. */
let [before, after] = ['', ''];

const get = (path: string): Promise<any> => done(client, tenant.token, 'GET', path);
const append = (n: number): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Visit', n: String(n) },
    asset_attributes: { last: String(n) },
  });
const manifestOf = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
const kindIn = (directory: string, kind: string): any[] =>
  recordsIn(directory).flatMap((record) => (record.kind === kind ? [record.value] : []));
/** Waits until the log has a final anchor with the event. */
const logAnchored = (identity: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { body } = await client.call(tenant.token, 'GET', `/v2/${identity}:proof`);
      if (body?.anchor === undefined) throw new Error(`the log is not anchored with ${identity}`);
    },
    { timeout: PATIENCE, interval: 100 },
  );
const checkpoint = async (): Promise<string> => {
  const { id } = manifestOf(EARLIER).log!;
  return (await client.call(tenant.token, 'GET', `/v1/logs/${id}/checkpoint`)).text;
};

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1', EXPORTS: '100' } });
  client = await openClient(service);
  tenant = await newTenant(service);
  asset = (await done(client, tenant.token, 'POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG', attributes: {} }))
    .identity;
  const events: any[] = [];
  for (let n = 0; n < 4; n += 1) events.push(await append(n));
  erasedEvent = events[1].identity;
  await logAnchored(events[3].identity);
  await exportTo(EARLIER, { service, client, tenant });
  before = await checkpoint();
  const { keys } = await get(`/v1/logs/${manifestOf(EARLIER).log!.id}/keys`);
  vkey = keys.find((key: any) => key.vkey !== undefined).vkey;
  await append(4);
  const { status } = await erased(client, tenant.token, erasedEvent);
  if (status !== 200) throw new Error(`the event was not erased: ${status}`);
  await client.call(SECRETS.OPERATOR_SECRET, 'POST', '/operator/v1/log-keys:rotate', {});
  await service.evictSequencer(tenant.tenant_identity.slice('tenant/'.length));
  // The first tree after the change is signed by both keys, the next one by the new key only.
  for (const n of [5, 6]) {
    await append(n);
    await logsComplete(service);
  }
  await exportTo(LATER, { service, client, tenant });
  after = await checkpoint();
});
afterAll(async () => {
  await service?.close();
  removeDirectory(temporary);
});

describe('a later export of the same tenancy', () => {
  test('has the same lines for the same events, except for their paths and the content of an erased event', () => {
    const [earlier, later] = [kindIn(EARLIER, 'events'), kindIn(LATER, 'events')];
    expect(earlier.length).toBe(5);
    expect(later.length).toBe(9);
    for (const [n, line] of earlier.entries()) {
      const now = later[n];
      const pathless = ({ proof: { path: _path, ...proof }, event, index }: any) => {
        const { confirmation_status: _a, timestamp_committed: _b, transaction_id: _c, ...rest } = event;
        const { block_number: _d, transaction_index: _e, ...shown } = rest;
        return { index, event: shown, proof };
      };
      if (line.event.identity !== erasedEvent) expect(pathless(now)).toEqual(pathless(line));
      else {
        expect(now.index).toBe(line.index);
        expect(now.proof.entry).toEqual(line.proof.entry);
        expect(Object.keys(now.proof.content)).toEqual(['commitment']);
        expect(now.event).toMatchObject({ event_attributes: {}, erased: expect.anything() });
        expect(JSON.stringify(now)).not.toContain(line.proof.content.seed);
      }
    }
  });

  test('verifies with the checkpoint of the earlier one, and the earlier one still verifies', async () => {
    const saved = verify.fileOf(manifestOf(EARLIER).log!.checkpoint);
    const later = await verify.run([LATER, '--checkpoint', saved, '--vkey', vkey]);
    expect([later.code, later.err]).toEqual([0, '']);
    expect(later.out).toMatch(/^ok {3}consistency /m);
    expect((await verify.here([EARLIER, '--vkey', vkey])).code).toBe(0);
  });
});

describe('npm run verify of an export', () => {
  const credentials = () => ({ CLIENT_ID: tenant.client_id, CLIENT_SECRET: tenant.client_secret });

  test('compares a checkpoint that is newer than the export by a consistency proof of --service', async () => {
    const args = [EARLIER, '--checkpoint', verify.fileOf(after)];
    const offline = await verify.here(args);
    expect([offline.code, offline.out]).toEqual([1, expect.stringContaining('(--service or --consistency)')]);
    const base = `${service.at}/archivist`;
    const online = await verify.run([...args, '--service', base], { network: true, env: credentials() });
    expect([online.code, online.err]).toEqual([0, '']);
    expect(online.out).toMatch(/^ok {3}consistency /m);
    expect(online.out).toMatch(/^The export is valid: /m);
    const token = verify.fileOf(tenant.token);
    expect((await verify.here([...args, '--service', base, '--token-file', token], { network: true })).code).toBe(0);
    const without = await verify.here([...args, '--service', base], { network: true });
    expect([without.code, without.out]).toEqual([1, expect.stringContaining('responded with 401')]);
    const other = await newTenant(service);
    const stranger = await verify.here([...args, '--service', base], {
      network: true,
      env: { CLIENT_ID: other.client_id, CLIENT_SECRET: other.client_secret },
    });
    expect(stranger.code).toBe(1);
    // Nothing is asked that the export itself shows.
    expect((await verify.here([LATER, '--checkpoint', verify.fileOf(before), '--service', base])).code).toBe(3);
  });

  test('leads from an earlier key to the one that has signed, by the manifest or by --keys', async () => {
    const { log } = manifestOf(LATER);
    expect((await verify.here([LATER, '--vkey', vkey])).code).toBe(0);
    const keys = await get(`/v1/logs/${log!.id}/keys`);
    expect((await verify.here([LATER, '--vkey', vkey, '--keys', verify.fileOf(keys)])).code).toBe(0);
    const unrelated = { keys: keys.keys.map(({ change: _change, ...key }: any) => key) };
    const broken = await verify.here([LATER, '--vkey', vkey, '--keys', verify.fileOf(unrelated)]);
    expect([broken.code, broken.err]).toEqual([1, expect.stringContaining('failed')]);
    const malformed = await verify.here([LATER, '--vkey', vkey, '--keys', verify.fileOf('{}')]);
    expect([malformed.code, malformed.err]).toEqual([2, expect.stringContaining('--keys: ')]);
  });
});

describe('the anchors of an export', () => {
  const ANCHORS = 'anchors-00001.jsonl.gz';
  let copies = 0;
  /** A copy of an export, with changed lines of anchors and all hashes computed again. */
  function changed(edit: (lines: any[]) => void, of: (manifest: any) => void = () => undefined): string {
    const directory = join(temporary, `copy-${++copies}`);
    cpSync(EARLIER, directory, { recursive: true });
    const lines = kindIn(directory, 'anchors');
    edit(lines);
    const bytes = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    writeFileSync(join(directory, ANCHORS), bytes);
    const manifest = manifestOf(directory);
    const file = manifest.files.find(({ name }) => name === ANCHORS)!;
    Object.assign(file, { lines: lines.length, bytes: bytes.length, sha256: sha256Hex(bytes) });
    manifest.counts.anchors = lines.length;
    of(manifest);
    manifest.digest = manifestDigest(manifest);
    writeFileSync(join(directory, 'manifest.json'), manifestText(manifest));
    return directory;
  }

  test('the anchors of an export are the transactions that record the trees of its log', async () => {
    const anchors = kindIn(EARLIER, 'anchors');
    expect(anchors.length).toBeGreaterThan(0);
    const { counts, log } = manifestOf(EARLIER);
    expect(counts.anchors).toBe(anchors.length);
    expect(anchors.at(-1).size).toBe(log!.size);
    const { code, out } = await verify.here([EARLIER, '--vkey', vkey]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^ok {3}anchors {5}\d+ transactions? record the roots/m)]);
    expect(gunzipSync(readFileSync(join(EARLIER, ANCHORS))).toString()).not.toMatch(/seed|principal|attributes/);
  });

  test.each<[string, (lines: any[]) => void, RegExp]>([
    ['another root', (lines) => (lines.at(-1).root = 'ab'.repeat(32)), /the transaction records the root/],
    ['another size', (lines) => (lines.at(-1).size -= 1), /size/],
    ['a size above the log', (lines) => (lines.at(-1).size += 1), /size must be at most/],
    ['a repeated line', (lines) => lines.push(lines.at(-1)), /size must be above/],
    ['another block', (lines) => (lines.at(-1).chain.block_hash = `0x${'ab'.repeat(32)}`), /header: /],
    ['no inclusion', (lines) => lines.at(-1).chain.inclusion.pop(), /inclusion/],
    ['an unknown field', (lines) => (lines.at(-1).more = 1), /unknown field/],
  ])(
    'the anchors of an export with %s are found although all hashes were computed again',
    async (_what, edit, problem) => {
      const directory = changed(edit);
      const { code, out } = await verify.here([directory]);
      expect([code, out]).toEqual([1, expect.stringMatching(/^FAIL anchors /m)]);
      expect(out).toMatch(new RegExp(`${ANCHORS} line \\d+: .*${problem.source}`));
    },
  );

  test('the anchors of an export of another log are refused', async () => {
    const other = await newTenant(service);
    const own = [tenant, asset];
    [tenant, asset] = [other, ''];
    asset = (await done(client, tenant.token, 'POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG', attributes: {} }))
      .identity;
    const { identity } = await append(0);
    await logAnchored(identity);
    const directory = join(temporary, 'other');
    await exportTo(directory, { service, client, tenant });
    [tenant, asset] = own as [Tenant, string];
    const [theirs] = kindIn(directory, 'anchors');
    const { code, out } = await verify.here([changed((lines) => lines.splice(0, lines.length, theirs))]);
    expect([code, out]).toEqual([1, expect.stringContaining('the transaction records the log')]);
  });

  test('the anchors of an export are absent from an export of an earlier version, which verifies', async () => {
    const directory = changed(
      (lines) => lines.splice(0),
      (manifest) => {
        delete manifest.counts.anchors;
        manifest.files = manifest.files.filter(({ name }: { name: string }) => name !== ANCHORS);
      },
    );
    rmSync(join(directory, ANCHORS));
    const { code, out, err } = await verify.here([directory, '--vkey', vkey]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ok {3}anchors {5}the export has none$/m);
  });
});

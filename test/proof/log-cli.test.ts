import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '../../src/lib/text.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { openClient, type Client } from '../support/client.ts';
import { found, LogReader } from '../support/logs.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, EVERYTHING, newMember } from '../support/sharing.ts';
import { verifyCommand } from './support/command.ts';
import { nodeServer } from './support/node.ts';
import { grownWith } from './support/proofs.ts';
import { GENESIS_ENTRY, LOG_PROOFS, LOG_VKEY, logProof } from './support/log-proofs.ts';
import { bytesOf } from '../../src/formats/ethereum/hex.ts';
import { parseTransaction } from '../../src/formats/ethereum/transaction.ts';

const { run, here, fileOf } = verifyCommand();

/** The answers of a proof without known values. */
const THREE_ANSWERS = ['– Who ', '– Since when ', '– Complete '].map((start) => expect.stringMatching(`^${start}`));

describe('npm run verify of a proof by a log entry', () => {
  const kinds = ['for everyone, with cosignatures', 'for readers of a part', 'with an anchor of a smaller tree'];
  test.each(kinds)(
    'prints every step, uses no network, and exits with 3 or with 0 for a known key: %s',
    async (kind) => {
      const file = fileOf(LOG_PROOFS[kind]!());
      const open = await run([file]);
      expect([open.code, open.err]).toEqual([3, '']);
      const lines = open.out.trimEnd().split('\n');
      expect(lines.slice(0, -4).every((line) => /^(?:ok {2}|- {3}) [a-z]+ +\S/.test(line))).toBe(true);
      expect(lines.slice(-4, -1)).toEqual(THREE_ANSWERS);
      expect(lines.at(-1)).toMatch(/^The proof is consistent, but its log is not verified: .+\.$/);
      const pinned = await here([file, '--vkey', LOG_VKEY]);
      expect([pinned.code, pinned.err]).toEqual([0, '']);
      expect(pinned.out).toMatch(/^The proof is valid: entry 17 of the log .+, signed by .+\.$/m);
    },
  );

  test.each<[string, (proof: any) => void, string]>([
    ['a changed attribute', ({ event }) => (event.event_attributes['a'] = 'b'), 'path'],
    ['a changed checkpoint', (d) => (d.checkpoint = d.checkpoint.replace('\n40\n', '\n41\n')), 'checkpoint'],
    ['an unknown field', (d) => (d.extra = 1), 'format'],
  ])('names the first step that fails: %s', async (_name, change, step) => {
    const proof = logProof();
    change(proof);
    const { code, out, err } = await here([fileOf(proof), '--vkey', LOG_VKEY]);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(`^FAIL ${step} `),
      expect.stringMatching(/^✕ Since when /),
    ]);
    expect(err).toBe(`error: the proof is not valid: the step ${step} failed\n`);
  });

  test('asks a node for the block of its transaction', async () => {
    const proof = logProof({ anchored: 20 });
    const { data } = parseTransaction(bytesOf(proof.anchor!.chain.transaction, 'transaction'));
    const node = await nodeServer(grownWith(data).chain);
    const asked = await run([fileOf(proof), '--rpc', node.url], { network: true });
    const without = await here([fileOf(logProof()), '--rpc', node.url], { network: true });
    await node.close();
    expect([asked.code, asked.out]).toEqual([0, expect.stringMatching(/^ok {3}node {8}the node has the block/m)]);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('the step calldata failed')]);
  });
});

test.each<[string, string[], string]>([
  ['a key that is not valid', ['-', '--vkey', 'x'], '--vkey: vkey: must be name+keyid+base64'],
  ['a checkpoint that is not valid', ['-', '--checkpoint', import.meta.filename], '--checkpoint: '],
  ['a first entry that is not valid', ['-', '--log-genesis', import.meta.filename], '--log-genesis: '],
  ['a consistency proof that is not valid', ['-', '--consistency', import.meta.filename], '--consistency: '],
  ['keys that are not valid', ['-', '--keys', import.meta.filename], '--keys: '],
  ['a service without a URL', ['-', '--service', 'localhost'], '--service: must be an http or https address'],
  ['a token without a service', ['-', '--token-file', 'x'], '--token-file: requires --service'],
])('npm run verify exits with 2 and names the option: %s', async (_name, args, message) => {
  const { code, out, err } = await here(args);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
});

describe('npm run verify with a service', () => {
  let service: Service;
  let client: Client;
  let tenant: Tenant;
  let proof: LogProof;
  let saved: string;
  let own: LogReader;
  const asAdministrator = () => ({
    network: true,
    env: { CLIENT_ID: tenant.client_id, CLIENT_SECRET: tenant.client_secret },
  });

  beforeAll(async () => {
    service = await startService();
    client = await openClient(service);
    tenant = await newTenant(service);
    own = new LogReader(client, tenant.token, tenant.tenant_identity.slice('tenant/'.length));
    const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { a: '1' } });
    const [event] = (await client.call(tenant.token, 'GET', `/v2/${identity}/events`)).body.events;
    await own.grown(2);
    saved = fileOf(await own.note());
    await done(client, tenant.token, 'POST', '/v2/assets', {});
    await own.grown(3);
    proof = (await found(client, tenant.token, `/v2/${event.identity}:proof`)).body;
  });
  afterAll(() => service.close());

  /** A member who may read all events of assets with the attribute a, and so the head of the log. */
  async function newReader(): Promise<{ token: string }> {
    const user = await newMember(service, client, tenant);
    await done(client, tenant.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'readers',
      filters: [{ or: ['attributes.a=1'] }],
      access_permissions: [{ user_attributes: [{ or: [`subject=${user.client_id}`] }], ...EVERYTHING }],
    });
    return user;
  }

  test('compares a saved checkpoint, with the rights of an application or of a token', async () => {
    const file = fileOf(proof);
    const args = [file, '--checkpoint', saved, '--service', service.base];
    const byApplication = await run(args, asAdministrator());
    expect([byApplication.code, byApplication.err]).toEqual([0, '']);
    expect(byApplication.out).toMatch(/^ok {3}consistency the tree of 3 entries continues that of 2 entries/m);
    expect(byApplication.out).toMatch(/^The proof is valid: .+, in the tree of the checkpoint that you saved\.$/m);
    const { token } = await newReader();
    expect(await here([...args, '--token-file', fileOf(token)], { network: true })).toMatchObject({ code: 0, err: '' });
    const path = fileOf((await own.answer(':consistency?from=2&to=3')).body);
    expect(await here([file, '--checkpoint', saved, '--consistency', path])).toMatchObject({ code: 0, err: '' });
  });

  test('says why it cannot be compared', async () => {
    const file = fileOf(proof);
    for (const [args, why] of [
      [[], 'a consistency proof from 2 to 3 is needed (--service or --consistency)'],
      [['--service', service.base], 'responded with 401'],
      [['--service', 'http://127.0.0.1:9'], 'does not respond'],
    ] as const) {
      const { code, out, err } = await here([file, '--checkpoint', saved, ...args], { network: true });
      expect([code, err]).toEqual([1, expect.stringContaining('the step consistency failed')]);
      expect(out).toContain(why);
    }
  });

  test('prints the step that a known key or first entry fails, as without a service', async () => {
    const vkey = await own.vkey();
    const forged = proof.checkpoint.replace(
      /^(— \S+ \S{20})(.)/m,
      (_, start, digit) => start + (digit === 'A' ? 'B' : 'A'),
    );
    const other = fileOf(GENESIS_ENTRY as never);
    const cases: [object, string[], string][] = [
      [{ ...proof, checkpoint: forged }, ['--vkey', vkey], 'is not valid'],
      [proof, ['--log-genesis', other], 'the known genesis is that of the log'],
    ];
    for (const [of, known, why] of cases) {
      const { code, out, err } = await here([fileOf(of), ...known, '--service', service.base], asAdministrator());
      expect([code, err]).toEqual([1, 'error: the proof is not valid: the step checkpoint failed\n']);
      expect(out).toMatch(new RegExp(`checkpoint +.*${why}`));
    }
  });

  test('compares the first entry of the log, by its hash or its bytes', async () => {
    const [entry] = await own.entries(1);
    const hash = toHex(leafHash(entry!));
    const bundle = (await own.answer('/tile/entries/000.p/1')).bytes!;
    const files = [entry!, new Uint8Array(bundle)].map((bytes) => fileOf(bytes as never));
    for (const known of [hash, ...files]) {
      const args = [fileOf(proof), '--log-genesis', known, '--service', service.base];
      const { code, out, err } = await here(args, asAdministrator());
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(
        new RegExp(`^ok {3}log {9}the log starts with the known genesis, whose hash is ${hash}$`, 'm'),
      );
    }
    // A member may not read entries: the hash alone does not tell the keys.
    const { token } = await newReader();
    const args = [fileOf(proof), '--log-genesis', hash, '--service', service.base, '--token-file', fileOf(token)];
    expect(await here(args, { network: true })).toMatchObject({ code: 3, err: '' });
    const wrong = await here(
      [fileOf(proof), '--log-genesis', '12'.repeat(32), '--service', service.base],
      asAdministrator(),
    );
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('the step log failed')]);
  });

  test('follows the keys of the log from a known earlier key, with the rights of a reader of an event', async () => {
    const vkey = await own.vkey();
    const { size } = await own.describe();
    const rotated = await client.call(SECRETS.OPERATOR_SECRET, 'POST', '/operator/v1/log-keys:rotate', {});
    expect(rotated.status).toBe(200);
    await service.evictSequencer(tenant.tenant_identity.slice('tenant/'.length));
    const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { a: '1' } });
    await own.grown(size + 2);
    const { events } = (await client.call(tenant.token, 'GET', `/v2/${identity}/events`)).body;
    // The first checkpoint after the change is signed by both keys, the next one by the new key only.
    await done(client, tenant.token, 'POST', '/v2/assets', {});
    await own.grown(size + 3);
    const file = fileOf((await found(client, tenant.token, `/v2/${events[0].identity}:proof`)).body);
    expect(await here([file, '--vkey', vkey])).toMatchObject({ code: 1 });
    const keys = fileOf((await own.answer('/keys')).body);
    const offline = await here([file, '--vkey', vkey, '--keys', keys]);
    expect([offline.code, offline.err]).toEqual([0, '']);
    expect(offline.out).toContain(`, which follows ${vkey.split('+').slice(0, 2).join('+')}`);
    const { token } = await newReader();
    const args = [file, '--vkey', vkey, '--service', service.base, '--token-file', fileOf(token)];
    expect(await here(args, { network: true })).toMatchObject({ code: 0, err: '' });
    const [entry] = await own.entries(1);
    const genesis = [file, '--log-genesis', fileOf(entry as never), '--service', service.base];
    expect(await here(genesis, asAdministrator())).toMatchObject({ code: 0, err: '' });
  });
});

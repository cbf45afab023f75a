import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '../../src/lib/text.ts';
import { parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { formatSignatures, formatVkey, parseNote, SIGNATURE_TYPES, verifierKey } from '../../src/formats/log/note.ts';
import { cosign } from '../../src/formats/log/note-signatures.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { neededConsistency } from '../../src/proof/log-trust.ts';
import type { Trust } from '../../src/proof/chain.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { ed25519Signer } from '../core/transparency/support/keys.ts';
import { openClient, type Client } from '../support/client.ts';
import { found, LogReader } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, openSharing, record } from '../support/sharing.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let own: LogReader;
let everyone: LogReader;

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Proven');
  own = new LogReader(client, tenant.token, tenant.tenant_identity.slice('tenant/'.length));
  everyone = new LogReader(client, undefined, 'public');
});
afterAll(() => service.close());

/** Records an event with attributes of all kinds on a new asset. */
async function recorded(asset: object): Promise<string> {
  const made = await done(client, tenant.token, 'POST', '/v2/assets', asset);
  const event = await done(client, tenant.token, 'POST', `/v2/${made.identity}/events`, {
    ...RECORD,
    timestamp_declared: '2019-11-27T15:44:19.25+01:00',
    event_attributes: { état: '✓', '\u{1F600}': 'x', authors: [{ name: 'G' }, {}], map: { b: '', a: '1' } },
    asset_attributes: { weight: '12.5' },
  });
  return event.identity;
}

/** The proof of an event, once it is in the log. */
const proofOf = async (token: string | undefined, identity: string): Promise<LogProof> =>
  (await found(client, token, `/v2/${identity}:proof`)).body;

async function anchoredProof(token: string | undefined, identity: string): Promise<LogProof> {
  let proof: LogProof | undefined;
  await expect.poll(async () => (proof = await proofOf(token, identity)).anchor, { interval: 500 }).toBeDefined();
  return proof!;
}

const failing = (proof: LogProof, trust: Trust) => verifyProof(proof, trust).steps.filter(({ ok }) => !ok);

describe('the proof of an event without a form', () => {
  test.each<[string, object, 'tenant' | 'public']>([
    ['a SIMPLE_HASH event', { attributes: { a: '1' } }, 'tenant'],
    ['a KHIPU event', { attributes: { a: '1' }, proof_mechanism: 'KHIPU' }, 'tenant'],
    ['a MERKLE_LOG event', { attributes: { a: '1' }, proof_mechanism: 'MERKLE_LOG' }, 'tenant'],
    ['a public event to its tenancy', { attributes: {}, public: true }, 'tenant'],
    ['a public event to anonymous callers', { attributes: {}, public: true }, 'public'],
    ['a public KHIPU event to anonymous callers', { proof_mechanism: 'KHIPU', public: true }, 'public'],
  ])('is valid with the key of the log, and then with the genesis of the chain: %s', async (_name, asset, view) => {
    const identity = await recorded(asset);
    const [token, path, log] =
      view === 'public'
        ? ([undefined, `public${identity}`, everyone] as const)
        : ([tenant.token, identity, own] as const);
    const proof = await proofOf(token, path);
    expect(proof).toMatchObject({ format: 'asset-evidence-proof/2', view, event: { identity: path } });
    expect((await found(client, token, `/v2/${path}:proof?form=log`)).body.format).toBe(proof.format);
    const trust = { vkeys: [await log.vkey()] };
    expect(failing(proof, trust)).toEqual([]);
    expect(verifyProof(proof, trust)).toMatchObject({ ok: true, vouched: true, of: 'log' });
    expect(verifyProof(proof)).toMatchObject({ ok: true, vouched: false });
    expect(proof.chain_hash === undefined).toBe(view === 'public');

    const anchored = await anchoredProof(token, path);
    const { genesis_hash: genesis } = (await done(client, tenant.token, 'GET', '/v1/node')).blockchain_nodes[0];
    expect(failing(anchored, { genesis })).toEqual([]);
    expect(verifyProof(anchored, { genesis }).vouched).toBe(true);
    // The confirmation of the event can change between the two reads.
    await expect
      .poll(async () => {
        const { log_entry = { index: proof.index }, ...event } = (await client.call(token, 'GET', `/v2/${path}`)).body;
        const { event: proven, index } = await proofOf(token, path);
        return isDeepStrictEqual(proven, event) && index === log_entry.index;
      })
      .toBe(true);
  });

  test('shows the leaf that the log has at its index', async () => {
    const identity = await recorded({ attributes: {} });
    const { index } = await proofOf(tenant.token, identity);
    const { size } = await own.describe();
    const leaves = await own.leaves(size);
    const { steps } = verifyProof(await proofOf(tenant.token, identity));
    expect(steps.find(({ name }) => name === 'entry')!.detail).toContain(toHex(leaves[index]!));
  });

  test('is refused as the event itself, and 400 for another form', async () => {
    const identity = await recorded({ attributes: {} });
    await proofOf(tenant.token, identity);
    const stranger = await newTenant(service, 'Stranger');
    const status = async (token: string | undefined, path: string) =>
      (await client.call(token, 'GET', `/v2/${path}`)).status;
    expect(await status(stranger.token, `${identity}:proof`)).toBe(404);
    expect(await status(undefined, `${identity}:proof`)).toBe(401);
    expect(await status(undefined, `public${identity}:proof`)).toBe(404);
    const unknown = `${identity.split('/events/')[0]}/events/${crypto.randomUUID()}`;
    expect(await status(tenant.token, `${unknown}:proof`)).toBe(404);
    const other = await client.call(tenant.token, 'GET', `/v2/${identity}:proof?form=entry`);
    expect([other.status, other.body.details[1].field_violations[0].field]).toEqual([400, 'form']);
  });

  test('exists under the unversioned path of public assets too', async () => {
    const identity = await recorded({ public: true });
    await anchoredProof(undefined, `public${identity}`);
    const [versioned, alias] = [`/v2/public${identity}:proof`, `/public${identity}:proof`];
    expect((await client.call(undefined, 'GET', alias)).body.event).toEqual(
      (await client.call(undefined, 'GET', versioned)).body.event,
    );
  });
});

describe('a saved checkpoint and the first entry of the log', () => {
  test('verify a proof with consistency proofs of the service, in both directions', async () => {
    const identity = await recorded({ public: true });
    const before = await everyone.note();
    const early = await proofOf(undefined, `public${identity}`);
    await recorded({ public: true });
    await everyone.grown(parseCheckpoint(parseNote(early.checkpoint).text).size + 2);
    const [late, after] = [await proofOf(undefined, `public${identity}`), await everyone.note()];
    const [entry] = await everyone.entries(1);
    const genesis = { hash: toHex(leafHash(entry!)), entry: entry! };
    const trusts: [LogProof, Trust, boolean][] = [
      [late, { checkpoint: early.checkpoint }, true],
      [early, { checkpoint: after }, true],
      [late, { checkpoint: late.checkpoint }, true],
      [late, { logGenesis: genesis }, true],
      [late, { logGenesis: { hash: genesis.hash } }, false],
    ];
    for (const [proof, trust, vouched] of trusts) {
      const needed = neededConsistency(proof, trust);
      const consistency = await Promise.all(
        needed.map(async ([from, to]) => ({ from, to, path: await everyone.consistency(from, to) })),
      );
      expect(failing(proof, { ...trust, consistency })).toEqual([]);
      expect(verifyProof(proof, { ...trust, consistency }).vouched).toBe(vouched);
      if (needed.length === 0) continue;
      expect(failing(proof, trust)[0]!.detail).toContain('a consistency proof from');
      const path = consistency[0]!.path.map((hash) => hash.with(0, hash[0]! ^ 1));
      expect(failing(proof, { ...trust, consistency: [{ ...consistency[0]!, path }] })).toHaveLength(1);
    }
    expect(parseCheckpoint(parseNote(before).text).origin).toBe(parseCheckpoint(parseNote(after).text).origin);
  });
});

describe('the checkpoint of a proof', () => {
  test('is the one that most witnesses have cosigned, if it includes the event', async () => {
    const identity = `public${await recorded({ public: true })}`;
    const cosigned = (await proofOf(undefined, identity)).checkpoint;
    const { size, text } = { ...parseCheckpoint(parseNote(cosigned).text), text: parseNote(cosigned).text };
    const vkeys: string[] = [];
    const insert = async (name: string, note: string, of: number): Promise<void> => {
      const signer = await ed25519Signer(name, '33'.repeat(32));
      vkeys.push(formatVkey(verifierKey(name, SIGNATURE_TYPES.cosignature, signer.publicKey)));
      const line = formatSignatures([await cosign(parseNote(note).text, 1_800_000_000, signer)]);
      await service.db
        .prepare(
          `INSERT INTO log_cosignatures (log, witness, size, note, lines, at_us)
            SELECT number, ?, ?, ?, ?, 1 FROM logs WHERE id = ?`,
        )
        .bind(name, of, note, line, (await everyone.describe()).log)
        .run();
    };
    for (const name of ['w.example/1', 'w.example/2']) await insert(name, cosigned, size);
    const other = `public${await recorded({ public: true })}`;
    const later = await proofOf(undefined, other);
    await insert('w.example/3', later.checkpoint, parseCheckpoint(parseNote(later.checkpoint).text).size);

    const proof = await proofOf(undefined, identity);
    expect(parseNote(proof.checkpoint)).toMatchObject({ text });
    expect(parseNote(proof.checkpoint).signatures).toHaveLength(3);
    expect(failing(proof, { vkeys: [await everyone.vkey(), ...vkeys.slice(0, 2)] })).toEqual([]);
    expect(failing(proof, { vkeys: vkeys.slice(2, 3) })[0]!.detail).toContain(
      'no signature of the known key w.example/3',
    );

    const ofLater = await proofOf(undefined, other);
    expect(
      parseNote(ofLater.checkpoint)
        .signatures.map(({ name }) => name)
        .at(-1),
    ).toBe('w.example/3');
    expect(failing(ofLater, { vkeys: [await everyone.vkey(), vkeys[2]!] })).toEqual([]);

    // The anchored tree can be larger than the cosigned one.
    const anchored = await anchoredProof(undefined, other);
    expect(failing(anchored, {})).toEqual([]);
    await recorded({ public: true });
    expect(failing(await proofOf(undefined, identity), {})).toEqual([]);
  });
});

describe('a reader of a part', () => {
  test('gets a proof of exactly what they see', async () => {
    const sharing = openSharing(service, client);
    const pair = await sharing.pair();
    const { owner, partner, events } = pair;
    const permission = {
      subjects: [pair.ofPartner],
      asset_attributes_read: ['serial'],
      event_arc_display_type_read: ['Inspection'],
    };
    await sharing.policy(owner, 'attributes.kind=pump', permission);
    const [whole, part] = [
      await proofOf(owner.token, events.inspection),
      await proofOf(partner.token, events.inspection),
    ];
    expect(Object.keys(whole.content)).toEqual(['seed']);
    expect(Object.keys(part.content)).toEqual(['salts', 'hidden']);
    expect([whole.chain_hash === undefined, part.chain_hash === undefined]).toEqual([false, true]);
    expect(part.event).toEqual({ ...whole.event, asset_attributes: { serial: 's-2' } });
    const log = new LogReader(client, owner.token, owner.tenant_identity.slice('tenant/'.length));
    const vkeys = [await log.vkey()];
    for (const proof of [whole, part]) expect(failing(proof, { vkeys })).toEqual([]);
    expect(JSON.stringify(part)).not.toMatch(/secret|x-2/);
    expect((await client.call(partner.token, 'GET', `/v2/${events.repair}:proof`)).status).toBe(404);
    expect((await client.call(partner.token, 'GET', `/v2/${events.inspection}:proof?form=window`)).status).not.toBe(
      200,
    );
    // Nothing can be added or left out.
    const others: Record<string, string>[] = [{}, { serial: 's-3' }, { serial: 's-2', secret: 'x-2' }];
    for (const attributes of others) {
      const other = { ...part, event: { ...part.event, asset_attributes: attributes } };
      expect(failing(other, { vkeys })).toHaveLength(1);
    }
  });

  test('gets the chain hash only if they may read all of the event and of the event before', async () => {
    const sharing = openSharing(service, client);
    const { owner, partner, ofPartner } = await sharing.pair();
    const asset = (await done(client, owner.token, 'POST', '/v2/assets', { attributes: { kind: 'crane' } })).identity;
    const add = async (type: string, attributes: object): Promise<string> =>
      (await done(client, owner.token, 'POST', `/v2/${asset}/events`, record(type, attributes))).identity;
    const hidden = await add('Inspection', { secret: 'x' });
    const after = await add('Inspection', { serial: '1' });
    const last = await add('Inspection', { serial: '2' });
    const afterUnseen = [await add('Repair', { serial: '3' }), await add('Inspection', { serial: '4' })].at(-1)!;
    const permission = {
      subjects: [ofPartner],
      asset_attributes_read: ['serial'],
      event_arc_display_type_read: ['Inspection'],
    };
    await sharing.policy(owner, 'attributes.kind=crane', permission);
    const shows = async (identity: string) => (await proofOf(partner.token, identity)).chain_hash !== undefined;
    expect(await Promise.all([hidden, after, last, afterUnseen].map(shows))).toEqual([false, false, true, false]);
    const { content, chain_hash } = await proofOf(partner.token, after);
    expect([Object.keys(content), chain_hash]).toEqual([['seed'], undefined]);
    for (const identity of [hidden, after, last, afterUnseen]) {
      const stored = await service.db
        .prepare('SELECT lower(hex(hash)) AS hash FROM events WHERE id = ?')
        .bind(identity.split('/').at(-1))
        .first<{ hash: string }>();
      expect((await proofOf(owner.token, identity)).chain_hash!.value).toBe(stored!.hash);
      expect(failing(await proofOf(owner.token, identity), {})).toEqual([]);
    }
  });
});

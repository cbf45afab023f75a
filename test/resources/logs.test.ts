import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/lib/text.ts';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { parseNote, parseVkey } from '../../src/formats/log/note.ts';
import { verifyNote } from '../../src/formats/log/note-signatures.ts';
import { rootFromInclusion, verifyConsistency } from '../../src/formats/log/proofs.ts';
import { decodeReceipt } from '../../src/formats/log/receipt.ts';
import { hasTile, parseTilePath, tilePath, tilesOf } from '../../src/formats/log/tiles.ts';
import { parseTlogProof } from '../../src/formats/log/tlog-proof.ts';
import { leafHash, rootOf } from '../../src/formats/log/tree.ts';
import { opensslVerifier } from '../core/transparency/support/openssl.ts';
import { openClient, type Client } from '../support/client.ts';
import {
  found,
  LogReader,
  tileOfLeaves,
  treeOf,
  verifyReceipt,
  verifyWithSigstore,
  WRONG_SIGNATURE,
} from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, startService, type Service, type Tenant } from '../support/service.ts';
import { sampled, sized } from '../support/size.ts';

/** Events of the public asset, which are in the log of the tenancy too: more than a full tile of entries. */
const EVENTS = 300;

let service: Service;
let client: Client;
let tenant: Tenant;
let own: LogReader;
let everyone: LogReader;
/** Of a private asset and of a public one. */
let events: { private: string[]; public: string[] };

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Logged');
  own = new LogReader(client, tenant.token, tenant.tenant_identity.slice('tenant/'.length));
  everyone = new LogReader(client, undefined, 'public');
  events = { private: await record(false, 20), public: await record(true, EVENTS) };
  await own.grown(1 + 20 + EVENTS);
  await everyone.grown(1 + EVENTS);
});
afterAll(() => service.close());

/** Records events of a new asset, its creation included. Returns their identities in the order of the log. */
async function record(isPublic: boolean, count: number): Promise<string[]> {
  const call = async (path: string, body: object): Promise<any> => {
    const answer = await client.call(tenant.token, 'POST', path, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const { identity: asset } = await call('/v2/assets', { attributes: { kind: 'pump' }, public: isPublic });
  const list = await client.call(tenant.token, 'GET', `/v2/${asset}/events`);
  const made = [list.body.events[0].identity as string];
  const item = {
    asset_identity: asset,
    ...RECORD,
    event_attributes: { n: '1' },
  };
  const { results } = await call('/v2/assets/-/events:batch', {
    events: Array.from({ length: count - 1 }, () => item),
  });
  return [...made, ...results.map(({ event }: any) => event.identity)];
}

describe('the checkpoint', () => {
  test('is a note that the log has signed, whose origin is the address of the log', async () => {
    for (const log of [own, everyone]) {
      const [described, note, vkey] = [await log.describe(), await log.note(), await log.vkey()];
      expect(described.origin).toBe(`${ORIGIN.slice('https://'.length)}/archivist/v1/logs/${described.log}`);
      expect(treeOf(note)).toMatchObject({ origin: described.origin, size: described.size });
      expect(toHex(treeOf(note).root)).toBe(described.root);
      expect(await verifyNote(parseNote(note), [parseVkey(vkey)])).toHaveLength(1);
      const { verifies, remove } = opensslVerifier();
      const [text, line] = note.split('\n\n') as [string, string];
      const signature = Buffer.from(line.split(' ')[2]!, 'base64').subarray(4);
      expect(verifies(vkey, signature, utf8(`${text}\n`))).toBe(true);
      remove();
    }
  });

  test('is the same by every name of the log', async () => {
    for (const [log, token] of [
      [own, tenant.token],
      [everyone, undefined],
      [everyone, tenant.token],
    ] as const) {
      const byId = new LogReader(client, token, (await log.describe()).log);
      expect(await byId.describe()).toEqual(await log.describe());
      expect(await byId.note()).toBe(await log.note());
      expect(await byId.keys()).toEqual(await log.keys());
    }
  });

  test('names the tenancy whose log it is, and times', async () => {
    const [{ tenant_identity, created, updated, previous }, of] = [await own.describe(), await everyone.describe()];
    expect([tenant_identity, of.tenant_identity]).toEqual([tenant.tenant_identity, '']);
    expect([created <= updated, previous, of.previous]).toEqual([true, {}, {}]);
  });
});

describe('tiles and entries', () => {
  test('hash to the root, at every width of every tile', async () => {
    for (const log of [own, everyone]) {
      const { size, root } = await log.describe();
      const leaves = await log.leaves(size);
      expect(toHex(rootOf(leaves))).toBe(root);
      for (const { index, width } of tilesOf(size).filter(({ level }) => level === 0))
        for (let each = 1; each <= width; each += sized({ quick: 51, long: 1, full: 1 })) {
          const tile = await log.tile(tilePath({ level: 0, index, width: each }));
          expect(tile).toEqual(tileOfLeaves(leaves, index, each));
          const part = await log.answer(`/${tilePath({ level: 'entries', index, width: each })}`);
          expect(part.status).toBe(200);
        }
      expect(await log.tile('tile/1/000.p/1')).toEqual(rootOf(leaves.slice(0, 256)));
    }
  });

  test('are the genesis and the events in the order of their commits, without their content', async () => {
    const [first, ...others] = (await own.entries(321)).map(parseEntry);
    const { log, origin, created } = await own.describe();
    expect(first).toMatchObject({ schema: 'LOGGENESISV1', log, origin, created });
    expect(others.map(({ identity }) => identity)).toEqual([...events.private, ...events.public]);
    const shown = (await everyone.entries(1 + EVENTS)).slice(1).map(parseEntry);
    expect(shown.map(({ identity }) => identity)).toEqual(events.public.map((identity) => `public${identity}`));
    for (const entry of [...others, ...shown]) expect(Object.keys(entry)).not.toContain('event_attributes');
  });

  test('are served for every path of a tile that the tree has, and 404 for every other path', async () => {
    const { size } = await everyone.describe();
    const level = fc.constantFrom('0', '1', '2', '63', '64', '00', '-1', 'entries', 'Entries', '0x0');
    const group = fc.constantFrom('000', '001', '002', 'x000', 'x001', '1', '0000', 'X001', '..', 'x999');
    const width = fc.oneof(
      fc.constantFrom('', '.p/0', '.p/00', '.p/256', '.p', '.p/', '.P/1', '/1'),
      fc.nat({ max: 260 }).map((n) => `.p/${n}`),
    );
    const paths = fc
      .tuple(level, fc.array(group, { minLength: 1, maxLength: 3 }), width)
      .map(([of, groups, end]) => `${of}/${groups.join('/')}${end}`);
    const property = fc.asyncProperty(paths, async (path) => {
      const { pathname } = new URL(`http://log/tile/${path}`);
      // The address may be another path after its dots were resolved.
      if (pathname !== `/tile/${path}`) return;
      const tile = parseTilePath(`tile/${path}`);
      const answer = await everyone.answer(`/tile/${path}`);
      expect(answer.status, path).toBe(tile && hasTile(size, tile) ? 200 : 404);
      if (answer.status === 404 && !tile) expect(answer.body.message).toContain('must be <level>/<index>[.p/<width>]');
      if (tile?.level === 0 && answer.status === 200) expect(answer.bytes).toHaveLength(32 * tile.width);
    });
    await fc.assert(property, { seed: 20_261_124, numRuns: sized({ quick: 120, long: 3000, full: 10_000 }) });
  });

  test('are served for a path whose slashes are percent-encoded, as generated clients send them', async () => {
    const [plain, encoded] = [await everyone.answer('/tile/0/000.p/9'), await everyone.answer('/tile/0%2F000.p%2F9')];
    expect([encoded.status, encoded.bytes]).toEqual([200, plain.bytes]);
  });
});

describe('consistency proofs', () => {
  test('lead from every size to every other one', async () => {
    const { size } = await everyone.describe();
    const leaves = await everyone.leaves(size);
    const roots = Array.from({ length: size + 1 }, (_, n) => rootOf(leaves.slice(0, n)));
    const sizes = [1, 2, 3, 7, 8, 100, 255, 256, 257, 300, size];
    const pairs = sizes.flatMap((first) =>
      sizes.filter((each) => each >= first).map((second) => [first, second] as const),
    );
    for (const [first, second] of sampled(pairs, 5)) {
      const of = { first, second, firstRoot: roots[first]!, secondRoot: roots[second]! };
      expect(verifyConsistency(of, await everyone.consistency(first, second)), `${first} ${second}`).toBe(true);
    }
    for (let first = 1; first <= size; first += sized({ quick: 25, long: 1, full: 1 })) {
      const of = { first, second: size, firstRoot: roots[first]!, secondRoot: roots[size]! };
      expect(verifyConsistency(of, await everyone.consistency(first, size)), `${first} ${size}`).toBe(true);
    }
    expect(await everyone.consistency(0, size)).toEqual([]);
  });

  test('lead to the size of the log without `to`', async () => {
    const { body } = await everyone.answer(':consistency?from=3');
    expect([body.to, body.path]).toEqual([
      1 + EVENTS,
      (await everyone.answer(`:consistency?from=3&to=${1 + EVENTS}`)).body.path,
    ]);
  });

  test.each([
    ['', 'from'],
    ['?from=x', 'from'],
    ['?from=-1', 'from'],
    ['?from=1.5', 'from'],
    ['?from=01', 'from'],
    ['?from=9007199254740993', 'from'],
    ['?from=5&to=4', 'from'],
    ['?from=1&to=100000', 'to'],
    ['?from=1&from=2', 'from'],
    ['?from=1&until=2', 'until'],
  ])('are refused with 400 for the query %s', async (query, field) => {
    const { status, body } = await everyone.answer(`:consistency${query}`);
    expect(status).toBe(400);
    expect(body.details[1].field_violations[0].field).toBe(field);
  });
});

describe('receipts', () => {
  test('receipts of every event verify with the published key, and lead to the root of the checkpoint', async () => {
    for (const [log, token, of] of [
      [own, tenant.token, [...sampled(events.private, 4), ...events.public.slice(0, 2), events.public.at(-1)!]],
      [
        everyone,
        undefined,
        events.public
          .filter((_, n) => n % sized({ quick: 60, long: 20, full: 20 }) === 0 || n > 295)
          .map((identity) => `public${identity}`),
      ],
    ] as const) {
      const [jwk, { origin, size, root }] = [await log.jwk(), await log.describe()];
      const entries = await log.entries(size);
      const names = entries.map((entry) => parseEntry(entry)['identity']);
      const signatures = new Set<string>();
      for (const identity of of) {
        const index = names.indexOf(identity);
        const answer = await found(client, token, `/v2/${identity}:receipt`);
        expect(answer.headers.get('content-type')).toBe('application/scitt-receipt+cose');
        const receipt = new Uint8Array(answer.bytes!);
        expect(toHex(await verifyReceipt(receipt, leafHash(entries[index]!), jwk))).toBe(root);
        const { header, inclusion, payload, protectedHeader, signature } = decodeReceipt(receipt);
        expect(header).toEqual({ algorithm: -7, keyId: utf8(jwk.kid), issuer: origin, subject: origin });
        expect([inclusion!.size, inclusion!.index, payload]).toEqual([size, index, undefined]);
        signatures.add(`${toHex(protectedHeader)} ${toHex(signature)}`);
        await expect(verifyReceipt(receipt, leafHash(entries[index - 1]!), jwk)).rejects.toThrow(WRONG_SIGNATURE);
      }
      // One signature serves all receipts of a size.
      expect(signatures.size).toBe(1);
    }
  });

  test('receipts of the same event in both logs differ, and neither verifies in the other log', async () => {
    const [identity] = events.public;
    const [inOwn, inPublic] = [
      await found(client, tenant.token, `/v2/${identity}:receipt`),
      await found(client, undefined, `/v2/public${identity}:receipt`),
    ];
    expect(inOwn.bytes).not.toEqual(inPublic.bytes);
    expect(decodeReceipt(new Uint8Array(inOwn.bytes!)).header.issuer).toBe((await own.describe()).origin);
    expect(decodeReceipt(new Uint8Array(inPublic.bytes!)).header.issuer).toBe((await everyone.describe()).origin);
  });

  test('receipts have the same paths as tlog-proofs, which other programs verify', async () => {
    for (const [log, token, identity] of [
      [own, tenant.token, events.private[7]!],
      [everyone, undefined, `public${events.public[280]}`],
    ] as const) {
      const answer = await found(client, token, `/v2/${identity}:tlogproof`);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const proof = parseTlogProof(answer.text);
      const { size, root } = treeOf(proof.note);
      const entry = (await log.entries(size))[proof.index]!;
      expect(proof.note).toBe(await log.note());
      expect(parseEntry(entry)['identity']).toBe(identity);
      expect(rootFromInclusion({ index: proof.index, size, leaf: leafHash(entry) }, proof.path)).toEqual(root);
      verifyWithSigstore(await log.vkey(), { ...proof, entry });
      const receipt = decodeReceipt(new Uint8Array((await found(client, token, `/v2/${identity}:receipt`)).bytes!));
      expect(receipt.inclusion).toEqual({ size, index: proof.index, path: proof.path });
    }
  });

  test('receipts exist under the unversioned path of public assets too', async () => {
    const [identity] = events.public;
    for (const verb of ['receipt', 'tlogproof']) {
      const [path, alias] = [`/v2/public${identity}:${verb}`, `/public${identity}:${verb}`];
      expect((await found(client, undefined, alias)).text).toBe((await found(client, undefined, path)).text);
    }
  });

  test('respond with 404 for an event that does not exist, and as the event itself to others', async () => {
    const stranger = await newTenant(service, 'Stranger');
    const unknown = `${events.private[0]!.split('/events/')[0]}/events/${crypto.randomUUID()}`;
    for (const verb of [':receipt', ':tlogproof']) {
      expect((await client.call(tenant.token, 'GET', `/v2/${unknown}${verb}`)).status).toBe(404);
      expect((await client.call(stranger.token, 'GET', `/v2/${events.private[0]}${verb}`)).status).toBe(404);
      expect((await client.call(undefined, 'GET', `/v2/${events.private[0]}${verb}`)).status).toBe(401);
      expect((await client.call(undefined, 'GET', `/v2/public${events.private[0]}${verb}`)).status).toBe(404);
    }
  });
});

describe('keys', () => {
  test("are an Ed25519 key of checkpoints and a P-256 key of receipts from before the log's creation", async () => {
    const [keys, { created }] = [await own.keys(), await own.describe()];
    expect(keys).toEqual([
      { vkey: expect.any(String), from: expect.any(String), until: '' },
      {
        jwk: {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: expect.any(String),
          alg: 'ES256',
          use: 'sig',
        },
        from: keys[0].from,
        until: '',
      },
    ]);
    expect(keys[0].from <= created).toBe(true);
  });
});

describe('caching', () => {
  const LASTING = 'public, max-age=31536000, immutable';
  const SHORT = 'public, max-age=5';

  test('is for ever for tiles of the public log below its id, and short for everything else of it', async () => {
    const { log } = await everyone.describe();
    const byId = new LogReader(client, undefined, log);
    for (const path of [
      '/tile/0/000',
      '/tile/0/001.p/3',
      '/tile/entries/000',
      '/tile/entries/001.p/3',
      '/tile/1/000.p/1',
    ]) {
      expect((await byId.answer(path)).headers.get('cache-control'), path).toBe(LASTING);
      expect((await everyone.answer(path)).headers.get('cache-control'), path).toBe(SHORT);
    }
    for (const path of ['', '/checkpoint', '/keys', ':consistency?from=1&to=2'])
      for (const reader of [byId, everyone])
        expect((await reader.answer(path)).headers.get('cache-control'), path).toBe(SHORT);
    for (const path of ['/tile/0/009', '/tile/x'])
      expect((await byId.answer(path)).headers.get('cache-control')).toBe('no-store');
    const receipt = await client.call(undefined, 'GET', `/v2/public${events.public[0]}:receipt`);
    expect(receipt.headers.get('cache-control')).toBe(SHORT);
  });

  test('is off for the log of a tenancy, by either name', async () => {
    const byId = new LogReader(client, tenant.token, (await own.describe()).log);
    for (const path of ['', '/checkpoint', '/keys', ':consistency?from=1', '/tile/0/000', '/tile/entries/000'])
      for (const reader of [own, byId]) {
        const { headers } = await reader.answer(path);
        expect([headers.get('cache-control'), headers.get('etag')], path).toEqual(['no-store', null]);
        expect(headers.get('access-control-allow-origin')).toBe(null);
      }
    const receipt = await client.call(tenant.token, 'GET', `/v2/${events.private[0]}:receipt`);
    expect([receipt.headers.get('cache-control'), receipt.headers.get('etag')]).toEqual(['no-store', null]);
  });

  test('uses entity tags, and works for HEAD and for pages of other origins', async () => {
    for (const path of ['', '/checkpoint', '/keys', ':consistency?from=1', '/tile/0/000', '/tile/entries/000']) {
      const address = `/v1/logs/public${path}`;
      const { headers, bytes } = await everyone.answer(path);
      const etag = headers.get('etag')!;
      expect(headers.get('access-control-allow-origin')).toBe('*');
      const known = await client.call(undefined, 'GET', address, { headers: { 'if-none-match': etag } });
      expect([known.status, known.text, known.headers.get('etag')], path).toEqual([304, '', etag]);
      const head = await client.call(undefined, 'HEAD', address);
      expect([head.status, head.text, head.headers.get('etag')], path).toEqual([200, '', etag]);
      const preflight = await client.call(undefined, 'OPTIONS', address.split('?')[0]!);
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
      expect(preflight.headers.get('access-control-allow-headers')).not.toContain('authorization');
      // A shared cache may store the response to a request with a token.
      const withToken = await client.call(tenant.token, 'GET', address);
      expect([withToken.bytes, withToken.headers.get('access-control-allow-origin')]).toEqual([bytes, '*']);
    }
  });
});

test('names of logs are uuids or `public`, in any case', async () => {
  for (const name of ['x', '-', 'PUBLICS', '00000000-0000-0000-0000-000000000000', tenant.tenant_identity]) {
    const { status, body } = await new LogReader(client, tenant.token, encodeURIComponent(name)).answer('');
    expect([status, body.details?.[1]?.field_violations[0].field], name).toEqual([400, 'log']);
  }
  expect((await new LogReader(client, undefined, 'PUBLIC').answer('')).status).toBe(200);
});

test('names of logs of a tenancy without events, and of no log, are 404', async () => {
  const empty = await newTenant(service, 'Empty');
  const uuid = empty.tenant_identity.slice('tenant/'.length);
  for (const name of [uuid, crypto.randomUUID()])
    for (const path of ['', '/checkpoint', '/keys', ':consistency?from=1', '/tile/0/000', '/tile/entries/000'])
      expect((await new LogReader(client, empty.token, name).answer(path)).status, path).toBe(404);
});

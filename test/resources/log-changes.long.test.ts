import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { provenChange, type KeyChange } from '../../src/formats/log/key-change.ts';
import { formatVkey, parseNote, parseVkey } from '../../src/formats/log/note.ts';
import { verifyNote } from '../../src/formats/log/note-signatures.ts';
import { decodeReceipt } from '../../src/formats/log/receipt.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { found, LogReader, treeOf, verifyReceipt, WRONG_SIGNATURE } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';

/** How the endpoints of logs show new keys, logs that end, and databases that were restored. */

const HEAD = ['', '/checkpoint', '/keys', ':consistency?from=1'];
const TILES = ['/tile/0/000.p/1', '/tile/entries/000.p/1'];
const PATHS = [...HEAD, ...TILES];

let service: Service;
let client: Client;
let tenant: Tenant;
let own: LogReader;
let asset: string;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Changing');
  own = new LogReader(client, tenant.token, scopeOf(tenant));
  asset = (await client.call(tenant.token, 'POST', '/v2/assets', { body: { public: true } })).body.identity;
  await own.grown(2);
});
afterAll(() => service.close());

const scopeOf = ({ tenant_identity }: Tenant): string => tenant_identity.slice('tenant/'.length);
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const changeOf = ({ checkpoint, change: { index, entry, path } }: any): KeyChange => ({
  note: checkpoint,
  index,
  entry: fromBase64(entry),
  path: path.map(fromBase64),
});
const append = async (): Promise<string> =>
  (await client.call(tenant.token, 'POST', `/v2/${asset}/events`, { body: RECORD })).body.identity;
const operator = async (path: string, body?: object): Promise<Answer> => {
  const answer = await client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/${path}`, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
/** The receipt of an event of the tenancy, with the size of its tree. */
async function receiptOf(event: string): Promise<{ receipt: Uint8Array; size: number; issuer: string }> {
  const receipt = new Uint8Array((await found(client, tenant.token, `/v2/${event}:receipt`)).bytes!);
  const { inclusion, header } = decodeReceipt(receipt);
  return { receipt, size: inclusion!.size, issuer: header.issuer! };
}
const leafOf = async (log: LogReader, event: string): Promise<Uint8Array> =>
  leafHash((await log.entries((await log.describe()).size)).find((entry) => parseEntry(entry)['identity'] === event)!);

test('replaced keys are listed with the end of their period and the checkpoint that hands over', async () => {
  const before = { keys: await own.keys(), jwk: await own.jwk(), vkey: await own.vkey(), log: await own.describe() };
  const event = await append();
  await own.grown(before.log.size + 1);
  const old = await receiptOf(event);
  const root = treeOf(await own.note()).root;
  const { from } = (await operator('log-keys:rotate')).body;
  // The log has not used the new keys. Its sequencer reads them within a minute, and when it starts.
  expect(await own.keys()).toEqual(before.keys);
  for (const scope of [scopeOf(tenant), PUBLIC_SCOPE]) await service.evictSequencer(scope);
  const next = await append();
  // The entry of the new keys comes before that of the event.
  await own.grown(before.log.size + 3);
  const keys = await own.keys();
  const [, , { vkey, checkpoint }, { jwk }] = keys;
  expect(keys.map((key) => [key.from.slice(0, 19), key.until.slice(0, 19)])).toEqual([
    [before.keys[0].from.slice(0, 19), from.slice(0, 19)],
    [before.keys[0].from.slice(0, 19), from.slice(0, 19)],
    [from.slice(0, 19), ''],
    [from.slice(0, 19), ''],
  ]);
  expect(keys[0]).not.toHaveProperty('checkpoint');
  expect(keys[0]).not.toHaveProperty('change');
  const proven = provenChange(changeOf(keys[2]), before.log);
  expect([proven.size, changeOf(keys[2]).index, proven.keys.map(formatVkey)]).toEqual([
    before.log.size + 3,
    before.log.size + 1,
    [vkey],
  ]);
  expect(await verifyNote(parseNote(checkpoint), [parseVkey(vkey), parseVkey(before.vkey)])).toHaveLength(2);
  expect(await own.note()).toBe(checkpoint);
  const entries = (await own.entries(before.log.size + 3)).map(parseEntry);
  expect(entries.at(-2)).toMatchObject({ schema: 'LOGKEYSV1' });
  // Receipts of both periods verify with the keys of their time.
  expect(await verifyReceipt(old.receipt, await leafOf(own, event), before.jwk)).toEqual(root);
  const { receipt } = await receiptOf(next);
  expect(await verifyReceipt(receipt, await leafOf(own, next), jwk)).toEqual(treeOf(checkpoint).root);
  await expect(verifyReceipt(receipt, await leafOf(own, next), before.jwk)).rejects.toThrow(WRONG_SIGNATURE);
  // Later checkpoints are signed by the new keys only.
  await append();
  await own.grown(before.log.size + 4);
  expect(parseNote(await own.note()).signatures).toHaveLength(1);
  expect((await own.keys())[2]).toEqual(keys[2]);
});

test('all changes of keys are shown by inclusion proofs in their own checkpoints, in a larger log too', async () => {
  const { size } = await own.describe();
  await client.call(tenant.token, 'POST', '/v2/assets/-/events:batch', {
    body: { events: Array.from({ length: 300 }, () => ({ ...RECORD, asset_identity: asset })) },
  });
  await operator('log-keys:rotate');
  await own.grown(size + 300);
  await service.evictSequencer(scopeOf(tenant));
  await append();
  await own.grown(size + 302);
  const { log, origin } = await own.describe();
  const changes = (await own.keys()).filter((key) => key.change !== undefined);
  expect(changes).toHaveLength(2);
  const entries = (await own.entries(size + 302)).map(parseEntry);
  for (const key of changes) {
    const { keys, note } = provenChange(changeOf(key), { log, origin });
    expect(keys.map(formatVkey)).toEqual([key.vkey]);
    expect(note.signatures).toHaveLength(2);
    expect(entries[key.change.index]).toMatchObject({ schema: 'LOGKEYSV1' });
    const wrong = { ...changeOf(key), index: key.change.index - 1 };
    expect(() => provenChange(wrong, { log, origin })).toThrow('path: must lead from the entry to the root');
  }
});

test('the head of a replaced log is 410 with the next id for its readers; its tiles and keys are served', async () => {
  const everyone = new LogReader(client, undefined, 'public');
  await logsComplete(service);
  const stranger = await newTenant(service, 'Stranger');
  for (const [log, token, name] of [
    [own, tenant.token, scopeOf(tenant)],
    [everyone, undefined, 'public'],
  ] as const) {
    const before = await log.describe();
    const event = await append();
    await log.grown(before.size + 1);
    const ended = await log.describe();
    const old = new LogReader(client, token, ended.log);
    const tiles = await Promise.all(TILES.map((path) => old.tile(path.slice(1))));
    const keys = await old.keys();
    const { body } = await operator(`logs/${ended.log}:end`, { reason: 'a test' });
    expect(body).toEqual({ log: ended.log, size: ended.size, root: ended.root });
    await append();
    // All events of before, the genesis and the new one; entries of keys are not repeated.
    await expect.poll(async () => (await old.answer('')).status, { interval: 200 }).toBe(410);
    await log.grown((await service.db.prepare('SELECT count(*) + 1 AS n FROM events').first<{ n: number }>())!.n);
    const now = await log.describe();
    expect(now).toMatchObject({
      previous: { log: ended.log, origin: ended.origin, size: ended.size, root: ended.root },
    });
    const [anonymous, foreign] = [undefined, stranger.token].map((other) => new LogReader(client, other, ended.log));
    const ofOthers = async (path: string): Promise<number[]> => [
      (await anonymous!.answer(path)).status,
      (await foreign!.answer(path)).status,
    ];
    // Who follows the log verifies its last entries.
    for (const [n, path] of TILES.entries()) {
      expect(await old.tile(path.slice(1))).toEqual(tiles[n]);
      expect(await ofOthers(path), path).toEqual(name === 'public' ? [200, 200] : [401, 404]);
    }
    // Its receipts and checkpoints keep verifying.
    expect(await old.keys()).toEqual(keys);
    expect(await ofOthers('/keys')).toEqual(name === 'public' ? [200, 200] : [401, 404]);
    for (const path of HEAD.filter((of) => of !== '/keys')) {
      const answer = await old.answer(path);
      expect(answer.status, path).toBe(410);
      expect(answer.body.details).toContainEqual({
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'LOG_REPLACED',
        metadata: { log: now.log },
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await ofOthers(path), path).toEqual(name === 'public' ? [410, 410] : [401, 404]);
    }
    for (const path of PATHS) {
      expect((await new LogReader(client, token, now.log).answer(path)).status).toBe(200);
      expect((await new LogReader(client, token, name).answer(path)).status).toBe(200);
    }
    if (name === 'public') continue;
    const { receipt, issuer } = await receiptOf(event);
    expect(issuer).toBe(now.origin);
    expect(await verifyReceipt(receipt, await leafOf(own, event), await own.jwk())).toEqual(
      treeOf(await own.note()).root,
    );
  }
});

test('a smaller tree than before is not served until the operator accepts the loss, then another log', async () => {
  await logsComplete(service);
  const before = await own.describe();
  const restore = await copyOfDatabase(service.db);
  await append();
  await logsComplete(service);
  const lost = await own.describe();
  await restore();
  const [{ identity }] = (await client.call(tenant.token, 'GET', `/v2/${asset}/events`)).body.events;
  const unavailable = async (): Promise<void> => {
    const names = [before.log, scopeOf(tenant)];
    const paths = [
      ...names.flatMap((name) => PATHS.map((path) => `/v1/logs/${name}${path}`)),
      `/v2/${identity}:receipt`,
      `/v2/${identity}:tlogproof`,
    ];
    for (const path of paths) {
      const { status, headers } = await client.call(tenant.token, 'GET', path);
      expect([status, Number(headers.get('retry-after')) > 0], path).toEqual([503, true]);
    }
  };
  await unavailable();
  await service.cron('* * * * *');
  await unavailable();
  expect((await new LogReader(client, undefined, 'public').answer('/checkpoint')).status).toBe(503);
  expect((await operator('database:accept-loss')).body.accepted).toBe(true);
  await expect
    .poll(async () => (await client.call(tenant.token, 'POST', `/v2/${asset}/events`, { body: RECORD })).status)
    .toBe(200);
  await expect.poll(async () => (await own.answer('')).body.log, { interval: 200 }).not.toBe(before.log);
  await expect.poll(async () => (await own.answer('')).status, { interval: 200 }).toBe(200);
  expect(await own.describe()).toMatchObject({
    previous: { log: before.log, origin: before.origin, size: lost.size, root: lost.root },
  });
  const { status, body } = await new LogReader(client, tenant.token, before.log).answer('/checkpoint');
  expect([status, body.details[1].metadata.log]).toEqual([410, (await own.describe()).log]);
  await found(client, tenant.token, `/v2/${identity}:receipt`);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { formatVkey, parseNote, parseVkey, SIGNATURE_TYPES, verifierKey } from '../../src/formats/log/note.ts';
import { verifyNote } from '../../src/formats/log/note-signatures.ts';
import { keyFor, vkeyOf } from '../cli/support/test-log.ts';
import { COSIGNED_AT, Witnessing } from '../cli/support/witnessing.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { PATIENCE } from '../support/patience.ts';

const witnesses = [new Witnessing(), new Witnessing()] as const;
/** A third witness, which has cosigned a tree of this size; 0: none. */
let knownSize = 0;
const stranger = createServer((_request, response) => {
  response.writeHead(knownSize === 0 ? 404 : 409, { 'content-type': 'text/x.tlog.size' }).end(`${knownSize}\n`);
});
let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  // Before the service exists, the witnesses follow another log.
  const other = vkeyOf(await keyFor('other.example/log', '11'));
  for (const [n, witness] of witnesses.entries()) await witness.start([other], `witness.example/${n}`);
  const { port } = (await new Promise<Server>((resolve) => {
    const server = stranger.listen(0, '127.0.0.1', () => resolve(server));
  }).then((server) => server.address())) as AddressInfo;
  const key = await keyFor('stranger.example', '22');
  const theirs = formatVkey(verifierKey(key.name, SIGNATURE_TYPES.cosignature, key.publicKey));
  const setting = [...witnesses.map(({ vkey, url }) => `${vkey} ${url}/`), `${theirs} http://127.0.0.1:${port}`].join(
    ', ',
  );
  service = await startService({ vars: { LOG_WITNESSES: setting } });
  client = await openClient(service);
  tenant = await newTenant(service, 'One');
});
afterAll(async () => {
  await service.close();
  stranger.close();
  for (const witness of witnesses) await witness.remove();
});

const get = async (path: string): Promise<string> => (await fetch(`${service.base}/v1/logs/public${path}`)).text();
const sizeOf = async (): Promise<number> => parseCheckpoint(parseNote(await get('/checkpoint')).text).size;
const publish = async (size: number): Promise<void> => {
  await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: {}, public: true } });
  await vi.waitFor(async () => expect(await sizeOf()).toBe(size), { timeout: PATIENCE });
};
const cosigners = async (): Promise<[string, number | undefined][]> => {
  const keys = witnesses.map(({ vkey }) => parseVkey(vkey));
  const note = parseNote(await get('/checkpoint'));
  if (note.signatures.length === 1) return [];
  return (await verifyNote(note, keys)).map(({ key, time }) => [key.name, time]);
};

test('has no checkpoint to submit while no event is public', async () => {
  await service.cron('* * * * *');
  expect((await service.logged()).filter((line) => line.includes('did not cosign'))).toEqual([]);
});

test('responds 404 to a request for a cosigned checkpoint before a witness has cosigned one', async () => {
  await publish(2);
  const uuid = tenant.tenant_identity.slice('tenant/'.length);
  for (const name of ['public', uuid]) {
    const { status, body } = await client.call(tenant.token, 'GET', `/v1/logs/${name}/checkpoint?cosigned=true`);
    expect([status, body.message]).toEqual([
      404,
      `logs/${name} has no cosigned checkpoint: no witness has cosigned a tree of this log. Without ` +
        'cosigned=true, the response is the latest checkpoint',
    ]);
  }
});

test('refuses other values than true and false, and unknown parameters', async () => {
  for (const [query, field] of [
    ['cosigned=1', 'cosigned'],
    ['cosigned=', 'cosigned'],
    ['cosigned=true&size=3', 'size'],
  ] as const) {
    const { status, text } = await client.call(undefined, 'GET', `/v1/logs/public/checkpoint?${query}`);
    expect([status, text.includes(`"field":"${field}"`)], text).toEqual([400, true]);
  }
});

test('shows the cosignatures of its witnesses with the checkpoint, and new ones each minute', async () => {
  const { keys } = JSON.parse(await get('/keys')) as { keys: { vkey?: string }[] };
  const vkey = keys.flatMap((key) => key.vkey ?? []);
  for (const [n, witness] of witnesses.entries()) await witness.start(vkey, `witness.example/${n}`);
  await service.cron('* * * * *');
  expect(await cosigners()).toEqual(witnesses.map((_, n) => [`witness.example/${n}`, COSIGNED_AT]));
  for (const witness of witnesses) witness.now += 60;
  await service.cron('* * * * *');
  expect(await cosigners()).toEqual(witnesses.map((_, n) => [`witness.example/${n}`, COSIGNED_AT + 60]));
});

test('submits a larger tree with a proof of consistency, and does not need an unresponsive witness', async () => {
  await publish(3);
  expect(await cosigners()).toEqual([]);
  await witnesses[1].stop();
  await service.cron('* * * * *');
  expect(await cosigners()).toEqual([['witness.example/0', COSIGNED_AT + 60]]);
  expect(
    (await service.logged()).filter((line) => line.includes(witnesses[1].url) && line.includes('did not cosign')),
  ).not.toEqual([]);
  const { keys } = JSON.parse(await get('/keys')) as { keys: { vkey?: string }[] };
  await witnesses[1].start(
    keys.flatMap((key) => key.vkey ?? []),
    'witness.example/1',
  );
  await publish(4);
  await service.cron('* * * * *');
  expect((await cosigners()).map(([name]) => name)).toEqual(['witness.example/0', 'witness.example/1']);
});

test('offers the latest cosigned checkpoint of a log that has grown since', async () => {
  const cosigned = await get('/checkpoint?cosigned=true');
  expect(cosigned).toBe(await get('/checkpoint'));
  await publish(5);
  expect(await cosigners()).toEqual([]);
  expect(await get('/checkpoint?cosigned=true')).toBe(cosigned);
  expect(await get('/checkpoint?cosigned=false')).toBe(await get('/checkpoint'));
  const { keys } = JSON.parse(await get('/keys')) as { keys: { vkey?: string }[] };
  const known = [...keys.flatMap((key) => key.vkey ?? []), ...witnesses.map(({ vkey }) => vkey)].map(parseVkey);
  const verified = await verifyNote(parseNote(cosigned), known);
  expect(verified.map(({ key }) => key.name)).toEqual(known.map(({ name }) => name));
});

test('offers the latest checkpoint that any witness has cosigned, even if an earlier one has more', async () => {
  await witnesses[1].stop();
  await service.cron('* * * * *');
  const note = parseNote(await get('/checkpoint?cosigned=true'));
  expect([parseCheckpoint(note.text).size, note.signatures.length]).toEqual([5, 2]);
});

test('raises an alarm if a witness has cosigned a larger tree than that of the service', async () => {
  const alarms = async (): Promise<string[]> =>
    (await service.logged()).filter((line) => line.includes('a witness has cosigned another tree of the public log'));
  expect(await alarms()).toEqual([]);
  knownSize = 1000;
  await service.cron('* * * * *');
  expect(await alarms()).toEqual([expect.stringContaining('"level":"alarm"')]);
});

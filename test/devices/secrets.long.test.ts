import { afterAll, beforeAll, expect, it } from 'vitest';
import { configOf, type Env } from '../../src/settings/config.ts';
import { runImport } from '../../src/features/devices/import.ts';
import { startBus, type Bus } from '../../tools/azure/bus.ts';
import { fleet } from '../../tools/azure/devices.ts';
import { answered, throttled } from '../../tools/azure/faults.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { idOf } from '../support/sharing.ts';

const MARK = Buffer.from('a key that nobody may ever see').toString('base64');

let service: Service;
let client: Client;
let hub: Hub;
let bus: Bus;
let owner: Tenant;
/** All response bodies of the service. */
let answers = '';
beforeAll(async () => {
  hub = await startHub({ key: MARK, devices: fleet(20), pageSize: 10 });
  bus = await startBus({ key: MARK, queues: ['devices'] });
  service = await startService({ vars: { AZURE_ALLOWED_HOSTS: `${hub.host},${bus.host}` } });
  client = await openClient(service);
  owner = await newTenant(service);
});
afterAll(async () => {
  await service?.close();
  await hub?.close();
  await bus?.close();
});

async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await client.call(owner.token, method, path, body ? { body } : {});
  answers += answer.text;
  return answer.body;
}
async function database(): Promise<string> {
  const { results } = await service.db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
    .all<{ name: string }>();
  const tables = await Promise.all(results.map(({ name }) => service.db.prepare(`SELECT * FROM "${name}"`).all()));
  return JSON.stringify(tables.map((table) => table.results));
}
const secrets = async (): Promise<unknown[]> =>
  (await service.db.prepare('SELECT secret FROM imports UNION ALL SELECT secret FROM bus_sources').all()).results.map(
    ({ secret }) => secret,
  );

it('secrets are stored encrypted, appear in no response, log, row or message, and are deleted at the end', async () => {
  hub.fail(throttled(1), { times: 3 });
  hub.fail(answered(500, { Message: `leaks ${MARK}` }), { after: 3 });
  const made = await call('POST', '/v2/iothubgdr', { display_name: 'x', secret: hub.connectionString });
  const source = await call('POST', '/v1/svcbussources', {
    display_name: 'x',
    queue_name: 'devices',
    connection_string: bus.connectionString,
  });
  const wrong = hub.connectionString.replace('HostName', 'HostNam');
  await call('POST', '/v2/iothubgdr', { display_name: 'x', secret: wrong });
  await call('POST', '/v1/svcbussources', { display_name: 'x', queue_name: 'devices', connection_string: wrong });
  expect((await secrets()).every((secret) => String(secret).startsWith('k1.'))).toBe(true);
  expect(await secrets()).toHaveLength(2);

  // The message that the job queues for the next page.
  const sent: unknown[] = [];
  const env = {
    ...SECRETS,
    ORIGIN,
    AZURE_ALLOWED_HOSTS: hub.host,
    DB: service.db,
    JOBS: { send: async (message: unknown) => void sent.push(message) },
  } as unknown as Env;
  await runImport(env, configOf(env), idOf(made.identity));
  expect(sent).toEqual([{ kind: 'import', id: idOf(made.identity) }]);

  bus.fail(answered(503, MARK), { times: 2 });
  await expect.poll(async () => (await call('GET', `/v2/${made.identity}`)).done).toBe(true);
  await expect.poll(async () => (await call('GET', `/v1/${source.identity}`)).status).toMatch(/^(?:Not c|C)onnected/);
  for (const path of ['/v2/iothubgdr', '/v1/svcbussources', '/v1/audit', '/v2/assets']) await call('GET', path);
  await call('DELETE', `/v1/${source.identity}`);
  expect(await secrets()).toEqual(['', '']);
  for (const [where, text] of Object.entries({ answers, log: service.logs().join('\n'), rows: await database() })) {
    expect(text.length, where).toBeGreaterThan(100);
    expect(text.includes(MARK), where).toBe(false);
    expect(text.includes('SharedAccessKey='), where).toBe(false);
    expect(text.includes('SharedAccessSignature'), where).toBe(false);
  }
});

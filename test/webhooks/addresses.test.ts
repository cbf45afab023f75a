import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundle } from '../../apps/server/build/bundle.ts';
import { miniflareOptions } from '../../apps/server/workerd/runtime.ts';
import { parseReceiver } from '../../src/lib/https-address.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { idOf } from '../support/sharing.ts';
import { attemptsOf, newAsset, newEvent, newWebhook, until } from './support/hooks.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

let service: Service;
let client: Client;
let receiver: Receiver;
let owner: Tenant;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ vars: { WEBHOOK_ALLOWED_HOSTS: receiver.host } });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  receiver?.close();
});
beforeEach(async () => {
  owner = await newTenant(service);
});

/** Hosts that must be rejected, with https. */
const HOSTS = [
  ['127.0.0.1', '127.0.0.1:8787', '127.1', '127.255.255.254', '0.0.0.0', '0', 'localhost', 'LOCALHOST', 'localhost.'],
  ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
  ['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[2002:7f00:1::]', '[2606:4700:4700::1111]'],
  [
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '0x7f.1',
    '1.1.1.1',
    '１２７.0.0.1',
    '127。0。0。1',
  ],
  [
    'metadata.google.internal',
    'service.local',
    'a.localhost',
    'nas.lan',
    'router.home.arpa',
    'x.intranet',
    'x.corp',
    'x.test',
  ],
  [
    'receiver',
    'example',
    'com',
    '.com',
    'a..com',
    '-a.com',
    'a-.com',
    'a_b.com',
    `${'a'.repeat(64)}.com`,
    'example.com.',
  ],
  [
    'example.com:80',
    'example.com:8443',
    'example.com:22',
    'user@example.com',
    'user:word@example.com',
    ':word@example.com',
  ],
  [
    '1.1.1.1.1',
    'example.123',
    'example.c',
    '%31%32%37.0.0.1',
    'loc%61lhost',
    'example.com\\@127.0.0.1',
    'exa mple.com',
  ],
].flat();
const ADDRESSES = [
  ...HOSTS.map((host) => `https://${host}/hook`),
  'http://example.com/',
  'ftp://example.com/',
  'https:example.com',
  'https:///example.com',
  '//example.com/',
  'example.com',
  'https://example.com/#fragment',
  'javascript:alert(1)',
  'file:///etc/passwd',
  ' https://example.com/',
  'https://',
  `https://example.com/${'x'.repeat(2048)}`,
  'http://127.0.0.1:1/',
  'unix:/run/x.sock',
  'https://example.com/\nx',
];

it.each(ADDRESSES)(
  'a webhook is rejected unless its host is public with https or in WEBHOOK_ALLOWED_HOSTS: %j',
  async (url) => {
    const body = { display_name: 'x', url, application: `applications/${owner.client_id}` };
    const answer = await client.call(owner.token, 'POST', '/v1/webhooks', { body });
    expect(answer.status, answer.text).toBe(400);
    expect(
      answer.body.details.flatMap((each: any) => each.field_violations ?? []).map(({ field }: any) => field),
    ).toEqual(['url']);
  },
);

it('accepts public names with https, and listed hosts only in their exact spelling', () => {
  for (const url of [
    'https://example.com',
    'https://a.b.example.co.uk/x?y=z',
    'https://EXAMPLE.com:443/',
    'https://bücher.de/',
  ])
    expect(parseReceiver(url, [])).toMatchObject({ listed: false });
  expect(parseReceiver('https://bücher.de/', [])).toEqual({ url: 'https://xn--bcher-kva.de/', listed: false });
  for (const url of ['http://127.0.0.1:9000/x', 'https://127.0.0.1:9000/x', 'http://0x7f000001:9000/x'])
    expect(parseReceiver(url, ['127.0.0.1:9000'])).toMatchObject({ listed: true });
  for (const url of [
    'http://127.0.0.1:9001/',
    'http://127.0.0.1/',
    'http://127.0.0.2:9000/',
    'http://a@127.0.0.1:9000/',
  ])
    expect(parseReceiver(url, ['127.0.0.1:9000'])).toBeTypeOf('string');
  expect(parseReceiver('http://hooks.lan/', ['hooks.lan'])).toEqual({ url: 'http://hooks.lan/', listed: true });
});

it('a webhook whose host is no longer allowed sends no request, and its delivery log says so', async () => {
  const made = await newWebhook(client, owner, receiver);
  const other = await startReceiver();
  try {
    await service.db.prepare('UPDATE webhooks SET url = ? WHERE id = ?').bind(other.url, idOf(made.identity)).run();
    await newEvent(client, owner, await newAsset(client, owner), 'x');
    await until(async () => (await attemptsOf(client, owner, made)).length, 1);
    const [attempt] = await attemptsOf(client, owner, made);
    expect(attempt).toMatchObject({ status: 0, outcome: 'RETRYING' });
    expect(attempt.error).toContain('the address is no longer accepted');
    expect(other.received).toEqual([]);
  } finally {
    other.close();
  }
});

it('an address cannot be changed to one that is not allowed', async () => {
  const made = await newWebhook(client, owner, receiver);
  const body = { url: 'https://169.254.169.254/latest' };
  const answer = await client.call(owner.token, 'PATCH', `/v1/${made.identity}`, { body });
  expect(answer.status).toBe(400);
});

it('a service on one machine does not reach names that resolve to private addresses', async () => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const run = mkdtempSync(join(tmpdir(), 'run-'));
  const service = { persist: run, evictable: true, env: {}, onLog: () => undefined, onMail: async () => '' };
  const options = miniflareOptions({ ...service, bundle: await bundle() } as never, run);
  const { config } = options.workers[0]!;
  // A Worker that has the bindings of the service and calls an address by each of them.
  const script = `export default { async fetch(request, env) {
    const { url, by } = await request.json();
    try {
      await (by === 'PUBLIC_NETWORK' ? env.PUBLIC_NETWORK.fetch(url) : fetch(url));
      return new Response('reached');
    } catch { return new Response('not reached'); }
  } }`;
  const miniflare = new Miniflare({
    cf: false,
    workers: [
      {
        config: {
          name: 'probe',
          compatibilityDate: config.compatibilityDate,
          manifest: {
            mainModule: 'probe.js',
            modulesRoot: '/',
            modules: { 'probe.js': { type: 'esm', contents: script } },
          },
          env: { PUBLIC_NETWORK: config.env!['PUBLIC_NETWORK'] },
        },
      },
    ],
  } as never);
  try {
    const { origin } = await miniflare.ready;
    const call = async (by: string, url: string): Promise<string> =>
      (await fetch(origin, { method: 'POST', body: JSON.stringify({ by, url }) })).text();
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])
      expect(await call('PUBLIC_NETWORK', `http://${host}:${port}/private`), host).toBe('not reached');
    expect(hits).toEqual([]);
    expect(await call('fetch', `http://localhost:${port}/control`)).toBe('reached');
    expect(hits).toEqual(['/control']);
  } finally {
    await miniflare.dispose();
    server.close();
  }
});

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configOf } from '../../src/settings/config.ts';
import { copyOfDatabase } from '../support/database.ts';
import { parseMetrics } from '../support/metrics.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service } from '../support/service.ts';

type Received = { method: string; headers: IncomingHttpHeaders; body: any };
let received: Received[];
/** The status with which the webhook responds, and where it redirects to. */
let status = 204;
let location: string | undefined;
/** Whether it never ends its response. */
let isEndless = false;
let server: Server;
let service: Service;
let webhook: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method!, headers: request.headers, body: JSON.parse(text || 'null') });
      response.writeHead(status, location === undefined ? {} : { location });
      if (isEndless) response.flushHeaders();
      else response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=secret-of-the-webhook`;
  service = await startService({
    vars: { ALARM_WEBHOOK_URL: webhook, ALARM_MAIL_TO: 'operator@example.com', MAIL_FROM: 'evidence@example.com' },
  });
});
afterAll(async () => {
  await service?.close();
  server.close();
});
beforeEach(() => {
  [received, status, location, isEndless] = [[], 204, undefined, false];
});

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

const authorized = { headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` } };
const raiseTest = (of: Service, headers: Record<string, string> = authorized.headers): Promise<Response> =>
  fetch(`${of.base}/operator/v1/alarms:test`, { method: 'POST', headers });
const counted = async (alarm: string): Promise<number | undefined> => {
  const text = await (await fetch(`${service.at}/metrics`, authorized)).text();
  return parseMetrics(text).find(({ name, labels }) => name === 'evidence_alarms_total' && labels['alarm'] === alarm)
    ?.value;
};

describe('the test alarm', () => {
  test('responds 401 without the operator secret, and raises nothing', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[])
      expect((await raiseTest(service, headers)).status).toBe(401);
    expect(await counted('test-alarm')).toBe(0);
    expect((await service.logged()).some((line) => line.includes('"level":"alarm"'))).toBe(false);
  });

  test('is logged, counted, posted to the webhook and mailed, once', async () => {
    const response = await raiseTest(service);
    expect(await response.json()).toEqual({ alarm: 'test-alarm', channels: ['webhook', 'mail'] });
    // A second one within 10 seconds is counted, and not sent.
    await raiseTest(service);
    await expect.poll(() => [received.length, service.mails.length]).toEqual([1, 1]);
    const [{ method, headers, body } = {} as Received] = received;
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json']);
    expect(body).toEqual({
      text: `test-alarm: an operator tests whether alarms arrive (${ORIGIN})`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      alarm: 'test-alarm',
      message: 'an operator tests whether alarms arrive',
      count: 1,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      origin: ORIGIN,
      fields: { request_id: response.headers.get('x-request-id') },
    });
    const [mail] = service.mails;
    expect(mail).toMatchObject({ from: 'evidence@example.com', to: ['operator@example.com'] });
    expect(mail!.subject).toBe('Alarm test-alarm: evidence.example');
    expect(mail!.text).toContain(body.id);
    expect(await counted('test-alarm')).toBe(2);
    const lines = (await service.logged()).filter((line) => line.includes('"level":"alarm"'));
    expect(lines.length).toBe(2);
    await service.cron('* * * * *');
    expect([received.length, service.mails.length]).toEqual([1, 1]);
  });
});

test('tells the operator of a restored database without a request, once in a period', async () => {
  const restore = await copyOfDatabase(service.db);
  await newTenant(service, 'Lost');
  await restore();
  await service.cron('* * * * *');
  await expect.poll(() => received.map(({ body }) => body.alarm)).toEqual(['database-restored']);
  expect(received[0]!.body.fields).toMatchObject({ acknowledged: expect.any(Number), found: expect.any(Number) });
  await service.cron('* * * * *');
  await service.logged();
  expect(received.length).toBe(1);
  await fetch(`${service.base}/operator/v1/database:accept-loss`, { method: 'POST', ...authorized });
  await expect.poll(() => received.map(({ body }) => body.alarm)).toEqual(['database-restored', 'loss-accepted']);
});

test('does not follow redirects of the webhook, logs the failure without its address, and still mails', async () => {
  // A test alarm is sent at most every 10 seconds.
  await sleep(10_500);
  [status, location] = [307, webhook];
  const [mails, logged] = [service.mails.length, (await service.logged()).length];
  await raiseTest(service);
  await expect.poll(() => [received.length, service.mails.length]).toEqual([1, mails + 1]);
  const lines = async (): Promise<string[]> => (await service.logged()).slice(logged);
  const failed = async () => (await lines()).filter((line) => line.includes('the operator was not told'));
  await expect.poll(failed, { interval: 200 }).toHaveLength(1);
  expect((await failed())[0]).toContain('redirects, which is not followed');
  expect((await lines()).join('\n')).not.toContain('secret-of-the-webhook');
});

test('takes the status for a confirmation, although the response does not end', async () => {
  const other = await startService({ vars: { ALARM_WEBHOOK_URL: webhook } });
  try {
    [status, isEndless] = [200, true];
    await raiseTest(other);
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(() => openConnections()).toBe(0);
    expect((await other.logged()).some((line) => line.includes('the operator was not told'))).toBe(false);
  } finally {
    await other.close();
  }
});

const NO_ADDRESSES = [
  'http://hooks.example.com/x',
  'ftp://127.0.0.1/x',
  'https://user@hooks.example.com/x',
  'hooks.example.com',
];

test.each(NO_ADDRESSES)('the error for the address %s of the webhook does not name it', (address) => {
  const read = () => configOf({ ORIGIN, ...SECRETS, ALARM_WEBHOOK_URL: address } as never);
  expect(read).toThrow(/^ALARM_WEBHOOK_URL: must be an https address/);
  expect(read).not.toThrow(address);
});

test.each(NO_ADDRESSES)('does not accept %s as the address of the webhook', async (address) => {
  const other = await startService({ vars: { ALARM_WEBHOOK_URL: address } });
  try {
    expect((await fetch(`${other.base}/v2/assets`)).status).toBe(503);
    expect((await other.logged()).join('\n')).toContain('ALARM_WEBHOOK_URL: must be an https address');
    expect((await other.logged()).join('\n')).not.toContain(address);
  } finally {
    await other.close();
  }
});

import { afterEach, describe, expect, test } from 'vitest';
import { startBus, type Bus } from '../../tools/azure/bus.ts';
import { serviceOn } from '../../tools/azure/clients.ts';
import { answered, DROP, HTML, LOSE } from '../../tools/azure/faults.ts';
import { telemetryRouted, twinChanged, unparseable } from '../../tools/azure/messages.ts';
import { sasOf, signatureOf } from '../../tools/azure/sas.ts';

const WRONG = Buffer.from('another key than the right one').toString('base64');

const open: Bus[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
});
async function busWith(options: Parameters<typeof startBus>[0] = {}): Promise<Bus> {
  const bus = await startBus(options);
  open.push(bus);
  return bus;
}

/** A token as the service creates it, or with other values. */
function tokenFor(
  bus: { host: string; key: string },
  {
    resource = `https://${bus.host}/`,
    secret = bus.key as Buffer | string,
    expiry = Math.floor(Date.now() / 1000) + 60,
  } = {},
): string {
  const sr = encodeURIComponent(resource);
  const sig = encodeURIComponent(signatureOf(secret, sr, expiry));
  return `SharedAccessSignature sr=${sr}&sig=${sig}&se=${expiry}&skn=RootManageSharedAccessKey`;
}

describe("the Service Bus emulator with Microsoft's client", () => {
  test('accepts and delivers complete messages', async () => {
    const bus = await busWith();
    const client = serviceOn(bus);
    const sent = {
      body: '{"level": "hoch ü"}',
      contentType: 'application/json',
      brokerProperties: { MessageId: 'message 1' },
      customProperties: { opType: 'updateTwin', 'iothub-message-schema': 'twinChangeNotification', count: 3, on: true },
    };
    expect(await client.send('devices', sent)).toBe(201);
    expect(bus.pending()).toHaveLength(1);
    const { value, status } = await client.receive('devices');
    expect(status).toBe(201);
    expect(value).toMatchObject({
      body: sent.body,
      contentType: 'application/json',
      location: expect.stringMatching(
        /^https:\/\/double\.servicebus\.windows\.net\/devices\/messages\/1\/[0-9a-f-]{36}$/,
      ),
      brokerProperties: { MessageId: 'message 1', SequenceNumber: 1, DeliveryCount: 1 },
      customProperties: {
        optype: 'updateTwin',
        'iothub-message-schema': 'twinChangeNotification',
        count: 3,
        on: true,
      },
    });
    expect([bus.pending(), bus.locked(), bus.completed()].map(({ length }) => length)).toEqual([0, 1, 0]);
    await expect(client.receive('devices')).rejects.toBe('No messages to receive');
    expect(await client.complete(value)).toBe(200);
    expect([bus.pending(), bus.locked(), bus.completed()].map(({ length }) => length)).toEqual([0, 0, 1]);
    await expect(client.complete(value)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('delivers messages of tests in the form that the client expects', async () => {
    const bus = await busWith();
    const client = serviceOn(bus);
    const about = { hub: 'double', deviceId: 'ü "quoted" device', time: '2025-01-01T00:00:00.000Z' };
    bus.send([twinChanged(about, 3, { tags: { site: 'A' } }), telemetryRouted(about, { temperature: 20 })]);
    const change = (await client.receive('devices')).value;
    expect(change.customProperties).toMatchObject({
      hubname: 'double',
      optype: 'updateTwin',
      'iothub-message-schema': 'twinChangeNotification',
    });
    expect(JSON.parse(change.body)).toEqual({ version: 3, tags: { site: 'A' } });
    const raw = await fetch(`http://${bus.host}/devices/messages/head?timeout=0`, {
      method: 'POST',
      headers: { authorization: tokenFor(bus) },
    });
    expect(JSON.parse(raw.headers.get('iothub-connection-device-id')!)).toBe(about.deviceId);
    expect([...raw.headers.get('iothub-connection-device-id')!].every((mark) => mark < '\u0080')).toBe(true);
    expect(raw.headers.get('location')).toMatch(new RegExp(`^http://${bus.host}/devices/messages/2/`));
  });

  test('unlocks and renews messages, and counts deliveries', async () => {
    const bus = await busWith();
    const client = serviceOn(bus);
    await client.send('devices', { body: 'a' });
    await client.send('devices', { body: 'b' });
    const first = (await client.receive('devices')).value;
    expect(await client.unlock(first)).toBe(200);
    await expect(client.unlock(first)).rejects.toMatchObject({ statusCode: 404 });
    const again = (await client.receive('devices')).value;
    expect(again).toMatchObject({ body: 'a', brokerProperties: { DeliveryCount: 2, SequenceNumber: 1 } });
    bus.advance(50_000);
    expect(await client.renew(again)).toBe(200);
    bus.advance(50_000);
    expect(await client.complete(again)).toBe(200);
    expect(bus.queue().deliveries.map(({ deliveryCount, outcome }) => [deliveryCount, outcome])).toEqual([
      [1, 'unlocked'],
      [2, 'completed'],
    ]);
  });

  test('redelivers a message whose lock expired, until it is a dead letter', async () => {
    const bus = await busWith({ maxDeliveries: 3 });
    const client = serviceOn(bus);
    await client.send('devices', { body: 'a' });
    const first = (await client.receive('devices')).value;
    bus.advance(61_000);
    for (const call of [client.complete, client.unlock, client.renew])
      await expect(call(first)).rejects.toMatchObject({ statusCode: 404 });
    expect((await client.receive('devices')).value.brokerProperties.DeliveryCount).toBe(2);
    bus.expireLocks();
    expect((await client.receive('devices')).value.brokerProperties.DeliveryCount).toBe(3);
    bus.expireLocks();
    await expect(client.receive('devices')).rejects.toBe('No messages to receive');
    expect([bus.pending().length, bus.locked().length]).toEqual([0, 0]);
    expect(bus.deadLetters().map(({ deliveryCount }) => deliveryCount)).toEqual([3]);
  });

  test('lets a receive wait for a message or an expired lock, up to its timeout', async () => {
    const bus = await busWith({ lockMs: 500 });
    const client = serviceOn(bus);
    const waiting = client.receive('devices', 30);
    await expect.poll(() => bus.requests.length).toBe(1);
    bus.send([{ body: 'late' }]);
    expect((await waiting).value.body).toBe('late');
    expect((await client.receive('devices', 30)).value.brokerProperties.DeliveryCount).toBe(2);
    const gone = new AbortController();
    const left = fetch(`http://${bus.host}/devices/messages/head?timeout=30`, {
      method: 'POST',
      headers: { authorization: tokenFor(bus) },
      signal: gone.signal,
    });
    bus.queue().complete('1', bus.locked()[0]!.lock!.token);
    await expect.poll(() => bus.requests.length).toBe(3);
    gone.abort();
    await expect(left).rejects.toThrow('aborted');
    await client.send('devices', { body: 'not for the one who left' });
    expect((await client.receive('devices')).value.brokerProperties.DeliveryCount).toBe(1);
  });

  test('delivers one message to each of several receives', async () => {
    const bus = await busWith();
    const client = serviceOn(bus);
    bus.send(Array.from({ length: 40 }, (_, i) => ({ body: String(i) })));
    const received = await Promise.all(Array.from({ length: 40 }, () => client.receive('devices')));
    expect(new Set(received.map(({ value }) => value.body)).size).toBe(40);
    await Promise.all(received.map(({ value }) => client.complete(value)));
    expect(bus.completed()).toHaveLength(40);
  });

  test('supports receive-and-delete, completion by MessageId, batches and several queues', async () => {
    const bus = await busWith({ queues: ['devices', 'Other'] });
    const client = serviceOn(bus);
    await client.send('other', {
      body: JSON.stringify([
        { Body: 'one', BrokerProperties: { MessageId: 'm1' }, UserProperties: { opType: 'x' } },
        { Body: 'two' },
      ]),
      contentType: 'application/vnd.microsoft.servicebus.json',
    });
    expect(
      bus
        .queue('OTHER')
        .pending()
        .map(({ body, messageId }) => [String(body), messageId.length]),
    ).toEqual([
      ['one', 2],
      ['two', 32],
    ]);
    const { value } = await client.receive('other');
    const byId = { ...value, location: value.location.replace('/messages/1/', '/messages/m1/') };
    expect(await client.complete(byId)).toBe(200);
    expect(await client.receive('other', 1, false)).toMatchObject({ status: 200, value: { body: 'two' } });
    expect(bus.queue('other').completed()).toHaveLength(2);
    expect(bus.deleteQueue('other')).toBe(true);
    await expect(client.receive('other')).rejects.toMatchObject({ statusCode: 404 });
    bus.createQueue('other');
    await expect(client.receive('other')).rejects.toBe('No messages to receive');
    const gone = serviceOn(await busWith({ queues: [], missing: 410 }));
    await expect(gone.receive('devices')).rejects.toMatchObject({ statusCode: 410 });
  });

  test('supports the sequence numbers of a partitioned queue, above Number.MAX_SAFE_INTEGER', async () => {
    const bus = await busWith({ firstSequenceNumber: 9_007_199_254_740_993n });
    const client = serviceOn(bus);
    await client.send('devices', { body: 'a' });
    const { value } = await client.receive('devices');
    expect(value.location).toContain('/messages/9007199254740993/');
    expect(String(value.brokerProperties.SequenceNumber)).toBe('9007199254740992');
    expect(await client.complete(value)).toBe(200);
  });

  test('rejects wrong and decoded keys, expired tokens, and other or upper-case resources', async () => {
    const bus = await busWith();
    const wrong = bus.cloudConnectionString.replace(/SharedAccessKey=.*/, `SharedAccessKey=${WRONG}`);
    const client = serviceOn({ port: bus.port, cloudConnectionString: wrong });
    await expect(client.receive('devices')).rejects.toMatchObject({ statusCode: 401 });
    await expect(client.send('devices', { body: 'a' })).rejects.toMatchObject({ statusCode: 401 });
    const receive = async (authorization: string) => {
      const path = `http://${bus.host}/devices/messages/head?timeout=0`;
      return (await fetch(path, { method: 'POST', headers: { authorization } })).status;
    };
    expect(await receive(tokenFor(bus))).toBe(204);
    expect(await receive(tokenFor(bus, { resource: `http://${bus.host}/devices` }))).toBe(204);
    expect(await receive(tokenFor(bus, { resource: `sb://${bus.host}/device` }))).toBe(401);
    expect(await receive(tokenFor(bus, { resource: `HTTPS://${bus.host}/` }))).toBe(401);
    expect(await receive(tokenFor(bus, { resource: 'https://other.servicebus.windows.net/' }))).toBe(401);
    expect(await receive(tokenFor(bus, { secret: Buffer.from(bus.key, 'base64') }))).toBe(401);
    expect(await receive(tokenFor(bus, { expiry: 1 }))).toBe(401);
    expect(await receive('')).toBe(401);
    expect(bus.requests.filter(({ status }) => status === 401)).toHaveLength(8);
  });

  test("verifies the signatures of Microsoft's client", async () => {
    const bus = await busWith();
    await serviceOn(bus).send('devices', { body: 'a' });
    const { sr, sig, se } = sasOf(bus.requests[0]!.headers.authorization)!;
    expect(sr).toBe(encodeURIComponent(decodeURIComponent(sr).toLowerCase()).toLowerCase());
    expect(decodeURIComponent(sig)).toBe(signatureOf(bus.key, sr, se));
  });

  test('injects faults', async () => {
    const bus = await busWith();
    const client = serviceOn(bus);
    bus.send([{ body: 'a' }]);
    bus.fail(answered(401), { on: 'receive' });
    await expect(client.receive('devices')).rejects.toMatchObject({ statusCode: 401 });
    bus.fail(answered(500));
    await expect(client.receive('devices')).rejects.toMatchObject({ statusCode: 500 });
    bus.fail(DROP);
    await expect(client.receive('devices')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(bus.pending()).toHaveLength(1);
    bus.fail(LOSE, { on: 'receive' });
    await expect(client.receive('devices')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(bus.locked()).toHaveLength(1);
    bus.expireLocks();
    const { value } = await client.receive('devices');
    bus.fail(LOSE, { on: 'complete' });
    await expect(client.complete(value)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(client.complete(value)).rejects.toMatchObject({ statusCode: 404 });
    expect(bus.completed()).toHaveLength(1);
    bus.fail(HTML, { times: 5 });
    bus.heal();
    await expect(client.receive('devices')).rejects.toBe('No messages to receive');
  });

  test('delivers each unparseable message', async () => {
    const bus = await busWith({ queues: ['junk'] });
    const client = serviceOn(bus);
    const junk = Object.values(unparseable({ hub: 'double', deviceId: 'd', time: '2025-01-01T00:00:00Z' }));
    bus.send(junk);
    for (const { body } of junk) {
      const { value } = await client.receive('junk');
      expect(value.body).toBe(String(body));
      await client.complete(value);
    }
    expect(bus.completed()).toHaveLength(junk.length);
  });
});

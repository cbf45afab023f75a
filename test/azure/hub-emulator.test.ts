import iothub from 'azure-iothub';
import { afterEach, describe, expect, test } from 'vitest';
import { pagesOf, registryOn } from '../../tools/azure/clients.ts';
import { fleet } from '../../tools/azure/devices.ts';
import { answered, DROP, EMPTY, FLOOD, HANG, HTML, redirected, throttled } from '../../tools/azure/faults.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { sasOf, signatureOf } from '../../tools/azure/sas.ts';
import { PATIENCE } from '../support/patience.ts';

const ALL = 'SELECT * FROM devices';
const WRONG = Buffer.from('another key than the right one').toString('base64');

const open: Hub[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((hub) => hub.close()));
});
async function hubWith(options: Parameters<typeof startHub>[0] = {}): Promise<Hub> {
  const hub = await startHub(options);
  open.push(hub);
  return hub;
}

describe("the IoT Hub emulator with Microsoft's client", () => {
  test('returns 2,500 devices in pages, each exactly once', async () => {
    const devices = fleet(2500);
    const hub = await hubWith({ devices });
    const { sizes, twins } = await pagesOf(registryOn(hub).createQuery(ALL, 100));
    expect(sizes).toEqual(Array.from({ length: 25 }, () => 100));
    expect(twins).toEqual(devices);
    expect(new Set(devices.map(({ deviceId }) => deviceId)).size).toBe(2500);
    expect(hub.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual(
      Array.from({ length: 25 }, () => 'query 200'),
    );
    expect(fleet(2500)).toEqual(devices);
  });

  test('respects the requested page size and its own limit', async () => {
    const hub = await hubWith({ devices: fleet(25), pageSize: 10 });
    expect((await pagesOf(registryOn(hub).createQuery(ALL, 4))).sizes).toEqual([4, 4, 4, 4, 4, 4, 1]);
    expect((await pagesOf(registryOn(hub).createQuery(ALL, 1000))).sizes).toEqual([10, 10, 5]);
    expect((await pagesOf(registryOn(hub).createQuery(ALL))).sizes).toEqual([10, 10, 5]);
    hub.devices = [];
    expect((await pagesOf(registryOn(hub).createQuery(ALL))).sizes).toEqual([0]);
  });

  test('returns twins that the client accepts', async () => {
    const hub = await hubWith({ devices: fleet(3) });
    const { result } = await registryOn(hub).createQuery(ALL).nextAsTwin();
    expect(result.map(({ deviceId, properties }) => [deviceId, properties.reported['$version']])).toEqual([
      ['device-00000', 1],
      ['device-00001', 1],
      ['device-00002', 1],
    ]);
  });

  test('resumes from a continuation token in another client, as after a crash', async () => {
    const hub = await hubWith({ devices: fleet(30) });
    const first = registryOn(hub).createQuery(ALL, 20);
    await first.next();
    const second = registryOn(hub).createQuery(ALL, 20);
    const { result } = await second.next(first.continuationToken);
    expect(result.map(({ deviceId }: { deviceId: string }) => deviceId)).toEqual(
      fleet(10, 20).map(({ deviceId }) => deviceId),
    );
    expect(second.hasMoreResults).toBe(false);
    await expect(registryOn(hub).createQuery(ALL, 20).next('no token')).rejects.toThrow('Invalid continuation token');
  });

  test('returns an empty page with a token, and then the next page', async () => {
    const hub = await hubWith({ devices: fleet(30) });
    hub.fail(EMPTY, { after: 1 });
    expect((await pagesOf(registryOn(hub).createQuery(ALL, 20))).sizes).toEqual([20, 0, 10]);
  });

  test('injects faults as errors that the client recognizes', async () => {
    const hub = await hubWith({ devices: fleet(3) });
    const query = () => registryOn(hub).createQuery(ALL).next();
    hub.fail(throttled(7), { times: 2 });
    const throttling = await query().catch((error: unknown) => error);
    expect(throttling).toMatchObject({ name: 'ThrottlingError', response: { headers: { 'retry-after': '7' } } });
    await expect(query()).rejects.toMatchObject({ name: 'ThrottlingError' });
    hub.fail(answered(500, { Message: 'ErrorCode:ServerError;An internal error occurred' }));
    await expect(query()).rejects.toMatchObject({ name: 'InternalServerError' });
    hub.fail(answered(403));
    await expect(query()).rejects.toMatchObject({ name: 'TooManyDevicesError' });
    hub.fail(HTML);
    expect((await query()).result).toBe('');
    hub.fail(DROP);
    await expect(query()).rejects.toThrow('socket hang up');
    hub.fail(redirected('http://127.0.0.1:1/'));
    await expect(query()).rejects.toMatchObject({ response: { statusCode: 302 } });
    expect((await query()).result).toHaveLength(3);
    expect(hub.requests.map(({ fault, status }) => [fault, status])).toEqual([
      ['answer', 429],
      ['answer', 429],
      ['answer', 500],
      ['answer', 403],
      ['answer', 200],
      ['drop', undefined],
      ['answer', 302],
      [undefined, 200],
    ]);
  });

  test('can leave a request without a response, or never end a response', async () => {
    const hub = await hubWith();
    const post = (within: number) =>
      fetch(`http://${hub.host}/devices/query?api-version=2021-04-12`, {
        method: 'POST',
        signal: AbortSignal.timeout(within),
      });
    hub.fail(HANG);
    await expect(post(300)).rejects.toThrow('timeout');
    hub.fail(FLOOD);
    const { status, body } = await post(PATIENCE);
    expect(status).toBe(200);
    const reader = body!.getReader();
    let bytes = 0;
    while (bytes < 1e6) bytes += (await reader.read()).value!.length;
    await reader.cancel();
  });

  test('rejects wrong keys, expired tokens, tokens of other hubs, and other queries', async () => {
    const hub = await hubWith({ devices: fleet(3) });
    const wrong = hub.cloudConnectionString.replace(/SharedAccessKey=.*/, `SharedAccessKey=${WRONG}`);
    const query = (cloudConnectionString: string, sql = ALL) =>
      registryOn({ port: hub.port, cloudConnectionString }).createQuery(sql).next();
    await expect(query(wrong)).rejects.toMatchObject({ name: 'UnauthorizedError' });
    const stranger = hub.cloudConnectionString.replace('iothubowner', 'device');
    await expect(query(stranger)).rejects.toMatchObject({ name: 'UnauthorizedError' });
    const elsewhere = hub.cloudConnectionString.replace(hub.cloudHost, 'other.azure-devices.net');
    await expect(query(elsewhere)).rejects.toMatchObject({ name: 'UnauthorizedError' });
    await expect(query(hub.cloudConnectionString, 'SELECT * FROM jobs')).rejects.toMatchObject({
      name: 'ArgumentError',
    });
    const post = (authorization: string) =>
      fetch(`http://${hub.host}/devices/query?api-version=2021-04-12`, {
        method: 'POST',
        headers: { authorization },
        body: JSON.stringify({ query: ALL }),
      });
    const token = (host: string, expiry: number) =>
      String(iothub.SharedAccessSignature.create(host, 'iothubowner', hub.key, expiry));
    const soon = Math.floor(Date.now() / 1000) + 60;
    expect((await post(token(encodeURIComponent(hub.host), soon))).status).toBe(200);
    expect((await post(token('other.azure-devices.net', soon))).status).toBe(401);
    expect((await post(token(hub.cloudHost, soon - 120))).status).toBe(401);
    expect((await post('SharedAccessSignature sr=%&sig=%&se=1&skn=%')).status).toBe(401);
    expect((await post('')).status).toBe(401);
    hub.key = WRONG;
    expect((await post(token(hub.cloudHost, soon))).status).toBe(200);
  });

  test("creates the same signatures as Microsoft's client", async () => {
    const hub = await hubWith();
    const expiry = 1_900_000_000;
    const token = iothub.SharedAccessSignature.create(encodeURIComponent(hub.host), 'iothubowner', hub.key, expiry);
    const { sr, sig, se, skn } = sasOf(String(token))!;
    expect({ se, skn }).toEqual({ se: String(expiry), skn: 'iothubowner' });
    const signature = signatureOf(Buffer.from(hub.key, 'base64'), sr, se);
    expect(sig.toLowerCase()).toBe(encodeURIComponent(signature).toLowerCase());
  });
});

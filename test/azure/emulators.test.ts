import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pagesOf, registryOn, serviceOn } from '../../tools/azure/clients.ts';
import { trafficOf } from '../../tools/azure/traffic.ts';

describe('generated traffic', () => {
  const OPTIONS = {
    seed: 8,
    hub: 'double',
    devices: 50,
    changes: 3000,
    duplicates: 0.1,
    late: 20,
    telemetry: 0.1,
    junk: 0.05,
    deletions: 0.005,
  };
  const schemaOf = ({ sent }: ReturnType<typeof trafficOf>) =>
    new Set(sent.flatMap(({ message, noise }) => (noise ? [] : [message.contentType])));

  test('is deterministic, and reports each change', () => {
    const traffic = trafficOf(OPTIONS);
    expect(trafficOf(OPTIONS)).toEqual(traffic);
    expect(trafficOf({ ...OPTIONS, seed: 9 })).not.toEqual(traffic);
    expect(traffic.changes).toHaveLength(3000);
    expect(new Set(traffic.sent.flatMap(({ reports }) => reports))).toEqual(new Set(traffic.changes));
    expect(new Set(traffic.changes.map(({ opType }) => opType))).toEqual(
      new Set(['createDeviceIdentity', 'deleteDeviceIdentity', 'deviceConnected', 'deviceDisconnected', 'updateTwin']),
    );
    expect(schemaOf(traffic)).toEqual(
      new Set([
        'application/json; charset=utf-8',
        'application/cloudevents+json; charset=utf-8',
        'application/cloudevents-batch+json; charset=utf-8',
      ]),
    );
  });

  test('has duplicates of both kinds, late messages and noise', () => {
    const { sent } = trafficOf(OPTIONS);
    const ids = sent.map(({ message }) => message.messageId);
    const reported = sent.flatMap(({ reports }) => reports);
    const repeated = ids.length - new Set(ids).size;
    expect(repeated).toBeGreaterThan(50);
    expect(reported.length - new Set(reported).size).toBeGreaterThan(repeated);
    expect(reported.some(({ time }, i) => i > 0 && time < reported[i - 1]!.time)).toBe(true);
    expect(sent.filter(({ noise }) => noise === 'telemetry').length).toBeGreaterThan(100);
    expect(sent.filter(({ noise }) => noise === 'unparseable').length).toBeGreaterThan(50);
    const inOrder = trafficOf({ seed: 8, hub: 'double', devices: 5, changes: 200 });
    expect(inOrder.sent.flatMap(({ reports }) => reports)).toEqual(inOrder.changes);
  });
});

test('npm run azure-emulators starts both emulators, prints the settings, and stops on a signal', async () => {
  const args = [join(import.meta.dirname, '../../tools/azure/run.ts'), '--hub-port=0', '--bus-port=0', '--every=0'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  try {
    await expect.poll(() => output).toContain('Press Enter');
    const [, hubPort, busPort] = /AZURE_ALLOWED_HOSTS=127\.0\.0\.1:(\d+),127\.0\.0\.1:(\d+)/.exec(output)!;
    const cloudOf = (name: string, text: string) =>
      new RegExp(`${name}.*`)
        .exec(text)![0]
        .replace(
          /127\.0\.0\.1:\d+/,
          name === 'HostName' ? 'double.azure-devices.net' : 'double.servicebus.windows.net',
        );
    const registry = registryOn({ port: Number(hubPort), cloudConnectionString: cloudOf('HostName', output) });
    expect((await pagesOf(registry.createQuery('SELECT * FROM devices'))).twins).toHaveLength(5);
    child.stdin.write('\n');
    const client = serviceOn({ port: Number(busPort), cloudConnectionString: cloudOf('Endpoint', output) });
    expect((await client.receive('devices', 10)).value.customProperties).toMatchObject({ optype: 'updateTwin' });
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

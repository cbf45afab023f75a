/**
 * Emulates an IoT hub and a Service Bus namespace on this machine, to try imports and sources without an Azure account:
 * npm run azure-emulators [-- --hub-port 7071 --bus-port 7072 --every 5].
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startBus } from './bus.ts';
import { etagOf, fleet, versioned, type Twin } from './devices.ts';
import { startHub } from './hub.ts';
import { twinChanged } from './messages.ts';

const { values } = parseArgs({
  options: {
    'hub-port': { type: 'string', default: '7071' },
    'bus-port': { type: 'string', default: '7072' },
    /** Seconds between changes of twins. 0: changes only on Enter. */
    every: { type: 'string', default: '5' },
  },
});

const hub = await startHub({ devices: fleet(5, 1), port: Number(values['hub-port']) });
const bus = await startBus({ queues: ['devices'], port: Number(values['bus-port']) });

const devices = hub.devices.length;
console.log(`Emulating an IoT hub with ${devices} devices and a Service Bus namespace with the queue 'devices'.

Setting that lets the service reach them (an option of npm start, or a line in settings.env of its state directory):
  --var AZURE_ALLOWED_HOSTS=${hub.host},${bus.host}

"secret" of an import (POST /v2/iothubgdr):
  ${hub.connectionString}

"connection_string" of a source (POST /v1/svcbussources), with "queue_name" devices:
  ${bus.connectionString}

Press Enter to change a device. Press Ctrl-C to stop.
`);

let changes = 0;

function changed(twin: Twin, time: string): { twin: Twin; reported: { temperature: number } } {
  const version = twin.version + 1;
  const reported = { temperature: 20 + (changes % 10) };
  const properties = {
    ...twin.properties,
    reported: versioned({ ...twin.properties.reported, ...reported }, version, time),
  };
  return { twin: { ...twin, version, etag: etagOf(version), properties }, reported };
}

function change(): void {
  const index = changes % hub.devices.length;
  const time = new Date().toISOString();
  const { twin, reported } = changed(hub.devices[index]!, time);
  hub.devices[index] = twin;
  changes++;
  bus.send([twinChanged({ hub: hub.host, deviceId: twin.deviceId, time }, twin.version, { reported })]);
  console.log(
    `${twin.deviceId}: temperature ${reported.temperature}, version ${twin.version}; ` +
      `${bus.pending().length} messages pending, ${bus.completed().length} completed`,
  );
}

const seconds = Number(values.every);
if (seconds > 0) setInterval(change, seconds * 1000);
createInterface({ input: process.stdin }).on('line', change);

async function end(): Promise<void> {
  await Promise.all([hub.close(), bus.close()]);
  process.exit();
}
process.once('SIGINT', () => void end());
process.once('SIGTERM', () => void end());

// `node launcher.ts OPTIONS`: the local service as `npm start` runs it, with other rate limits.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle } from '../../../apps/server/build/bundle.ts';
import { startLocalService } from '../../../apps/server/service.ts';
import type { ServiceRecord } from '../../../apps/server/state/directory.ts';
import type { HostOptions, HostReady } from '../server.ts';
import { announce } from './announce.ts';
import { withoutLogs as substituted } from './without-logs.ts';

const { state, port, settings, limits, withoutLogs } = JSON.parse(process.argv[2]!) as HostOptions;
const service = await startLocalService({
  state,
  host: '127.0.0.1',
  port,
  origin: `http://127.0.0.1:${port}`,
  trustedProxies: [],
  settings,
  disk: { warnMb: 500, minMb: 64 },
  log: { maxMb: 20, files: 5 },
  mailFiles: 1000,
  // Parts of the bench write histories only to the database, without ledger objects.
  acceptRestored: true,
  limits,
  progress: () => undefined,
  bundle: async () => (withoutLogs ? substituted(await bundle(), join(state, 'worker.js')) : bundle()),
});
const { control } = JSON.parse(readFileSync(service.paths.service, 'utf8')) as ServiceRecord;
const ready: HostReady = { url: service.address, control: join(dirname(control!), 'control.sock:0') };
announce(ready, service.stop);

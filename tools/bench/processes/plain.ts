// `node plain.ts OPTIONS`: the bundle and the options of `npm start` on Miniflare alone, at the socket of Miniflare.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { bundle } from '../../../apps/server/build/bundle.ts';
import { miniflareOptions, WORKERD_V8_FLAGS } from '../../../apps/server/workerd/runtime.ts';
import { DEFAULTS } from '../../../apps/server/launcher.ts';
import { ensureSecrets } from '../../../apps/server/state/secrets.ts';
import { makeStateDirectory, statePaths } from '../../../apps/server/state/directory.ts';
import { prepareWorker } from '../../../apps/server/worker-control.ts';
import type { HostOptions, HostReady } from '../server.ts';
import { countingModules } from '../counting/modules.ts';
import { announce } from './announce.ts';
import { withoutLogs as substituted } from './without-logs.ts';

const { state, port, settings, limits, inspected, counted, withoutLogs } = JSON.parse(process.argv[2]!) as HostOptions;
const paths = statePaths(state);
makeStateDirectory(state);
const sockets = mkdtempSync(join(tmpdir(), 'bench-plain-'));
const origin = `http://127.0.0.1:${port}`;
const product = await bundle();
const built = withoutLogs ? substituted(product, join(sockets, 'worker.js')) : product;
const options = miniflareOptions(
  {
    bundle: built,
    persist: join(paths.data, 'v3'),
    env: { ...DEFAULTS, ...ensureSecrets(paths), ...settings, ORIGIN: origin },
    limits,
    inspector: inspected,
    // Costs are those of Cloudflare.
    database: counted ? 'd1' : 'cell',
    // The log lines are written, as in production, and not read.
    onLog: () => undefined,
    onMail: async () => '',
  },
  sockets,
);
if (counted) {
  const modules = await countingModules(readFileSync(built.script, 'utf8'));
  Object.assign(manifestOf(options), { mainModule: Object.keys(modules)[0], modules });
}
process.env['MINIFLARE_WORKERD_V8_FLAGS'] = WORKERD_V8_FLAGS;
const miniflare = new Miniflare({ ...options, port });
await miniflare.ready;
const control = join(sockets, 'control.sock:0');
await prepareWorker({ sockets: () => ({ control }) }, paths);
const ready: HostReady = {
  url: origin,
  control,
  ...(inspected ? { inspector: (await miniflare.getInspectorURL()).href } : {}),
};
announce(ready, async () => {
  await miniflare.dispose();
  rmSync(sockets, { recursive: true, force: true });
});

/** The modules of the only Worker. */
function manifestOf({ workers }: MiniflareOptions): object {
  return (workers as unknown as [{ config: { manifest: object } }])[0].config.manifest;
}

// `node floor.ts OPTIONS`: the floor Worker (../floor.ts) on Miniflare alone.
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { Miniflare } from 'miniflare';
import type { HostOptions, HostReady } from '../server.ts';
import { announce } from './announce.ts';
import { workerOptions } from './worker.ts';

const { state, port } = JSON.parse(process.argv[2]!) as HostOptions;
const built = await esbuild.build({
  entryPoints: [join(import.meta.dirname, '../floor.ts')],
  bundle: true,
  format: 'esm',
  target: 'es2024',
  write: false,
});
const bindings = { DB: { type: 'd1', id: 'floor' }, BLOBS: { type: 'r2', name: 'floor' } };
const miniflare = new Miniflare({
  ...workerOptions('floor', built.outputFiles[0]!.text, bindings),
  port,
  resourcePersistencePath: state,
});
const url = await miniflare.ready;
await (await miniflare.getD1Database('DB')).exec('CREATE TABLE floor (id INTEGER PRIMARY KEY, body TEXT)');
announce({ url: url.origin, control: '' } satisfies HostReady, () => miniflare.dispose());

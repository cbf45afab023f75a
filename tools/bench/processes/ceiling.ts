// `node ceiling.ts OPTIONS`: the Worker of the ceiling (../ceiling.ts) on Miniflare alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { PROJECT_DIR } from '../../../apps/server/build/bundle.ts';
import { TENANT } from '../ceiling-tenant.ts';
import { EVENT } from '../operations.ts';
import type { HostOptions, HostReady } from '../server.ts';
import { announce } from './announce.ts';

const { state, port } = JSON.parse(process.argv[2]!) as HostOptions;
const built = await esbuild.build({
  entryPoints: [join(import.meta.dirname, '../ceiling.ts')],
  bundle: true,
  format: 'esm',
  target: 'es2024',
  external: ['cloudflare:workers'],
  write: false,
});
const miniflare = new Miniflare({
  ...convertV4MiniflareOptions({
    modules: true,
    script: built.outputFiles[0]!.text,
    compatibilityDate: '2026-10-01',
    d1Databases: { DB: 'ceiling' },
    durableObjects: {
      ASSET: { className: 'Asset', useSQLite: true },
      WRITER: { className: 'Writer', useSQLite: true },
      LOG: { className: 'Log', useSQLite: true },
    },
    cf: false,
    logRequests: false,
  }),
  port,
  resourcePersistencePath: state,
});
const url = await miniflare.ready;
const db = await miniflare.getD1Database('DB');
const migrations = join(PROJECT_DIR, 'migrations');
for (const file of readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .toSorted())
  for (const statement of readFileSync(join(migrations, file), 'utf8').split('--> statement-breakpoint'))
    await db.prepare(statement).run();
await db
  .prepare(
    `INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, first_application, created_us)
    VALUES (?, 'Bench', '0x', '04', '', 1)`,
  )
  .bind(TENANT)
  .run();
await db.prepare('CREATE TABLE page (id INTEGER PRIMARY KEY, json TEXT)').run();
// An event of the API with these attributes has about 1,000 characters.
const event = JSON.stringify({ ...EVENT, padding: ''.padEnd(850, 'x') });
await db.batch(Array.from({ length: 100 }, () => db.prepare('INSERT INTO page (json) VALUES (?)').bind(event)));
announce({ url: url.origin, control: '' } satisfies HostReady, () => miniflare.dispose());

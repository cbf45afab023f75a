// Builds the files for browsers into .build/site. wrangler runs this before it bundles the Worker (`[build]` in
// wrangler.toml), with its own version of Node.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../server/build/site.mjs';

const out = fileURLToPath(new URL('../../.build/site', import.meta.url));
if (process.argv.includes('--clean')) rmSync(out, { recursive: true, force: true });
await buildSite(out);

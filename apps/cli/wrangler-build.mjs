// wrangler runs this before it bundles the Worker (`[build]` in wrangler.toml), with its own version of Node. It
// prepares `wrangler dev`, which reads `.dev.vars` later, and builds the files for browsers into .build/site.
import { fileURLToPath } from 'node:url';
import { buildSite } from '../server/build/site.mjs';
import { launch } from './launch.mjs';

if (process.env.WRANGLER_COMMAND === 'dev') await launch('dev-setup', []);
await buildSite(fileURLToPath(new URL('../../.build/site', import.meta.url)));

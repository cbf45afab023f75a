// wrangler runs this before it reads `.dev.vars` (`[build]` in wrangler.toml), for every command that bundles the
// Worker. Only `wrangler dev` needs the set-up.
import { launch } from './launch.mjs';

if (process.env.WRANGLER_COMMAND === 'dev') await launch(() => import('./commands/dev-setup.ts'));

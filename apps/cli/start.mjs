import module from 'node:module';
import { join } from 'node:path';
import { CACHE_DIR } from '../server/build/cache.mjs';
import { launch } from './launch.mjs';

// Later starts load compiled code without the TypeScript compiler, which saves time and memory. Old versions of Node do
// not have this function.
module.enableCompileCache?.(join(CACHE_DIR, 'compiled'));

// Node has read the certificates that this variable names. Miniflare would read them when it is loaded, and list each
// in its configuration, which takes 0.7 s for 140 and applies to some requests only.
// apps/server/workerd/certificates.ts passes them to workerd instead.
delete process.env.NODE_EXTRA_CA_CERTS;

await launch('start', process.argv.slice(2));

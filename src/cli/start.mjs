import module from 'node:module';
import { join } from 'node:path';
import { CACHE_DIR } from '../local/build/cache.mjs';
import { launch } from './launch.mjs';

// Later starts load compiled code without the TypeScript compiler, which saves time and memory. Old versions of Node do
// not have this function.
module.enableCompileCache?.(join(CACHE_DIR, 'compiled'));

await launch(() => import('./start.ts'), 'start');

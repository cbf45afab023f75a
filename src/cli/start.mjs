import module from 'node:module';
import { join } from 'node:path';
import { CACHE_DIR } from '../local/cache.mjs';
import { launch } from './launch.mjs';

// Later starts load compiled code, and no compiler of TypeScript: less time and less memory. Old versions of Node lack it.
module.enableCompileCache?.(join(CACHE_DIR, 'compiled'));

await launch(() => import('./start.ts'), 'start');

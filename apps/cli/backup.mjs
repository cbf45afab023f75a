import { launch } from './launch.mjs';

await launch(() => import('./backup.ts'), 'backup');

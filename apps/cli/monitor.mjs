import { launch } from './launch.mjs';

await launch(() => import('./monitor.ts'), 'monitor');

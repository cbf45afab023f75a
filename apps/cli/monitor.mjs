import { launch } from './launch.mjs';

await launch(() => import('./commands/monitor.ts'), 'monitor');

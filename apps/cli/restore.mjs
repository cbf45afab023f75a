import { launch } from './launch.mjs';

await launch(() => import('./restore.ts'), 'restore');

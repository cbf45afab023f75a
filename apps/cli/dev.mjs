import { launch } from './launch.mjs';

await launch(() => import('./dev.ts'), 'dev');

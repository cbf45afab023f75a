import { launch } from './launch.mjs';

await launch(() => import('./commands/dev.ts'), 'dev');

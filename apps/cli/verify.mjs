import { launch } from './launch.mjs';

await launch(() => import('./commands/verify.ts'), 'verify');

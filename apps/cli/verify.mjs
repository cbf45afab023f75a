import { launch } from './launch.mjs';

await launch(() => import('./verify.ts'), 'verify');

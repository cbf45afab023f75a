import { launch } from './launch.mjs';

await launch(() => import('./witness.ts'), 'witness');

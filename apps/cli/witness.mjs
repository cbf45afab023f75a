import { launch } from './launch.mjs';

await launch(() => import('./commands/witness.ts'), 'witness');

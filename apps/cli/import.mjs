import { launch } from './launch.mjs';

await launch(() => import('./import.ts'), 'import');

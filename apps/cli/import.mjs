import { launch } from './launch.mjs';

await launch(() => import('./commands/import.ts'), 'import');

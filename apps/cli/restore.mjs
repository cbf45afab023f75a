import { launch } from './launch.mjs';

await launch(() => import('./commands/restore.ts'), 'restore');

import { launch } from './launch.mjs';

await launch(() => import('./commands/backup.ts'), 'backup');

import { launch } from './launch.mjs';

await launch(() => import('./commands/fsck.ts'), 'fsck');

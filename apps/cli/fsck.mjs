import { launch } from './launch.mjs';

await launch(() => import('./fsck.ts'), 'fsck');

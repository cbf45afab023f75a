import { launch } from './launch.mjs';

await launch(() => import('./commands/tenant.ts'), 'tenant');

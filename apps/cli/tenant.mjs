import { launch } from './launch.mjs';

await launch(() => import('./tenant.ts'), 'tenant');

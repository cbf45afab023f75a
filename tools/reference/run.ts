/** Writes the generated pages of docs/api: `npm run reference`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES, pages } from './pages.ts';

for (const [name, page] of Object.entries(pages)) writeFileSync(join(PAGES, name), page());

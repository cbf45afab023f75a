import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGES, pages } from '../../tools/reference/pages.ts';

test.each(Object.entries(pages))('docs/api/%s is current: `npm run reference` writes it', (name, page) => {
  expect(readFileSync(join(PAGES, name), 'utf8')).toBe(page());
});

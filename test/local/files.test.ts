import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOutside } from '../../apps/server/state/files.ts';

const root = mkdtempSync(join(tmpdir(), 'files-'));

beforeAll(() => {
  mkdirSync(join(root, 'state', 'data'), { recursive: true });
  symlinkSync(join(root, 'state'), join(root, 'link'));
});

afterAll(() => rmSync(root, { recursive: true }));

it.each([
  ['backup', true],
  ['state-2', true],
  ['..', true],
  ['state', false],
  ['state/new/inner', false],
  ['link', false],
  ['link/data/inner', false],
])('isOutside for %s is %s', (path, outside) => {
  expect(isOutside(join(root, path), join(root, 'state'))).toBe(outside);
});

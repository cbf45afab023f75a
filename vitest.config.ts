import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Files that replace modules, load them anew, or set the environment of their process: each has its own process. */
const OWN_PROCESS = /^test\/(cli\/|local\/|ledger\/pool|security\/keys)/;
/** All files, or with TEST_SIZE those that can do more than they do without it (test/support/size.ts). */
const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => process.env['TEST_SIZE'] === undefined || readFileSync(file, 'utf8').includes('support/size.ts'));

const common = {
  setupFiles: ['test/support/shown.ts'],
  // Bounds for what hangs, not measures: a busy machine must not fail a test.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    maxWorkers: 2,
    silent: 'passed-only',
    projects: [
      { test: { ...common, name: 'own', include: FILES.filter((file) => OWN_PROCESS.test(file)) } },
      // Files that run in one process after another share its modules, and a service where they need no other.
      {
        test: {
          ...common,
          name: 'shared',
          include: FILES.filter((file) => !OWN_PROCESS.test(file)),
          isolate: false,
        },
      },
    ],
  },
});

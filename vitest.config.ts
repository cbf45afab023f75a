import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mock or reload modules or change the environment of their process: each has its own process. */
const OWN_PROCESS = /^test\/(cli\/|local\/|ledger\/pool|security\/keys)/;
/** Whether only the long suites run: files named `*.long.test.ts`, and those that have several sizes (test/support/size.ts). */
const LONG = process.env['TEST_SIZE'] !== undefined;
const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    file.endsWith('.long.test.ts') ? LONG : !LONG || readFileSync(file, 'utf8').includes('support/size.ts'),
  );

/** The slowest files that share a process. */
const SLOWEST = ['access/policies', 'devices/importcrash', 'fuzz/fuzz', 'security/isolation', 'access/visibility'];

/**
 * Files with a process of their own come first, since a shared process ends when one of them is next; then the slowest,
 * since a file that starts last would run alone at the end.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      if (project.config.isolate) return 0;
      return SLOWEST.some((name) => moduleId.endsWith(`/test/${name}.test.ts`)) ? 1 : 2;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

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
    // One more than two cores: some tests wait for windows and timers.
    maxWorkers: 3,
    silent: 'passed-only',
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { ...common, name: 'own', include: FILES.filter((file) => OWN_PROCESS.test(file)) } },
      // Files that run in the same process share its modules and, through `sharedService`, a service.
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

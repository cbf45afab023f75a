import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PATIENCE } from './test/support/patience.ts';

/**
 * Files that run in a separate process, because they mock or reload modules or change the environment, or because their
 * large buffers make a process with many objects collect its garbage often.
 */
const OWN_PROCESS = /^test\/(cli\/|local\/|ledger\/pool|security\/keys|proof\/export)/;
/** Files of these directories that do nothing of this. The start of a process would take as long as their tests. */
const PURE = [
  /^test\/cli\/(import|monitor)\/[\w-]+\.test/,
  /^test\/cli\/(terminal|welcome)\.test/,
  /^test\/local\/(backoff|bodies|clock-watch|compaction|compression|credentials|files|logs|mail)\.test/,
  /^test\/local\/(outline|proxy-headers|rate-limit|rounds|secrets|shares|smtp)\.test/,
];
const hasOwnProcess = (file: string): boolean => OWN_PROCESS.test(file) && !PURE.some((pattern) => pattern.test(file));
/**
 * Files that run on the D1 of the local runtime as well, which `npm run dev` and, in production, Cloudflare use. All
 * others run only on the database of `npm start`, unless ALL_ON_D1 is set.
 */
const ON_D1 = process.env['ALL_ON_D1'] ? /./ : /^test\/resources\/(access-policies|assets|batch|events|search)\.test/;
/** Files that run on a deployment with several cells as well. */
const ON_CELLS = /^test\/resources\/(assets|batch|events)\.test/;
/** Whether only the long tests run: files named `*.long.test.ts`, and those whose tests have several sizes. */
const LONG = process.env['TEST_SIZE'] !== undefined;
/** Whether the long tests run next, as in .ci/run: they have the tests with several sizes, in a larger one. */
const LONG_FOLLOW = process.env['LONG_TESTS_FOLLOW'] === 'true';
/** Whether tests of a file have several sizes: test/support/size.ts, also of journeys. */
const hasSizes = (file: string): boolean => /support\/(size|journey)\.ts'/.test(readFileSync(file, 'utf8'));
const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => {
    if (file.endsWith('.long.test.ts')) return LONG;
    return LONG ? hasSizes(file) : !LONG_FOLLOW || !hasSizes(file);
  });

/** The slowest files: `drill.long` mostly waits, so it runs beside others as long as possible. */
const SLOWEST = [
  'local/drill.long',
  'access/policies.long',
  'access/search.long',
  'fuzz/fuzz.long',
  'security/isolation',
];

/**
 * Runs files with a separate process first, because a shared process ends when one of them is next, and of each kind
 * the slowest files first, because a slow file that starts last would run alone at the end.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const isSlow = SLOWEST.some((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return (project.config.isolate ? 0 : 2) + (isSlow ? 0 : 1);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Starts of Miniflare allocate and free buffers of some megabytes: reusing their memory instead of returning it to the
// system saved 4 % of the CPU time in eight runs that varied by more. The processes that run the tests inherit this.
process.env['MALLOC_MMAP_THRESHOLD_'] ??= String(64 * 2 ** 20);
process.env['MALLOC_TRIM_THRESHOLD_'] ??= String(2 ** 28);

const common = {
  setupFiles: ['test/support/connections.ts', 'test/support/shown.ts', 'test/support/alarms-seen.ts'],
  // High limits that only end tests that hang: a test must not fail on a busy machine.
  testTimeout: 3 * PATIENCE,
  hookTimeout: 3 * PATIENCE,
  expect: { poll: { timeout: PATIENCE } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    // More than the two cores of CI: many tests wait for windows, timers and restarts. The long tests wait less: eight of their
    // files took 151 s with three workers, 174 s with four, and 150 s with two.
    maxWorkers: LONG ? 3 : 4,
    execArgv: [
      // Fewer collections of garbage: a tenth of the CPU time of these processes.
      '--min-semi-space-size=16',
      '--max-semi-space-size=64',
      '--expose-gc',
      `--import=${import.meta.resolve('./test/support/miniflare-hook.mjs')}`,
    ],
    silent: 'passed-only',
    sequence: { sequencer: SlowestFirst },
    projects: [
      { test: { ...common, name: 'own', include: FILES.filter((file) => hasOwnProcess(file)) } },
      // These files share a process, its modules and, with `sharedService`, a service.
      {
        test: {
          ...common,
          name: 'shared',
          include: FILES.filter((file) => !hasOwnProcess(file)),
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'd1',
          include: FILES.filter((file) => ON_D1.test(file)),
          isolate: false,
          env: { TEST_ON: 'd1' },
        },
      },
      {
        test: {
          ...common,
          name: 'cells',
          include: FILES.filter((file) => ON_CELLS.test(file)),
          isolate: false,
          env: { TEST_ON: 'cells' },
        },
      },
    ],
  },
});

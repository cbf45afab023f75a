import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, expect, type RunnerTestCase, type RunnerTestSuite, vi } from 'vitest';
import { isTitle, readEndpoints, unshown, type Call, type Named } from './endpoints.ts';

/**
 * Runs before every test file. Checks that its tests make the requests that `test/endpoints.md` attributes to them.
 * Skips files that the page does not name, and titles of which a test did not run or did not pass.
 */
const file = relative(join(import.meta.dirname, '..'), expect.getState().testPath!);
const rows = readEndpoints().filter(({ works, refuses }) => [works.file, refuses.file].includes(file));

const testsOf = ({ tasks }: Pick<RunnerTestSuite, 'tasks'>): RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));

type Exchange = {
  request: { method: string; path: string };
  response: { statusCode: number };
};

if (rows.length > 0) {
  const calls: Call[] = [];
  let running: RunnerTestCase | undefined;
  beforeEach(({ task }) => {
    running = task;
  });
  // The diagnostics channels of fetch and node:http, for every response.
  const channels = ['undici:request:headers', 'http.client.response.finish'];
  const note = (message: unknown): void => {
    const { request, response } = message as Exchange;
    if (running !== undefined)
      calls.push({ title: running.name, method: request.method, path: request.path, status: response.statusCode });
  };
  for (const channel of channels) subscribe(channel, note);
  afterAll(() => {
    for (const channel of channels) unsubscribe(channel, note);
    const tests = running ? testsOf(running.file) : [];
    const passed = ({ title }: Named): boolean =>
      tests.filter(({ name }) => isTitle(title, name)).every(({ result }) => result?.state === 'pass');
    const missing = unshown(rows, file, calls, passed);
    if (missing.length > 0)
      throw new Error(`test/endpoints.md names tests that do not make these requests:\n${missing.join('\n')}`);
  });
}

// The next file may run in the same process.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

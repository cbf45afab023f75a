import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { whenRaised, type AlarmName } from '../../src/platform/alarms.ts';
import { ALARM_TESTS, seeAlarm, seenAlarms } from './alarms.ts';
import { isTitle } from './endpoints.ts';
import { PATIENCE } from './patience.ts';

/** Runs before every test file. Fails each test of `ALARM_TESTS` while which its alarm was not raised. */
const file = relative(join(import.meta.dirname, '..'), expect.getState().testPath!);
const rows = Object.entries(ALARM_TESTS).filter(([, test]) => test.file === file) as [AlarmName, { title: string }][];

if (rows.length > 0) {
  whenRaised(seeAlarm);
  beforeEach(() => seenAlarms().clear());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') return;
    const expected = rows.filter(([, { title }]) => isTitle(title, task.name)).map(([name]) => name);
    // Lines of the log arrive later than responses.
    const missing = (): AlarmName[] => expected.filter((name) => !seenAlarms().has(name));
    await vi
      .waitUntil(() => missing().length === 0, { timeout: PATIENCE })
      .catch(() => {
        throw new Error(`this test must raise the alarm ${missing().join(', ')}`);
      });
  });
}

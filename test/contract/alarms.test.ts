import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALARM_NAMES, ALARMS } from '../../src/platform/alarms.ts';
import { ALARM_TESTS } from '../support/alarms.ts';
import { isTitle } from '../support/endpoints.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

/** The text of all source files below a directory. */
const sourcesIn = (directory: string): string =>
  readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(ROOT, directory, path), 'utf8'))
    .join('\n');
const sources = ['src', 'apps'].map(sourcesIn).join('\n');

/** The sections of docs/alarms.md that explain an alarm, by its name. */
const sections = new Map(
  readFileSync(join(ROOT, 'docs/alarms.md'), 'utf8')
    .split('\n## All alarms\n')[1]!
    .split('\n### ')
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

test('has exactly one section for each alarm: message, meaning, what users notice, action and when it is over', () => {
  expect(ALARM_NAMES.length).toBeGreaterThan(25);
  expect([...sections.keys()].toSorted()).toEqual(ALARM_NAMES.toSorted());
  for (const name of ALARM_NAMES) {
    const [, message, meaning, users, ...rest] = sections.get(name)!.trimEnd().split('\n\n');
    expect(message).toBe(`\`${ALARMS[name]}\``);
    expect(meaning).toMatch(/^\*\*Meaning\.\*\* \S.{20,}\.$/);
    expect(users).toMatch(/^\*\*Users notice\.\*\* \S.{5,}\.$/);
    // A sentence, or numbered steps.
    expect(rest.slice(0, -1).join('\n\n'), name).toMatch(
      /^\*\*Action\.\*\*(?: \S.{10,}|(?:.*\n\n)?(?:\n?\d\. .{10,})+)$/,
    );
    expect(rest.at(-1)).toMatch(/^\*\*Over when\.\*\* \S.{10,}\.$/);
  }
});

test('has a test of each alarm, in a file of the suite', () => {
  for (const [alarm, { file, title }] of Object.entries(ALARM_TESTS)) {
    const tests = readFileSync(join(ROOT, 'test', file), 'utf8');
    const titles = [...tests.matchAll(/(?:\btest|\bit|\]\))\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, found]) => found!);
    expect(
      titles.some((found) => isTitle(found, title)),
      `${alarm}: "${title}" in ${file}`,
    ).toBe(true);
  }
  expect(Object.keys(ALARM_TESTS).toSorted()).toEqual(ALARM_NAMES.toSorted());
});

test('raises each alarm of the list somewhere, and writes no alarm to the log in another way', () => {
  const raised = new Set(
    [...sources.matchAll(/(?:\braise|\.alarm)\(([^{;]*?), /g)].flatMap(([, name]) =>
      [...name!.matchAll(/'([a-z-]+)'/g)].map(([, each]) => each!),
    ),
  );
  expect([...raised].toSorted()).toEqual(ALARM_NAMES.toSorted());
  expect(sources.match(/(?:\blog|\.event|\bwrite)\(\s*'alarm'/g)).toEqual(["write('alarm'", ".event('alarm'"]);
});

test('explains to operators every line that the launcher logs', () => {
  const logged = [...sourcesIn('apps/server').matchAll(/(?:log\.event|\blog)\('(info|warn|error)', '([^']+)'/g)];
  const rows = logged.map(([, level, message]) => `| ${level} \`${message}\` `);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});

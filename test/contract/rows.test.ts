import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusesOf } from '../../src/http/statuses.ts';
import { templatesOf } from '../../src/http/path.ts';
import { operations } from '../../src/operations.ts';
import { readEndpoints, unshown, type Call } from '../support/endpoints.ts';

const TESTS = join(import.meta.dirname, '..');

/** An endpoint that must be served: `default` stands for all other statuses, which are 500 here. */
type Required = { heading: string; method: string; path: string; statuses?: (number | 'default')[] };
const { rows: required } = JSON.parse(readFileSync(join(TESTS, 'vectors/required-endpoints.json'), 'utf8')) as {
  rows: Required[];
};
const rows = readEndpoints();
/** The endpoints of `docs/api/operations.md`. */
const listed = [
  ...readFileSync(join(TESTS, '../docs/api/operations.md'), 'utf8').matchAll(/`([A-Z]+ \/[^\s`]+)`/g),
].map(([, endpoint]) => endpoint!);

const where = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** Every operation under each of its templates. */
const served = operations.flatMap((operation) =>
  templatesOf(operation).map((path) => ({
    method: operation.spec.method.toUpperCase(),
    path,
    operation: operation.spec.id,
    statuses: statusesOf(operation),
  })),
);

test('lists every required endpoint on the page once, under its heading', () => {
  expect(required.length).toBe(99);
  expect(rows.map((row) => `${row.heading}: ${where(row)}`)).toEqual(
    required.map((row) => `${row.heading}: ${where(row)}`),
  );
});

test('serves every required endpoint by the operation that the page names, with the required status codes', () => {
  const wrong = rows.flatMap((row) => {
    const found = served.filter((each) => where(each) === where(row));
    const { statuses = [] } = required.find((each) => where(each) === where(row))!;
    const lacking = statuses.filter((status) => !found[0]?.statuses.includes(status === 'default' ? 500 : status));
    return found.length === 1 && found[0]!.operation === row.operation && lacking.length === 0
      ? []
      : [`${where(row)}: served by ${found.map(({ operation }) => operation)}, without ${lacking}`];
  });
  expect(wrong).toEqual([]);
});

test('lists every endpoint that is served once in docs/api/operations.md, except the pages of groups', () => {
  const all = served.map(where).filter((endpoint) => !endpoint.endsWith(':openapi-ui'));
  expect(listed.toSorted()).toEqual(all.toSorted());
});

test('names only tests that exist in the rows of the page', () => {
  const named = rows.flatMap(({ works, refuses }) => [works, refuses]);
  const missing = named.filter(({ file, title }) => {
    const source = readFileSync(join(TESTS, file), 'utf8');
    return !["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote},`));
  });
  expect(missing).toEqual([]);
});

test('reports a test that does not make the requests that the page says it makes', () => {
  const [works, refuses] = ['makes %s', 'is 404'].map((title) => ({ file: 'api/x.test.ts', title }));
  const path = '/v2/assets/{uuid}/events';
  const tests = { works: works!, refuses: refuses! };
  const row = { heading: '', method: 'GET', path, operation: 'listEvents', ...tests };
  const call = (title: string, status: number, of = '/archivist/v2/assets/1/events', method = 'GET'): Call => ({
    title,
    method,
    path: of,
    status,
  });
  const [nothing, gone] = ['works', 'refuses'].map((side, at) => [
    `"${[works, refuses][at]!.title}" has no call of GET ${path} that ${side}`,
  ]);
  const of = (...calls: Call[]): string[] => unshown([row], 'api/x.test.ts', calls);
  const refusal = call('is 404', 404);
  expect(of(call('makes one', 200), refusal)).toEqual([]);
  expect(of(call('makes one', 206))).toEqual(gone);
  expect(of(refusal)).toEqual(nothing);
  for (const other of [
    call('makes one', 404),
    call('another', 200),
    call('makes one', 200, '/archivist/v2/assets/1'),
    call('makes one', 200, '/archivist/v2/assets/-/events'),
    call('makes one', 200, '/archivist/v2/assets/1/events/2'),
    call('makes one', 200, '/v2/assets/1/events'),
    call('makes one', 200, undefined, 'POST'),
  ])
    expect(of(other, refusal), JSON.stringify(other)).toEqual(nothing);
  expect(unshown([row], 'api/y.test.ts', [])).toEqual([]);
});

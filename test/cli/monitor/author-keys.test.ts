import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeAuthorKey } from '../../../src/formats/log/entry.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { LogService, problem } from '../support/log-service.ts';
import { Monitoring, START } from '../support/monitoring.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const ID = '33333333-3333-4333-8333-333333333333';
const TENANCY = '22222222-2222-4222-8222-222222222222';
const [FIRST, SECOND] = ['A'.repeat(43), 'B'.repeat(43)] as const;
/** Before the clock of the monitor by these minutes. */
const ago = (minutes: number): string => new Date(START - minutes * 60_000).toISOString().replace('Z', '000Z');

let service: LogService;
let monitoring: Monitoring;
let log: TestLog;
let signer: NoteSigner;
/** What `GET /v1/signing_keys` lists. */
let listed: object[];
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  log = new TestLog(ID);
  signer = await keyFor(log.origin, 'aa');
  service.show({ log, signers: [signer] }, TENANCY);
  log.genesis(signer);
  listed = [];
  list(() => listed);
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

/** Responds to requests for signing keys, in pages of two. */
function list(keys: () => object[]): void {
  service.intercept = (path) => {
    const [, query] = /^\/v1\/signing_keys(?:\?(.*))?$/.exec(path) ?? [];
    if (query === undefined) return undefined;
    const from = Number(new URLSearchParams(query).get('page_token') ?? 0);
    const next = from + 2 < keys().length ? String(from + 2) : '';
    return { body: JSON.stringify({ signing_keys: keys().slice(from, from + 2), next_page_token: next }) };
  };
}
const check = (...args: string[]) =>
  monitoring.run(service.base, ['--vkey', vkeyOf(signer), '--log', TENANCY, '--entries', ...args]);
const alarm = () => monitoring.alarms.at(-1);
const change = (kind: 'enrolled' | 'revoked', thumbprint: string, created: string): TestLog =>
  log.append(encodeAuthorKey({ log: ID, change: kind, created, thumbprint, owner: '0'.repeat(64) }));
const key = (thumbprint: string, valid_from: string, revoked_at: string | null = null) => ({
  thumbprint,
  valid_from,
  revoked_at,
});

test('reports each enrolment and revocation once, and accepts a list that has them', async () => {
  change('enrolled', FIRST, ago(90));
  change('enrolled', SECOND, ago(80)).events(1);
  change('revoked', FIRST, ago(70));
  listed = [key('C'.repeat(43), ago(1)), key(SECOND, ago(80)), key(FIRST, ago(90), ago(70))];
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out.match(/^.*entry \d+: .*$/gm)?.map((line) => line.replace(/^.*entry/, 'entry'))).toEqual([
    `entry 1: the key ${FIRST} was enrolled at ${ago(90)}`,
    `entry 2: the key ${SECOND} was enrolled at ${ago(80)}`,
    `entry 4: the key ${FIRST} was revoked at ${ago(70)}`,
  ]);
  expect((await check()).out).not.toContain('the key');
});

describe('the list of signing keys', () => {
  const expectAlarm = async (message: string): Promise<void> => {
    expect((await check()).code).toBe(3);
    expect(alarm()).toMatchObject({ alarm: 'author', message });
  };
  beforeEach(() => {
    change('enrolled', FIRST, ago(90));
  });

  test('a list without a revocation raises an alarm', async () => {
    change('revoked', FIRST, ago(70));
    listed = [key(FIRST, ago(90))];
    await expectAlarm(`entry 2 has the key ${FIRST} as revoked at ${ago(70)}, but the service does not list that`);
  });

  test('a list without a key raises an alarm', () =>
    expectAlarm(`entry 1 has the key ${FIRST} as enrolled at ${ago(90)}, but the service does not list that`));

  test('a list with another time raises an alarm', async () => {
    listed = [key(FIRST, ago(91))];
    await expectAlarm(
      `entry 1 has the key ${FIRST} as enrolled at ${ago(90)}, but the service lists this at ${ago(91)}`,
    );
  });

  test('a list with a change that the log has not had for an hour raises an alarm', async () => {
    listed = [key(FIRST, ago(90), ago(59))];
    expect((await check()).code).toBe(0);
    listed = [key(FIRST, ago(90), ago(61))];
    await expectAlarm(`the service lists the key ${FIRST} as revoked at ${ago(61)}, but no entry has that`);
  });
});

test('compares no list that the caller may not read, and says so', async () => {
  change('enrolled', FIRST, ago(90));
  const { intercept } = service;
  service.intercept = (path, request) => intercept(path, request) && problem(403, 'not for you');
  const { code, err } = await check();
  expect(code).toBe(0);
  expect(err).toContain('the service refuses the list of signing keys, which was not compared');
});

test.each<[string, () => void, string]>([
  [
    'a second enrolment of a key',
    () => change('enrolled', FIRST, ago(80)),
    `entry 2 of the log has the key ${FIRST} as enrolled, as entry 1 has`,
  ],
  [
    'a revocation of a key that was not enrolled',
    () => change('revoked', SECOND, ago(80)),
    `entry 2 of the log revokes the key ${SECOND}, which no entry has enrolled`,
  ],
  [
    'a second revocation of a key',
    () => {
      change('revoked', FIRST, ago(80));
      change('revoked', FIRST, ago(70));
    },
    `entry 3 of the log has the key ${FIRST} as revoked, as entry 2 has`,
  ],
  ['an entry of another form', () => change('revoked', 'short', ago(80)), 'entry 2 of the log is not valid'],
])('raises an alarm for %s', async (_, append, message) => {
  change('enrolled', FIRST, ago(90));
  append();
  expect((await check()).code).toBe(3);
  expect(alarm()).toMatchObject({ alarm: 'entries', message: expect.stringContaining(message) });
});

test('refuses a file that has no proof by a log entry', async () => {
  await expect(check('--proof', `${monitoring.file}.missing`)).rejects.toThrow(/--proof: .*missing does not exist/);
  const file = `${monitoring.file}.proof`;
  writeFileSync(file, '{}');
  await expect(check('--proof', file)).rejects.toThrow(/--proof: .* must have a valid proof by a log entry: /);
});

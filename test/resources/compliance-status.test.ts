import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { fieldsOf } from '../support/raw.ts';
import { startService, type Service } from '../support/service.ts';
import { idOf } from '../support/sharing.ts';
import { openTenancy, type Tenancy } from '../support/tenancy.ts';

const SECOND = 1_000_000;
/** RESULT_LIMIT of the service. */
const LIMIT = 5;

let service: Service;
let client: Client;
let owner: Tenancy;
beforeAll(async () => {
  service = await startService({ vars: { RESULT_LIMIT: String(LIMIT) } });
  client = await openClient(service);
});
beforeEach(async () => {
  owner = await openTenancy(service, client, 'Owner');
});
afterAll(() => service?.close());

const microsOf = (text: string): number =>
  Math.floor(Date.parse(`${text.slice(0, 19)}Z`)) * 1000 + Number((/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0'));
/** The time `micros` microseconds after a timestamp. */
const after = (text: string, micros: number): string => {
  const us = microsOf(text) + micros;
  const seconds = new Date(Math.floor(us / SECOND) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(us % SECOND).padStart(6, '0')}Z`;
};
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/** Creates a policy and returns its identity. */
const policy = async (type: string, fields: object): Promise<string> =>
  (
    await owner.done('POST', '/v1/compliance_policies', {
      body: { compliance_type: `COMPLIANCE_${type}`, display_name: type, ...fields },
    })
  ).identity;
const inspected = (seconds: number, more: object = {}): Promise<string> =>
  policy('SINCE', { event_display_type: 'Inspection', time_period_seconds: seconds, ...more });
const closes = { event_display_type: 'Open', closing_event_display_type: 'Close' };
const rich = (...or: string[]): Promise<string> => policy('RICHNESS', { richness_assertions: [{ or }] });

/** Appends an event of a type and returns when it was accepted. */
async function append(asset: string, type: string, correlation?: string, more: object = {}): Promise<string> {
  const says = {
    arc_display_type: type,
    ...(correlation === undefined ? {} : { arc_correlation_value: correlation }),
  };
  const answer = await owner.append(asset, { event_attributes: says, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.timestamp_accepted;
}
const ask = (asset: string, query: Record<string, string> = {}): Promise<Answer> =>
  owner.call('GET', `/v1/compliance/${asset}`, { query });
const status = async (asset: string, at?: string): Promise<any> => {
  const answer = await ask(asset, at === undefined ? {} : { compliant_at: at });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** Policy -> reason; empty if the policy is fulfilled. */
const reasons = async (asset: string, at?: string): Promise<Record<string, string>> => {
  const { compliance, compliant } = await status(asset, at);
  expect(compliant).toBe(compliance.every((one: { compliant: boolean }) => one.compliant));
  for (const one of compliance) expect(one.compliant).toBe(one.reason === '');
  return Object.fromEntries(
    compliance.map((one: { compliance_policy_identity: string; reason: string }) => [
      one.compliance_policy_identity,
      one.reason,
    ]),
  );
};

describe('now', () => {
  test('an asset without policies is compliant', async () => {
    const asset = await owner.asset({});
    expect(await status(asset)).toEqual({
      compliant: true,
      compliant_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      compliance: [],
      next_page_token: '',
    });
  });

  test('all five types over one history', async () => {
    const asset = await owner.asset({ rad: '5', arc_display_type: 'Pump' });
    const ids = [
      await inspected(10),
      await policy('CURRENT_OUTSTANDING', closes),
      await policy('PERIOD_OUTSTANDING', { ...closes, time_period_seconds: '10' }),
      await policy('DYNAMIC_TOLERANCE', { ...closes, dynamic_window: 700, dynamic_variability: 1.5 }),
      await rich('rad<5', 'rad>5'),
    ] as const;
    const [since, current, period, dynamic, richness] = ids;
    expect(await reasons(asset)).toEqual({
      [since]: 'No event of type Inspection',
      [current]: '',
      [period]: '',
      [dynamic]: '',
      [richness]: 'rad<5 fails: rad is 5; rad>5 fails: rad is 5',
    });
    await append(asset, 'Inspection', undefined, { timestamp_declared: ago(19.5) });
    await append(asset, 'Open', 'a', { timestamp_declared: ago(29.5) });
    expect(await reasons(asset)).toMatchObject({
      [since]: expect.stringMatching(/^Duration 2\ds exceeds limit 10s$/),
      [current]: 'No closing event for Open',
      [period]: expect.stringMatching(/^Duration 3\ds exceeds limit 10s$/),
      [dynamic]: '',
    });
    await append(asset, 'Inspection');
    for (const value of ['a', 'b', 'c', 'd']) {
      if (value !== 'a') await append(asset, 'Open', value);
      await append(asset, 'Close', value);
    }
    expect(await reasons(asset)).toMatchObject({
      [since]: '',
      [current]: '',
      [period]: expect.stringMatching(/^Duration 3\ds exceeds limit 10s$/),
      [dynamic]: expect.stringMatching(
        /^Duration 3\ds differs from the mean \d+s by more than 1\.5 standard deviations$/,
      ),
    });
    // The newest policy is first.
    expect(Object.keys(await reasons(asset))).toEqual(ids.toReversed());
  });

  test('an event counts from its acceptance, a PENDING KHIPU event too', async () => {
    await inspected(3600);
    for (const proof_mechanism of ['KHIPU', 'SIMPLE_HASH']) {
      const asset = await owner.asset({}, { proof_mechanism });
      for (let i = 0; i < 5; i++) {
        const { compliant: before } = await status(asset);
        expect(before).toBe(i > 0);
        const accepted = await append(asset, 'Inspection');
        const told = await status(asset);
        expect(told.compliant).toBe(true);
        expect(microsOf(told.compliant_at)).toBeGreaterThanOrEqual(microsOf(accepted));
      }
    }
  });

  test('a policy applies from its creation until its deletion', async () => {
    const asset = await owner.asset({});
    for (let i = 0; i < 5; i++) {
      const identity = await inspected(10);
      expect(Object.keys(await reasons(asset))).toEqual([identity]);
      await owner.done('DELETE', `/v1/${identity}`);
      expect(await reasons(asset)).toEqual({});
    }
  });

  test('policies appear only if their filter matches the asset', async () => {
    const [pump, valve, other] = [
      await owner.asset({ kind: 'pump', box: { size: '1' }, tags: [{ k: 'v' }] }),
      await owner.asset({ kind: 'valve' }),
      await owner.asset({ kind: '' }),
    ];
    const filter = (...groups: string[][]): object => ({ asset_filter: groups.map((or) => ({ or })) });
    const names = {
      all: await inspected(10),
      none: await inspected(10, filter()),
      pumps: await inspected(10, filter(['attributes.kind=pump'])),
      either: await inspected(10, filter(['attributes.kind=pump', 'attributes.kind:valve'])),
      not: await inspected(10, filter(['attributes.kind!=pump'])),
      present: await inspected(10, filter(['attributes.kind=*'])),
      absent: await inspected(10, filter(['attributes.gone!=*'])),
      map: await inspected(10, filter(['attributes.box.size=1'])),
      list: await inspected(10, filter(['attributes.tags[].k=v'])),
      both: await inspected(10, filter(['attributes.kind=pump'], ['attributes.box.size=2'])),
    };
    const applying = async (asset: string): Promise<string[]> => {
      const told = await reasons(asset);
      return Object.entries(names).flatMap(([name, identity]) => (identity in told ? [name] : []));
    };
    // There are more than a response without page_size contains.
    const paged = async (asset: string): Promise<string[]> => {
      const { body } = await ask(asset, { page_size: '100' });
      const told = new Set(body.compliance.map((one: any) => one.compliance_policy_identity));
      return Object.entries(names).flatMap(([name, identity]) => (told.has(identity) ? [name] : []));
    };
    expect(await paged(pump)).toEqual(['all', 'none', 'pumps', 'either', 'present', 'absent', 'map', 'list']);
    expect(await paged(valve)).toEqual(['all', 'none', 'either', 'not', 'present', 'absent']);
    expect(await applying(other)).toEqual(['all', 'none', 'not', 'absent']);
  });

  test('an untracked asset has a status, and its UUID may be in any case', async () => {
    const asset = await owner.asset({});
    const identity = await inspected(10);
    const untracked = await owner.append(asset, { operation: 'StopTracking', behaviour: 'Builtin' });
    expect(untracked.status, untracked.text).toBe(200);
    expect((await owner.done('GET', `/v2/${asset}`)).tracked).toBe('NOT_TRACKED');
    expect(await reasons(asset)).toEqual({ [identity]: 'No event of type Inspection' });
    expect(await reasons(`assets/${idOf(asset).toUpperCase()}`)).toEqual({ [identity]: 'No event of type Inspection' });
  });

  test('a type or correlation value that is not text counts as absent', async () => {
    const asset = await owner.asset({});
    const identity = await policy('CURRENT_OUTSTANDING', closes);
    const composite = { k: 'a' };
    await owner.append(asset, { event_attributes: { arc_display_type: 'Open', arc_correlation_value: composite } });
    await owner.append(asset, { event_attributes: { arc_display_type: 'Close', arc_correlation_value: composite } });
    expect(await reasons(asset)).toEqual({ [identity]: 'No closing event for Open' });
  });

  test('events without a correlation value do not close each other', async () => {
    const asset = await owner.asset({});
    const identity = await policy('CURRENT_OUTSTANDING', closes);
    await append(asset, 'Open');
    await append(asset, 'Close');
    expect(await reasons(asset)).toEqual({ [identity]: 'No closing event for Open' });
  });

  test('types and values that are longer than an index holds are compared whole', async () => {
    const [type, value] = ['t'.repeat(1024), 'v'.repeat(1024)];
    const asset = await owner.asset({});
    const identity = await policy('CURRENT_OUTSTANDING', {
      event_display_type: type,
      closing_event_display_type: `${type.slice(1)}z`,
    });
    await append(asset, type, `${value}1`);
    await append(asset, `${type.slice(1)}z`, `${value}2`);
    expect((await reasons(asset))[identity]).toMatch(/^No closing event for t+…$/);
    await append(asset, `${type.slice(1)}z`, `${value}1`);
    expect(await reasons(asset)).toEqual({ [identity]: '' });
  });
});

describe('then', () => {
  test('the status is right just before and after every creation, event and change', async () => {
    const before = await inspected(1);
    const asset = await owner.asset({ rad: '5' });
    const created = (await owner.done('GET', `/v2/${asset}/events`)).events.at(-1).timestamp_accepted;
    const richness = await rich('rad<7');
    const opening = await append(asset, 'Open', 'a');
    const current = await policy('CURRENT_OUTSTANDING', closes);
    const rising = await append(asset, 'Reading', undefined, { asset_attributes: { rad: '9' } });
    const closing = await append(asset, 'Close', 'a');
    const inspection = await append(asset, 'Inspection');
    const applied = (await status(asset)).compliant_at;
    await owner.done('DELETE', `/v1/${current}`);

    expect((await ask(asset, { compliant_at: after(created, -1) })).status).toBe(404);
    const none = 'No event of type Inspection';
    expect(await reasons(asset, created)).toEqual({ [before]: none });
    expect(await reasons(asset, after(opening, -1))).toEqual({ [before]: none, [richness]: '' });
    expect(await reasons(asset, after(rising, -1))).toMatchObject({
      [current]: 'No closing event for Open',
      [richness]: '',
    });
    expect(await reasons(asset, rising)).toMatchObject({
      [current]: 'No closing event for Open',
      [richness]: 'rad<7 fails: rad is 9',
    });
    expect(await reasons(asset, after(closing, -1))).toMatchObject({ [current]: 'No closing event for Open' });
    expect(await reasons(asset, closing)).toMatchObject({ [current]: '' });
    expect((await reasons(asset, after(inspection, -1)))[before]).toBe(none);
    expect((await reasons(asset, inspection))[before]).toBe('');
    // A deleted policy still counts at times before its deletion.
    expect(await reasons(asset, applied)).toHaveProperty([current], '');
    expect(await reasons(asset)).not.toHaveProperty([current]);
    expect((await owner.call('GET', `/v1/${current}`)).status).toBe(404);
  });

  test('the status at a past moment equals what was returned at that moment', async () => {
    const asset = await owner.asset({ rad: '5' });
    await inspected(1);
    await policy('PERIOD_OUTSTANDING', { ...closes, time_period_seconds: 5 });
    await policy('DYNAMIC_TOLERANCE', { ...closes, dynamic_window: 10, dynamic_variability: 0.9 });
    await policy('CURRENT_OUTSTANDING', closes);
    await rich('rad<7');
    const said: any[] = [];
    const declared = [undefined, 3, 30, 0, 8, 9.5, 10, 10.5, undefined, 2];
    for (const [i, seconds] of declared.entries()) {
      const more = {
        ...(seconds === undefined ? {} : { timestamp_declared: ago(seconds) }),
        asset_attributes: { rad: String(i) },
      };
      await append(asset, ['Open', 'Close', 'Inspection'][i % 3]!, `v${i % 2}`, more);
      said.push(await status(asset));
    }
    // The statuses differ in more than their times.
    const verdicts = said.map(({ compliance }) => compliance.map((one: any) => one.compliant).join());
    expect(new Set(verdicts).size).toBeGreaterThan(2);
    for (const one of said) expect(await status(asset, one.compliant_at)).toEqual(one);
  });

  test('the filter matches the asset as it was', async () => {
    const asset = await owner.asset({ kind: 'pump' });
    const identity = await inspected(10, { asset_filter: [{ or: ['attributes.kind=pump'] }] });
    const as = (await status(asset)).compliant_at;
    expect(Object.keys(await reasons(asset))).toEqual([identity]);
    await append(asset, 'Reading', undefined, { asset_attributes: { kind: 'valve' } });
    expect(await reasons(asset)).toEqual({});
    expect(Object.keys(await reasons(asset, as))).toEqual([identity]);
  });

  test('a time without a fraction means the end of its second, and an offset is converted to UTC', async () => {
    const asset = await owner.asset({});
    await inspected(3600);
    const accepted = await append(asset, 'Inspection');
    const second = `${accepted.slice(0, 19)}Z`;
    expect(await status(asset, second)).toMatchObject({ compliant: true, compliant_at: second });
    const inParis = `${new Date(Date.parse(second) + 7_200_000).toISOString().slice(0, 19)}+02:00`;
    expect(await status(asset, inParis)).toMatchObject({ compliant: true, compliant_at: second });
  });

  test('a future time is treated and shown as now', async () => {
    const asset = await owner.asset({});
    await inspected(10);
    await append(asset, 'Inspection');
    const asked = Date.now();
    const { compliant, compliant_at } = await status(asset, new Date(asked + 3_600_000).toISOString());
    expect(compliant).toBe(true);
    expect(Math.abs(Date.parse(compliant_at) - asked)).toBeLessThan(60_000);
  });

  test('malformed times are 400, and a time before the creation is 404', async () => {
    const asset = await owner.asset({});
    for (const at of ['', 'now', '2026-02-30T00:00:00Z', '1700000000', '2026-11-21'])
      expect(fieldsOf(await ask(asset, { compliant_at: at })), at).toEqual(['compliant_at']);
    expect((await ask(asset, { compliant_at: '0001-01-01T00:00:00Z' })).status).toBe(404);
  });
});

describe('pages', () => {
  test('cover all statements of one moment, and compliant is computed over all of them', async () => {
    const asset = await owner.asset({ rad: '5' });
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.push(await rich(i === 0 ? 'rad>7' : `rad<${i + 6}`));
    const walked: any[] = [];
    const answers: Answer[] = [];
    for (let query: Record<string, string> = { page_size: '3' }; ;) {
      const answer = await ask(asset, query);
      answers.push(answer);
      walked.push(...answer.body.compliance);
      if (answers.length === 1) {
        // Changes between two pages have no effect: an event, a new policy, the deletion of one that was returned last.
        await append(asset, 'Reading', undefined, { asset_attributes: { rad: '100' } });
        await rich('rad=1');
        await owner.done('DELETE', `/v1/${answer.body.compliance.at(-1).compliance_policy_identity}`);
        await owner.done('DELETE', `/v1/${made[0]}`);
      }
      if (answer.body.next_page_token === '') break;
      query = { page_size: '3', page_token: answer.body.next_page_token };
    }
    expect(walked.map((one) => one.compliance_policy_identity)).toEqual(made.toReversed());
    expect(walked.filter(({ compliant }) => !compliant)).toEqual([
      { compliance_policy_identity: made[0], compliant: false, reason: 'rad>7 fails: rad is 5' },
    ]);
    expect(answers).toHaveLength(3);
    for (const { status: code, body, headers } of answers) {
      expect([code, body.compliant, body.compliant_at]).toEqual([200, false, answers[0]!.body.compliant_at]);
      expect(headers.get('x-total-count')).toBe('7');
    }
  });

  test('are 206 above the limit when no page_size is sent', async () => {
    const asset = await owner.asset({ rad: '5' });
    for (let i = 0; i < LIMIT; i++) await rich('rad=5');
    const [whole, headers] = [await ask(asset), { 'x-request-total-count': 'true' }];
    expect([whole.status, whole.headers.get('x-total-count')]).toEqual([200, String(LIMIT)]);
    await rich('rad=5');
    const long = await ask(asset);
    expect([long.status, long.headers.get('x-total-count')]).toEqual([206, String(LIMIT + 1)]);
    expect(long.headers.get('content-range')).toBe(`items 0-${LIMIT}/${LIMIT + 1}`);
    expect(long.body.compliance).toHaveLength(LIMIT + 1);
    const sized = await owner.call('GET', `/v1/compliance/${asset}`, { query: { page_size: '2' }, headers });
    expect([sized.status, sized.headers.get('x-total-count')]).toEqual([200, String(LIMIT + 1)]);
    // Before the last policy was created, the number is within the limit.
    expect((await ask(asset, { compliant_at: whole.body.compliant_at })).status).toBe(200);
  });

  test('need a token of the same asset, moment and tenancy', async () => {
    const [one, two] = [await owner.asset({}), await owner.asset({})];
    await inspected(1);
    await inspected(1);
    const { body } = await ask(one, { page_size: '1' });
    const page_token = body.next_page_token;
    expect(fieldsOf(await ask(two, { page_token }))).toEqual(['page_token']);
    expect(fieldsOf(await ask(one, { page_token, compliant_at: body.compliant_at }))).toEqual(['page_token']);
    expect((await ask(one, { page_token })).status).toBe(200);
  });
});

test('an unknown asset is 404 and a malformed UUID 400', async () => {
  expect((await ask('assets/c3b2a1f0-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await ask('assets/x')).status).toBe(400);
});

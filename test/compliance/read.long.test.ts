import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller, Principal } from '../../src/access/principal.ts';
import type { Filters } from '../../src/access/policy.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { evaluate } from '../../src/features/compliance/evaluate.ts';
import type { Rule } from '../../src/features/compliance/policy.ts';
import { complianceOf } from '../../src/features/compliance/read.ts';
import type { Attributes } from '../../src/formats/records/attributes.ts';
import { SEED_BYTES } from '../../src/formats/content-commitment.ts';
import { ambient, formatMicros } from '../../src/lib/time.ts';
import type { Command } from '../../src/ledger/append/commands.ts';
import { decide } from '../../src/ledger/append/decide.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import type { Entry } from '../../src/ledger/append/event-rows.ts';
import { propose } from '../../src/ledger/append/proposal.ts';
import { Database } from '../../src/platform/database/database.ts';
import {
  applicationRows,
  policyRow,
  readPrincipals,
  subjectRow,
  tenantRow,
  type Row,
} from '../access/support/write.ts';
import { gathering } from '../access/support/door.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { sized } from '../support/size.ts';
import { dynamic, outstanding, period, rich, SECOND, since } from './support.ts';
import { cutAt, history, moments, plainly, rule, START, TYPES, type History } from './histories.ts';

/** The seed of ROUNDS random histories. */
const SEED = Number(process.env['SEED'] ?? 7);
const ROUNDS = Number(process.env['ROUNDS'] ?? sized({ long: 50, full: 2_000 }));
/** Times at which each history is evaluated. */
const MOMENTS = 4;

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1();
  db = new Database(d1.d1());
});
afterAll(() => d1.close());

/** A rule of a tenancy, created and perhaps deleted at positions in the history, from 0 to 1. */
type Policy = { rule: Rule; filter: Filters; created: number; deleted: number | undefined };
const place = fc.double({ min: 0, max: 1, noNaN: true });
const policy: fc.Arbitrary<Policy> = fc.record({
  rule,
  filter: fc.constantFrom<Filters>(
    [],
    [],
    [{ or: ['attributes.place=valve'] }],
    [{ or: ['attributes.place=pump', 'attributes.box.size=2'] }, { or: ['attributes.gone!=1'] }],
  ),
  created: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, place),
  deleted: fc.option(place, { nil: undefined, freq: 2 }),
});
type World = {
  history: History;
  policies: Policy[];
  shared: { types: string[]; attributes: string[] };
  picks: number[];
};
const world: fc.Arbitrary<World> = fc.record({
  history,
  policies: fc.array(policy, { minLength: 6, maxLength: 8 }),
  shared: fc.record({
    types: fc.oneof(fc.subarray(TYPES), fc.constant<string[]>(['*'])),
    attributes: fc.subarray(['place', 'rad', 'box', 'secret'], { minLength: 1 }),
  }),
  picks: fc.array(fc.nat(), { minLength: MOMENTS, maxLength: MOMENTS }),
});

type Written = { caller: Caller; principal: Principal };

/** Two tenancies that imported each other, each with an administrator. */
async function tenancies(shared: World['shared']): Promise<{ owner: Written; partner: Written }> {
  const [owner, partner] = [crypto.randomUUID(), crypto.randomUUID()];
  const callers = [owner, partner].map((tenant) => ({ tenant, issuer: 'appidp', subject: crypto.randomUUID() }));
  const subjects = callers.map(({ tenant }, i) => ({
    id: crypto.randomUUID(),
    tenant,
    remote: [partner, owner][i]!,
    rightKey: true,
  }));
  const permission = {
    subjects: [`subjects/${subjects[0]!.id}`],
    user_attributes: [],
    behaviours: [],
    include_attributes: [],
    asset_attributes_write: [],
    event_arc_display_type_write: [],
    asset_attributes_read: shared.attributes,
    event_arc_display_type_read: shared.types,
  };
  const rows: Row[] = [
    ...callers.map(({ tenant }) => tenantRow(tenant)),
    ...callers.flatMap(({ tenant, subject }) =>
      applicationRows({ id: subject, tenant, claims: {}, administrator: true }),
    ),
    ...subjects.map((subject) => subjectRow(subject as never)),
    // `secret` is never absent, so this policy always shares everything that it grants.
    policyRow({
      id: crypto.randomUUID(),
      tenant: owner,
      filters: [{ or: ['attributes.secret=*'] }],
      permissions: [permission],
    } as never),
  ];
  await d1.rows(...rows);
  const principals = await readPrincipals(db, callers);
  const [first, second] = callers.map((caller, i) => ({ caller, principal: principals[i]! })) as [Written, Written];
  return { owner: first, partner: second };
}

/** Writes a history with the ledger's own code, as one commit. Returns the asset. */
async function write({ caller, principal }: Written, whole: History): Promise<string> {
  const asset = crypto.randomUUID();
  const author = { caller, requestId: '', applicationIssuer: 'https://evidence.example/appidpv1' };
  const common = { author, asset, key: undefined, fingerprint: '' };
  const creation: Command = {
    ...common,
    event: crypto.randomUUID(),
    kind: 'create',
    input: {
      behaviours: ['RecordEvidence'],
      proofMechanism: 'KHIPU',
      public: false,
      chainId: '1',
      attributes: whole.attributes,
    },
  };
  const appends = whole.events.map(({ type, correlation, declaredUs, sets }): Command => {
    const says: Attributes = {
      ...(type === undefined ? {} : { arc_display_type: type }),
      ...(correlation === undefined ? {} : { arc_correlation_value: correlation }),
    };
    return {
      ...common,
      event: crypto.randomUUID(),
      kind: 'append',
      input: {
        operation: 'Record',
        behaviour: 'RecordEvidence',
        declared: declaredUs === undefined ? undefined : { us: declaredUs, text: formatMicros(declaredUs) },
        principalDeclared: undefined,
        eventAttributes: says,
        assetAttributes: sets,
      },
    };
  });
  const times = [whole.createdUs, ...whole.events.map(({ acceptedUs }) => acceptedUs)];
  let head: Head | undefined;
  const entries = [creation, ...appends].map((command, i): Entry => {
    const step = decide(command, principal, head, times[i]!, ambient.bytes(SEED_BYTES));
    head = step.head;
    return step.entry;
  });
  const move = { now: times.at(-1)!, tag: '', assetQuota: -1, byteQuota: -1 };
  await db.batch(commitStatements(db, [propose(undefined, head!, entries, [])], undefined, move));
  return asset;
}

type Placed = { id: string; rule: Rule; filter: Filters; createdUs: number; deletedUs: number | null };

/** The times at which a policy was created and deleted, in a history of length `span`. */
const timesOf = ({ created, deleted }: Policy, span: number): [created: number, deleted: number | null] => {
  const at = (part: number): number => Math.floor(START + part * span);
  return [at(created), deleted === undefined ? null : at(created + (1 - created) * deleted)];
};
const spanOf = (whole: History): number => whole.events.at(-1)!.acceptedUs - START;

/** Adds policies to a tenancy. */
async function add(tenant: string, policies: Policy[], span: number): Promise<Placed[]> {
  const placed = policies.map((one) => {
    const [createdUs, deletedUs] = timesOf(one, span);
    return { id: crypto.randomUUID(), rule: one.rule, filter: one.filter, createdUs, deletedUs };
  });
  await d1.rows(
    ...placed.map((one): Row => [
      `INSERT INTO compliance_policies (id, tenant, compliance_type, display_name, description, asset_filter,
      event_display_type,
        closing_event_display_type, time_period_seconds, dynamic_window, dynamic_variability, richness_assertions,
        created_us, deleted_us)
        VALUES (?, ?, ?, 'Policy', '', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      one.id,
      tenant,
      one.rule.type,
      JSON.stringify(one.filter),
      one.rule.eventType,
      one.rule.closingEventType,
      one.rule.timePeriod,
      one.rule.dynamicWindow,
      one.rule.dynamicVariability,
      JSON.stringify(one.rule.assertions),
      one.createdUs,
      one.deletedUs,
    ]),
  );
  return placed;
}

type Told = { id: string; compliant: boolean; reason: string };

/** The expected verdicts: the policies, evaluated over all that was accepted by then and that the caller sees. */
function wantedOf(
  policies: Placed[],
  whole: History,
  at: number,
  shows: { types: (type: string) => boolean; attributes: (name: string) => boolean },
): Told[] {
  const { occurrences, attributes: all } = plainly(cutAt(whole, at));
  const attributes = Object.fromEntries(Object.entries(all).filter(([name]) => shows.attributes(name)));
  const seen = occurrences.filter(({ type }) => shows.types(type));
  const is = (name: string, value: string): boolean =>
    name === 'box.size'
      ? (attributes['box'] as { size: string } | undefined)?.size === value
      : attributes[name] === value;
  return policies
    .filter(({ createdUs, deletedUs }) => createdUs <= at && (deletedUs === null || deletedUs > at))
    .filter(({ filter }) =>
      filter.every(({ or }) =>
        or.some((text) => {
          const [, name, operator, value] = /^attributes\.(.+?)(!?=)(.*)$/.exec(text)!;
          return is(name!, value!) === (operator === '=');
        }),
      ),
    )
    .toSorted((a, b) => b.createdUs - a.createdUs || (a.id < b.id ? 1 : -1))
    .map(({ id, rule: of }) => {
      const verdict = evaluate(of, seen, attributes, at);
      return verdict.compliant ? { id, compliant: true, reason: '' } : { id, compliant: false, reason: verdict.reason };
    });
}

/** Times after the creation of the asset at which a verdict can change. */
const turnsOf = (whole: History, policies: Policy[]): number[] =>
  [
    ...new Set(
      policies.flatMap((one) => [
        ...moments(whole, one.rule),
        ...timesOf(one, spanOf(whole)).flatMap((us) => (us === null ? [] : [us - 1, us])),
      ]),
    ),
  ].filter((at) => at > START + 2);

/** How often each distinguishable case occurred. */
const met = { kept: 0, broken: 0, less: 0, inTime: 0, gone: 0 };

async function hold({ history: whole, policies, shared, picks }: World): Promise<void> {
  const { owner, partner } = await tenancies(shared);
  const span = spanOf(whole);
  const asset = await write(owner, whole);
  const ofOwner = await add(owner.caller.tenant, policies, span);
  const ofPartner = await add(partner.caller.tenant, policies, span);
  const ask = async ({ caller }: Written, of: string, at: number | undefined, now: number) => {
    const said = await complianceOf(new TenantScope(db, caller, 'member', 'test'), of, at, now);
    expect(said.at).toBe(at ?? now);
    return said.statements.map(({ policy: { id }, compliant, reason }) => ({ id, compliant, reason }));
  };
  const everything = { types: () => true, attributes: () => true };
  const parts = {
    types: (type: string) => shared.types.includes(type) || shared.types.includes('*'),
    attributes: (name: string) => shared.attributes.includes(name),
  };
  const turns = turnsOf(whole, policies);
  const now = Math.max(...turns) + 1;
  for (const at of picks.map((pick) => turns[pick % turns.length]!)) {
    const wanted = wantedOf(ofOwner, whole, at, everything);
    const then = await ask(owner, asset, at, now);
    expect(then).toEqual(wanted);
    const ofPartners = wantedOf(ofPartner, whole, at, parts);
    expect(await ask(partner, asset, at, now)).toEqual(ofPartners);
    met.kept += then.filter(({ compliant }) => compliant).length;
    met.broken += then.filter(({ compliant }) => !compliant).length;
    met.gone += ofOwner.filter(({ deletedUs }) => deletedUs !== null && deletedUs <= at).length;
    met.less += Number(ofPartners.some(({ reason }, i) => reason !== then[i]?.reason));
    // An asset without the later events. Policies are per tenancy, so all must have existed at that time.
    if (ofOwner.some(({ createdUs }) => createdUs > at)) continue;
    const lasting = new Set(ofOwner.filter(({ deletedUs }) => deletedUs === null).map(({ id }) => id));
    const inTime = await ask(owner, await write(owner, cutAt(whole, at)), undefined, at);
    expect(inTime).toEqual(then.filter(({ id }) => lasting.has(id)));
    met.inTime += inTime.length;
  }
}

/** Correlation values are longer than the part that an index holds. */
const LONG = 'ü'.repeat(70);
/** Pairs that close one after another, a second apart, declared when they were accepted; the first is long. */
const PAIRS: History = {
  createdUs: START,
  attributes: { place: 'pump', secret: '1' },
  events: [100, 0, 0, 0]
    .flatMap((duration, i) => [
      { type: 'Open', correlation: `${LONG}${i}`, second: 200 + i - duration },
      { type: 'Close', correlation: `${LONG}${i}`, second: 200 + i },
    ])
    .toSorted((a, b) => a.second - b.second || (a.type < b.type ? 1 : -1))
    .map(({ second, ...said }, i) => ({
      ...said,
      acceptedUs: START + second * SECOND + i,
      declaredUs: undefined,
      sets: {},
    })),
};

/** Events that were accepted later were declared earlier. */
const BACKWARDS: History = {
  ...PAIRS,
  events: [90, 100, 60, 20].map((second, i) => ({
    type: 'Close',
    correlation: undefined,
    acceptedUs: START + (101 + i) * SECOND,
    declaredUs: START + second * SECOND,
    sets: {},
  })),
};

test.each([
  ['pairs', PAIRS],
  ['declared backwards', BACKWARDS],
])('a window begins and a period ends at its microsecond: %s', async (_name, whole) => {
  const rules = [dynamic(100, 1.5), since(50, 'Close'), since(20, 'Close'), period(100), outstanding()];
  const always = rules.map((one): Policy => ({ rule: one, filter: [], created: 0, deleted: undefined }));
  const policies = [...always, { ...always[0]!, created: 0.5, deleted: 0.5 }];
  await hold({
    history: whole,
    policies,
    shared: { types: TYPES, attributes: ['rad'] },
    picks: [...turnsOf(whole, policies).keys()],
  });
});

test('no query scans or sorts a history', async () => {
  const statements: { sql: string; params: unknown[] }[] = [];
  const listening = new Database(gathering(d1, (statement) => statements.push(statement)));
  const { owner, partner } = await tenancies({ types: TYPES, attributes: ['rad'] });
  const asset = await write(owner, BACKWARDS);
  const rules = [dynamic(1000, 1.5, 'Close'), since(1), period(100), outstanding(), rich('rad<7')];
  const policies = rules.map((one): Policy => ({ rule: one, filter: [], created: 0, deleted: undefined }));
  for (const { caller } of [owner, partner]) {
    await add(caller.tenant, policies, 1);
    for (const at of [undefined, START + 105 * SECOND])
      await complianceOf(new TenantScope(listening, caller, 'member', 'test'), asset, at, START + 200 * SECOND);
  }
  const ofEvents = statements.filter(({ sql }) => sql.includes('event_types found'));
  expect(new Set(ofEvents.map(({ sql }) => sql)).size).toBeGreaterThan(10);
  const plans = await d1.rows(...ofEvents.map(({ sql, params }): Row => [`EXPLAIN QUERY PLAN ${sql}`, ...params]));
  for (const steps of plans) {
    const told = steps.map(({ detail }) => detail as string);
    const scans = /^SCAN (asset|attribute|version|found|event|l|v|\w*events|\w*attributes|event_types|assets)$/;
    expect(told.filter((step) => scans.test(step))).toEqual([]);
    // The policies that name the caller are grouped.
    const ofPolicies = new Set<unknown>();
    for (const { id, parent, detail } of steps)
      if (detail === 'MATERIALIZE granted' || ofPolicies.has(parent)) ofPolicies.add(id);
    const sorts = steps.filter(
      ({ detail, parent }) => / TEMP B-TREE /.test(detail as string) && !ofPolicies.has(parent),
    );
    expect(sorts).toEqual([]);
    expect(
      told.some((step) => step.startsWith('SEARCH found USING PRIMARY KEY (asset=? AND path=? AND key=? AND seq')),
    ).toBe(true);
    expect(told).toContain('SEARCH v USING INDEX events_by_seq (asset=? AND seq=?)');
  }
});

test('a read for a past moment equals the replay of events until then and the read made at that moment', async () => {
  await fc.assert(fc.asyncProperty(world, hold), { seed: SEED, numRuns: ROUNDS });
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(ROUNDS);
});

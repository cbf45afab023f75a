import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownIdOf } from '../support/aliases.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { mapped } from '../support/logs.ts';
import { startService, type Service } from '../support/service.ts';
import { sampled, sized } from '../support/size.ts';
import { idOf, listed, type Listed } from '../support/sharing.ts';
import { describeAnswer, describeList, describeLog } from './isolation/describe.ts';
import { lineOf, pageOf, readTable, type Row } from './isolation/table.ts';
import { EFFECTS, makeSpare, REQUESTS, type Request } from './isolation/requests.ts';
import {
  CALLERS,
  difference,
  makeWorld,
  NOWHERE,
  snapshot,
  type Caller,
  type Snapshot,
  type TenancyName,
  type World,
} from './isolation/world.ts';

const EXPECTED = readFileSync(join(import.meta.dirname, 'isolation/expected.txt'), 'utf8');
const INTRODUCTION = readFileSync(join(import.meta.dirname, 'isolation/README.md'), 'utf8');
/** Where ISOLATION_PAGE=write writes the expectations as tables. */
const BUILD = join(import.meta.dirname, '../../.build');
const QUICK = sized({ quick: 1, long: 0, full: 0 }) === 1;
/** Milliseconds, for several thousand requests. */
/** A path of each group of operations that expected.txt covers. */
const GROUPS = [
  '/v2/assets',
  '/iam/v1/access_policies',
  '/iam/v1/subjects',
  '/v2/locations',
  '/v1/tlscacertificates',
  '/v1/invites',
  '/v2/publicassets/{uuid}',
  '/v1/blobs',
  '/v2/attachments/assets/{asset_uuid}/{uuid}',
  '/v1alpha2/blockchain/assets/{asset_uuid}/events/{uuid}',
  '/v1alpha2/blockchain/publicassets/{asset_uuid}/events/{uuid}',
  '/v1/node',
  '/v1/compliance/assets/{uuid}',
  '/v1/compliance_policies',
  '/v2/iothubgdr',
  '/v1/svcbussources',
  '/v1/webhooks',
  '/v1/templates',
  '/v1/signing_keys',
  '/v1/exports',
  '/v1/logs/{log}',
  '/operator/v1/tenants',
];

type Operation = { id: string; method: string; templates: string[] };

let service: Service;
let client: Client;
let world: World;
let operations: Map<string, Operation>;
const rows = readTable(EXPECTED);
const writes = ({ operation }: Row): boolean => operation in EFFECTS;
/** Operations without parameters, such as documents and quotas, have one request, without a case. */
const requestOf = ({ operation, case: name }: Row): Request => REQUESTS[operation]?.[name] ?? { of: [] };

beforeAll(async () => {
  service = await startService({
    vars: {
      COMPLETENESS_SECONDS: '1',
      AZURE_ALLOWED_HOSTS: NOWHERE,
      BUS_SOURCES: '10',
      WEBHOOKS: '100',
      EXPORTS: '100',
    },
  });
  client = await openClient(service);
  world = await makeWorld(service, client);
  const { ours, partner, stranger } = world.tenancies;
  const { pump, gauge, relic, statue } = world.identity;
  // The logs do not grow while they are compared.
  await mapped(client, ours.token, pump!);
  await mapped(client, partner.token, gauge!);
  await mapped(client, stranger.token, relic!);
  await mapped(client, undefined, `public${statue!}`);
  const described = Object.entries(client.document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      template,
      method: method.toUpperCase(),
      id: ownIdOf(operation.operationId),
      group: (operation as typeof operation & { tags: string[] }).tags[0],
    })),
  );
  const groups = new Set(GROUPS.map((path) => described.find(({ template }) => template === path)!.group));
  operations = new Map();
  for (const { template, method, id, group } of described) {
    if (!groups.has(group)) continue;
    operations.set(id, { id, method, templates: [...(operations.get(id)?.templates ?? []), template] });
  }
});
afterAll(() => service.close());

/** Calls the row's operation at one of its paths. Returns the response in the notation of expected.txt. */
async function cellOf(row: Row, caller: Caller, template: string, known = new Map<string, any>()): Promise<string> {
  const { of, query, body } = requestOf(row);
  const given = typeof body === 'function' ? body(world, caller) : body;
  const ids = of.map((name) => idOf(world.identity[name]!));
  const rest = [...ids];
  const path = template.replaceAll(/\{\w+\}/g, () => rest.shift()!);
  const [token, tenancy, asked] = [world.token[caller], world.tenancyOf(caller), query?.(world) ?? {}];
  const context = { client, world, tenancy, at_time: asked['at_time'], known };
  // Pages of compliance have no total.
  const call = /^(list(?!Compliance$)|search)/.test(row.operation)
    ? listed(client, token, path, asked)
    : client.call(token, operations.get(row.operation)!.method, path, {
        query: asked,
        ...(given instanceof FormData ? { raw: given } : { body: given }),
      });
  const answer: Answer & Partial<Listed> = await call;
  if (answer.status >= 400 && answer.text.includes('hidden-')) return `discloses ${answer.text}`;
  if (answer.status === 200 && answer.items) return describeList(answer.items, answer.total!, context);
  return (await describeLog(row.operation, answer, template, ids, asked, context)) ?? describeAnswer(answer, context);
}

/** The responses to several callers, whose requests run concurrently. */
async function cellsOf(
  row: Row,
  callers: readonly Caller[],
  template: string,
  known?: Map<string, any>,
): Promise<Record<string, string>> {
  const cells = await Promise.all(callers.map(async (caller) => [caller, await cellOf(row, caller, template, known)]));
  return Object.fromEntries(cells);
}

/** The first row of each operation, and a sample of the others. */
function someOfEach(of: readonly Row[]): Row[] {
  const isFirst = (row: Row): boolean => of.find(({ operation }) => operation === row.operation) === row;
  const others = new Set(
    sampled(
      of.filter((row) => !isFirst(row)),
      12,
    ),
  );
  return of.filter((row) => isFirst(row) || others.has(row));
}

/** A row's request at one of the paths of its operation. */
type Attempt = { row: Row; template: string };
/** Some rows of each operation at its paths; in the quick tests, each row at one of them, in rotation. */
const attemptsOf = (of: readonly Row[]): Attempt[] =>
  someOfEach(of).flatMap((row, i) => {
    const { templates } = operations.get(row.operation) ?? { templates: [] };
    return sampled(templates, templates.length, i).map((template) => ({ row, template }));
  });
/** The records of all tenancies. */
async function snapshots(): Promise<Record<TenancyName, Snapshot>> {
  const { ours, partner, stranger } = world.tenancies;
  const [first, second, third] = await Promise.all([ours, partner, stranger].map((t) => snapshot(client, t)));
  return { ours: first!, partner: second!, stranger: third! };
}
/** What changed, such as `ours: assets~1` and `ours: events+1`. */
const changes = (before: Record<TenancyName, Snapshot>, after: Record<TenancyName, Snapshot>): string[] =>
  (Object.keys(before) as TenancyName[])
    .flatMap((name) => partsOf(difference(before[name], after[name])).map((part) => `${name}: ${part}`))
    .toSorted();
const partsOf = (effect: string): string[] => effect.split(' ').filter((part) => part !== '');
/** The tenancy whose records a permitted request changes: the caller's own, or that of the record in the path. */
function changed(row: Row, caller: Caller): TenancyName {
  const { of } = requestOf(row);
  const nameOfCallers = Object.entries(world.tenancies).find(([, tenancy]) => tenancy === world.tenancyOf(caller))![0];
  if (of.length === 0) return nameOfCallers as TenancyName;
  return ['gauge', 'tended', 'form'].includes(of[0]!) ? 'partner' : 'ours';
}

/** Requests of permitted callers. */
type Step = { attempt: Attempt; callers: Caller[] }[];
/**
 * What the requests of a step change together: each adds or removes records, and those of a row change the same ones.
 */
function effectOf(step: Step): string[] {
  const sums = new Map<string, number>();
  for (const { attempt, callers } of step)
    for (const caller of callers)
      for (const part of partsOf(EFFECTS[attempt.row.operation]!)) {
        const [, what, n] = /^(.*)(\d+)$/.exec(part)!;
        const key = `${changed(attempt.row, caller)}: ${what}`;
        sums.set(key, what!.endsWith('~') ? Number(n) : (sums.get(key) ?? 0) + Number(n));
      }
  return [...sums].map(([what, n]) => `${what}${n}`).toSorted();
}
const allowedOf = ({ row }: Attempt): Caller[] => CALLERS.filter((caller) => row.cells[caller].startsWith('200'));
/**
 * The attempts in rounds. In the quick tests, those of a round change different kinds of records, besides the audit
 * log: they share their snapshots. Attempts that change the same kind keep their order.
 */
function roundsOf(attempts: Attempt[]): Attempt[][] {
  if (!QUICK) return attempts.map((attempt) => [attempt]);
  const rounds: Attempt[][] = [];
  const next = new Map<string, number>();
  for (const attempt of attempts) {
    const kinds = partsOf(EFFECTS[attempt.row.operation]!).map((part) => /^\w+/.exec(part)![0]);
    const own = kinds.filter((kind) => kind !== 'audit');
    const at = Math.max(0, ...own.map((kind) => next.get(kind) ?? 0));
    if (allowedOf(attempt).length > 0) for (const kind of own) next.set(kind, at + 1);
    (rounds[at] ??= []).push(attempt);
  }
  return rounds;
}
/**
 * The permitted requests between snapshots, which follow the requests of all other callers. A snapshot takes many
 * requests: the quick tests take one for all callers of a round, which shows a change by a refused one as well.
 */
function stepsOf(round: Attempt[]): Step[] {
  if (QUICK) return [round.map((attempt) => ({ attempt, callers: allowedOf(attempt) }))];
  return [[], ...round.flatMap((attempt) => allowedOf(attempt).map((caller) => [{ attempt, callers: [caller] }]))];
}

test('has expectations for every operation, and an operation and a request for every expectation', () => {
  const named = new Set(rows.map(({ operation }) => operation));
  expect([...operations.keys()].filter((id) => !named.has(id))).toEqual([]);
  expect([...named].filter((id) => !operations.has(id))).toEqual([]);
  const asked = Object.entries(REQUESTS).flatMap(([id, cases]) => Object.keys(cases).map((name) => `${id} ${name}`));
  const told = rows.filter(({ case: name }) => name !== '').map((row) => `${row.operation} ${row.case}`);
  expect(told.toSorted()).toEqual(asked.toSorted());
  const writing = [...operations.values()].filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(writing.toSorted()).toEqual(Object.keys(EFFECTS).toSorted());
});

test('responds to every read by every caller as expected', async () => {
  const before = await snapshots();
  const known = new Map<string, any>();
  for (const { row, template } of attemptsOf(rows.filter((r) => !writes(r)))) {
    const found = await cellsOf(row, CALLERS, template, known);
    expect.soft(found, `${template}, ${row.case}`).toEqual(row.cells);
  }
  expect(changes(before, await snapshots())).toEqual([]);
});

test('performs every write by every caller as expected, and changes nothing where it refuses', async () => {
  const attempts = attemptsOf(rows.filter(writes));
  const spares = new Map<Attempt, string>();
  for (const attempt of attempts) {
    const { spare } = requestOf(attempt.row);
    if (spare) spares.set(attempt, await makeSpare(client, world, spare));
  }
  /** The responses to these callers. */
  const responses = ({ row, template }: Attempt, spare: string, callers: Caller[]) => {
    world.identity['spare'] = spare;
    return cellsOf(row, callers, template);
  };
  const whereOf = ({ row, template }: Attempt): string => `${template}, ${row.case}`;
  let before = await snapshots();
  for (const round of roundsOf(attempts)) {
    const found = new Map<Attempt, Record<string, string>>();
    for (const attempt of round) {
      const allowed = allowedOf(attempt);
      const refused = CALLERS.filter((caller) => !allowed.includes(caller));
      found.set(attempt, await responses(attempt, spares.get(attempt) ?? '', refused));
    }
    for (const step of stepsOf(round)) {
      for (const { attempt, callers } of step)
        for (const caller of callers)
          Object.assign(found.get(attempt)!, await responses(attempt, spares.get(attempt) ?? '', [caller]));
      const after = await snapshots();
      const what = step.map(({ attempt, callers }) => `${whereOf(attempt)}: ${callers.join(', ') || 'refused'}`);
      expect.soft(changes(before, after), what.join('; ')).toEqual(effectOf(step));
      before = after;
    }
    for (const attempt of round) expect.soft(found.get(attempt), whereOf(attempt)).toEqual(attempt.row.cells);
  }
  expect(changes(before, await snapshots()), 'refused').toEqual([]);
});

test('grants no rights by a page token: other callers see only their own records after it', async () => {
  const query = { page_size: '1' };
  for (const path of ['/v2/assets', '/v2/assets/-/events']) {
    const { body } = await client.call(world.token.administrator, 'GET', path, { query });
    const next = { query: { page_token: body.next_page_token, page_size: '500' } };
    const seen = (answer: Answer): any[] => answer.body.assets ?? answer.body.events;
    const whole = (await client.call(world.token.reader, 'GET', path)).body;
    for (const caller of ['member', 'writer'] as const)
      expect(seen(await client.call(world.token[caller], 'GET', path, next))).toEqual([]);
    const behind = seen(await client.call(world.token.reader, 'GET', path, next));
    expect(seen({ body: whole } as Answer)).toEqual(expect.arrayContaining(behind));
    for (const caller of ['partner administrator', 'partner reader', 'stranger'] as const)
      expect((await client.call(world.token[caller], 'GET', path, next)).status).toBe(400);
  }
});

test("records events in their asset's tenancy from the writer's wallet, assets in their creator's", async () => {
  const { pump } = world.identity;
  const body = REQUESTS['createEvent']!['pump, Inspection']!.body;
  for (const caller of ['administrator', 'writer', 'partner administrator', 'partner reader'] as const) {
    const made = await client.call(world.token[caller], 'POST', `/v2/${pump}/events`, { body });
    expect(made.body).toMatchObject({
      tenant_identity: world.tenancies.ours.tenant_identity,
      from: world.tenancyOf(caller)!.wallet,
    });
  }
  for (const caller of ['administrator', 'writer', 'partner administrator', 'stranger'] as const) {
    const made = await client.call(world.token[caller], 'POST', '/v2/assets', {
      body: { attributes: { kind: 'pump' } },
    });
    const { tenant_identity, wallet: owner } = world.tenancyOf(caller)!;
    expect(made.body).toMatchObject({ tenant_identity, owner });
  }
});

test('shows the transaction of a public KHIPU event to everyone, its preimage to readers of all of it', async () => {
  const { administrator, stranger } = world.token;
  const body = { public: true, proof_mechanism: 'KHIPU', attributes: { kind: 'pump' } };
  const asset = (await client.call(administrator, 'POST', '/v2/assets', { body })).body.identity as string;
  const { events } = (await client.call(administrator, 'GET', `/v2/${asset}/events`)).body;
  const event = events[0].identity as string;
  const transactions = async (token: string | undefined, of: string): Promise<any[]> =>
    (await client.call(token, 'GET', `/v1alpha2/blockchain/${of}`)).body.transactions;
  await expect.poll(() => transactions(administrator, event)).toHaveLength(2);
  const own = await transactions(administrator, event);
  const blank = { ...own[1], khipu_details: { ...own[1].khipu_details, preimage: undefined } };
  expect(own[1].khipu_details.preimage).toMatch(/^[\w+/]+=*$/);
  for (const token of [undefined, stranger, administrator]) {
    expect((await transactions(token, `public${event}`))[1]).toEqual(blank);
    expect((await client.call(token, 'GET', `/v2/public${event}:proof?form=window`)).status).toBe(403);
  }
  expect((await client.call(administrator, 'GET', `/v2/${event}:proof?form=window`)).status).toBe(200);
  expect((await client.call(stranger, 'GET', `/v2/${event}:proof?form=window`)).status).toBe(404);
});

test('keeps the expectations in their canonical form, and writes the expectations as tables on request', () => {
  const lines = EXPECTED.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  expect(lines).toEqual(rows.map(lineOf));
  const page = pageOf(INTRODUCTION, rows);
  expect(
    page.split('\n').filter((line) => rows.some(({ operation }) => line.startsWith(`| ${operation} |`))),
  ).toHaveLength(rows.length);
  if (process.env['ISOLATION_PAGE'] !== 'write') return;
  mkdirSync(BUILD, { recursive: true });
  writeFileSync(join(BUILD, 'isolation.md'), page);
});

import { setTimeout as wait } from 'node:timers/promises';
import { FORM, type Account, type Call } from './account.ts';
import { expectOk, measure, middle, send, type Measured, type Reply, type Target } from './load.ts';
import { median, print, verdict, type Bench } from './report.ts';

/** A service with the records that the operations use. */
export type Subject = { account: Account; one: string; many: string[]; event: string };
type Request = (subject: Subject, i: number) => Promise<Reply>;
type FloorName = 'hello' | 'read' | 'list' | 'insert' | 'sign';
type Operation = {
  name: string;
  floor: FloorName;
  /** The minimum ratio to the floor; 0: none. */
  goal: number;
  /** Whether the launcher must reach `PLAIN_GOAL`. */
  againstPlain?: boolean;
  /** Whether it is also measured without anything that appends to logs. */
  isLogged?: boolean;
  /** Events of one request, which the rates count; default 1. */
  events?: number;
  /** Default 32. */
  connections?: number;
  request: Request;
};

/** The minimum ratio of the launcher to the same bundle on Miniflare alone. */
const PLAIN_GOAL = 0.95;
/** Milliseconds between measurements, for background work such as confirmations. */
const AFTERMATH = 500;

export const EVENT = {
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: { arc_display_type: 'Inspection', arc_description: 'all is well here' },
  asset_attributes: { state: 'good' },
};

const OPERATIONS: Operation[] = [
  { name: 'token', floor: 'read', goal: 0.8, againstPlain: true, request: ({ account }) => account.askToken() },
  {
    name: 'get asset',
    floor: 'read',
    goal: 0.7,
    againstPlain: true,
    request: ({ account, one }) => account.call('GET', `/v2/${one}`),
  },
  {
    name: 'get event',
    floor: 'read',
    goal: 0.75,
    againstPlain: true,
    request: ({ account, event }) => account.call('GET', `/v2/${event}`),
  },
  {
    name: 'list 50 events',
    floor: 'list',
    goal: 0.6,
    request: ({ account, many }) => account.call('GET', `/v2/${many[0]}/events?page_size=50`),
  },
  {
    name: 'append, one asset',
    floor: 'insert',
    goal: 1,
    againstPlain: true,
    isLogged: true,
    request: ({ account, one }) => account.call('POST', `/v2/${one}/events`, EVENT),
  },
  {
    name: 'append, 64 assets',
    floor: 'insert',
    goal: 0.8,
    againstPlain: true,
    isLogged: true,
    request: ({ account, many }, i) => account.call('POST', `/v2/${many[i % 64]}/events`, EVENT),
  },
  {
    name: 'create asset',
    floor: 'insert',
    goal: 0.5,
    request: ({ account }, i) => account.call('POST', '/v2/assets', { attributes: { arc_display_name: `new ${i}` } }),
  },
  {
    name: 'bulk, 1,000 events',
    floor: 'insert',
    goal: 3,
    events: 1000,
    connections: 2,
    isLogged: true,
    request: ({ account, many }) => {
      const { path, body } = batchOf(many, 1000);
      return account.call('POST', path, body);
    },
  },
  {
    name: 'public get',
    floor: 'read',
    goal: 0,
    request: ({ account, one }) => send({ url: account.server.url }, 'GET', `/archivist/public${one}`),
  },
];

/** Returns the operations whose name contains this text. */
export const operationsNamed = (text: string): Operation[] => OPERATIONS.filter(({ name }) => name.includes(text));

const floors = (target: Target): Record<FloorName, () => Promise<Reply>> => ({
  hello: () => send(target, 'GET', '/'),
  read: () => send(target, 'GET', '/read'),
  list: () => send(target, 'GET', '/list'),
  insert: () => send(target, 'POST', '/insert', JSON.stringify(EVENT)),
  sign: () => send(target, 'POST', '/sign', 'grant_type=client_credentials', FORM),
});

/** A service to compare with: the same bundle on Miniflare alone, or the launcher without logs. */
type Other = 'plain' | 'withoutLogs';
type Run = { floor: Measured; own: Measured } & Partial<Record<Other, Measured>>;

/** Measures each operation alternating with its floor and with other services. */
export async function compareOperations(operations: Operation[], bench: Bench): Promise<void> {
  const { milliseconds, rounds, report, inspected } = bench;
  const target = await bench.openFloor();
  const floor = floors(target);
  await Promise.all(Array.from({ length: 100 }, floor.insert));
  const own = await subjectOf(await bench.open('operations'));
  const others: Partial<Record<Other, Subject>> = {};
  // With an inspector, the service runs on Miniflare alone.
  if (!inspected) others.plain = await subjectOf(await bench.openPlain('operations-plain'));
  if (!inspected && operations.some(({ isLogged }) => isLogged))
    others.withoutLogs = await subjectOf(await bench.open('operations-without-logs', {}, true));

  const hello = middle([await measure(floor.hello, milliseconds)]);
  print('floor: hello', hello, '');
  report.push({ name: 'floor: hello', ...hello });
  for (const operation of operations) {
    const on = (subject: Subject) => (i: number) => operation.request(subject, i);
    const { events = 1, connections } = operation;
    const ofService = async (subject: Subject): Promise<Measured> => {
      const requests = await measured(on(subject), milliseconds, connections);
      return { ...requests, perSecond: requests.perSecond * events };
    };
    const services = (['own', 'plain', 'withoutLogs'] as const).filter(
      (name) => name === 'own' || (others[name] && (name === 'plain' || operation.isLogged)),
    );
    const subject = (name: 'own' | Other): Subject => (name === 'own' ? own : others[name]!);
    for (const name of services) await measure(on(subject(name)), 500, connections);
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round++) {
      const run: Partial<Run> = { floor: await measured(floor[operation.floor], milliseconds) };
      // Each round starts with another service.
      for (let i = 0; i < services.length; i++) {
        const name = services[(round + i) % services.length]!;
        run[name] = await ofService(subject(name));
      }
      runs.push(run as Run);
    }
    summarize(operation, runs, report);
    await bench.inspect(own.account.server, () => measure(on(own), 3000, connections));
  }
}

async function measured(
  request: (i: number) => Promise<Reply>,
  milliseconds: number,
  connections?: number,
): Promise<Measured> {
  await wait(AFTERMATH);
  return measure(request, milliseconds, connections);
}

function summarize(
  { name, floor, goal, againstPlain = false }: Operation,
  runs: readonly Run[],
  report: Bench['report'],
): void {
  const own = middle(runs.map((run) => run.own));
  const base = middle(runs.map((run) => run.floor)).perSecond;
  const ratio = median(runs.map((run) => run.own.perSecond / run.floor.perSecond));
  const parts = [`ratio ${ratio.toFixed(2)} to ${floor} (${base.toFixed(0)}/s)  ${verdict(ratio >= goal, goal)}`];
  const row: Record<string, unknown> = { name, floor, floorPerSecond: base, ...own, ratio, goal };
  const plains = runs.flatMap((run) => (run.plain ? [run.plain] : []));
  if (plains.length > 0) {
    const toPlain = median(runs.map((run) => run.own.perSecond / run.plain!.perSecond));
    const plainGoal = againstPlain ? PLAIN_GOAL : 0;
    const rate = middle(plains).perSecond;
    parts.push(
      `ratio ${toPlain.toFixed(2)} to Miniflare alone ` +
        `(${rate.toFixed(0)}/s)  ${verdict(toPlain >= plainGoal, plainGoal)}`,
    );
    Object.assign(row, { plainPerSecond: rate, toPlain, plainGoal });
  }
  const unlogged = runs.flatMap(({ floor: insert, own: logged, withoutLogs }) =>
    withoutLogs
      ? [{ toFloor: withoutLogs.perSecond / insert.perSecond, cost: logged.perSecond / withoutLogs.perSecond }]
      : [],
  );
  if (unlogged.length > 0) {
    const withoutLogs = median(unlogged.map(({ toFloor }) => toFloor));
    const toUnlogged = median(unlogged.map(({ cost }) => cost));
    parts.push(`ratio ${withoutLogs.toFixed(2)} without logs, ${toUnlogged.toFixed(2)} of it with them`);
    Object.assign(row, { withoutLogs, toUnlogged });
  }
  print(name, own, parts.join('; '));
  report.push(row);
}

/** The path and the body of a request that appends events to assets in turn. */
export const batchOf = (assets: string[], events: number): { path: string; body: object } => ({
  path: '/v2/assets/-/events:batch',
  body: {
    events: Array.from({ length: events }, (_, i) => ({ asset_identity: assets[i % assets.length], ...EVENT })),
  },
});

/** Creates private assets and returns their identities. */
export async function createAssets(call: Call, count: number): Promise<string[]> {
  const assets: string[] = [];
  for (let i = 0; i < count; i++) {
    const reply = await call('POST', '/v2/assets', { attributes: { arc_display_name: `asset ${i}` } });
    expectOk(reply);
    assets.push((JSON.parse(reply.text) as { identity: string }).identity);
  }
  return assets;
}

/** Creates the records. */
export async function subjectOf(account: Account): Promise<Subject> {
  const create = async (path: string, body: object): Promise<string> => {
    const { status, text } = await account.call('POST', path, body);
    if (status !== 200) throw new Error(text);
    return (JSON.parse(text) as { identity: string }).identity;
  };
  const one = await create('/v2/assets', { public: true, attributes: { arc_display_name: 'one' } });
  const many = await createAssets(account.call, 64);
  for (let i = 0; i < 60; i++) await create(`/v2/${many[0]}/events`, EVENT);
  return { account, one, many, event: await create(`/v2/${one}/events`, EVENT) };
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAccount, type Account } from './account.ts';
import { expectOk, quantile, send, timesOf, type Reply } from './load.ts';
import {
  complianceRead,
  createManyAssets,
  createManyPolicies,
  exportsEnded,
  listsOf,
  NEW_EXPORT,
} from './many-policies.ts';
import { batchOf, createAssets, EVENT } from './operations.ts';
import type { SendersOptions, SentRequest } from './processes/senders.ts';
import { median, verdict, type Bench } from './report.ts';

/** Connections of the measured tenant, and its assets. */
const CONNECTIONS = 4;
const ASSETS = 16;
/** Connections of a neighbor whose requests are refused, and of one with many policies. */
const REFUSED_CONNECTIONS = 8;
const POLICY_CONNECTIONS = 8;
const IMPORTS = 10;
/** Events of one batch. */
const BATCH = 1000;
const WAITING = 2000;
/** The goal of policies is that of hostile requests. */
const GOALS = { refused: 2, imports: 3, waiting: 2, policies: 5 };
/** Milliseconds until a neighbor's load is steady. */
const STEADY = 1000;
/** The quota of assets, which a neighbor reaches with those of large imports. */
const QUOTA = 1200;
/** Characters of one attribute, and the attributes of one request, below the limits of the API. */
const VALUE = 4000;
const PER_REQUEST = 12;
/** The number of such attributes that an asset may have. */
const FULL = 120;

type Neighbor = Pick<SendersOptions, 'connections' | 'addresses' | 'token' | 'requests'> & {
  name: string;
  goal: number;
  /** The statuses of the responses; most have the first. */
  statuses: string[];
  /** Resolves when nothing that its requests started is running. */
  settled?: () => Promise<void>;
};

/** The tenant whose appends are measured. */
type Measured = { account: Account; assets: string[] };

const measuredTenant = async (account: Account): Promise<Measured> => ({
  account,
  assets: await createAssets(account.call, ASSETS),
});

const appends = (asset: string, body: object = EVENT, headers: Record<string, string> = {}): SentRequest => ({
  path: `/archivist/v2/${asset}/events`,
  body: JSON.stringify(body),
  headers,
});

function batchRequest(assets: string[]): SentRequest {
  const { path, body } = batchOf(assets, BATCH);
  return { path: `/archivist${path}`, body: JSON.stringify(body) };
}

const NEW_ASSETS = { assets: Array.from({ length: BATCH }, () => ({ attributes: { arc_display_type: 'imported' } })) };

/** Creates as many assets as one batch may have. */
async function createBatch({ call }: Account): Promise<string[]> {
  const reply = await call('POST', '/v2/assets:batch', NEW_ASSETS);
  expectOk(reply);
  return (JSON.parse(reply.text) as { results: { asset: { identity: string } }[] }).results.map(
    ({ asset }) => asset.identity,
  );
}

/** An application that may read the imported assets, and not write to them. */
async function reader(account: Account): Promise<Account> {
  await account.call('POST', '/iam/v1/access_policies', {
    display_name: 'readers',
    filters: [{ or: ['attributes.arc_display_type=imported'] }],
    access_permissions: [{ user_attributes: [{ or: ['jwt_role=reader'] }], asset_attributes_read: ['*'] }],
  });
  return member(account, { role: 'reader' });
}

async function member(account: Account, custom_claims: Record<string, string> = {}): Promise<Account> {
  const made = await account.call('POST', '/iam/v1/applications', { display_name: 'member', custom_claims });
  const { client_id, credentials } = JSON.parse(made.text) as { client_id: string; credentials: { secret: string }[] };
  const { token } = await account.as(client_id, credentials[0]!.secret);
  return { ...account, token };
}

/** A neighbor for each kind of large batches: accepted ones, and those whose every item is refused. */
async function imports(other: Account): Promise<Neighbor[]> {
  const [few, many] = [await createAssets(other.call, 64), await createBatch(other)];
  const created = { path: '/archivist/v2/assets:batch', body: JSON.stringify(NEW_ASSETS) };
  // Reaches the quota.
  for (let i = 0; i < 2; i++) await other.call('POST', '/v2/assets:batch', NEW_ASSETS);
  return [
    { ...bulkImports(`${IMPORTS} bulk imports`, other), requests: [batchRequest(few)] },
    { ...bulkImports(`${IMPORTS} imports, 1,000 assets`, other), requests: [batchRequest(many)] },
    { ...bulkImports(`${IMPORTS} imports, unknown assets`, other), requests: [batchRequest(['assets/{uuid}'])] },
    { ...bulkImports(`${IMPORTS} imports, may only read`, await reader(other)), requests: [batchRequest(many)] },
    { ...bulkImports(`${IMPORTS} imports, quota of assets`, other), requests: [created] },
  ];
}

/** Measures the 99th percentile of a tenant's appends, alone and while another tenant sends requests. */
export async function measureFairness(bench: Bench): Promise<void> {
  const own = await measuredTenant(await bench.open('fairness', { QUOTA_ASSETS: String(QUOTA) }));
  const other = await createAccount(own.account.server);
  const pooled = await createAssets(other.call, 1);
  const refusing = await refusals(other);
  for (const neighbor of [
    ...(await imports(other)),
    ...refusing,
    {
      name: `${WAITING} calls of one asset`,
      goal: GOALS.waiting,
      statuses: ['200'],
      connections: WAITING,
      addresses: ['127.0.0.3', '127.0.0.4'],
      token: other.token,
      requests: pooled.map((asset) => appends(asset)),
    },
  ])
    await compare(own, neighbor, bench);
  const windows = await measuredTenant(await bench.open('fairness-windows', { ANCHOR_WINDOW_SECONDS: '1' }));
  const neighbor = await createAccount(windows.account.server);
  const assets = await createAssets(neighbor.call, 64);
  await compare(
    windows,
    { ...refused('windows of 1 s', neighbor, '200'), requests: assets.map((a) => appends(a)) },
    bench,
  );
}

/** Measures the same while the other tenant sends requests for which many access policies are evaluated. */
export async function measurePolicyFairness(bench: Bench): Promise<void> {
  const own = await measuredTenant(await bench.open('fairness-policies', { EXPORTS: '100' }));
  for (const neighbor of await policyNeighbors(own.account)) await compare(own, neighbor, bench);
}

/** A neighbor for each kind of requests of a tenancy with many policies. */
async function policyNeighbors({ server }: Account): Promise<Neighbor[]> {
  const many = await createManyPolicies(server, '*');
  const assets = await createManyAssets(many);
  const common = {
    goal: GOALS.policies,
    connections: POLICY_CONNECTIONS,
    addresses: ['127.0.0.2'],
    token: many.member,
    statuses: ['200', '503'],
  };
  return [
    { ...common, name: 'member with many policies: lists', requests: listsOf(assets[0]!) },
    {
      ...common,
      name: 'member with many policies: compliance',
      requests: assets.slice(0, ASSETS).map((asset) => complianceRead(asset)),
    },
    {
      ...common,
      name: 'many policies: exports',
      token: many.account.token,
      statuses: ['200', '429', '503'],
      requests: [NEW_EXPORT],
      settled: () => exportsEnded(many),
    },
  ];
}

const refused = (name: string, { token }: Account, status: string): Omit<Neighbor, 'requests'> => ({
  name,
  goal: GOALS.refused,
  statuses: [status],
  connections: REFUSED_CONNECTIONS,
  addresses: ['127.0.0.2'],
  token,
});

/**
 * Batches, in which a refused item is not an error of the request. One that has waited for 20 s for the others is
 * 503.
 */
const bulkImports = (name: string, { token }: Account): Omit<Neighbor, 'requests'> => ({
  name,
  goal: GOALS.imports,
  statuses: ['200', '503'],
  connections: IMPORTS,
  addresses: ['127.0.0.3'],
  token,
});

/** A neighbor for each reason for which an append, or the creation of an asset, is refused. */
async function refusals(other: Account): Promise<Neighbor[]> {
  const assets = await createAssets(other.call, ASSETS);
  const keys = assets.map((_, i) => ({ 'idempotency-key': `key ${i}` }));
  for (const [i, asset] of assets.entries()) {
    const { path, headers = {} } = appends(asset, EVENT, keys[i]);
    expectOk(await send({ url: other.server.url, token: other.token, headers }, 'POST', path, JSON.stringify(EVENT)));
  }
  const full = (await createAssets(other.call, 1))[0]!;
  for (let i = 0; i < FULL; i += PER_REQUEST) expectOk(await other.call('POST', `/v2/${full}/events`, large(i)));
  const one: SentRequest = { path: '/archivist/v2/assets', body: '{}' };
  return [
    { ...refused('no rights', await member(other), '404'), requests: assets.map((asset) => appends(asset)) },
    { ...refused('unknown asset', other, '404'), requests: [appends('assets/{uuid}')] },
    { ...refused('quota of assets', other, '402'), requests: [one] },
    {
      ...refused('key with another body', other, '409'),
      requests: assets.map((asset, i) => appends(asset, { ...EVENT, event_attributes: { a: '{uuid}' } }, keys[i])),
    },
    { ...refused('too large attributes', other, '400'), requests: [appends(full, large(FULL))] },
  ];
}

/** An event that sets further attributes of an asset. */
const large = (from: number): object => ({
  ...EVENT,
  asset_attributes: Object.fromEntries(
    Array.from({ length: PER_REQUEST }, (_, i) => [`large ${from + i}`, 'x'.repeat(VALUE)]),
  ),
});

/**
 * Measures alternately, so that other load on the machine affects both, and compares the percentiles of all rounds
 * together: that of one round is its fourth slowest append, which a single pause decides.
 */
async function compare(own: Measured, neighbor: Neighbor, { milliseconds, rounds, report }: Bench): Promise<void> {
  const times = (): Promise<number[]> => {
    let i = 0;
    const append = (): Promise<Reply> => own.account.call('POST', `/v2/${own.assets[i++ % ASSETS]}/events`, EVENT);
    return timesOf(append, 2 * milliseconds, CONNECTIONS);
  };
  const p99 = (runs: number[][]): number =>
    quantile(
      runs.flat().toSorted((a, b) => a - b),
      0.99,
    );
  await times();
  const runs: { alone: number[]; beside: number[] }[] = [];
  const responses: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    const alone = await times();
    const stop = startSenders({ url: own.account.server.url.href, ...neighbor });
    await wait(STEADY);
    runs.push({ alone, beside: await times() });
    for (const [status, count] of Object.entries(await stop())) responses[status] = (responses[status] ?? 0) + count;
    await neighbor.settled?.();
  }
  const others = Object.keys(responses).filter((status) => !neighbor.statuses.includes(status));
  if (others.length > 0) throw new Error(`${neighbor.name}: ${JSON.stringify(responses)}`);
  const [alone, beside] = [p99(runs.map((run) => run.alone)), p99(runs.map((run) => run.beside))];
  const ratio = beside / alone;
  const byRound = runs.map((run) => p99([run.beside]) / p99([run.alone])).toSorted((a, b) => a - b);
  const [least, most, middle] = [byRound[0]!, byRound.at(-1)!, median(byRound)].map((value) => value.toFixed(2));
  const range = `(rounds ${least} to ${most}, median ${middle})`;
  console.log(
    `beside: ${neighbor.name}`.padEnd(46) +
      `p99 ${beside.toFixed(1).padStart(7)} ms, alone ${alone.toFixed(1)} ms, ` +
      `${responses[neighbor.statuses[0]!]} requests  ratio ${ratio.toFixed(2)} ` +
      `${range}  ${verdict(ratio <= neighbor.goal, neighbor.goal)}`,
  );
  report.push({ name: `beside: ${neighbor.name}`, alone, beside, ratio, byRound, goal: neighbor.goal, responses });
}

/** Starts the senders in another process. The returned function stops them and resolves to the responses by status. */
function startSenders(options: SendersOptions): () => Promise<Record<string, number>> {
  const program = join(import.meta.dirname, 'processes', 'senders.ts');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  // Options may be longer than an argument of a program.
  child.stdin.write(`${JSON.stringify(options)}\n`);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, number>;
  };
}

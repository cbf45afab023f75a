import type { Account } from './account.ts';
import { quantile, send, timesOf } from './load.ts';
import {
  complianceRead,
  createManyAssets,
  createManyPolicies,
  createWideAssets,
  listsOf,
  NEW_EXPORT,
} from './many-policies.ts';
import { createAssets, EVENT } from './operations.ts';
import type { SentRequest } from './processes/senders.ts';
import { verdict, type Bench } from './report.ts';

const GOALS = { ratio: 5, hold: 250 };
const MILLISECONDS = 6000;
/** Milliseconds between two requests that show how long the thread is held. */
const PROBE = 5;
/** A request is answered, or refused for a while. */
const STATUSES = new Set(['200', '429', '503']);

/** What a hostile tenancy requests again and again. */
type HostileRequest = SentRequest & { name: string; token: string };

/** Measures the appends of a tenant beside requests of others whose members have access policies near the quotas. */
export async function measureHostilePolicies(bench: Bench): Promise<void> {
  const own = await bench.open('hostile-policies', { EXPORTS: '100' });
  const [identity] = await createAssets(own.call, 1);
  const append = () => own.call('POST', `/v2/${identity}/events`, EVENT);
  const requests = await hostileRequests(own);
  await timesOf(append, 2000, 1);
  for (const request of requests) {
    const alone = quantile(await timesOf(append, MILLISECONDS, 1), 0.99);
    const ended = new AbortController();
    const attack = repeat(own, request, ended.signal);
    const probe = longestProbe(own, ended.signal);
    const beside = quantile(await timesOf(append, MILLISECONDS, 1), 0.99);
    ended.abort();
    const statuses = await attack;
    const hold = await probe;
    const name = `hostile policies: ${request.name}`;
    if (Object.keys(statuses).some((status) => !STATUSES.has(status)))
      throw new Error(`${name}: ${JSON.stringify(statuses)}`);
    const ratio = beside / alone;
    console.log(
      name.padEnd(52) +
        `append p99 ${beside.toFixed(1).padStart(7)} ms, alone ${alone.toFixed(1)} ms ` +
        `${JSON.stringify(statuses)}  ratio ${ratio.toFixed(2)}  ${verdict(ratio <= GOALS.ratio, GOALS.ratio)}` +
        `  thread held ${hold.toFixed(0)} ms  ${verdict(hold <= GOALS.hold, GOALS.hold)}`,
    );
    bench.report.push({ name, alone, beside, ratio, hold, statuses });
  }
}

/** Sends a request again and again. Resolves to the number of responses by status. */
async function repeat(
  { server: { url } }: Account,
  { token, path, body, headers = {} }: HostileRequest,
  ended: AbortSignal,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  while (!ended.aborted) {
    const { status } = await send({ url, token, headers }, body === undefined ? 'GET' : 'POST', path, body);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

/** The longest time until a request that needs no database is answered: about as long as the thread is held. */
async function longestProbe({ server }: Account, ended: AbortSignal): Promise<number> {
  let longest = 0;
  while (!ended.aborted) {
    const started = performance.now();
    await (await fetch(new URL('/healthz', server.url))).arrayBuffer();
    longest = Math.max(longest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, PROBE));
  }
  return longest;
}

/**
 * The requests of a tenancy with many assets, and of one whose assets have many attributes; exports last, because
 * they run on.
 */
async function hostileRequests({ server }: Account): Promise<HostileRequest[]> {
  const many = await createManyPolicies(server, '*');
  const [asset] = await createManyAssets(many);
  // This member may not read every event, so the time of the last change that they may see is looked up for each asset.
  const wide = await createManyPolicies(server, EVENT.event_attributes.arc_display_type);
  const widest = await createWideAssets(wide);
  const get = (name: string, path: string) => ({ name, token: wide.member, path: `/archivist/v2/${path}` });
  return [
    ...listsOf(asset!).map((request) => ({ ...request, token: many.member })),
    { ...complianceRead(asset!), name: 'compliance', token: many.member },
    get('asset, 4,000 attributes', widest),
    get('asset, 4,000 attributes, at_time', `${widest}?at_time=${new Date().toISOString()}`),
    get('events of 2,000 attributes', `${widest}/events?page_size=500`),
    get('assets, 2,000 attributes', 'assets?page_size=500'),
    { ...complianceRead(widest), name: 'compliance, 4,000 attributes', token: wide.member },
    { ...NEW_EXPORT, name: 'export', token: many.account.token },
  ];
}

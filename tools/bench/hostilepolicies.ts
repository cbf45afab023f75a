import { createAccount, type Account, type Call } from './account.ts';
import { expectOk, quantile, timesOf } from './load.ts';
import { batchOf, EVENT } from './operations.ts';
import { verdict, type Bench } from './report.ts';

/** Access policies, their clauses and permissions: near the quotas. */
const [POLICIES, CLAUSES, PERMISSIONS] = [90, 20, 10];
/** Assets, in batches, and further events. */
const [BATCHES, BATCH, EVENTS] = [4, 1000, 2000];
const COMPLIANCE_POLICIES = 50;
const GOALS = { ratio: 5, hold: 250 };
const MILLISECONDS = 6000;
/** Milliseconds between two requests that show how long the thread is held. */
const PROBE = 5;
const EXACT = { 'x-request-total-count': 'true' };

/** What a hostile tenancy requests again and again. `again`: whose response may be 503. */
type Request = { name: string; send: () => Promise<number> };

/** Measures the appends of a tenant beside requests of another one whose members have as many and as large policies as they can. */
export async function measureHostilePolicies(bench: Bench): Promise<void> {
  const own = await bench.open('hostile-policies');
  const other = await createAccount(own.server);
  const created = await own.call('POST', '/v2/assets', {});
  expectOk(created);
  const { identity } = JSON.parse(created.text) as { identity: string };
  const append = () => own.call('POST', `/v2/${identity}/events`, EVENT);
  const { asset, member } = await populate(other);
  await timesOf(append, 2000, 1);
  for (const { name, send } of requestsOf(other, member, asset)) {
    const alone = quantile(await timesOf(append, MILLISECONDS, 1), 0.99);
    const ended = new AbortController();
    const statuses: Record<number, number> = {};
    const attack = (async () => {
      while (!ended.signal.aborted) {
        const status = await send();
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    })();
    const probe = longestProbe(own, ended.signal);
    const beside = quantile(await timesOf(append, MILLISECONDS, 1), 0.99);
    ended.abort();
    await attack;
    const hold = await probe;
    const ratio = beside / alone;
    console.log(
      `hostile policies: ${name}`.padEnd(44) +
        `append p99 ${beside.toFixed(1).padStart(7)} ms, alone ${alone.toFixed(1)} ms ${JSON.stringify(statuses)}  ratio ${ratio.toFixed(2)}  ${verdict(ratio <= GOALS.ratio, GOALS.ratio)}` +
        `  thread held ${hold.toFixed(0)} ms  ${verdict(hold <= GOALS.hold, GOALS.hold)}`,
    );
    bench.report.push({ name: `hostile policies: ${name}`, alone, beside, ratio, hold, statuses });
  }
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

/** Writes assets, events, and policies that match all assets, after each clause of each was looked up. */
async function populate(account: Account): Promise<{ asset: string; member: { call: Call; token: string } }> {
  const { call } = account;
  const claims = { display_name: 'member', custom_claims: { role: 'member' } };
  const made = await call('POST', '/iam/v1/applications', claims);
  const { client_id, credentials } = JSON.parse(made.text) as { client_id: string; credentials: { secret: string }[] };
  for (let policy = 0; policy < POLICIES; policy++)
    expectOk(await call('POST', '/iam/v1/access_policies', policyOf(policy)));
  for (let i = 0; i < COMPLIANCE_POLICIES; i++)
    expectOk(
      await call('POST', '/v1/compliance_policies', {
        compliance_type: 'COMPLIANCE_SINCE',
        display_name: `since ${i}`,
        event_display_type: `type ${i}`,
        time_period_seconds: 1,
      }),
    );
  const assets: string[] = [];
  for (let i = 0; i < BATCHES; i++) {
    const reply = await call('POST', '/v2/assets:batch', {
      assets: Array.from({ length: BATCH }, (_, n) => ({ attributes: { arc_display_type: 'pump', n: `${n}` } })),
    });
    expectOk(reply);
    const { results } = JSON.parse(reply.text) as { results: { asset: { identity: string } }[] };
    assets.push(...results.map(({ asset }) => asset.identity));
  }
  for (let i = 0; i < EVENTS / BATCH; i++) {
    const { path, body } = batchOf(assets.slice(0, 10), BATCH);
    expectOk(await call('POST', path, body));
  }
  return { asset: assets[0]!, member: await account.as(client_id, credentials[0]!.secret) };
}

const policyOf = (policy: number): object => ({
  display_name: `policy ${policy}`,
  filters: Array.from({ length: CLAUSES }, (_, i) => ({ or: [`attributes.k${policy * CLAUSES + i}!=v`] })),
  access_permissions: Array.from({ length: PERMISSIONS }, (_, i) => ({
    user_attributes: [{ or: ['jwt_role=member'] }],
    asset_attributes_read: [`n${i}`, 'arc_display_type'],
    event_arc_display_type_read: [i === PERMISSIONS - 1 && policy === POLICIES - 1 ? '*' : `type ${i}`],
  })),
});

function requestsOf(other: Account, member: { token: string }, asset: string): Request[] {
  const sender =
    (token: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    async () => {
      const response = await fetch(new URL(`/archivist${path}`, other.server.url), {
        headers: {
          authorization: `Bearer ${token}`,
          ...headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      await response.arrayBuffer();
      return response.status;
    };
  const get = (path: string, headers?: Record<string, string>) => sender(member.token, path, headers);
  return [
    { name: 'events', send: get('/v2/assets/-/events?page_size=500') },
    { name: 'events of one asset', send: get(`/v2/${asset}/events?page_size=500`) },
    { name: 'feed, page_size=1', send: get('/v2/assets/-/events:feed?page_size=1') },
    { name: 'feed', send: get('/v2/assets/-/events:feed?page_size=500') },
    { name: 'count of events', send: get('/v2/assets/-/events?page_size=1', EXACT) },
    { name: 'assets', send: get('/v2/assets?page_size=500') },
    { name: 'assets by name', send: get('/v2/assets?page_size=500&order_by=DISPLAY_NAME') },
    { name: 'count of assets', send: get('/v2/assets?page_size=1', EXACT) },
    { name: 'search', send: get('/v2/assets:search?q=pump') },
    { name: 'compliance', send: get(`/v1/compliance/${asset}`) },
    { name: 'export', send: sender(other.token, '/v1/exports', {}, {}) },
  ];
}

import type { Account, Call } from './account.ts';
import { measure, middle, type Measured } from './load.ts';
import { median, print, verdict, type Bench } from './report.ts';

/** The number of assets in the measured lists, and of their kinds. */
const ASSETS = 100_000;
const KINDS = 100;
const AT_ONCE = 2000;

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/**
 * Writes the rows of assets with four attributes each, without ledger objects: creating 100,000 objects would take
 * longer than all measurements. `kind` cycles through `KINDS`.
 */
async function seedAssets(db: D1Database, tenant: string): Promise<void> {
  for (let from = 0; from < ASSETS; from += AT_ONCE) {
    const rows = JSON.stringify(
      Array.from({ length: AT_ONCE }, (_, i) => {
        const n = from + i;
        const attributes = {
          arc_display_name: `asset ${n}`,
          kind: `kind ${n % KINDS}`,
          state: `${n % 7}`,
          site: `${n % 2}`,
        };
        return [`${hex(n, 8)}-0000-4000-8000-000000000000`, 1_767_225_600_000_000 + n * 1000, attributes];
      }),
    );
    await db.batch([
      db
        .prepare(
          `INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked,
          confirmation,
             created_us, seq, head_us, head_hash)
           SELECT value ->> 0, (SELECT number FROM tenants WHERE id = ?1), 0, 'SIMPLE_HASH', '1',
           '["RecordEvidence"]', value -> 2, 1,
             'CONFIRMED', value ->> 1, 1, value ->> 1, x'' FROM json_each(?2)`,
        )
        .bind(tenant, rows),
      db
        .prepare(
          `INSERT INTO asset_attributes (asset, name, seq, path, key, present)
           SELECT s.number, a.key, 1, '', a.value, 1 FROM json_each(?1) r CROSS JOIN assets s
           ON s.id = r.value ->> 0, json_each(r.value, '$[2]') a`,
        )
        .bind(rows),
      db
        .prepare(
          `INSERT INTO asset_values (tenant, path, key, created_us, asset)
           SELECT s.tenant, a.key, a.value, s.created_us, s.number FROM json_each(?1) r CROSS JOIN assets s
           ON s.id = r.value ->> 0, json_each(r.value, '$[2]') a`,
        )
        .bind(rows),
    ]);
  }
}

/** An access policy that lets users with the claim `bench` = `user` read the assets of one kind. */
const policyOf = (user: string, kind: number): object => ({
  display_name: `${user} ${kind}`,
  filters: [{ or: [`attributes.kind=kind ${kind}`] }],
  access_permissions: [
    {
      user_attributes: [{ or: [`jwt_bench=${user}`] }],
      asset_attributes_read: ['arc_display_name', 'kind'],
      event_arc_display_type_read: ['*'],
    },
  ],
});

/** Measures lists of 50 of many assets: users with few and with many policies, compared with the administrator. */
export async function compareUsers(bench: Bench): Promise<void> {
  const { milliseconds, rounds, report } = bench;
  const { server, call, as, principal } = await bench.open('users');
  await server.offline(({ db }) => seedAssets(db, principal.tenant));
  const list = '/v2/assets?page_size=50';
  for (const [policies, goal] of [
    [1, 2],
    [50, 4],
  ] as const) {
    const user = await userWith(policies, call, as);
    const [asUser, asAdministrator] = [() => user('GET', list), () => call('GET', list)];
    const { assets } = JSON.parse((await asUser()).text) as { assets: unknown[] };
    if (assets.length !== 50) throw new Error(`a user with ${policies} policies lists ${assets.length} assets`);
    await measure(asUser, 300);
    await measure(asAdministrator, 300);
    const runs: [Measured, Measured][] = [];
    for (let round = 0; round < rounds; round++)
      runs.push([await measure(asAdministrator, milliseconds), await measure(asUser, milliseconds)]);
    const ratio = median(runs.map(([a, u]) => a.perSecond / u.perSecond));
    const own = middle(runs.map(([, u]) => u));
    const name = `user: list 50, ${policies} policies`;
    print(name, own, `administrator : user ${ratio.toFixed(2)}  ${verdict(ratio <= goal, goal)}`);
    await bench.inspect(server, () => measure(asUser, 3000));
    report.push({ name, ...own, ratio, goal });
  }
}

/** Returns the requests of a new application with this number of access policies. */
async function userWith(policies: number, call: Call, as: Account['as']): Promise<Call> {
  const name = `user ${policies}`;
  const made = await call('POST', '/iam/v1/applications', { display_name: name, custom_claims: { bench: name } });
  const { client_id, credentials } = JSON.parse(made.text) as { client_id: string; credentials: { secret: string }[] };
  for (let kind = 0; kind < policies; kind++) await call('POST', '/iam/v1/access_policies', policyOf(name, kind));
  return (await as(client_id, credentials[0]!.secret)).call;
}

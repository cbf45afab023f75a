/** How many assets the lists of a user are measured over, and how many kinds of them there are. */
export const ASSETS = 100_000;
const KINDS = 100;
const AT_ONCE = 2000;

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/**
 * Writes assets with four attributes each as the ledger leaves them, rows only: 100,000 objects would
 * take longer than all measurements together. `kind` is one of `KINDS`, in turns.
 */
export async function seedAssets(db: D1Database, tenant: string, owner: string): Promise<void> {
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
          `INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked, confirmation, owner,
             created_us, seq, head_us, head_hash, initial_behaviours, confirmed_seq)
           SELECT value ->> 0, ?1, 0, 'SIMPLE_HASH', '1', '["RecordEvidence"]', value -> 2, 1, 'CONFIRMED', ?2,
             value ->> 1, 1, value ->> 1, '', '["RecordEvidence"]', 1 FROM json_each(?3)`,
        )
        .bind(tenant, owner, rows),
      db
        .prepare(
          `INSERT INTO asset_attributes (asset, path, from_us, key, name, present, current, named, value, seq, tenant, created_us)
           SELECT r.value ->> 0, a.key, r.value ->> 1, a.value, a.key, 1, 1, 1, json_quote(a.value), 1, ?1, r.value ->> 1
           FROM json_each(?2) r, json_each(r.value, '$[2]') a`,
        )
        .bind(tenant, rows),
    ]);
  }
}

/** An access policy that lets users with the claim `bench` = `user` read the assets of one kind. */
export const policyOf = (user: string, kind: number): object => ({
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

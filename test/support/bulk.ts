/** SQL and its parameters. */
export type Bulk = [sql: string, ...params: unknown[]];

/** Records that are written only as rows, without ledgers. */
export type Population = {
  tenant: string;
  public: boolean;
  /** The numbers of the assets: [from, to). They determine the ids, so populations of one database must not overlap. */
  assets: [from: number, to: number];
  /** Events per asset, including its creation. */
  events: number;
  /** Characters in each event. */
  padding?: number;
};

const START = Date.UTC(2026, 0, 1) * 1000;
/** Microseconds between events, which are written to the assets in turn. */
const STEP = 1000;

/** Returns the id of an asset by its number. */
export const assetId = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
/** Returns the acceptance time of the event `seq` of an asset, in microseconds. */
export const acceptedUs = ({ assets: [from, to] }: Population, n: number, seq: number): number =>
  START + ((seq - 1) * (to - from) + (n - from)) * STEP + from;

/**
 * Statements that write a population: assets with the attributes `arc_display_name` (all different), `kind` (one of
 * 100) and `state`, events with `arc_display_type` (one of 10) and `visit` (the event's number). At most `atOnce`
 * events in each.
 */
export function bulk(of: Population, atOnce = 5000): Bulk[] {
  const [from, to] = of.assets;
  const assetsAtOnce = Math.max(1, Math.floor(atOnce / of.events));
  const seqsAtOnce = Math.min(of.events, atOnce);
  const statements: Bulk[] = [];
  const common = [of.tenant, Number(of.public), START, STEP, from, to - from];
  for (let first = from; first < to; first += assetsAtOnce) {
    const last = Math.min(to, first + assetsAtOnce) - 1;
    statements.push([`${ASSETS}`, ...common, first, last, of.events], [ATTRIBUTES, ...common, first, last]);
    for (let seq = 1; seq <= of.events; seq += seqsAtOnce) {
      const range = [first, last, seq, Math.min(of.events, seq + seqsAtOnce - 1)];
      statements.push([EVENTS, ...common, ...range, 'x'.repeat(of.padding ?? 0)], [LEAVES, ...common, ...range]);
    }
  }
  return statements;
}

const NUMBERS = `n(n) AS (SELECT ?7 UNION ALL SELECT n + 1 FROM n WHERE n < ?8)`;
const SEQS = `s(seq) AS (SELECT ?9 UNION ALL SELECT seq + 1 FROM s WHERE seq < ?10)`;
const ID = `printf('%08x-0000-4000-8000-000000000000', n)`;
const TIME = `CAST(?3 + ((seq - 1) * ?6 + n - ?5) * ?4 + ?5 AS INTEGER)`;
const CREATED = TIME.replace('seq - 1', '0');

const ASSETS = `WITH RECURSIVE ${NUMBERS}
  INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked, confirmation, owner,
    created_us, seq, head_us, head_hash, initial_behaviours)
  SELECT ${ID}, ?1, ?2, 'SIMPLE_HASH', '1', '["RecordEvidence"]',
    json_object('arc_display_name', 'asset ' || CAST(n AS INTEGER), 'kind', 'kind ' || CAST(n % 100 AS INTEGER), 'state', '1'), 1, 'CONFIRMED', '',
    ${CREATED}, ?9, ${TIME.replace('seq - 1', '?9 - 1')}, '', '["RecordEvidence"]' FROM n`;

const ATTRIBUTES = `WITH RECURSIVE ${NUMBERS}, leaf(name, plain) AS (VALUES ('arc_display_name', 0), ('kind', 1), ('state', 2))
  INSERT INTO asset_attributes (asset, path, from_us, key, name, present, current, named, value, seq, tenant, created_us)
  SELECT ${ID}, name, ${CREATED}, v, name, 1, 1, 1, json_quote(v), 1, ?1, ${CREATED} FROM (
    SELECT n, name, CASE plain WHEN 0 THEN 'asset ' || CAST(n AS INTEGER) WHEN 1 THEN 'kind ' || CAST(n % 100 AS INTEGER) ELSE '1' END AS v
    FROM n CROSS JOIN leaf)`;

const EVENTS = `WITH RECURSIVE ${NUMBERS}, ${SEQS}
  INSERT INTO events (asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes, asset_attributes,
    declared, declared_us, accepted_us, committed_us, principal_declared, principal_accepted, confirmation, transaction_id,
    block_number, transaction_index, from_wallet, hash)
  SELECT ${ID}, seq, printf('%08x-%04x-4000-8000-%012x', n, seq % 65536, seq), ?1, ?2, 'SIMPLE_HASH',
    iif(seq = 1, 'NewAsset', 'Record'), iif(seq = 1, 'AssetCreator', 'RecordEvidence'),
    json_object('arc_display_type', 'type ' || CAST(seq % 10 AS INTEGER), 'visit', CAST(CAST(seq AS INTEGER) AS TEXT), 'note', ?11), '{}',
    '2026-01-01T00:00:00Z', ${TIME}, ${TIME}, ${TIME},
    '{"issuer":"i","subject":"s","display_name":"d","email":""}', '{"issuer":"i","subject":"s","display_name":"d","email":""}',
    'CONFIRMED', '', 0, 0, '', '' FROM n CROSS JOIN s`;

const LEAVES = `WITH RECURSIVE ${NUMBERS}, ${SEQS}
  INSERT INTO event_attributes (asset, path, key, seq, tenant, public, accepted_us)
  SELECT ${ID}, path, iif(path = 'visit', CAST(CAST(seq AS INTEGER) AS TEXT), 'type ' || CAST(seq % 10 AS INTEGER)), seq, ?1, ?2, ${TIME}
  FROM n CROSS JOIN s CROSS JOIN (SELECT 'arc_display_type' AS path UNION ALL SELECT 'visit')`;

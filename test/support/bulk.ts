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
  /** Microseconds from the common start to the first event; otherwise 0. */
  at?: number;
  /** Every event but the creations declares a time of its own: a year earlier, the same for a hundred events. */
  imported?: boolean;
  /** SIMPLE_HASH by default; MERKLE_LOG events are confirmed as far as there is a log. */
  mechanism?: 'SIMPLE_HASH' | 'MERKLE_LOG';
};

const START = Date.UTC(2026, 0, 1) * 1000;
/** Microseconds between events, which are written to the assets in turn. */
const STEP = 1000;

/** Returns the id of an asset by its number. */
export const assetId = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
/** Returns the acceptance time of the event `seq` of an asset, in microseconds. */
export const acceptedUs = ({ assets: [from, to], at = 0 }: Population, n: number, seq: number): number =>
  START + at + ((seq - 1) * (to - from) + (n - from)) * STEP + from;

/**
 * Statements that write a population: assets with the attributes `arc_display_name` (all different), `kind` (one of
 * 100) and `state`, events with `arc_display_type` (one of 10) and `visit` (the event's number). At most `atOnce`
 * events in each.
 */
export function bulk(of: Population, atOnce = 5000): Bulk[] {
  const [from, to] = of.assets;
  const assetsAtOnce = Math.max(1, Math.floor(atOnce / of.events));
  const seqsAtOnce = Math.min(of.events, atOnce);
  const statements: Bulk[] = [[PRINCIPAL]];
  const common = [of.tenant, Number(of.public), START + (of.at ?? 0), STEP, from, to - from];
  for (let first = from; first < to; first += assetsAtOnce) {
    const last = Math.min(to, first + assetsAtOnce) - 1;
    const assets = [...common, first, last];
    const mechanism = of.mechanism ?? 'SIMPLE_HASH';
    statements.push(
      [ASSETS, ...assets, of.events, mechanism],
      [ATTRIBUTES, ...assets],
      [VALUES, ...assets],
      [TERMS, ...assets],
    );
    for (let seq = 1; seq <= of.events; seq += seqsAtOnce) {
      const range = [first, last, seq, Math.min(of.events, seq + seqsAtOnce - 1)];
      const events = [...common, ...range];
      const content = ['x'.repeat(of.padding ?? 0), Number(of.imported ?? false), mechanism];
      statements.push([EVENTS, ...events, ...content], [LEAVES, ...events], [TYPES, ...events]);
    }
  }
  return statements;
}

const NUMBERS = `n(n) AS (SELECT ?7 UNION ALL SELECT n + 1 FROM n WHERE n < ?8)`;
const SEQS = `s(seq) AS (SELECT ?9 UNION ALL SELECT seq + 1 FROM s WHERE seq < ?10)`;
const ID = `printf('%08x-0000-4000-8000-000000000000', n)`;
const TIME = `CAST(?3 + ((seq - 1) * ?6 + n - ?5) * ?4 + ?5 AS INTEGER)`;
const DECLARED = `(${TIME} / 100000 * 100000 - 31536000000000)`;
const CREATED = TIME.replace('seq - 1', '0');

const TENANT = `(SELECT number FROM tenants WHERE id = ?1)`;
const ASSET = `(SELECT number FROM assets WHERE id = ${ID})`;

const ASSETS = `WITH RECURSIVE ${NUMBERS}
  INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked, confirmation,
    created_us, seq, head_us, head_hash)
  SELECT ${ID}, ${TENANT}, ?2, ?10, '1', '["RecordEvidence"]',
    json_object('arc_display_name', 'asset ' || CAST(n AS INTEGER), 'kind', 'kind ' || CAST(n % 100 AS INTEGER),
    'state', '1'), 1, 'CONFIRMED',
    ${CREATED}, ?9, ${TIME.replace('seq - 1', '?9 - 1')}, x'' FROM n`;

const LEAF = `leaf(name, plain) AS (VALUES ('arc_display_name', 0), ('kind', 1), ('state', 2)),
  leaves AS (SELECT n, name, CASE plain WHEN 0 THEN 'asset ' || CAST(n AS INTEGER)
    WHEN 1 THEN 'kind ' || CAST(n % 100 AS INTEGER) ELSE '1' END AS v FROM n CROSS JOIN leaf)`;

const ATTRIBUTES = `WITH RECURSIVE ${NUMBERS}, ${LEAF}
  INSERT INTO asset_attributes (asset, name, seq, path, key, present) SELECT ${ASSET}, name, 1, '', v, 1 FROM leaves
  WHERE ?1 <> ?3`;

const VALUES = `WITH RECURSIVE ${NUMBERS}, ${LEAF}
  INSERT INTO asset_values (tenant, path, key, created_us, asset) SELECT ${TENANT}, name, v, ${CREATED}, ${ASSET}
  FROM leaves`;

const TERMS = `WITH RECURSIVE ${NUMBERS}, ${LEAF}, words AS (SELECT n, word.value AS term,
  max(iif(name = 'arc_display_name', 8, 1)) AS weight
    FROM leaves CROSS JOIN json_each('["' || replace(v, ' ', '","') || '"]') word GROUP BY 1, 2)
  INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
  SELECT ${TENANT}, term, weight, ${CREATED}, ${ASSET} FROM words WHERE ?1 <> ?3`;

const PRINCIPAL = `INSERT OR IGNORE INTO principals (info)
  VALUES ('{"issuer":"i","subject":"s","display_name":"d","email":""}')`;

const EVENTS = `WITH RECURSIVE ${NUMBERS}, ${SEQS}
  INSERT INTO events (asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes,
  asset_attributes,
    declared, declared_us, accepted_us, committed_us, principal, confirmation, transaction_id, block_number,
    transaction_index, hash)
  SELECT ${ASSET}, seq, printf('%08x-%04x-4000-8000-%012x', n, seq % 65536, seq), ${TENANT}, ?2, ?13,
    iif(seq = 1, 'NewAsset', 'Record'), iif(seq = 1, 'AssetCreator', 'RecordEvidence'),
    json_object('arc_display_type', 'type ' || CAST(seq % 10 AS INTEGER), 'visit',
    CAST(CAST(seq AS INTEGER) AS TEXT), 'note', ?11), '{}',
    iif(?12 AND seq > 1, strftime('%Y-%m-%dT%H:%M:%S.', ${DECLARED} / 1000000, 'unixepoch') || printf('%06dZ',
    ${DECLARED} % 1000000), NULL),
    iif(?12 AND seq > 1, ${DECLARED}, NULL), ${TIME}, ${TIME}, (SELECT max(number) FROM principals),
    'CONFIRMED', '', 0, 0, x'' FROM n CROSS JOIN s`;

const KEY = `iif(path = 'visit', CAST(CAST(seq AS INTEGER) AS TEXT), 'type ' || CAST(seq % 10 AS INTEGER))`;

/** The rows of public events are also those of the tenant 0. */
const LEAVES = `WITH RECURSIVE ${NUMBERS}, ${SEQS}
  INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
  SELECT iif(whose = 0, ${TENANT}, 0), 0, path, ${KEY}, ${TIME}, (SELECT e.number FROM events e
  WHERE e.asset = ${ASSET} AND e.seq = s.seq)
  FROM n CROSS JOIN s CROSS JOIN (SELECT 'arc_display_type' AS path UNION ALL SELECT 'visit')
  CROSS JOIN (SELECT value AS whose FROM json_each('[0,1]') WHERE value <= ?2)`;

const TYPES = `WITH RECURSIVE ${NUMBERS}, ${SEQS}
  INSERT INTO event_types (asset, path, key, seq)
  SELECT ${ASSET}, 'arc_display_type', 'type ' || CAST(seq % 10 AS INTEGER), seq FROM n CROSS JOIN s WHERE ?1 <> ?2`;

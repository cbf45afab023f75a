import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import { PUBLIC_SCOPE, type AssetFamily } from '../../core/identity.ts';
import { JsonText } from '../../core/jsontext.ts';
import { EPOCH, type Micros } from '../../core/time.ts';
import { textOf } from '../../store/database.ts';
import { eventJson, type Confirmation, type EventRecord } from '../event.ts';
import { inAnchor, seenAttributes, TENANT_ANCHORS, type Redacted } from '../rows.ts';

/*
 * The database writes the JSON of the events of a list, which takes less time than taking their columns apart and putting
 * them together again. The SQL follows from what `eventJson` returns for an example, so that both stay the same.
 */

/** The columns of an event in a list: its JSON, and the keys for cursors. */
export type EventTextRow = {
  json: string;
  number: number;
  /** The number of its asset. */
  assetNumber: number;
  asset: string;
  id: string;
  seq: number;
  acceptedUs: Micros;
  /** Null: the client declared no time. */
  declaredUs: Micros | null;
};

const EXAMPLE: EventRecord = {
  asset: '<asset>',
  seq: 1,
  id: '<id>',
  tenant: '<tenant>',
  public: false,
  proofMechanism: 'SIMPLE_HASH',
  operation: '<operation>',
  behaviour: '<behaviour>',
  eventAttributes: { '<own>': '' },
  assetAttributes: { '<set>': '' },
  declared: '<declared>',
  acceptedUs: 1,
  committedUs: 2,
  principalDeclared: { issuer: '<declared>', subject: '', display_name: '', email: '' },
  principalAccepted: { issuer: '<accepted>', subject: '', display_name: '', email: '' },
  confirmation: '<confirmation>' as Confirmation,
  transactionId: '<transaction>',
  blockNumber: 1001,
  transactionIndex: 1002,
  from: '<from>',
  hash: '',
};

const SHOWN = eventJson(EXAMPLE);

/** The fields of a transaction as JSON without braces. */
const transactionJson = ({
  transaction_id,
  block_number,
  transaction_index,
}: Omit<typeof SHOWN, 'tenant_identity'>): string =>
  JSON.stringify({ transaction_id, block_number, transaction_index }).slice(1, -1);

/** An SQL expression for a text in which each of these parts is replaced by the value of an expression. */
function filled(text: string, parts: Record<string, string>): string {
  const escaped = Object.keys(parts).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const values: string[] = [];
  const format = text.replaceAll(new RegExp(escaped.join('|'), 'g'), (part) => {
    values.push(parts[part]!);
    return '%s';
  });
  return `format('${format}', ${values.join(', ')})`;
}

const json = (value: unknown): string => JSON.stringify(value);
const time = (column: string): string =>
  `(strftime('%Y-%m-%dT%H:%M:%S', ${column} / 1000000, 'unixepoch') || printf('.%06dZ', ${column} % 1000000))`;

const transactionText = (id: string, block: string, index: string): string =>
  filled(transactionJson(SHOWN), {
    [EXAMPLE.transactionId]: id,
    [json(EXAMPLE.blockNumber)]: block,
    [json(EXAMPLE.transactionIndex)]: index,
  });
const NO_TRANSACTION = transactionJson({ ...SHOWN, transaction_id: '', block_number: 0, transaction_index: 0 });

const textIn = (family: AssetFamily, anchors: SQL): SQL => {
  const anchored = inAnchor(
    sql.raw('event'),
    anchors,
    sql.raw(transactionText('c.hash', 'c.block_number', 'c.transaction_index')),
  );
  const text = filled(json(eventJson(EXAMPLE, family)), {
    [EXAMPLE.asset]: 'of_asset.id',
    [EXAMPLE.id]: 'event.id',
    [EXAMPLE.tenant]: 'of_tenant.id',
    [json(EXAMPLE.eventAttributes)]: 'event.event_attributes',
    [json(EXAMPLE.assetAttributes)]: 'event.asset_attributes',
    [json(EXAMPLE.operation)]: 'json_quote(event.operation)',
    [json(EXAMPLE.behaviour)]: 'json_quote(event.behaviour)',
    [json(EXAMPLE.declared)]: `json_quote(coalesce(event.declared, ${time('event.accepted_us')}))`,
    [SHOWN.timestamp_accepted]: time('event.accepted_us'),
    [SHOWN.timestamp_committed]: `coalesce(${time('event.committed_us')}, '${EPOCH}')`,
    [json(EXAMPLE.principalDeclared)]: "coalesce(event.principal_declared, of_principal.info, 'null')",
    [json(EXAMPLE.principalAccepted)]: "coalesce(of_principal.info, 'null')",
    [EXAMPLE.confirmation]: 'event.confirmation',
    [transactionJson(SHOWN)]: `CASE event.proof_mechanism
      WHEN 'KHIPU' THEN ${transactionText('event.transaction_id', 'event.block_number', 'event.transaction_index')}
      ELSE coalesce(${textOf(anchored)}, '${NO_TRANSACTION}') END`,
    [EXAMPLE.from]: 'coalesce(event.from_wallet, of_tenant.wallet_address)',
  });
  return sql.raw(text);
};

const TEXTS = {
  tenant: textIn('assets', TENANT_ANCHORS),
  public: textIn('publicassets', sql.raw(`'${PUBLIC_SCOPE}'`)),
};
const KEYS = sql.raw(`event.number, event.asset AS assetNumber, of_asset.id AS asset, event.id, event.seq,
  event.accepted_us AS acceptedUs, event.declared_us AS declaredUs`);

/** The columns of an `EventTextRow` of `event`; needs `eventParents`. */
export const eventTextColumns = ({ anonymous }: Pick<Seen, 'anonymous'>): SQL =>
  sql`${KEYS}, ${anonymous ? TEXTS.public : TEXTS.tenant} AS json`;

/** An event of a list: its identity, and its JSON with what its audience may read. */
export type ListedEvent = Pick<EventTextRow, 'asset' | 'id' | 'seq'> & { json: JsonText };

export const listedEvent = (row: EventTextRow & Redacted): ListedEvent => ({
  asset: row.asset,
  id: row.id,
  seq: row.seq,
  json: new JsonText(row.readable === null ? row.json : redacted(row)),
});

function redacted(row: EventTextRow & Redacted): string {
  const shown = JSON.parse(row.json) as typeof SHOWN;
  return json({ ...shown, asset_attributes: seenAttributes(shown.asset_attributes, row) });
}

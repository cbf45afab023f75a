import { UUID_V4 } from '../../../../src/lib/identifiers.ts';
import { parseTimestamp } from '../../../../src/lib/time.ts';
import { UsageError } from '../../../cli/command-line.ts';
import {
  attachmentOf,
  EvidenceError,
  type Attributes,
  type Event,
  type Evidence,
  type EvidenceClient,
} from '../index.ts';
import { objectIn } from './files.ts';
import { calledOf } from './principals.ts';

/** A file of a record. `asset_attribute`: the attribute of the asset that gets it as well. */
type RecordFile = {
  attribute: string;
  asset_attribute?: string;
  name: string;
  base64: string;
  /** The value of its attribute, if the device has uploaded it. */
  attached?: Attributes[string];
};

/** A record that the field page has saved to a file because it was not sent. */
export type FieldRecord = {
  record_id: string;
  asset_identity: string;
  asset_name: string;
  timestamp_declared: string;
  event_attributes: Attributes;
  asset_attributes: Attributes;
  files: RecordFile[];
  /** What its author has signed, or wants to sign once its files are uploaded. */
  author_statement?: AuthorStatement;
  to_be_signed: boolean;
};

/** Records that the field page has saved, the person who has made them, and the tenancy in which they did. */
export type FieldRecords = { owner: Principal; tenant_identity: string; records: FieldRecord[] };

type Principal = Event['principal_accepted'];
type AuthorStatement = NonNullable<Evidence['author_statement']>;

const TENANT = /^tenant\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ASSET = /^assets\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the field page has saved in a file, all of it checked. Throws UsageError. */
export function fieldRecordsIn(file: string): FieldRecords {
  const { owner, tenant_identity, records } = objectIn(file);
  if (!Array.isArray(records))
    throw new UsageError(`${file}: records: must be a list, as in a file that the field page has saved`);
  return {
    owner: ownerAt(`${file}: owner`, owner),
    tenant_identity: textAt(`${file}: tenant_identity`, tenant_identity, 'tenant/<uuid>', (text) => TENANT.test(text)),
    records: records.map((record: unknown, n) => recordAt(`${file}: records[${n}]`, record)),
  };
}

function ownerAt(field: string, owner: unknown): Principal {
  const value = objectAt(field, owner);
  const of = (name: keyof Principal, isNeeded = false): string =>
    textAt(`${field}.${name}`, value[name], 'a text', (text) => !isNeeded || text !== '');
  return {
    issuer: of('issuer', true),
    subject: of('subject', true),
    display_name: of('display_name'),
    email: of('email'),
  };
}

function recordAt(field: string, record: unknown): FieldRecord {
  const value = objectAt(field, record);
  const { author_statement: statement } = value;
  return {
    record_id: textAt(`${field}.record_id`, value['record_id'], 'a UUID', (text) => UUID_V4.test(text)),
    asset_identity: textAt(`${field}.asset_identity`, value['asset_identity'], 'assets/<uuid>', (text) =>
      ASSET.test(text),
    ),
    asset_name: typeof value['asset_name'] === 'string' ? value['asset_name'] : '',
    timestamp_declared: textAt(
      `${field}.timestamp_declared`,
      value['timestamp_declared'],
      'a time such as 2026-01-31T12:00:00Z',
      (text) => parseTimestamp(text) !== undefined,
    ),
    event_attributes: objectAt(`${field}.event_attributes`, value['event_attributes']) as Attributes,
    asset_attributes: objectAt(`${field}.asset_attributes`, value['asset_attributes']) as Attributes,
    files: filesAt(`${field}.files`, value['files']),
    ...(statement === undefined ? {} : { author_statement: statementAt(`${field}.author_statement`, statement) }),
    to_be_signed: value['to_be_signed'] === true,
  };
}

function statementAt(field: string, statement: unknown): AuthorStatement {
  const value = objectAt(field, statement);
  const of = (name: keyof AuthorStatement): string => textAt(`${field}.${name}`, value[name], 'a text');
  return { signature: of('signature'), payload: of('payload'), seed: of('seed') };
}

function filesAt(field: string, files: unknown): RecordFile[] {
  if (!Array.isArray(files)) throw new UsageError(`${field}: must be a list`);
  return files.map((file: unknown, n) => {
    const value = objectAt(`${field}[${n}]`, file);
    const { attached } = value;
    const of = (name: string, what?: string, holds?: (text: string) => boolean): string =>
      textAt(`${field}[${n}].${name}`, value[name], what, holds);
    return {
      attribute: of('attribute'),
      ...(value['asset_attribute'] === undefined ? {} : { asset_attribute: of('asset_attribute') }),
      name: of('name'),
      base64: of('base64', 'base64', (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)),
      ...(attached === undefined
        ? {}
        : { attached: objectAt(`${field}[${n}].attached`, attached) as Attributes[string] }),
    };
  });
}

function objectAt(field: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${field}: must be an object`);
  return value as Record<string, unknown>;
}

function textAt(field: string, value: unknown, what = 'a text', holds = (text: string) => text !== ''): string {
  if (typeof value !== 'string' || !holds(value)) throw new UsageError(`${field}: must be ${what}`);
  return value;
}

/** What became of a record. `refused`: why the service does not record it; undefined if it has recorded it. */
export type RecordOutcome = { record: FieldRecord; event?: Event; refused?: string };

/**
 * Records them in their order, each once for the caller by its Record-Id or the statement of its author. Ends with the
 * first error after which the import can be repeated. `declaresOwner`: records those of somebody else as well, and
 * declares who has made them. Throws EvidenceError then, and UsageError before the first record for those of another
 * tenancy or, unless declared, of somebody else.
 */
export async function* recordAll(
  client: EvidenceClient,
  { owner, tenant_identity, records }: FieldRecords,
  declaresOwner: boolean,
): AsyncGenerator<RecordOutcome> {
  const { principal: me, tenantid } = await client.request('GET', '/v1/whoami');
  if (tenantid !== tenant_identity)
    throw new UsageError(`FILE: has records of ${tenant_identity}, and the caller is in ${tenantid}`);
  const isOwn = owner.issuer === me.issuer && owner.subject === me.subject;
  if (!isOwn && !declaresOwner)
    throw new UsageError(
      `FILE: has records of ${calledOf(owner)}, and the caller is ${calledOf(me)}: import it as that person, or with ` +
        '--declare-owner, which records as the caller and declares that person',
    );
  for (const record of records) {
    const refused = refusalOf(record, isOwn);
    if (refused !== undefined) {
      yield { record, refused };
      continue;
    }
    try {
      yield { record, event: await recordOne(client, record, isOwn ? undefined : owner) };
    } catch (error) {
      if (!(error instanceof EvidenceError) || !REFUSALS.has(error.status)) throw error;
      yield { record, refused: error.detail };
    }
  }
}

/** Why a record is not sent: a signature cannot be left out, because the device would record it a second time. */
function refusalOf({ author_statement, to_be_signed }: FieldRecord, isOwn: boolean): string | undefined {
  if (author_statement) return isOwn ? undefined : 'it is signed: only its author can send it';
  return to_be_signed ? 'its author wants to sign it: only their device can' : undefined;
}

/** Statuses with which the service refuses one record, and may accept the next one. */
const REFUSALS = new Set([400, 403, 404, 409, 413, 415]);

/** `declared`: who has made the record, if that is not the caller. */
async function recordOne(client: EvidenceClient, record: FieldRecord, declared?: Principal): Promise<Event> {
  const { record_id, asset_identity, timestamp_declared, files, author_statement } = record;
  const [event_attributes, asset_attributes] = [{ ...record.event_attributes }, { ...record.asset_attributes }];
  for (const { attribute, asset_attribute, name, base64, attached: signed } of files) {
    // A statement is of the values that the device had.
    const attached =
      (author_statement && signed) ??
      attachmentOf(await client.blobs.upload(Buffer.from(base64, 'base64'), { fileName: name }), name);
    event_attributes[attribute] = attached;
    if (asset_attribute !== undefined) asset_attributes[asset_attribute] = attached;
  }
  // A body that is equal to that of the device: with the same Record-Id, another one is refused.
  const evidence = { timestamp_declared, event_attributes, asset_attributes };
  if (author_statement) return client.events.record(asset_identity, { ...evidence, author_statement });
  const body = declared ? { ...evidence, principal_declared: declared } : evidence;
  return client.events.record(asset_identity, body, { recordId: record_id });
}

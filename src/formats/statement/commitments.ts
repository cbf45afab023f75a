import { compareBytes, equalBytes } from '../../lib/bytes.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';
import type { Attributes } from '../records/attributes.ts';
import {
  commitmentOfField,
  fieldsOf,
  ordered,
  Salts,
  type CommitmentLabels,
  type ContentField,
} from '../content-commitment.ts';
import type { Payload, StatementStructure } from './statement.ts';

/**
 * The commitments of a statement to the content of an event, as docs/chain-hash.md makes them, with labels of their own
 * and from a seed of the author. A reader of a part gets the salts of what they see, and can test no guess of the rest.
 */

const LABELS: CommitmentLabels = {
  salt: 'AUTHORSTATEMENTV1-SALT',
  field: 'AUTHORSTATEMENTV1-FIELD',
  padding: 'AUTHORSTATEMENTV1-PADDING',
};

/** The content that an author signs. `principal_declared`: only if the author declares one. */
export type SignedContent = {
  event_attributes: Attributes;
  asset_attributes: Attributes;
  principal_declared?: PrincipalInfo | undefined;
};

/** A value that a statement does not have as the event has it: the field, and what differs. */
export type Difference = { field: string; description: string };

/** The fields that are signed: other members of an event are left out. */
const signedFields = ({ event_attributes, asset_attributes, principal_declared }: SignedContent): ContentField[] =>
  ordered(fieldsOf({ event_attributes, asset_attributes, ...(principal_declared && { principal_declared }) }));

const commitmentTo = ({ kind, name, value }: ContentField, salt: Uint8Array): Uint8Array =>
  commitmentOfField(kind, name, value, salt, LABELS);

/**
 * The commitments to all fields and the padding, in ascending order. `seed`: 32 random bytes. Throws RangeError for a
 * seed of another length and for text that is not well-formed Unicode.
 */
export function statementCommitments(content: SignedContent, seed: Uint8Array): Uint8Array[] {
  const salts = new Salts(seed, LABELS);
  const fields = signedFields(content);
  return [...fields.map((field) => commitmentTo(field, salts.of(field))), ...salts.padding(fields.length)].toSorted(
    compareBytes,
  );
}

/** The salts of a content, 16 bytes each, ordered by kind and name. Throws as `statementCommitments`. */
export function statementSalts(content: SignedContent, seed: Uint8Array): Uint8Array[] {
  const salts = new Salts(seed, LABELS);
  return signedFields(content).map((field) => salts.of(field));
}

/**
 * The content that an author can have signed of what an event shows: with the declared principal only if the payload
 * commits to it, because events show one also if their author declares none. Throws as `statementCommitments`.
 */
export function signedContent(
  payload: Payload,
  { event_attributes, asset_attributes, principal_declared }: SignedContent,
  seed: Uint8Array,
): SignedContent {
  const attributes = { event_attributes, asset_attributes };
  const salts = new Salts(seed, LABELS);
  const principals = signedFields({ event_attributes: {}, asset_attributes: {}, principal_declared });
  const isUnsigned = unsigned(payload, principals, (_, field) => salts.of(field)).length > 0;
  return isUnsigned ? attributes : { ...attributes, principal_declared };
}

/** The differences between a payload and an event that it is for: empty if the author has signed exactly this event. */
export function differencesFrom(
  payload: Payload,
  event: StatementStructure & SignedContent,
  seed: Uint8Array,
): Difference[] {
  const salts = new Salts(seed, LABELS);
  const fields = signedFields(event);
  const found = [...structureDifferences(payload, event), ...unsigned(payload, fields, (_, field) => salts.of(field))];
  if (found.length > 0) return found;
  const all = statementCommitments(event, seed);
  const isSame =
    all.length === payload.commitments.length && all.every((each, i) => equalBytes(each, payload.commitments[i]!));
  return isSame
    ? []
    : [{ field: 'author_statement.payload', description: 'commits to a value that the event does not have' }];
}

/**
 * The differences between a payload and the visible part of its event. `salts`: those of the visible fields
 * (`statementSalts`). Hidden fields are not compared, so the author may have signed more: for readers of all of the
 * event, use `differencesFrom`.
 */
export function visibleDifferences(
  payload: Payload,
  event: StatementStructure & SignedContent,
  salts: readonly Uint8Array[],
): Difference[] {
  const fields = signedFields(event);
  if (salts.length !== fields.length)
    return [{ field: 'salts', description: `must be ${fields.length}, one for each visible field` }];
  return [...structureDifferences(payload, event), ...unsigned(payload, fields, (i) => salts[i]!)];
}

/** The seed of a statement, or the salts of the visible fields (`statementSalts`). */
export type StatementSecrets = { seed: Uint8Array } | { salts: readonly Uint8Array[] };

/** A field to which a payload has no commitment. */
type FieldDifference = Pick<ContentField, 'kind' | 'name'> & { difference: Difference };

/**
 * All differences between a payload and its event, or the visible part of it. `unmatched`: with the seed, the number of
 * commitments in the payload that are of no field of the event and no padding.
 */
export function statementDifferences(
  payload: Payload,
  event: StatementStructure & SignedContent,
  secrets: StatementSecrets,
): { structure: Difference[]; differences: FieldDifference[]; unmatched: number | undefined } {
  const fields = signedFields(event);
  const salts = 'seed' in secrets ? new Salts(secrets.seed, LABELS) : undefined;
  const structure = structureDifferences(payload, event);
  if ('salts' in secrets && secrets.salts.length !== fields.length)
    structure.push({ field: 'salts', description: `must be ${fields.length}, one for each visible field` });
  const given = 'salts' in secrets ? secrets.salts : [];
  const saltOf = (field: ContentField, i: number): Uint8Array => salts?.of(field) ?? given[i] ?? new Uint8Array(16);
  const differences = fields.flatMap((field, i): FieldDifference[] => {
    const [difference] = unsigned(payload, [field], () => saltOf(field, i));
    return difference ? [{ kind: field.kind, name: field.name, difference }] : [];
  });
  if (!salts) return { structure, differences, unmatched: undefined };
  const known = new Set(payload.commitments.map(String));
  const padding = salts.padding(fields.length).filter((each) => known.has(String(each))).length;
  const matched = fields.length - differences.length + padding;
  return { structure, differences, unmatched: payload.commitments.length - matched };
}

const STRUCTURE = ['asset_identity', 'operation', 'behaviour', 'timestamp_declared'] as const;

const structureDifferences = (payload: Payload, event: StatementStructure): Difference[] =>
  STRUCTURE.filter((field) => payload[field] !== event[field]).map((field) => ({
    field,
    description: `is not the one that the author has signed, ${JSON.stringify(payload[field])}`,
  }));

/** The fields to which the payload has no commitment. */
function unsigned(
  payload: Payload,
  fields: readonly ContentField[],
  saltOf: (i: number, field: ContentField) => Uint8Array,
) {
  const known = new Set(payload.commitments.map(String));
  return fields.flatMap((field, i): Difference[] =>
    known.has(String(commitmentTo(field, saltOf(i, field))))
      ? []
      : [{ field: pathOf(field), description: 'is not the value that the author has signed' }],
  );
}

const pathOf = ({ kind, name }: ContentField): string => (kind === 'principals' ? name : `${kind}.${name}`);

import type { Attributes, AttributeValue } from '../formats/records/attributes.ts';
import type { PrincipalInfo } from '../lib/identifiers.ts';
import type { ChainEvidence, ErasedDetails, ProvenEvent } from './format.ts';
import { must } from './report.ts';
import {
  anyOf,
  atLeastOne,
  listOf,
  mapOf,
  matching,
  memberOf,
  oneOf,
  record,
  text,
  whole,
  type Shape,
} from './shape.ts';

// Each value has a single valid spelling, so that no two different documents have the same meaning.
const bytes: Shape<string> = (value, path) => {
  const digits = hexadecimal(value, path);
  must(digits.length % 2 === 0, `${path} must have an even number of hexadecimal digits`);
  return digits;
};
const hexadecimal = matching(/^0x[0-9a-f]*$/, '0x and lower-case hexadecimal digits');
export const hash = matching(/^0x[0-9a-f]{64}$/, '0x and 64 lower-case hexadecimal digits');
export const digest = matching(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits');
export const uuid = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a uuid');
export const second = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'a time in UTC with whole seconds');
export const base64 = matching(/^[A-Za-z0-9+/]*={0,2}$/, 'base64');
const address = matching(/^0x[0-9a-f]{40}$/, 'an address in lower case');
const chainId = matching(/^[1-9]\d{0,18}$/, 'a decimal number');

export const principal = record<PrincipalInfo>({ issuer: text, subject: text, display_name: text, email: text });
const texts = mapOf(text);
const attribute = anyOf<AttributeValue>((value) => {
  if (typeof value === 'string') return text;
  return Array.isArray(value) ? listOf(texts) : texts;
});
const attributes: Shape<Attributes> = mapOf(attribute);

/** The fields of an event. */
export const eventFields = {
  identity: text,
  asset_identity: text,
  event_attributes: attributes,
  asset_attributes: attributes,
  operation: text,
  behaviour: text,
  timestamp_declared: text,
  timestamp_accepted: text,
  timestamp_committed: text,
  principal_declared: principal,
  principal_accepted: principal,
  confirmation_status: oneOf('PENDING', 'CONFIRMED', 'FAILED'),
  transaction_id: hash,
  block_number: whole,
  transaction_index: whole,
  from: text,
  tenant_identity: text,
} as const;

const plainEvent = record<Omit<ProvenEvent, 'erased'>>(eventFields);
/** How an event was erased. */
export const erased = record<ErasedDetails>({ timestamp: text, principal, reason: text, event_identity: text });
const erasedEvent = record<Required<ProvenEvent>>({ ...eventFields, erased });

/** An event with a transaction. */
export const event = anyOf<ProvenEvent>((value) =>
  memberOf(value, 'erased') === undefined ? plainEvent : erasedEvent,
);

const chainFields = (validator: Shape<string>) =>
  ({
    chain_id: chainId,
    kind: oneOf('embedded', 'external'),
    genesis_hash: hash,
    transaction: bytes,
    transaction_index: whole,
    inclusion: listOf(bytes),
    block_header: bytes,
    block_hash: hash,
    validator_address: validator,
    finality: text,
  }) as const;

const external = record<Omit<ChainEvidence, 'rotations'>>(chainFields(oneOf('')));
const embedded = record<Omit<ChainEvidence, 'rotations'>>(chainFields(address));
const rotated = record<Required<ChainEvidence>>({ ...chainFields(address), rotations: atLeastOne(bytes) });

/** The evidence of a chain: with rotations only on an embedded one. */
export const chain = anyOf<ChainEvidence>((value) => {
  if (memberOf(value, 'kind') === 'external') return external;
  return memberOf(value, 'rotations') === undefined ? embedded : rotated;
});

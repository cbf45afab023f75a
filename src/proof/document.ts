import type { Attributes, AttributeValue } from '../core/attributes.ts';
import type { PrincipalInfo } from '../core/identity.ts';
import type { AnchorDetails, KhipuDetails, Proof, ProvenEvent } from './format.ts';
import { must, Problem } from './report.ts';
import { anyOf, atLeastOne, listOf, mapOf, matching, oneOf, record, text, whole, type Shape } from './shape.ts';

export type SimpleProof = Proof & { mechanism: 'SIMPLE_HASH'; anchor: AnchorDetails; events: ProvenEvent[] };
export type KhipuProof = Proof & { mechanism: 'KHIPU'; khipu: KhipuDetails };

// Each value has a single valid spelling, so that no two different documents have the same meaning.
const bytes: Shape<string> = (value, path) => {
  const digits = hexadecimal(value, path);
  must(digits.length % 2 === 0, `${path} must have an even number of hexadecimal digits`);
  return digits;
};
const hexadecimal = matching(/^0x[0-9a-f]*$/, '0x and lower-case hexadecimal digits');
const hash = matching(/^0x[0-9a-f]{64}$/, '0x and 64 lower-case hexadecimal digits');
const digest = matching(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits');
const uuid = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'a uuid');
const second = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'a time in UTC with whole seconds');
const base64 = matching(/^[A-Za-z0-9+/]*={0,2}$/, 'base64');
const address = matching(/^0x[0-9a-f]{40}$/, 'an address in lower case');
const chainId = matching(/^[1-9]\d{0,18}$/, 'a decimal number');

const principal = record<PrincipalInfo>({ issuer: text, subject: text, display_name: text, email: text });
const texts = mapOf(text);
const attribute = anyOf<AttributeValue>((value) =>
  typeof value === 'string' ? text : Array.isArray(value) ? listOf(texts) : texts,
);
const attributes: Shape<Attributes> = mapOf(attribute);

const event = record<ProvenEvent>({
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
});

const anchor = record<AnchorDetails>({
  tenant: uuid,
  api_query: text,
  start_time: second,
  end_time: second,
  hash_schema_version: oneOf(1),
  anchor_hash: digest,
  event_count: whole,
});

const khipu = record<KhipuDetails>({
  schema_version: oneOf(1),
  hash_alg: oneOf('SHA256'),
  event_hash: digest,
  previous_event_hash: digest,
  sequence: whole,
  preimage: base64,
});

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

const external = record<Omit<Proof['chain'], 'rotations'>>(chainFields(oneOf('')));
const embedded = record<Omit<Proof['chain'], 'rotations'>>(chainFields(address));
const rotated = record<Required<Proof['chain']>>({ ...chainFields(address), rotations: atLeastOne(bytes) });

const common = {
  format: oneOf('asset-evidence-proof/1'),
  event,
  chain: anyOf<Proof['chain']>((value) => {
    if (memberOf(value, 'kind') === 'external') return external;
    return memberOf(value, 'rotations') === undefined ? embedded : rotated;
  }),
};

const simpleProof = record<SimpleProof>({
  ...common,
  mechanism: oneOf('SIMPLE_HASH'),
  view: oneOf('tenant', 'public'),
  anchor,
  events: listOf(event),
});

/** KHIPU has no public view, because the preimage contains the principals. */
const khipuProof = record<KhipuProof>({ ...common, mechanism: oneOf('KHIPU'), view: oneOf('tenant'), khipu });

/** Parses a proof strictly. Throws Problem for a missing or unknown field and for a value that is not valid. */
export function readProof(document: unknown): SimpleProof | KhipuProof {
  const mechanism = memberOf(document, 'mechanism');
  if (mechanism === 'SIMPLE_HASH') return simpleProof(document, 'the proof');
  if (mechanism === 'KHIPU') return khipuProof(document, 'the proof');
  throw new Problem('the mechanism of the proof must be SIMPLE_HASH or KHIPU');
}

function memberOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/**
 * Parses the JSON of a document. Throws where it is not valid JSON, and where an object has a duplicate name: parsers
 * differ in which value they use, so one program could show a value that another has not checked.
 */
export function parseDocument(json: string): unknown {
  const document: unknown = JSON.parse(json);
  must(membersWritten(json) === membersOf(document), 'an object of the document has a duplicate name');
  return document;
}

/** The number of members of all objects in a JSON text: the colons outside strings. */
function membersWritten(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === ':') count += 1;
    if (json[at] !== '"') continue;
    for (at += 1; json[at] !== '"'; at++) if (json[at] === '\\') at += 1;
  }
  return count;
}

function membersOf(document: unknown): number {
  let count = 0;
  const left: unknown[] = [document];
  while (left.length > 0) {
    const node = left.pop();
    if (node === null || typeof node !== 'object') continue;
    const inside = Object.values(node);
    if (!Array.isArray(node)) count += inside.length;
    for (const each of inside) left.push(each);
  }
  return count;
}

import { MAX_DEPTH, outlineOf } from '../lib/json.ts';
import { base64, chain, digest, event, second, uuid } from './fields.ts';
import type { AnchorDetails, KhipuDetails, Proof, ProvenEvent } from './format.ts';
import { must, Problem } from './report.ts';
import { listOf, memberOf, oneOf, record, text, whole } from './shape.ts';

export type SimpleProof = Proof & { mechanism: 'SIMPLE_HASH'; anchor: AnchorDetails; events: ProvenEvent[] };
export type KhipuProof = Proof & { mechanism: 'KHIPU'; khipu: KhipuDetails };

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

const common = {
  format: oneOf('asset-evidence-proof/1'),
  event,
  chain,
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

/**
 * Parses the JSON of a document. Throws where it is not valid JSON or too deep, and where an object has a duplicate
 * name: parsers differ in which value they use, so one program could show a value that another has not checked.
 */
export function parseDocument(json: string): unknown {
  const { depth, members } = outlineOf(json);
  must(depth <= MAX_DEPTH, `the document must have at most ${MAX_DEPTH} levels of lists and objects`);
  const document: unknown = JSON.parse(json);
  must(members === membersOf(document), 'an object of the document has a duplicate name');
  return document;
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

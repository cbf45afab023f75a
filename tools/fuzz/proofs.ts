import { isDeepStrictEqual } from 'node:util';
import { decodeRlp, toUtf8String } from 'ethers';
import type { Answer } from '../../test/support/client.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const EVENT = `((?:public)?assets/${UUID}/events/${UUID})`;
/** Paths that return the proof, the receipt, the tlog-proof or the transactions of an event. */
const EVIDENCE = new RegExp(
  `^(?:(?:/v2)?/${EVENT}:(?:proof(?:\\?form=window)?|receipt|tlogproof)|/v1alpha2/blockchain/${EVENT})$`,
  'i',
);

/** Returns the path of the event whose evidence a path returns. */
export function eventOf(path: string): string | undefined {
  const [, proven, recorded] = EVIDENCE.exec(path) ?? [];
  const event = proven ?? recorded;
  return event && `/v2/${event}`;
}

type Evidence = {
  event?: object;
  khipu?: { preimage: string };
  transactions?: { khipu_details?: { preimage?: string } }[];
};

const encoded = (body: Evidence): string[] =>
  [body.khipu, ...(body.transactions ?? []).map(({ khipu_details }) => khipu_details)].flatMap(
    (details) => details?.preimage ?? [],
  );

/** Returns the KHIPU preimages in a response as text. */
export const preimagesIn = (body: unknown): string[] =>
  body !== null && typeof body === 'object' && ('khipu' in body || 'transactions' in body)
    ? encoded(body as Evidence).map((preimage) => Buffer.from(preimage, 'base64').toString())
    : [];

/** Returns the attributes in a KHIPU preimage: `asset <name>` and `event <name>`. */
function attributesIn(preimage: string): string[] {
  const names = decodeRlp(Buffer.from(preimage, 'base64'))[12] as unknown as [string, string][];
  return names.map(([kind, name]) => `${toUtf8String(kind)} ${toUtf8String(name)}`);
}

/** Returns how evidence reveals more than a read of its event, or undefined. */
export function excess(evidence: Evidence, { status, body }: Answer): string | undefined {
  if (status !== 200) return `a read responds with ${status}`;
  // Only a read of the event alone returns its entry in the log.
  const { log_entry: _entry, ...read } = body;
  if (evidence.event && !isDeepStrictEqual(evidence.event, read))
    return `the event ${JSON.stringify(evidence.event)} is read as ${JSON.stringify(body)}`;
  const seen = ['asset', 'event'].flatMap((kind) =>
    Object.keys(body[`${kind}_attributes`]).map((name) => `${kind} ${name}`),
  );
  const wrong = encoded(evidence)
    .map(attributesIn)
    .find((names) => !isDeepStrictEqual(names.toSorted(), seen.toSorted()));
  return wrong && `the attributes ${wrong.join(', ')} are read as ${seen.join(', ')}`;
}

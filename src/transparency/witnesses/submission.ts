import { boundedBody } from '../../lib/remote.ts';
import { printable } from '../../lib/text.ts';
import { parseCheckpoint } from '../../formats/log/checkpoint.ts';
import { parseNote, parseSignatures, parseVkey, SIGNATURE_TYPES } from '../../formats/log/note.ts';
import { verifyNote, type VerifiedSignature } from '../../formats/log/note-signatures.ts';
import { formatAddCheckpoint, parseKnownSize, type Witness } from '../../formats/log/witness.ts';

/** Submits checkpoints to witnesses: the client of C2SP tlog-witness v1.0.0 (https://c2sp.org/tlog-witness). */

/** As the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A witness did not cosign a checkpoint. `knownSize` is the size that the witness has cosigned, if it returned one. If
 * that is not below the submitted size, the witness has seen another tree of this log, or a later one.
 */
export class WitnessError extends Error {
  readonly knownSize: number | undefined;
  constructor(message: string, knownSize?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WitnessError';
    this.knownSize = knownSize;
  }
}

type Reply = { status: number; contentType: string; body: string };

/** The maximum length of a response in bytes: many more signature lines than a witness has keys. */
const MAX_RESPONSE_BYTES = 16_384;
const KNOWN_SIZE_TYPE = 'text/x.tlog.size';

/**
 * Submits the checkpoint of a signed note to a witness, and returns the cosignatures of the witness's key, which are
 * verified; there is at least one. `oldSize` is the size that the witness has cosigned last as far as the caller knows,
 * or 0. If the witness knows another size, submits once more from that one. `proofFor` returns the consistency proof
 * from a size to that of the checkpoint.
 *
 * Each of the at most two requests ends after `milliseconds`. Rejects with WitnessError if the witness does not cosign
 * the checkpoint, with RangeError if the note, or the vkey, is not valid, and with the errors of `proofFor`.
 */
export async function submitCheckpoint(
  fetch: Fetch,
  witness: Witness,
  note: string,
  oldSize: number,
  proofFor: (oldSize: number) => Promise<Uint8Array[]>,
  milliseconds = 10_000,
): Promise<VerifiedSignature[]> {
  const key = parseVkey(witness.vkey);
  if (key.type !== SIGNATURE_TYPES.cosignature)
    throw new RangeError(`vkey: must be a key of type ${SIGNATURE_TYPES.cosignature}, cosignature/v1`);
  const { text } = parseNote(note);
  const { size } = parseCheckpoint(text);
  const submit = async (from: number): Promise<Reply> =>
    post(fetch, witness, formatAddCheckpoint({ oldSize: from, proof: await proofFor(from), note }), milliseconds);
  let from = oldSize;
  let reply = await submit(from);
  if (reply.status === 409) {
    const known = knownSizeOf(witness, reply);
    if (known > size || known === from) throw conflict(witness, known, size);
    from = known;
    reply = await submit(from);
  }
  if (reply.status === 409) throw conflict(witness, knownSizeOf(witness, reply), size);
  // Another root of the same size; witnesses of earlier texts of the specification respond with 409.
  if (reply.status === 422 && from === size) throw conflict(witness, size, size);
  if (reply.status !== 200)
    throw new WitnessError(`${witness.url} responded with ${reply.status}: ${printable(reply.body.trim())}`);
  try {
    return await verifyNote({ text, signatures: parseSignatures(reply.body) }, [key]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new WitnessError(`${witness.url} responded without a valid cosignature: ${error.message}`, undefined, {
      cause: error,
    });
  }
}

const conflict = ({ url }: Witness, known: number, size: number): WitnessError =>
  new WitnessError(`${url} has cosigned another tree, of size ${known}, and not that of size ${size}`, known);

function knownSizeOf({ url }: Witness, { contentType, body }: Reply): number {
  try {
    if (contentType !== KNOWN_SIZE_TYPE) throw new RangeError(`the content type must be ${KNOWN_SIZE_TYPE}`);
    return parseKnownSize(body);
  } catch (error) {
    throw new WitnessError(`${url} responded with 409 without a size: ${(error as Error).message}`, undefined, {
      cause: error,
    });
  }
}

/** Follows no redirect. Rejects with WitnessError without a complete response in time. */
async function post(fetch: Fetch, { url }: Witness, body: string, milliseconds: number): Promise<Reply> {
  try {
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(milliseconds),
    });
    const bytes = await boundedBody(response, MAX_RESPONSE_BYTES);
    if (!bytes) throw new WitnessError(`${url} responded with more than ${MAX_RESPONSE_BYTES} bytes`);
    const contentType = response.headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() ?? '';
    return { status: response.status, contentType, body: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof WitnessError) throw error;
    throw new WitnessError(`${url} does not respond: ${(error as Error).message}`, undefined, { cause: error });
  }
}

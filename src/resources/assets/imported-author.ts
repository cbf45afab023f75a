import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { openBlob } from '../../features/blobs/read.ts';
import type { Blob } from '../../features/blobs/tables.ts';
import {
  importedAssets,
  importedSignature,
  importMarkers,
  originalIdentity,
  type ImportedEvent,
} from '../../formats/exports/imported-statement.ts';
import { statementSalts } from '../../formats/statement/commitments.ts';
import { decodeStatement, verifyStatement } from '../../formats/statement/statement.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { ServiceError } from '../../lib/errors.ts';
import { gunzip } from '../../lib/gunzip.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { splitLines } from '../../lib/lines.ts';
import { fromBase64, fromCanonicalBase64, toBase64Url } from '../../lib/text.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { assetNumber, tenantId } from '../../platform/database/numbers.ts';
import { Lanes } from '../../platform/pacing/budget.ts';
import { parseDocument } from '../../proof/document.ts';
import { exportedAuthor } from '../../proof/exports/lines.ts';
import type { ImportedAuthorPart } from '../../proof/log-format.ts';
import { Problem } from '../../proof/report.ts';
import { memberOf } from '../../proof/shape.ts';
import type { Env } from '../../settings/config.ts';
import type { EntryProof } from '../../transparency/reads/event-proof.ts';

/**
 * What is read of a file of proofs, which an import has uploaded (docs/export.md): its size as it is, and the bytes of
 * its lines and of a line. An import writes less, and any caller who may record can name other files.
 */
const MOST = { file: 8 * 2 ** 20, lines: 8 * 2 ** 20, line: 128 * 1024, number: 5000 };

/** The imports of an event whose files are read, the last ones: any caller who may record can name many. */
const IMPORTS = 2;
const READS = new Lanes('reads of imported statements', 2, 256, 1);

/**
 * The statement of the author of an imported event in another deployment, from the file of proofs that the import has
 * uploaded. Undefined without one, if it is not valid for the event, and for anonymous callers. Verified each time,
 * because neither the file nor the attribute that names it is the word of this service.
 */
export async function readImportedAuthor(
  env: Env,
  scope: Scope,
  [asset, id]: [asset: string, event: string],
  { event: record, opening }: Pick<EntryProof, 'event' | 'opening'>,
): Promise<ImportedAuthorPart | undefined> {
  if (scope.tenant === undefined || 'commitment' in opening) return undefined;
  const event = eventJson(record) as ImportedEvent;
  for (const original of originalsOf(event)) {
    const blob = await readProofs(scope, [asset, id], original);
    if (!blob) continue;
    const text = await READS.run(() => lineOf(env, blob, original.line), scope.tenant);
    const found = await authorIn(text, original.identity);
    const valid = found && validFor(event, found, { asset: original.asset, seesAll: 'seed' in opening });
    if (valid) return valid;
  }
  return undefined;
}

/** The original of an event: its asset, and the file and line with its proof. */
type Original = { identity: string; asset: string; uuid: string; line: number };

function originalsOf(event: ImportedEvent): Original[] {
  const originals = importMarkers(event)
    .toSorted((a, b) => b.number - a.number)
    .flatMap(({ value }): Original[] => {
      const { identity = '', proof = '', proof_line: number = '' } = value;
      const [uuid, line] = [uuidOf('blobs', proof), /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 0];
      const isValid = uuid !== undefined && line >= 1 && line <= MOST.number;
      return isValid ? [{ identity, asset: identity.split('/events/')[0]!, uuid, line }] : [];
    });
  return originals.slice(0, IMPORTS);
}

/**
 * The file with the proof of the original, of the tenancy that owns an event, which the audience must see. Undefined if
 * the first event of the asset does not name the original asset, or if that is one of the tenancy itself.
 */
async function readProofs(scope: Scope, [asset, id]: [string, string], original: Original): Promise<Blob | undefined> {
  const [[found]] = await scope.read(
    scope.query<Blob & { attributes: string; isOwn: number }>(
      'whole',
      (seen) => sql`SELECT b.id, b.tenant, b.size, b.sha256, first.asset_attributes AS attributes,
          EXISTS (SELECT 1 FROM assets own WHERE own.tenant = event.tenant
            AND own.id = ${uuidOf('assets', original.asset) ?? ''}) AS isOwn
        FROM events event${seen.join('event')} CROSS JOIN events first ON first.asset = event.asset AND first.seq = 1
        CROSS JOIN blobs b ON b.id = ${original.uuid} AND b.tenant = ${tenantId(sql`event.tenant`)}
        WHERE event.asset = ${assetNumber(asset)} AND event.id = ${id} AND ${seen.sees('event')}`,
    ),
  );
  if (!found || found.isOwn === 1 || found.size > MOST.file) return undefined;
  const assets = importedAssets(JSON.parse(found.attributes) as Attributes);
  return assets.includes(original.asset) ? found : undefined;
}

/** A line of a file, from 1; undefined if the file does not have it, or is damaged. */
async function lineOf(env: Env, blob: Blob, number: number): Promise<string | undefined> {
  try {
    const stream = (await openBlob(env, blob)) as ReadableStream<Uint8Array>;
    let line = 0;
    for await (const { text } of splitLines(bounded(gunzip(stream)), MOST.line)) {
      line += 1;
      if (line === number) return text;
    }
  } catch (error) {
    // What a caller has uploaded need not be gzip. Of a damaged file, the alarm was raised.
    if (!(error instanceof TypeError || error instanceof Problem || error instanceof ServiceError)) throw error;
  }
  return undefined;
}

async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > MOST.lines) throw new Problem('the lines are too long');
    yield chunk;
  }
}

type Author = ReturnType<typeof exportedAuthor>;

/** The statement in a line of proofs, if it is that of the original event and its key has signed it. */
async function authorIn(line: string | undefined, identity: string | undefined): Promise<Author | undefined> {
  if (line === undefined) return undefined;
  try {
    const document = parseDocument(line);
    const given = memberOf(memberOf(document, 'proof'), 'author');
    if (given === undefined || memberOf(document, 'event') !== identity) return undefined;
    const author = exportedAuthor(given, 'author');
    const statement = statementIn(author);
    return originalIdentity(statement) === identity && (await verifyStatement(statement, author.key))
      ? author
      : undefined;
  } catch (error) {
    if (error instanceof Problem || error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const statementIn = ({ signature, payload }: Author) =>
  decodeStatement(fromCanonicalBase64(signature)!, fromCanonicalBase64(payload)!);

/** The statement as a reader gets it, if its author has signed what they see of the event. */
function validFor(
  event: ImportedEvent,
  author: Author,
  { asset, seesAll }: { asset: string; seesAll: boolean },
): ImportedAuthorPart | undefined {
  const { signature, payload, key, seed } = author;
  const bytes = fromBase64(seed)!;
  const statement = statementIn(author);
  const whole = importedSignature(statement, event, { seed: bytes });
  if (!whole) return undefined;
  const { content } = whole;
  if (seesAll) return whole.difference ? undefined : { signature, payload, key, asset, seed };
  const salts = statementSalts(content, bytes);
  const part = importedSignature(statement, event, { salts });
  return part && !part.difference
    ? { signature, payload, key, asset, salts: toBase64Url(joinBytes(salts)) }
    : undefined;
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import {
  differencesFrom,
  signedContent,
  visibleDifferences,
  type Difference,
} from '../formats/statement/commitments.ts';
import { algorithmOf, thumbprintOf, type AuthorKey } from '../formats/statement/key.ts';
import { signedEventId } from '../formats/statement/event-id.ts';
import {
  decodeStatement,
  encodePayload,
  encodeStatement,
  messageOf,
  statementDigest,
  type AuthorStatement,
} from '../formats/statement/statement.ts';
import { importedSignature, originalIdentity, type ImportedEvent } from '../formats/exports/imported-statement.ts';
import { SALT_BYTES } from '../formats/content-commitment.ts';
import { equalBytes } from '../lib/bytes.ts';
import { sha256 } from '../lib/sha256.ts';
import { fromBase64, fromCanonicalBase64, printable, toBase64Url, toHex } from '../lib/text.ts';
import { bracketOf, provenEntries } from './author-bracket.ts';
import type { Trust } from './chain.ts';
import type { Examination } from './examine.ts';
import { treeOf } from './log-entry.ts';
import type { AuthorPart, ImportedAuthorPart, LogProof, StatementOpening } from './log-format.ts';
import { must, NO_WORD, runStep, type Step, type StepOutcome } from './report.ts';
import type { AnyProof } from './verify.ts';

/** A statement with what opens it, and the key. */
type SignedPart = StatementOpening & Pick<AuthorPart, 'signature' | 'payload' | 'key'>;

/** The known values with which a statement is compared. The checkpoint is one of the log, as the other steps check. */
type AuthorTrust = Pick<Trust, 'authorKeys' | 'checkpoint'>;

const WITHOUT_AUTHOR: Step = {
  name: 'author',
  ok: false,
  detail: 'a proof by a window has no statement of an author: read the proof of the form log',
};

/**
 * The examination of a proof with the check of the statement of its author. Apart from the other checks, because pages
 * load its curves only when they are needed.
 */
export function examineAuthor(examination: Examination<AnyProof>, trust: Trust): Examination<AnyProof> {
  const { report, proof } = examination;
  const without = trust.authorKeys && WITHOUT_AUTHOR;
  const step = proof && ('checkpoint' in proof ? authorStep(proof, trust) : without);
  if (!step) return examination;
  const steps = [...report.steps, step];
  return step.ok
    ? { report: { ...report, steps }, proof }
    : { report: { ok: false, steps, ...NO_WORD }, proof: undefined };
}

/**
 * The check of the statement of the author.
 * Undefined if the event is not signed, and no key is known. The proof must have passed the check `path`.
 */
export const authorStep = (proof: LogProof, trust: AuthorTrust): Step | undefined =>
  proof.entry.author_statement !== undefined || proof.author || proof.imported_author || trust.authorKeys
    ? runStep('author', () => checkAuthor(proof, trust))
    : undefined;

function checkAuthor(proof: LogProof, { authorKeys: known, checkpoint }: AuthorTrust): StepOutcome {
  const { author, imported_author: imported } = proof;
  if (imported) return checkImported(proof, imported, known);
  if (!author) {
    must(!known, 'the proof has no statement of an author: the event is not signed, or the view does not show it');
    return { skipped: 'the author has signed the event, but the proof does not have the statement' };
  }
  const { statement, shown } = checkStatement(proof, author);
  const thumbprint = toBase64Url(statement.key);
  const entries = provenEntries(proof, author);
  const evidence = { entries, consistency: author.consistency, known: checkpoint ? treeOf(checkpoint).size : 0 };
  const when = bracketOf(proof, evidence, statement);
  must(!known || known.includes(thumbprint), `the event is signed by the key ${thumbprint}, not by a known one`);
  if (isErased(proof)) {
    const isMarked = 'the event is marked as erased, so its statement shows nothing about its content';
    return { skipped: `${isMarked}: the key ${thumbprint} has signed only its asset, operation and declared time` };
  }
  const signed = `the key ${thumbprint} has signed ${shown}; ${when}`;
  if (!known) return { skipped: `${signed}; whose key it is was not checked (--author-key checks it)` };
  return `${signed}; it is a known key`;
}

/**
 * The check of a statement from another deployment, by a key that is not one of this service: it counts only for
 * whoever knows the key.
 */
function checkImported(proof: LogProof, author: ImportedAuthorPart, known: Trust['authorKeys']): StepOutcome {
  const { content, entry, event, view } = proof;
  must(!proof.author && entry.author_statement === undefined, 'the event has a statement of its own as well');
  must(view === 'tenant' && !isErased(proof), 'the statement of an imported event must not be in this proof');
  const statement = decodeStatement(fromCanonicalBase64(author.signature)!, fromCanonicalBase64(author.payload)!);
  must(isSigned(statement, author.key), 'the signature of the author must be valid for the payload');
  must('seed' in content === 'seed' in author, 'imported_author must have the seed only for readers of all');
  const secrets = 'seed' in author ? { seed: fromBase64(author.seed)! } : { salts: saltsOf(author.salts) };
  const found = importedSignature(statement, event as ImportedEvent, secrets);
  const { asset_identity: asset } = statement.payload;
  must(asset === author.asset, `the asset was imported from ${printable(author.asset)}, but ${asset} is signed`);
  must(found !== undefined, `no import has made the event of ${originalIdentity(statement)}, which is signed`);
  must(!found.difference, `${found.difference?.field} ${found.difference?.description}`);
  const thumbprint = toBase64Url(statement.key);
  const by = `signed as ${originalIdentity(statement)} by a key of another deployment, thumbprint ${thumbprint}`;
  must(!known || known.includes(thumbprint), `the event was ${by}, not by a known one`);
  const parts = [
    ...(found.hasPrincipal ? [] : ['without principals']),
    ...(found.changed > 0
      ? [`without ${found.changed} values that are not as signed, because the import names other files or places`]
      : []),
    ...('seed' in author ? [] : ['and perhaps more than is shown']),
  ];
  const signed = `${[by, ...parts].join(', ')}; verified against the key document in the import`;
  if (!known) return { skipped: `${signed}; --author-key checks whose key it is` };
  // As many signed values can be missing as others differ.
  return found.changed > 0 ? { skipped: `${signed}; it is a known key` } : `${signed}; it is a known key`;
}

/**
 * The statement of the author of an event, and what of the event they have signed, for a text. Throws Problem or
 * RangeError unless the key has signed this event, and the entry commits to the statement.
 */
export function checkStatement(proof: LogProof, author: SignedPart): { statement: AuthorStatement; shown: string } {
  const { entry, event } = proof;
  const statement = decodeStatement(fromCanonicalBase64(author.signature)!, fromCanonicalBase64(author.payload)!);
  const digest = statementDigest(encodeStatement(statement, 'attached'));
  must(digest === entry.author_statement, `the entry does not commit to the statement ${digest}`);
  must(isSigned(statement, author.key), 'the signature of the author must be valid for the payload');
  const thumbprint = toBase64Url(statement.key);
  const id = signedEventId(thumbprint, toHex(sha256(encodePayload(statement.payload))));
  must(event.identity.split('/').at(-1) === id, `the statement is that of the event ${id}, not of ${event.identity}`);
  return { statement, shown: mustBeSigned(proof, author, statement) };
}

/**
 * What of the event the author has signed, for a text. Throws Problem for a value that they have not signed, and for a
 * reader of all of the event also if they have signed another one.
 */
function mustBeSigned({ content, event }: LogProof, author: SignedPart, { payload }: AuthorStatement): string {
  const { asset_identity, operation, behaviour, timestamp_declared } = event;
  const structure = { asset_identity, operation, behaviour, timestamp_declared };
  const { event_attributes, asset_attributes, principal_declared } = event;
  const mustBeEqual = ([difference]: Difference[]): void =>
    must(!difference, `${difference?.field} ${difference?.description}`);
  if ('seed' in content) {
    must('seed' in author, 'author.seed is missing: the proof has all of the content of the event');
    const seed = fromBase64(author.seed)!;
    const signed = signedContent(payload, { event_attributes, asset_attributes, principal_declared }, seed);
    mustBeEqual(differencesFrom(payload, { ...structure, ...signed }, seed));
    return `the event as it is shown${signed.principal_declared ? '' : ', without principals'}`;
  }
  must('salts' in author, 'author.salts is missing: the proof does not have all of the content of the event');
  const salts = saltsOf(author.salts);
  const attributes = Object.keys(event_attributes).length + Object.keys(asset_attributes).length;
  const principal = salts.length > attributes ? principal_declared : undefined;
  mustBeEqual(
    visibleDifferences(
      payload,
      { ...structure, event_attributes, asset_attributes, principal_declared: principal },
      salts,
    ),
  );
  return `what is shown of the event${principal ? '' : ', without principals'}, and perhaps more`;
}

/** Whether a proof is of an event that is marked as erased. */
const isErased = ({ content }: Pick<LogProof, 'content'>): boolean => 'commitment' in content;

function isSigned(statement: AuthorStatement, key: AuthorKey): boolean {
  if (!equalBytes(thumbprintOf(key), statement.key) || algorithmOf(key) !== statement.algorithm) return false;
  const [message, x] = [messageOf(statement), fromBase64(key.x)!];
  if (key.kty === 'OKP') return ed25519.verify(statement.signature, message, x, { zip215: false });
  const point = Uint8Array.of(4, ...x, ...fromBase64(key.y)!);
  return p256.verify(statement.signature, message, point, { lowS: false });
}

function saltsOf(encoded: string): Uint8Array[] {
  const bytes = fromBase64(encoded)!;
  return Array.from({ length: bytes.length / SALT_BYTES }, (_, n) =>
    bytes.subarray(n * SALT_BYTES, (n + 1) * SALT_BYTES),
  );
}

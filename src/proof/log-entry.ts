import { commitmentOf, contentCommitment, type Content } from '../formats/content-commitment.ts';
import { equalBytes } from '../lib/bytes.ts';
import { fromBase64, fromHex, toHex } from '../lib/text.ts';
import { parseCheckpoint, type Checkpoint } from '../formats/log/checkpoint.ts';
import { chainCommitment, encodeEventEntry } from '../formats/log/entry.ts';
import { parseNote, type Note } from '../formats/log/note.ts';
import { rootFromInclusion } from '../formats/log/proofs.ts';
import { leafHash } from '../formats/log/tree.ts';
import { isBlank, isChecksummed, momentOf, mustBeErased, mustBeNamed } from './event.ts';
import type { CoveredEvent } from './history-format.ts';
import { hashesOf } from './log-document.ts';
import type { LogProof } from './log-format.ts';
import { must, type Check, type StepOutcome } from './report.ts';

/** The tree of a checkpoint. `log` is the UUID of the log. */
export type Tree = Checkpoint & { log: string; note: Note };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ORIGIN = new RegExp(`^[^/]+(?:/[^/]+)*/v1/logs/(${UUID})$`);

/** The tree that was parsed last: all events of an export have the same one. */
let last: { checkpoint: string; tree: Tree } | undefined;

/** The tree of a signed note. Throws RangeError or Problem where it is not a checkpoint of a log of this service. */
export function treeOf(checkpoint: string): Readonly<Tree> {
  if (last?.checkpoint !== checkpoint) last = { checkpoint, tree: parseTree(checkpoint) };
  return last.tree;
}

function parseTree(checkpoint: string): Tree {
  const note = parseNote(checkpoint);
  const parsed = parseCheckpoint(note.text);
  const log = ORIGIN.exec(parsed.origin)?.[1];
  must(log !== undefined, `the origin of the checkpoint must end with /v1/logs/<uuid>, not ${parsed.origin}`);
  return { ...parsed, log, note };
}

/** The checks from an event to the root of the checkpoint. */
export const entryChecks = (proof: LogProof): Check[] => [
  ['event', () => checkEvent(proof)],
  ['view', () => checkView(proof)],
  ['entry', () => checkEntry(proof)],
  ['chainhash', () => checkChainHash(proof)],
  ['path', () => checkPath(proof)],
];

function checkEvent({ event, view }: LogProof): StepOutcome {
  mustBeNamed(event, 'the event', view === 'public' ? 'publicassets' : 'assets');
  for (const field of ['timestamp_declared', 'timestamp_accepted', 'timestamp_committed'] as const)
    momentOf(event, field);
  must(isChecksummed(event.from), 'from must be an address with a valid checksum (EIP-55)');
  return `${event.identity} of ${event.tenant_identity}, accepted at ${event.timestamp_accepted}`;
}

/** Checks that the public view has no principals, and that an erased event has no content. */
function checkView({ view, event, content, entry }: LogProof): StepOutcome {
  const blank = isBlank(event.principal_accepted) && isBlank(event.principal_declared);
  const anonymous = blank && (event.erased === undefined || isBlank(event.erased.principal));
  must(view === 'tenant' || anonymous, 'the event names a principal, which the public view must not contain');
  must(view === 'tenant' || entry.public, 'entry.public must be true in the public view');
  if (!('commitment' in content)) {
    must(event.erased === undefined, 'the content of an erased event must be a commitment');
    const shown = 'seed' in content ? 'all of its content' : 'a part of its content';
    return `the event is in the view "${view}", with ${shown}`;
  }
  must(event.erased !== undefined, 'only the content of an erased event can be a commitment');
  mustBeErased(event, 'the event');
  return `the event is in the view "${view}"; it is marked as erased, and the proof shows nothing about its content`;
}

/** The content commitment that the visible content leads to. Throws RangeError where the opening has another form. */
function commitmentTo({ event, content }: Opened): string {
  if ('commitment' in content) return content.commitment;
  const { event_attributes, asset_attributes, principal_declared, principal_accepted } = event;
  const shown: Content = { event_attributes, asset_attributes, principal_declared, principal_accepted };
  return 'seed' in content
    ? contentCommitment(shown, fromBase64(content.seed)!)
    : commitmentOf({ content: shown, salts: content.salts, hidden: content.hidden });
}

/** The hash of the leaf of the event. Throws RangeError where the opening of the content has another form. */
export function leafOf(proof: LogProof): Uint8Array {
  const known = LEAVES.get(proof);
  if (known) return known;
  const leaf = computeLeaf(proof);
  LEAVES.set(proof, leaf);
  return leaf;
}

/** The leaves of proofs, which several checks need. */
const LEAVES = new WeakMap<LogProof, Uint8Array>();

const computeLeaf = (proof: LogProof): Uint8Array => leafOfEvent(proof, treeOf(proof.checkpoint).log);

/** An event as far as its entry covers it, and what leads to this. */
type Opened = { event: CoveredEvent } & Pick<LogProof, 'entry' | 'content'>;

/** The leaf hash of the entry of an event in the log with this id. Throws as `leafOf`. */
export function leafOfEvent(of: Opened, log: string): Uint8Array {
  const { event, entry } = of;
  return leafHash(
    encodeEventEntry({
      identity: event.identity,
      asset_identity: event.asset_identity,
      tenant_identity: event.tenant_identity,
      operation: event.operation,
      behaviour: event.behaviour,
      timestamp_declared: event.timestamp_declared,
      timestamp_accepted: event.timestamp_accepted,
      from: event.from,
      sequence: entry.sequence,
      proof_mechanism: entry.proof_mechanism,
      public: entry.public,
      log,
      chain_commitment: entry.chain_commitment,
      content_commitment: commitmentTo(of),
      author_statement: entry.author_statement,
    }),
  );
}

function checkEntry(proof: LogProof): StepOutcome {
  const { event } = proof;
  const leaf = toHex(leafOf(proof));
  const entry = `the entry of the event in the log ${treeOf(proof.checkpoint).log} has the leaf hash ${leaf}`;
  const others = `${event.erased ? 'erased, ' : ''}confirmation_status, timestamp_committed and the transaction`;
  return `${entry}; it does not cover ${others} of the event`;
}

function checkChainHash({ chain_hash, entry }: LogProof): StepOutcome {
  if (!chain_hash)
    return { skipped: 'the proof does not contain the chain hash, which is for readers of all of the event' };
  const { value, salt } = chain_hash;
  must(
    chainCommitment(value, fromHex(salt)) === entry.chain_commitment,
    `the entry does not commit to the chain hash ${value}`,
  );
  return `the entry commits to the chain hash ${value}`;
}

/** The root of the tree with `size` leaves that a path leads to. Throws Problem where it has another length. */
export const rootOfPath = (proof: LogProof, size: number, path: readonly Uint8Array[]): Uint8Array =>
  rootOfLeaf(leafOf(proof), proof.index, size, path);

/** As `rootOfPath`, of any leaf. */
export function rootOfLeaf(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Uint8Array {
  must(index < size, `index must be below the size of the tree, ${size}`);
  const root = rootFromInclusion({ index, size, leaf }, path);
  must(root !== undefined, `the path must have the length that index ${index} and size ${size} demand`);
  return root;
}

function checkPath(proof: LogProof): StepOutcome {
  const { size, root } = treeOf(proof.checkpoint);
  const computed = rootOfPath(proof, size, hashesOf(proof.path));
  must(
    equalBytes(computed, root),
    `the event leads to the root ${toHex(computed)}, not to that of the checkpoint, ${toHex(root)}`,
  );
  return `leaf ${proof.index} of ${size} leads to the root of the checkpoint, ${toHex(root)}`;
}

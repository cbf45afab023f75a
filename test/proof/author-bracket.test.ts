import { beforeAll, expect, test } from 'vitest';
import { encodeMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { formatCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { encodeAuthorKey, encodeGenesis, type PreviousLog } from '../../src/formats/log/entry.ts';
import { consistencyProof, inclusionProof } from '../../src/formats/log/proofs.ts';
import { CompactRange, leafHash, type HashReader } from '../../src/formats/log/tree.ts';
import { signedEventId } from '../../src/formats/statement/event-id.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import {
  encodePayload,
  encodeStatement,
  signStatement,
  statementDigest,
  type SeenCheckpoint,
} from '../../src/formats/statement/statement.ts';
import { joinBytes } from '../../src/lib/bytes.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { toBase64, toBase64Url, toHex, utf8 } from '../../src/lib/text.ts';
import { authorStep } from '../../src/proof/log-author.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { newAuthorKey, type TestKey } from '../support/authors.ts';

/** Logs with a signed event, as the operator could make them: which of them the step `author` accepts. */

const LOG = '00000000-0000-4000-8000-000000000001';
const ORIGIN = `evidence.example/archivist/v1/logs/${LOG}`;
const EARLIER = { log: '00000000-0000-4000-8000-000000000002', origin: 'evidence.example/archivist/v1/logs/earlier' };
const ASSET = 'assets/00000000-0000-4000-8000-000000000003';
const at = (time: string): string => `2026-11-28T${time}.000000Z`;

let author: TestKey;
beforeAll(() => {
  author = newAuthorKey();
});

const key = (change: 'enrolled' | 'revoked', time: string, of = author): Uint8Array =>
  encodeAuthorKey({
    log: LOG,
    change,
    created: at(time),
    thumbprint: toBase64Url(thumbprintOf(of.key)),
    owner: '0'.repeat(64),
  });
const map = (time: string): Uint8Array =>
  encodeMapEntry({
    log: LOG,
    created: at(time),
    size: 1,
    assets: 1,
    root: new Uint8Array(32),
    salt: new Uint8Array(32),
  });
const genesis = (time: string, previous?: PreviousLog): Uint8Array =>
  encodeGenesis({ log: LOG, origin: ORIGIN, tenant_identity: '', created: at(time), keys: [], previous });
const event = utf8('the entry of the event');
const other = utf8('the entry of another event');

/** The tree of entries: its roots at each size, and its hashes. */
function treeOf(entries: readonly Uint8Array[]): { roots: Uint8Array[]; read: HashReader } {
  const range = new CompactRange();
  const hashes = new Map<string, Uint8Array>();
  const roots = [range.root()];
  for (const entry of entries) {
    range.append(leafHash(entry), ({ level, index }, hash) => hashes.set(`${level}/${index}`, hash));
    roots.push(range.root());
  }
  return { roots, read: async (nodes) => nodes.map(({ level, index }) => hashes.get(`${level}/${index}`)!) };
}

type Case = {
  entries: Uint8Array[];
  /** Whose key has signed the event: without this, that of `author`. */
  by?: Pick<TestKey, 'key' | 'sign'>;
  /** The size of the tree that the author has seen, or all of what the statement says about it. */
  seen?: number | SeenCheckpoint;
  accepted?: string;
  /** Changes of the proof. */
  change?: (author: NonNullable<LogProof['author']>) => Partial<NonNullable<LogProof['author']>>;
  /** The size of a checkpoint that the verifier has. */
  known?: number;
};

/** The step `author` of the proof of the event in a log with these entries, of which the proof has all of its own. */
async function stepFor({ entries, seen, by = author, accepted = '16:40:12', change = () => ({}), known }: Case) {
  const size = entries.length;
  const { roots, read } = treeOf(entries);
  const index = entries.indexOf(event);
  const checkpoint = typeof seen === 'number' ? { origin: ORIGIN, size: seen, root: roots[seen]! } : seen;
  const shown = {
    asset_identity: ASSET,
    operation: 'Record',
    behaviour: 'RecordEvidence',
    timestamp_declared: at('15:00:00'),
  };
  const payload = { ...shown, commitments: [], nonce: new Uint8Array(16), checkpoint };
  const statement = await signStatement(by.key, payload, by.sign);
  const id = signedEventId(toBase64Url(thumbprintOf(by.key)), toHex(sha256(encodePayload(payload))));
  const own = [...entries.entries()].filter(([, entry]) => entry !== event && entry !== other);
  const part = {
    signature: toBase64(encodeStatement(statement, 'detached')),
    payload: toBase64(encodePayload(payload)),
    seed: 'A'.repeat(43),
    key: by.key,
    entries: await Promise.all(
      own.map(async ([n, entry]) => ({
        index: n,
        entry: toBase64(entry),
        path: toBase64Url(joinBytes(await inclusionProof(n, size, read))),
      })),
    ),
    ...(checkpoint && checkpoint.size <= size
      ? { consistency: toBase64Url(joinBytes(await consistencyProof(checkpoint.size, size, read))) }
      : {}),
  };
  const noteOf = (tree: { size: number; root: Uint8Array }): string =>
    `${formatCheckpoint({ origin: ORIGIN, ...tree, extensions: [] })}\n— ${ORIGIN} ${toBase64(new Uint8Array(68))}\n`;
  const proof = {
    event: {
      ...shown,
      identity: `${ASSET}/events/${id}`,
      event_attributes: {},
      asset_attributes: {},
      timestamp_accepted: at(accepted),
    },
    entry: { author_statement: statementDigest(encodeStatement(statement, 'attached')) },
    content: { seed: 'A'.repeat(43) },
    index,
    checkpoint: noteOf({ size, root: roots[size]! }),
    author: { ...part, ...change(part) },
  };
  return authorStep(proof as unknown as LogProof, {
    authorKeys: [toBase64Url(thumbprintOf(by.key))],
    ...(known ? { checkpoint: noteOf({ size: known, root: new Uint8Array(32) }) } : {}),
  })!;
}

const passes = async (of: Case, ...parts: string[]): Promise<void> => {
  const step = await stepFor(of);
  expect(step).toMatchObject({ ok: true });
  for (const part of parts) expect(step.detail).toContain(part);
};
const fails = async (of: Case, why: string): Promise<void> =>
  expect(await stepFor(of)).toMatchObject({ ok: false, detail: expect.stringContaining(why) });

test('an event is signed between the tree that the author has seen and its entry', async () => {
  const entries = [other, key('enrolled', '09:00:00'), other, map('14:02:07'), other, event, map('17:00:00'), other];
  await passes(
    { entries, seen: 5 },
    `signed between ${at('14:02:07')} and ${at('16:40:12')}`,
    'after the tree of 5 entries and before entry 5',
    `key enrolled in entry 1 at ${at('09:00:00')}; the proof shows no revocation up to size 8;`,
  );
  await passes({ entries, seen: 3 }, `signed between ${at('09:00:00')} and`);
  await passes({ entries, seen: 1 }, 'signed after the tree of 1 entries and before entry 5');
  await passes({ entries }, `signed before entry 5, accepted at ${at('16:40:12')}`);
});

test('an event that was accepted before what its author had seen is backdated', async () => {
  const entries = [key('enrolled', '09:00:00'), map('14:02:07'), event];
  await passes({ entries, seen: 2, accepted: '14:01:30' });
  await fails({ entries, seen: 2, accepted: '14:00:59' }, 'had seen entry 1, which was made at');
  await passes({ entries, seen: 1, accepted: '14:00:59' });
});

test('a checkpoint that the author has seen must be one of this log before the event', async () => {
  const entries = [key('enrolled', '09:00:00'), other, other, event, other];
  const seen = { origin: ORIGIN, size: 2, root: treeOf(entries).roots[2]! };
  await passes({ entries, seen });
  const forked = treeOf([key('enrolled', '09:00:00'), utf8('what was removed')]).roots[2]!;
  await fails({ entries, seen: { ...seen, root: forked } }, 'is not one of this log');
  await fails({ entries, seen: { ...seen, size: 3 } }, 'is not one of this log');
  await fails({ entries, seen: 4 }, 'is not one before entry 3');
  await fails({ entries, seen: { ...seen, size: 9 } }, 'is not one before entry 3');
  await fails({ entries, seen: 0 }, 'is not one before entry 3');
  await fails({ entries, seen: { ...seen, origin: EARLIER.origin } }, `is of the log ${EARLIER.origin}, not of`);
  await fails({ entries, seen, change: () => ({ consistency: undefined }) as never }, 'needs a consistency proof');
  await fails({ entries, seen, change: () => ({ consistency: '' }) }, 'is not one of this log');
});

test('the key must be enrolled before the event, and not be revoked before it', async () => {
  const [enrolled, revoked] = [key('enrolled', '09:00:00'), key('revoked', '17:00:00')];
  await passes({ entries: [enrolled, event, revoked] }, `and revoked later, in entry 2 at ${at('17:00:00')}`);
  await fails({ entries: [other, event, enrolled] }, 'the key was enrolled in entry 2, after entry 1 of the event');
  await fails({ entries: [enrolled, revoked, event] }, 'the key was revoked in entry 1, before entry 2 of the event');
  await fails({ entries: [key('enrolled', '09:00:00', newAuthorKey()), event] }, 'must be of the key');
  await passes({ entries: [other, event] }, 'does not show the enrolment of the key');
});

test('no revocation is shown up to the size of the proof, also for who knows a larger tree', async () => {
  const entries = [key('enrolled', '09:00:00'), event, other];
  const shown = 'the proof shows no revocation up to size 3';
  await passes({ entries }, `${shown}; it is`);
  await passes({ entries, known: 3 }, `${shown}; it is`);
  await passes(
    { entries, known: 4 },
    `${shown}, and nothing of the entries after it, of which you know a tree of 4; it`,
  );
  const step = await stepFor({ entries: [...entries, key('revoked', '17:00:00')], known: 9 });
  expect(step.detail).not.toContain('no revocation');
});

test('the entries must be in the tree of the checkpoint, and of its log', async () => {
  const entries = [key('enrolled', '09:00:00'), other, event];
  const forged = toBase64(key('enrolled', '08:00:00'));
  await fails(
    { entries, change: (part) => ({ entries: [{ ...part.entries[0]!, entry: forged }] }) },
    'entry 0 of the statement does not lead to the root',
  );
  await fails(
    { entries, change: (part) => ({ entries: [{ ...part.entries[0]!, index: 1 }] }) },
    'entry 1 of the statement does not lead to the root',
  );
  const foreign = encodeGenesis({
    log: EARLIER.log,
    origin: ORIGIN,
    tenant_identity: '',
    created: at('09:00:00'),
    keys: [],
    previous: undefined,
  });
  await fails({ entries: [foreign, event] }, `entry 0 must be of the log ${LOG}`);
});

test('a log that replaces another one starts with revocations, which do not refute its earlier events', async () => {
  const previous = { ...EARLIER, size: 9, root: '0'.repeat(64) };
  const changes = [key('enrolled', '09:00:00'), key('revoked', '17:00:00')];
  const entries = [genesis('18:00:00', previous), ...changes, event];
  await passes({ entries }, 'and revoked later, in entry 2');
  // Recorded after the revocation, in either log.
  await fails({ entries, accepted: '17:00:01' }, 'the key was revoked in entry 2');
  await fails({ entries, accepted: '18:30:00' }, 'the key was revoked in entry 2');
  // Only the first entry says what the log is.
  const late = [other, genesis('18:00:00', previous), ...changes, event];
  await fails({ entries: late }, 'the key was revoked in entry 3');
  // In a first log, the order of the entries decides.
  await fails({ entries: [genesis('08:00:00'), ...changes, event] }, 'the key was revoked in entry 2');
  const seen = { origin: EARLIER.origin, size: 4, root: new Uint8Array(32) };
  await passes({ entries, seen }, 'after a checkpoint of the log that this one replaces');
  await passes(
    { entries, seen: { ...seen, origin: 'elsewhere' } },
    'of another log, elsewhere, which was not verified',
  );
  await fails({ entries: [genesis('08:00:00'), changes[0]!, event], seen }, 'is of the log');
  // Who has seen a tree of this log has not signed in the earlier one, also if the clocks differ.
  const justBefore = [genesis('18:00:00', previous), changes[0]!, key('revoked', '17:59:50'), event];
  await passes({ entries: justBefore, accepted: '17:59:40' }, 'and revoked later, in entry 2');
  await fails({ entries: justBefore, accepted: '17:59:40', seen: 1 }, 'the key was revoked in entry 2');
});

test('a key of small order, for which anyone can sign any text, has signed nothing', async () => {
  const point = new Uint8Array(32);
  point[0] = 1;
  const by: Case['by'] = {
    key: { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(point) },
    sign: async () => joinBytes([point, new Uint8Array(32)]),
  };
  await fails({ entries: [other, event], by }, 'the signature of the author must be valid for the payload');
});

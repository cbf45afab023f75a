import { NO_EVENTS, assetKey, historyValue, withEvent } from '../formats/completeness/asset-history.ts';
import { parseMapEntry, type MapEntry } from '../formats/completeness/map-entry.ts';
import { rootFromMapProof } from '../formats/completeness/prefix-tree.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../formats/log/entry.ts';
import { verifyInclusion } from '../formats/log/proofs.ts';
import { leafHash } from '../formats/log/tree.ts';
import { equalBytes } from '../lib/bytes.ts';
import { uuidOf } from '../lib/identifiers.ts';
import { fromCanonicalBase64, fromHex, printable, toHex } from '../lib/text.ts';
import type { Trust } from './chain.ts';
import { isBlank, mustBeNamed } from './event.ts';
import { readHistoryHead, readHistoryItem } from './history-document.ts';
import type { History, HistoryHead, HistoryItem, ProvenEntry } from './history-format.ts';
import { HistoryParts } from './history-parts.ts';
import { hashesOf } from './log-document.ts';
import { leafOfEvent, treeOf, type Tree } from './log-entry.ts';
import { stampsCheck, type StampedLeaf } from './log-stamp.ts';
import { trustChecks, trustedBy, type LogPosition } from './log-trust.ts';
import { must, NO_WORD, reasonOf, runStep, type Check, type Report, type Step } from './report.ts';

/** Adds to the known values of a log what a service responds with, none of which is trusted. */
export type AskLog = (position: LogPosition, trust: Trust) => Promise<Trust>;

/** The entry of the map of a history whose steps passed, for `verifyStamps`. */
export type ProvenMap = { what: 'map'; stamped: StampedLeaf; leaf: Uint8Array; accepted: string };

/**
 * What a history is about, and what its verification found. `asset_identity`, `view`: as the document names them, also
 * if a step failed; undefined if its head cannot be read.
 */
export type VerifiedHistory = {
  report: Report;
  proven: ProvenMap | undefined;
  asset_identity: string | undefined;
  view: History['view'] | undefined;
};

/** What the head of a history has, once it is parsed. */
type Opened = { head: HistoryHead; tree: Readonly<Tree>; genesis: Uint8Array; entry: Uint8Array; map: MapEntry };

/**
 * Verifies the bytes of a complete history, which arrive in pieces, with the values pinned by `trust`: step by step up
 * to the first one that fails. Holds one event at a time. Rejects only if the bytes cannot be read, or `ask` rejects.
 */
export async function verifyHistory(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  trust: Trust = {},
  ask?: AskLog,
): Promise<VerifiedHistory> {
  const steps: Step[] = [];
  const events = new HistoryEvents();
  const of = () => ({ asset_identity: events.opened?.head.asset_identity, view: events.opened?.head.view });
  const failedAt = (...last: Step[]): VerifiedHistory => ({
    report: { ok: false, steps: [...steps, ...last], ...NO_WORD },
    proven: undefined,
    ...of(),
  });
  const failed = await readEvents(bytes, events);
  const { opened } = events;
  if (!opened) return failedAt({ name: 'format', ok: false, detail: failed ?? 'the file is empty' });
  const { head, map } = opened;
  const named = `${head.asset_identity} with the view "${head.view}"`;
  steps.push({ name: 'format', ok: true, detail: `the document is a complete history of ${named}` });
  const { shown } = events;
  if (failed !== undefined) return failedAt({ name: 'event', ok: false, detail: failed });
  steps.push({ name: 'event', ok: true, detail: `${shown} of ${events.count} events are shown, and lead to entries` });
  const position = { checkpoint: head.checkpoint, index: map.size };
  // The first entry, which is proven to be in the tree, is the tree of size 1.
  const known: Trust = { ...trust, roots: new Map([[1, leafHash(opened.genesis)]]) };
  const complete = ask ? await ask(position, known) : known;
  const stamped = { ...position, path: head.map.path, ...(head.stamps ? { stamps: head.stamps } : {}) };
  const proven: ProvenMap = { what: 'map', stamped, leaf: leafHash(opened.entry), accepted: map.created };
  const checks: Check[] = [
    ['map', () => checkMap(opened, events)],
    ['path', () => checkEntries(opened)],
    ...trustChecks(position, complete, 'map'),
    ...stampsCheck('map', proven.stamped, () => proven.leaf, complete),
  ];
  for (const [name, check] of checks) {
    const step = runStep(name, check);
    if (!step.ok) return failedAt(step);
    steps.push(step);
  }
  const trusted = trustedBy(position, complete);
  const word = wordOf(opened, events, trusted);
  return { report: { ok: true, steps, word, vouched: trusted.length > 0, of: 'log' }, proven, ...of() };
}

/** Reads all parts. Returns why it stopped before the end; undefined at the end. */
async function readEvents(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  events: HistoryEvents,
): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const parts = new HistoryParts((part) => events.add(part));
  const attempt = (take: () => void): string | undefined => {
    try {
      take();
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
  for await (const piece of bytes) {
    const failed = attempt(() => parts.push(decoder.decode(piece, { stream: true })));
    if (failed !== undefined) return failed;
  }
  return attempt(() => {
    parts.push(decoder.decode());
    parts.end();
  });
}

/** The events of a history, of which it keeps the number and the hash chain. */
class HistoryEvents {
  opened: Opened | undefined;
  history = NO_EVENTS;
  shown = 0;

  get count(): number {
    return this.history.events;
  }

  /** Adds the head, and then each event. Throws Problem or RangeError, which says what is wrong. */
  add(part: string): void {
    if (!this.opened) {
      this.opened = openHead(readHistoryHead(part));
      return;
    }
    const which = `events[${this.count}]`;
    this.history = withEvent(this.history, this.#leafOf(readHistoryItem(part, which), which));
  }

  #leafOf(item: HistoryItem, which: string): Uint8Array {
    if ('leaf' in item) return fromHex(item.leaf);
    const { head, tree } = this.opened!;
    const { event, entry } = item;
    mustBeNamed(event, which, head.view === 'public' ? 'publicassets' : 'assets');
    must(event.asset_identity === head.asset_identity, `${which} must be an event of ${head.asset_identity}`);
    const isAnonymous = isBlank(event.principal_accepted) && isBlank(event.principal_declared);
    must(head.view === 'tenant' || (isAnonymous && entry.public), `${which} must be public, without principals`);
    this.shown += 1;
    return leafOfEvent(item, tree.log);
  }
}

function openHead(head: HistoryHead): Opened {
  const family = head.view === 'public' ? 'publicassets' : 'assets';
  must(uuidOf(family, head.asset_identity) !== undefined, `asset_identity must be ${family}/<uuid>`);
  const tree = treeOf(head.checkpoint);
  const [genesis, entry] = [head.genesis, head.map].map((each) => fromCanonicalBase64(each.entry)!) as [
    Uint8Array,
    Uint8Array,
  ];
  const map = parseMapEntry(entry);
  must(map.log === tree.log, `the map is of the log ${printable(map.log)}, not of that of the checkpoint, ${tree.log}`);
  return { head, tree, genesis, entry, map };
}

function checkMap({ head, map }: Opened, { history }: HistoryEvents): string {
  const { events } = history;
  must(head.count === events, `count is ${head.count}, but the history has ${events} events`);
  const key = assetKey(map.salt, head.asset_identity.split('/')[1]!);
  const root = rootFromMapProof(key, historyValue(history), { path: hashesOf(head.path), other: undefined });
  must(
    root !== undefined && equalBytes(root, map.root),
    `the events lead to the root ${root ? toHex(root) : 'of no map'}, not to that of the map, ${toHex(map.root)}: ` +
      'an event is missing, added, changed or at another place',
  );
  return `these are all ${events} events of the asset before entry ${map.size}, in their order`;
}

function checkEntries({ head, tree, genesis, entry, map }: Opened): string {
  const mustHave = (bytes: Uint8Array, { path }: ProvenEntry, index: number): void =>
    must(
      verifyInclusion({ index, size: tree.size, leaf: leafHash(bytes), root: tree.root }, hashesOf(path)),
      `entry ${index} must lead to the root of the checkpoint, ${toHex(tree.root)}`,
    );
  mustHave(genesis, head.genesis, 0);
  mustHave(entry, head.map, map.size);
  const { schema, log, origin, tenant_identity: tenancy } = parseEntry(genesis);
  must(schema === ENTRY_SCHEMAS.genesis, `the first entry must be ${ENTRY_SCHEMAS.genesis}, not ${schema}`);
  must(log === tree.log && origin === tree.origin, 'the first entry must be that of the log of the checkpoint');
  const isOfView = head.view === 'public' ? tenancy === '' : typeof tenancy === 'string' && tenancy !== '';
  must(
    isOfView,
    `the first entry must be that of ${head.view === 'public' ? 'the public log' : 'the log of a tenancy'}`,
  );
  return `the map is entry ${map.size} of ${tree.size}, and the first one names the log ${tree.origin}`;
}

/** `complete in this log as of 2026-11-28 14:02:07: 41 events, 39 shown, 2 hidden from you`. */
function wordOf({ tree, map, genesis }: Opened, { count, shown }: HistoryEvents, trusted: readonly string[]): string {
  const at = map.created.slice(0, 19).replace('T', ' ');
  const events = `${count} ${count === 1 ? 'event' : 'events'}, ${shown} shown, ${count - shown} hidden from you`;
  const advice =
    'to verify that this is the log of the service, pass its key, its first entry or a checkpoint that you saved ' +
    '(--vkey, --log-genesis or --checkpoint)';
  const { previous } = parseEntry(genesis);
  const replaced = previous !== null && typeof previous === 'object' && 'log' in previous ? previous : undefined;
  return [
    `complete in this log as of ${at}: ${events}`,
    `the log is ${[tree.origin, ...trusted].join(', ')}`,
    ...(trusted.length > 0 ? [] : [advice]),
    ...(replaced
      ? [
          `it replaces the log ${printable(String(replaced['log']))}, which ended with ` +
            `${printable(String(replaced['size']))} entries: what only that one had is not covered`,
        ]
      : []),
  ].join('; ');
}

/** Whether the bytes of a document, or its first ones, are of a history. */
export const isHistory = (start: Uint8Array): boolean =>
  /^\s*\{\s*"format"\s*:\s*"asset-evidence-history\//.test(new TextDecoder().decode(start.subarray(0, 256)));

import { sha256 } from '@noble/hashes/sha2.js';
import { assetKey, historyValue, NO_EVENTS, withEvent } from '../../../src/formats/completeness/asset-history.ts';
import { encodeMapEntry } from '../../../src/formats/completeness/map-entry.ts';
import { byKey, searchSubtree, subtreeHash } from '../../../src/formats/completeness/prefix-tree.ts';
import { disclosure } from '../../../src/formats/content-commitment.ts';
import { encodeEventEntry, encodeGenesis, entrySecrets, eventEntry } from '../../../src/formats/log/entry.ts';
import { inclusionProof } from '../../../src/formats/log/proofs.ts';
import { CompactRange, leafHash, rootOf, type HashReader } from '../../../src/formats/log/tree.ts';
import { joinBytes } from '../../../src/lib/bytes.ts';
import { toBase64, toBase64Url, toHex, utf8 } from '../../../src/lib/text.ts';
import { COVERED_FIELDS, type History, type HistoryItem } from '../../../src/proof/history-format.ts';
import { ASSETS, inPublic, someEvent, TENANT } from './events.ts';
import { checkpointOf, LOG, LOG_ORIGIN, LOG_VKEY } from './log-proofs.ts';

const SALT = sha256(utf8('salt of the map'));
/** The last checkpoint of the log that another one replaces. */
export const PREVIOUS = { log: TENANT, origin: `evidence.example.com/archivist/v1/logs/${TENANT}`, size: 977 };

export type HistoryOptions = {
  events?: number;
  view?: History['view'];
  /** Whether the reader sees an event, of which this is the number. */
  isShown?: (n: number) => boolean;
  /** The names of the asset attributes that the reader sees; absent: all of the content. */
  visible?: readonly string[];
  witnesses?: number;
  isReplacement?: boolean;
  /** Entries after that of the map. */
  later?: number;
};

/** The events of an asset in a log with as many of others, as the service gives them. */
export async function someHistory({
  events = 6,
  view = 'tenant',
  isShown = () => true,
  visible,
  witnesses = 0,
  isReplacement = false,
  later = 3,
}: HistoryOptions = {}): Promise<History> {
  const isPublic = view === 'public';
  const previous = isReplacement ? { ...PREVIOUS, root: toHex(sha256(utf8('root of the log before'))) } : undefined;
  const created = '2026-05-01T10:00:00.000000Z';
  const of = { log: LOG, origin: LOG_ORIGIN, tenant_identity: isPublic ? '' : `tenant/${TENANT}`, created };
  const genesis = encodeGenesis({ ...of, keys: [{ vkey: LOG_VKEY }], previous });
  const leaves = [leafHash(genesis)];
  const items: HistoryItem[] = [];
  let [own, other] = [NO_EVENTS, NO_EVENTS];
  for (let n = 0; n < events; n++) {
    const { item, leaf } = itemOf(n, isPublic, visible);
    const foreign = sha256(utf8(`event ${n} of another asset`));
    items.push(isShown(n) ? item : { leaf: toHex(leaf) });
    leaves.push(leaf, foreign);
    [own, other] = [withEvent(own, leaf), withEvent(other, foreign)];
  }
  const [asset, another] = ASSETS;
  const map = [
    { key: assetKey(SALT, asset), value: historyValue(own) },
    { key: assetKey(SALT, another), value: historyValue(other) },
    ...Array.from({ length: 40 }, (_, n) => ({ key: sha256(utf8(`key ${n}`)), value: sha256(utf8(`value ${n}`)) })),
  ].toSorted(byKey);
  const size = leaves.length;
  const entry = encodeMapEntry({
    log: LOG,
    created: '2026-11-28T14:02:07.123456Z',
    size,
    assets: map.length,
    root: subtreeHash(map),
    salt: SALT,
  });
  leaves.push(leafHash(entry), ...Array.from({ length: later }, (_, n) => sha256(utf8(`later entry ${n}`))));
  const read = hashesOf(leaves);
  const proven = async (bytes: Uint8Array, index: number) => ({
    entry: toBase64(bytes),
    path: toBase64Url(joinBytes(await inclusionProof(index, leaves.length, read))),
  });
  return {
    format: 'asset-evidence-history/1',
    view,
    asset_identity: `${isPublic ? 'public' : ''}assets/${asset}`,
    checkpoint: checkpointOf(leaves.length, rootOf(leaves), witnesses),
    genesis: await proven(genesis, 0),
    map: await proven(entry, size),
    path: toBase64Url(joinBytes([...searchSubtree(map, assetKey(SALT, asset)).path])),
    count: events,
    events: items,
  };
}

function hashesOf(leaves: readonly Uint8Array[]): HashReader {
  const levels: Uint8Array[][] = [];
  const range = new CompactRange();
  for (const leaf of leaves)
    range.append(leaf, ({ level, index }, hash) => void ((levels[level] ??= [])[index] = hash));
  return async (subtrees) => subtrees.map(({ level, index }) => levels[level]![index]!);
}

/** Event `n` of the asset, as a reader sees it. */
function itemOf(n: number, isPublic: boolean, visible: readonly string[] | undefined) {
  const given = someEvent(2 * n);
  const event = isPublic ? inPublic(given) : given;
  const secrets = entrySecrets(sha256(utf8(`seed ${n}`)), LOG);
  const link = { sequence: n + 1, proof_mechanism: 'SIMPLE_HASH', public: isPublic };
  const entry = eventEntry(event, link, { log: LOG, chainHash: toHex(sha256(utf8(`chain ${n}`))), secrets });
  const disclosed =
    visible &&
    disclosure(event, secrets.contentSeed, {
      asset_attributes: new Set(visible),
      event_attributes: 'all',
      principals: 'all',
    });
  const shown = disclosed ? { ...event, asset_attributes: disclosed.content.asset_attributes } : event;
  const covered = Object.fromEntries(COVERED_FIELDS.map((name) => [name, shown[name]])) as Extract<
    HistoryItem,
    { event: unknown }
  >['event'];
  const item: HistoryItem = {
    event: covered,
    entry: { ...link, chain_commitment: entry.chain_commitment },
    content: disclosed
      ? { salts: disclosed.salts, hidden: disclosed.hidden }
      : { seed: toBase64Url(secrets.contentSeed) },
  };
  return { item, leaf: leafHash(encodeEventEntry(entry)) };
}

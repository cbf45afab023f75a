import { anchorsOf } from '../../anchoring/exported.ts';
import { anchorLine } from '../../core/exports/lines.ts';
import { pageOf, type Reader } from '../../exports/content.ts';

/** Anchors that are read at once: each has a block header and the nodes of a trie. */
const AT_ONCE = 100;

/** Reads the anchors of the log of an export, in the order of their sizes. */
export const readAnchors: Reader = async ({ env, config, scope, log }, after, limit) => {
  if (!log) return { lines: [], next: undefined };
  const size = Math.min(limit, AT_ONCE);
  const range = { log: log.id, after: Number(after[0] ?? 0), upTo: log.size };
  const anchors = await anchorsOf(env, config, scope, range, size + 1);
  return pageOf(
    anchors.map((anchor) => ({ text: anchorLine(anchor), after: [anchor.size] })),
    size,
  );
};

import { anchorsOf } from '../../anchoring/exported.ts';
import { EXPORT_BOUNDS } from '../../formats/exports/format.ts';
import { anchorLine } from '../../formats/exports/lines.ts';
import { pageOf, type RecordReader } from '../../features/exports/content.ts';

/** Anchors that are read at once: each has a block header and the nodes of a trie. */
const AT_ONCE = 100;

/** Reads the anchors of the log of an export, in the order of their sizes. */
export const readAnchors: RecordReader = async ({ env, config, scope, log }, after, limit) => {
  if (!log) return { lines: [], next: undefined };
  const size = Math.min(limit, AT_ONCE);
  const range = {
    log: log.id,
    after: after[0] === undefined ? undefined : Number(after[0]),
    upTo: log.size,
    most: EXPORT_BOUNDS.anchors,
  };
  const anchors = await anchorsOf(env, config, scope, range, size + 1);
  return pageOf(
    anchors.map((anchor) => ({ text: anchorLine(anchor), after: [anchor.size] })),
    size,
  );
};

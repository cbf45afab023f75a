import { toBase64, toBase64Url } from '../../../src/lib/text.ts';
import type { LogStamp } from '../../../src/proof/log-format.ts';
import { stampedRoot, type StampedLeaf } from '../../../src/proof/log-stamp.ts';
import { treeOf } from '../../../src/proof/log-entry.ts';
import type { Authority } from '../../support/authority.ts';

/** The time stamp of an authority of the tree of a checkpoint. `leaf`: the hash of the leaf with the index. */
export function stampOf(of: StampedLeaf, leaf: Uint8Array, authority: Authority, time: string): LogStamp {
  const { size } = treeOf(of.checkpoint);
  const salt = toBase64Url(new Uint8Array(32).fill(7));
  const place = { size, path: '', salt, index: 0, stamp_path: '' };
  const hash = stampedRoot(of, leaf, { ...place, token: '' });
  return { ...place, token: toBase64(authority.stamp(hash, new Date(time))) };
}

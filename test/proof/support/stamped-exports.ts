import { gzipSync } from 'node:zlib';
import { stampLine } from '../../../src/formats/exports/lines.ts';
import { stampLeaf, stampRoot } from '../../../src/formats/timestamp/stamp-tree.ts';
import { toBase64, toBase64Url, toHex } from '../../../src/lib/text.ts';
import { treeOf } from '../../../src/proof/log-entry.ts';
import { Authority, DAYS } from '../../support/authority.ts';
import { seal, someExport, type Files } from './exports.ts';

/** The file of the time stamps of an export. */
export const STAMPS = 'stamps-00001.jsonl.gz';

/** An authority whose certificates are valid when the events of `someExport` were accepted. */
export function earlyAuthority(name = 'Example TSA'): Authority {
  const authority = new Authority(name);
  const dates = { start: '20260101000000Z', end: DAYS(4000) };
  authority.issue('root', { by: 'root', name: `${name} Root`, ...dates });
  authority.issue('middle', { by: 'root', name: `${name} CA`, ...dates });
  authority.issue('tsa', { by: 'middle', name, ...dates });
  return authority;
}

/** The export of `someExport`, whose authority has stamped trees of its log: the size of each, and when. */
export function stampedExport(stamps: readonly (readonly [Authority, size: number, time: string])[]): Files {
  const { files, manifest, checkpointAt } = someExport();
  const { origin } = manifest.log!;
  const lines = stamps.map(([authority, size, time]) => {
    const { root } = treeOf(checkpointAt(size));
    const salt = new Uint8Array(32).fill(size);
    const hash = stampRoot(stampLeaf({ origin, size, root }, salt), { index: 0, path: [] })!;
    const token = toBase64(authority.stamp(hash, new Date(time)));
    return stampLine({ size, root: toHex(root), salt: toBase64Url(salt), index: 0, stamp_path: '', token });
  });
  files.set(STAMPS, gzipSync(lines.join('')));
  seal(files, manifest.log);
  return files;
}

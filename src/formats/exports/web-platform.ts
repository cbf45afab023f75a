import { gunzip } from '../../lib/gunzip.ts';
import { Sha256 } from '../../lib/sha256.ts';
import { toHex } from '../../lib/text.ts';
import type { ExportFiles, FileDigest } from './files.ts';

function digest(): FileDigest {
  const hash = new Sha256();
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
    },
    end: () => toHex(hash.digest()),
  };
}

/** What reads exports in browsers, and in every runtime of the web. */
export const webPlatform: Pick<ExportFiles, 'digest' | 'gunzip'> = { digest, gunzip };

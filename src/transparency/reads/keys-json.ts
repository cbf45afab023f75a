import { toBase64 } from '../../lib/text.ts';
import { formatMicros } from '../../lib/time.ts';
import type { KeyChange } from '../../formats/log/key-change.ts';
import { formatVkey } from '../../formats/log/note.ts';
import { checkpointKey, receiptJwk, receiptKeyId } from '../sequencer/keys.ts';
import type { LogKeyRecord } from './log-keys.ts';
import type { PublishedLog } from './published-log.ts';

/** The keys of a log as the API shows them, the oldest first. */
export function keysJson({ origin }: Pick<PublishedLog, 'origin'>, keys: readonly LogKeyRecord[]) {
  return keys.flatMap((record, n) => {
    const next = keys[n + 1];
    const period = { from: formatMicros(record.fromUs), until: next ? formatMicros(next.fromUs) : '' };
    const jwk = { ...receiptJwk(record), kid: receiptKeyId(record), alg: 'ES256', use: 'sig' } as const;
    const vkey = formatVkey(checkpointKey(record, origin));
    return [
      { vkey, ...period, ...(record.change ? changeJson(record.change) : {}) },
      { jwk, ...period },
    ];
  });
}

const changeJson = ({ note, index, entry, path }: KeyChange) => ({
  checkpoint: note,
  change: { index, entry: toBase64(entry), path: path.map(toBase64) },
});

import { createHash } from 'node:crypto';

/**
 * SIMPLEHASHV1 according to its published description, implemented independently of the service: one SHA-256 of the
 * bencode of fourteen fields of each event, in the given order.
 */
const FIELDS = (
  'identity asset_identity event_attributes asset_attributes operation behaviour timestamp_declared ' +
  'timestamp_accepted ' +
  'timestamp_committed principal_accepted principal_declared confirmation_status from tenant_identity'
).split(' ');

function bencoded(value: unknown): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(bencoded), Buffer.from('e')]);
  const entries = Object.entries(value as object).toSorted(([a], [b]) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return Buffer.concat([
    Buffer.from('d'),
    ...entries.flatMap(([k, v]) => [bencoded(k), bencoded(v)]),
    Buffer.from('e'),
  ]);
}

export function simpleHashOf(events: readonly any[]): string {
  const hash = createHash('sha256');
  for (const event of events) {
    if (!['CONFIRMED', 'FAILED'].includes(event.confirmation_status)) throw new Error(`${event.identity} is pending`);
    hash.update(
      bencoded(
        Object.fromEntries(
          FIELDS.map((name) => [
            name,
            name.endsWith('identity') ? String(event[name]).replace(/^publicassets\//, 'assets/') : event[name],
          ]),
        ),
      ),
    );
  }
  return hash.digest('hex');
}

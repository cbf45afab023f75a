import { ALARM_NAMES, ALARMS, type AlarmName } from '../../src/platform/alarms.ts';

/** A test, and its title as in `test.each`. */
type AlarmTest = { file: string; title: string };
const at = (file: string, title: string): AlarmTest => ({ file, title });

/**
 * The title of a test of each alarm, which fails if the alarm is not raised while it runs
 * (test/support/alarms-seen.ts).
 */
export const ALARM_TESTS: Record<AlarmName, AlarmTest> = {
  'database-restored': at(
    'resources/alarms.long.test.ts',
    'tells the operator of a restored database without a request, once in a period',
  ),
  'loss-accepted': at(
    'resources/alarms.long.test.ts',
    'tells the operator of a restored database without a request, once in a period',
  ),
  'ledger-mismatch': at(
    'ledger/verification.test.ts',
    'tampered records are marked FAILED with an alarm; all others stay unchanged',
  ),
  'asset-unreadable': at('resources/damage.long.test.ts', 'an asset whose stored data cannot be read is marked FAILED'),
  'storage-damaged': at(
    'local/damaged-page.long.test.ts',
    'a damaged object of the ledger writer responds with 500 and raises an alarm, and reads are served',
  ),
  'blob-gone': at(
    'blobs/scan/scan.test.ts',
    'a file whose bytes are missing stays NOT_SCANNED, with an alarm, and the others are scanned',
  ),
  'blob-changed': at(
    'blobs/scan/scan.test.ts',
    'bytes that differ from those that were uploaded are bad, with an alarm',
  ),
  'device-unsigned': at(
    'devices/sources.test.ts',
    'refuses changes of devices whose assets take signed events only, with one alarm for the source',
  ),
  'export-stalled': at(
    'exports/crash.long.test.ts',
    'restarts an export whose message was lost, and raises an alarm if it makes no progress',
  ),
  'export-file-gone': at('exports/exports.test.ts', 'responds with 410 if the bytes of a file are gone'),
  'webhook-full': at(
    'webhooks/webhooks.test.ts',
    'keeps a maximum of waiting deliveries, raises an alarm, and delivers the further events later',
  ),
  'erased-content': at(
    'ledger/erasures.long.test.ts',
    'completes an erasure that the register has and the commit of which was lost',
  ),
  'erasure-unregistered': at(
    'ledger/erasures.long.test.ts',
    'finds an erased event that the register lacks, and adds it if the operator says so',
  ),
  'log-stopped': at(
    'transparency/faults.test.ts',
    'a sequencer whose storage was lost continues the log of the database',
  ),
  'log-ended': at(
    'anchoring/log-sweep.long.test.ts',
    'anchors the last size of a log that has ended, once, and the log that replaces it',
  ),
  'map-late': at(
    'transparency/late-maps.test.ts',
    'raises an alarm once in an hour if events wait for their map ten times as long as they should',
  ),
  'witness-conflict': at(
    'transparency/witnessing.test.ts',
    'raises an alarm if a witness has cosigned a larger tree than that of the service',
  ),
  'timestamp-failed': at(
    'transparency/stamps.test.ts',
    'raises an alarm and stores nothing if an authority is down or hostile, and appends go on',
  ),
  'log-keys-sealed': at(
    'resources/damage.long.test.ts',
    'keys whose key-encryption key is gone are reported every minute',
  ),
  'signing-key-sealed': at(
    'resources/damage.long.test.ts',
    'keys whose key-encryption key is gone are reported every minute',
  ),
  'validator-changed': at(
    'resources/damage.long.test.ts',
    'the embedded chain refuses another validator key that does not hand over',
  ),
  'validator-rotated': at(
    'local/rotation.long.test.ts',
    'rotates the validator when a new key precedes the old one, and proofs verify from the genesis',
  ),
  'chain-wrong': at(
    'resources/damage.long.test.ts',
    'a node that serves another chain is reported, and nothing is sent',
  ),
  'nonce-foreign': at(
    'chain/outbox/foreign.long.test.ts',
    'assigns a new nonce only when the foreign transaction is final, with an alarm',
  ),
  'nonce-gap': at(
    'chain/outbox/foreign.long.test.ts',
    'raises an alarm if the chain waits for a nonce that the outbox never used',
  ),
  'nonce-unknown': at(
    'chain/outbox/foreign.long.test.ts',
    'waits, with an alarm, if the node lacks the state that shows who used the nonce',
  ),
  'window-future': at(
    'anchoring/future.long.test.ts',
    'makes appends respond with 503, and raises an alarm at once and every minute',
  ),
  'asset-window-future': at(
    'anchoring/future.long.test.ts',
    'makes appends respond with 503, and raises an alarm at once and every minute',
  ),
  'asset-event-future': at(
    'ledger/clock.test.ts',
    'responds with 503 and raises an alarm once a minute if its last event is in the future',
  ),
  'window-reopened': at('anchoring/future.long.test.ts', 'accepts events again after it was reopened, which is logged'),
  'anchor-unknown': at(
    'anchoring/restored.long.test.ts',
    'never anchors other events of that time, and raises an alarm',
  ),
  'anchor-conflict': at(
    'anchoring/recorded.test.ts',
    'a second anchor of the same time is dropped with an alarm, unlike a repeated one and other records',
  ),
  'disk-full': at(
    'local/disk.test.ts',
    'warns below warnMb, refuses writes below minMb, and logs when there is enough space again',
  ),
  'restored-state-accepted': at(
    'local/restore-mixed.long.test.ts',
    'refuses an older database with newer objects and serves it after the operator has accepted that',
  ),
  'erasures-waiting': at('local/erasures.long.test.ts', 'is reported while it cannot be erased again'),
  'clock-set-back': at(
    'local/clock.long.test.ts',
    'a day ahead and back refuses only the asset with an event of that time, and says why',
  ),
  'mail-refused': at('local/smtp.long.test.ts', 'sends invitations, and raises an alarm when the server refuses'),
  'compaction-failed': at('local/erasures.long.test.ts', 'is reported if the database cannot be compacted'),
  'database-size': at(
    'resources/capacity.test.ts',
    'logs nothing below 70 % of the maximum, warns from 70 % on, and raises an alarm from 85 % on',
  ),
  'ledger-quota': at(
    'resources/ledger-bytes.long.test.ts',
    'warns from 70 % of the quota on, and raises an alarm from 85 % on, which names the tenancies',
  ),
  'test-alarm': at('resources/alarms.long.test.ts', 'is logged, counted, posted to the webhook and mailed, once'),
};

const SEEN = Symbol.for('alarms that were seen');
const shared = globalThis as unknown as { [SEEN]?: Set<AlarmName> };

/** The alarms that were seen since a test has started. One set for all copies of this module. */
export const seenAlarms = (): Set<AlarmName> => (shared[SEEN] ??= new Set());

export const seeAlarm = (name: AlarmName): void => void seenAlarms().add(name);

/** Notes the alarm of a line of the log, if it is one. */
export function seeLine(line: string): void {
  if (!line.includes('"level":"alarm"')) return;
  const name = ALARM_NAMES.find((each) => line.includes(`"message":${JSON.stringify(ALARMS[each])}`));
  if (name) seeAlarm(name);
}

import { write } from './log.ts';
import { tally } from './metrics/tally.ts';
import { ambient } from '../lib/time.ts';

/**
 * Every alarm by its name, with the message of its log line. docs/alarms.md has a section for each: what it means, and
 * what to do. Names and messages are stable, because operators filter logs and metrics by them.
 */
export const ALARMS = {
  'database-restored': 'the database lacks acknowledged changes: it was restored to an earlier state',
  'loss-accepted': 'an operator accepted that the database lacks acknowledged changes',
  'ledger-mismatch': 'the ledger of an asset does not verify',
  'asset-unreadable': 'an asset could not be verified',
  'storage-damaged': 'a database is damaged: a part of it cannot be read',
  'blob-gone': 'the bytes of a blob are gone',
  'blob-changed': 'the bytes of a blob have changed',
  'device-unsigned': 'an event of a device was refused: its asset takes signed events only',
  'export-stalled': 'an export makes no progress',
  'export-file-gone': 'a file of an export is gone',
  'webhook-full': 'a webhook has the maximum number of waiting deliveries',
  'erased-content': 'an event of the erasure register has content in the database: it is erased again',
  'erasure-unregistered': 'an erased event is not in the erasure register',
  'log-stopped': 'a log cannot be appended to',
  'log-ended': 'an operator ended a log',
  'map-late': 'the map of a log does not cover its events in time',
  'witness-conflict': 'a witness has cosigned another tree of the public log',
  'timestamp-failed': 'a time-stamping authority has not stamped the logs',
  'log-keys-sealed': 'the keys of logs cannot be opened: their key-encryption key has left KEY_ENCRYPTION_KEYS',
  'signing-key-sealed': 'a signing key cannot be opened: its key-encryption key has left KEY_ENCRYPTION_KEYS',
  'validator-changed': 'the embedded chain has another validator key or chain id',
  'validator-rotated': 'the validator of the embedded chain was rotated',
  'chain-wrong': 'the chain could not be read; it will be retried',
  'nonce-foreign': 'a foreign transaction has used a nonce of the signer',
  'nonce-gap': 'the chain waits for a nonce that the outbox never used',
  'nonce-unknown': 'a nonce of the signer is used, and the node lacks the old state that shows by which transaction',
  'window-future': 'a window of anchors ends in the future: appends are refused until then',
  'asset-window-future': 'an asset takes no events: a window of anchors ends in the future',
  'asset-event-future': 'an asset takes no events: its last event is in the future',
  'window-reopened': 'an operator reopened a window of anchors',
  'anchor-unknown': 'the chain has an anchor of events that the database lacks',
  'anchor-conflict': 'an anchor is not sent: the chain has another one of the same time',
  'disk-full': 'the disk is full: writes are refused',
  'restored-state-accepted': 'an operator accepted a restored state',
  'erasures-waiting': 'erased events have content again, and could not be erased yet',
  'database-size': 'the database has almost reached its maximum size',
  'ledger-quota': 'the events of a tenancy have almost reached their quota',
  'clock-set-back': 'the clock was set back: the runtime is restarted',
  'compaction-failed': 'the database could not be compacted: its file may have erased content',
  'mail-refused': 'mail is not sent: the SMTP server cannot be reached, or refuses this service',
  'test-alarm': 'an operator tests whether alarms arrive',
} as const;

export type AlarmName = keyof typeof ALARMS;

export const ALARM_NAMES = Object.keys(ALARMS) as AlarmName[];

/** Alarms of one name: how many there were, and time (in milliseconds) and fields of the last. */
export type Raised = { name: AlarmName; count: number; at: number; fields: Record<string, unknown> };

/** Characters of the fields of an alarm, in JSON, that the operator is told. The log line has all. */
const MAX_FIELDS = 2000;

const raised = new Map<AlarmName, Raised>();
let listener: (name: AlarmName) => void = () => undefined;

/** Calls a function after each alarm with its name, to send it on. Only one function is called. */
export function whenRaised(listen: (name: AlarmName) => void): void {
  listener = listen;
}

/**
 * Raises an alarm: something needs the attention of the operator. Writes a line of the log with level `alarm`, and does
 * what `record` does. `fields` must never contain a secret, a token, a query or a body.
 */
export function raise(name: AlarmName, fields: Record<string, unknown>): void {
  write('alarm', ALARMS[name], fields);
  record(name, fields);
}

/** Counts an alarm that has a line in the log, and keeps it until `takeRaised`. */
export function record(name: AlarmName, fields: Record<string, unknown>): void {
  tally.add('evidence_alarms_total', [name]);
  const isShort = JSON.stringify(fields).length <= MAX_FIELDS;
  const count = (raised.get(name)?.count ?? 0) + 1;
  raised.set(name, { name, count, at: ambient.now(), fields: isShort ? fields : { see: 'the line in the log' } });
  listener(name);
}

/** The alarms of this isolate since the last call, one entry for each name. */
export function takeRaised(): Raised[] {
  const taken = [...raised.values()];
  raised.clear();
  return taken;
}

/** Keeps alarms that could not be sent. */
export function keepRaised(alarms: readonly Raised[]): void {
  for (const alarm of alarms) {
    const newer = raised.get(alarm.name);
    raised.set(alarm.name, { ...(newer ?? alarm), count: alarm.count + (newer?.count ?? 0) });
  }
}

import { changesIn, type DeviceChange } from './azure/messages.ts';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError, type ErrorKind } from '../../lib/errors.ts';
import { AlarmPause } from '../../platform/alarm-pause.ts';
import { raise } from '../../platform/alarms.ts';
import { log } from '../../platform/log.ts';
import { applyChange, isUnsigned } from './apply.ts';
import type { BusQueue, LockedMessage } from './bus.ts';
import type { LastChanges } from './last-changes.ts';
import type { DeviceAuthor } from './record.ts';
import { RemoteFailure } from '../../lib/remote.ts';

/**
 * The result of a round: the number of completed messages, the number of permanently rejected messages or parts, the
 * messages that wait for redelivery, and the first error.
 */
export type Round = {
  done: number;
  refused: number;
  waiting: { message: LockedMessage; error: unknown }[];
  error: unknown;
};

/** Errors of the ledger for which a retry is useless. */
const PERMANENT: ReadonlySet<ErrorKind> = new Set(['invalid', 'too_large', 'conflict', 'unsupported_media_type']);

export type Recorder = {
  env: Env;
  config: Config;
  by: DeviceAuthor;
  changes: LastChanges;
  queue: BusQueue;
  /** Whether remaining messages must be abandoned. */
  stopped: () => boolean;
};

/**
 * Records messages, sequentially for each device and concurrently for different devices, and completes each one after
 * the ledger has committed it. Messages that cannot be parsed or are permanently rejected are logged and completed. A
 * message whose completion fails is abandoned. A message that lacks rights or quota, or whose ledger is busy, stays
 * locked; the caller abandons it later.
 */
export async function recordMessages(recorder: Recorder, messages: readonly LockedMessage[]): Promise<Round> {
  const round: Round = { done: 0, refused: 0, waiting: [], error: undefined };
  const chains = new Map<string, Promise<void>>();
  const open = new Set(messages);
  const renewed = renewals(recorder.queue, messages, open);
  for (const message of messages) {
    const { changes, unreadable } = changesIn(message);
    if (unreadable > 0) refuse(recorder, round, message, 'the message could not be parsed');
    const devices = [...new Set(changes.map(({ hub, device }) => `${hub} ${device}`))];
    const before = Promise.all(devices.map((device) => chains.get(device)));
    const done = before.then(async () => {
      try {
        for (const [i, change] of changes.entries()) {
          if (recorder.stopped()) return await recorder.queue.abandon(message);
          await renewed();
          await apply(recorder, round, message, change, i);
        }
        await recorder.queue.complete(message);
        round.done += 1;
      } catch (error) {
        round.error ??= error;
        log('warn', 'a message of a bus source will be redelivered', {
          ...about(recorder, message),
          error: describe(error),
        });
        if (error instanceof RemoteFailure) await recorder.queue.abandon(message).catch(() => undefined);
        else round.waiting.push({ message, error });
      } finally {
        open.delete(message);
      }
    });
    for (const device of devices.length > 0 ? devices : [message.path]) chains.set(device, done);
  }
  await Promise.all(chains.values());
  return round;
}

/**
 * Returns a function that renews the locks of open messages after a third of their duration. It is called between
 * changes, because a timer does not fire while the object is busy.
 */
function renewals(
  queue: BusQueue,
  messages: readonly LockedMessage[],
  open: ReadonlySet<LockedMessage>,
): () => Promise<unknown> {
  const next = ({ lockMs }: LockedMessage): number => Date.now() + lockMs / 3;
  const due = new Map(messages.map((message) => [message, next(message)]));
  return async () => {
    const late = [...open].filter((message) => due.get(message)! <= Date.now());
    for (const message of late) due.set(message, next(message));
    // If a lock is lost, the message is redelivered and deduplicated.
    if (late.length > 0) await Promise.allSettled(late.map((message) => queue.renew(message)));
  };
}

/** Records a change. A permanently rejected one is logged and does not block the other changes of its message. */
async function apply(
  recorder: Recorder,
  round: Round,
  message: LockedMessage,
  change: DeviceChange,
  index: number,
): Promise<void> {
  const { env, config, by, changes } = recorder;
  try {
    await applyChange(env, config, by, changes, change, `${message.id} ${index}`);
  } catch (error) {
    if (!(error instanceof ServiceError && PERMANENT.has(error.kind))) throw error;
    if (isUnsigned(error)) raiseUnsigned(by, change);
    refuse(recorder, round, message, error.message);
  }
}

const unsignedPause = new AlarmPause(3_600_000);

/** Raises the alarm for a source whose devices record on assets that take signed events only, once in an hour. */
function raiseUnsigned({ id, tenant }: DeviceAuthor, { device, hub }: DeviceChange): void {
  if (unsignedPause.isOver(id)) raise('device-unsigned', { source: id, tenant, hub, device });
}

function refuse(recorder: Recorder, round: Round, message: LockedMessage, reason: string): void {
  round.refused += 1;
  log('warn', 'a message of a bus source was not recorded', { ...about(recorder, message), reason });
}

const about = ({ by }: Recorder, { id }: LockedMessage) => ({ source: by.id, tenant: by.tenant, messageId: id });

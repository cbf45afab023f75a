import { changesIn, type Change } from '../azure/messages.ts';
import type { Config, Env } from '../config.ts';
import { describe } from '../core/describe.ts';
import { ServiceError, type ErrorKind } from '../core/errors.ts';
import { log } from '../core/log.ts';
import { applyChange } from './apply.ts';
import type { BusQueue, Locked } from './bus.ts';
import type { DeviceMemory } from './memory.ts';
import type { OnBehalf } from './record.ts';
import { RemoteFailure } from '../core/remote.ts';

/** What became of messages: those that are done with, what of them was refused for good, and those to come again. */
export type Round = { done: number; refused: number; waiting: { message: Locked; error: unknown }[]; error: unknown };

/** What the ledger never takes, however often it is asked. */
const FOR_GOOD: ReadonlySet<ErrorKind> = new Set(['invalid', 'too_large', 'conflict', 'unsupported_media_type']);

export type Recorder = {
  env: Env;
  config: Config;
  by: OnBehalf;
  memory: DeviceMemory;
  queue: BusQueue;
  /** Whether what is not begun shall be given back. */
  stopped: () => boolean;
};

/**
 * Records messages, those of one device one after another, of several at once, and completes each when the ledger has
 * it. What cannot be read or is refused for good is noted and done with; a message whose completion fails is given
 * back; what waits for rights, quota or a free ledger stays locked, and is for the caller to give back in time.
 */
export async function recordMessages(recorder: Recorder, messages: readonly Locked[]): Promise<Round> {
  const round: Round = { done: 0, refused: 0, waiting: [], error: undefined };
  const chains = new Map<string, Promise<void>>();
  const open = new Set(messages);
  const renewed = renewals(recorder.queue, messages, open);
  for (const message of messages) {
    const { changes, unreadable } = changesIn(message);
    if (unreadable > 0) refuse(recorder, round, message, 'it could not be read');
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
        log('warn', 'a message of a bus source comes again', { ...about(recorder, message), error: describe(error) });
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
 * Renews the locks of messages that are not done with, each when a third of its time is over. It is called between
 * changes, as a timer is not heard while the object is busy.
 */
function renewals(queue: BusQueue, messages: readonly Locked[], open: ReadonlySet<Locked>): () => Promise<unknown> {
  const next = ({ lockMs }: Locked): number => Date.now() + lockMs / 3;
  const due = new Map(messages.map((message) => [message, next(message)]));
  return async () => {
    const late = [...open].filter((message) => due.get(message)! <= Date.now());
    for (const message of late) due.set(message, next(message));
    // A lock that is lost all the same is none of a loss: the message comes again, and is known.
    if (late.length > 0) await Promise.allSettled(late.map((message) => queue.renew(message)));
  };
}

/** Records a change; one that is refused for good is noted, and does not hold up the others of its message. */
async function apply(recorder: Recorder, round: Round, message: Locked, change: Change, index: number): Promise<void> {
  const { env, config, by, memory } = recorder;
  try {
    await applyChange(env, config, by, memory, change, `${message.id} ${index}`);
  } catch (error) {
    if (!(error instanceof ServiceError && FOR_GOOD.has(error.kind))) throw error;
    refuse(recorder, round, message, error.message);
  }
}

function refuse(recorder: Recorder, round: Round, message: Locked, reason: string): void {
  round.refused += 1;
  log('warn', 'a message of a bus source is not recorded', { ...about(recorder, message), reason });
}

const about = ({ by }: Recorder, { id }: Locked) => ({ source: by.id, tenant: by.tenant, messageId: id });

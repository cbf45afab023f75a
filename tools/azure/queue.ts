import { randomUUID } from 'node:crypto';

export type PropertyValue = string | number | boolean;
/** A message to send. Custom properties keep the case of their names. */
export type BusMessage = {
  body: string | Buffer;
  contentType?: string;
  messageId?: string;
  properties?: Record<string, PropertyValue>;
};
/** A message in a queue. */
export type Queued = Required<Pick<BusMessage, 'messageId' | 'properties'>> &
  Pick<BusMessage, 'contentType'> & {
    body: Buffer;
    /** May exceed Number.MAX_SAFE_INTEGER in a partitioned queue. */
    sequenceNumber: bigint;
    enqueuedAt: number;
    deliveryCount: number;
    lock?: { token: string; until: number };
  };
/** One delivery of a message and its outcome. */
export type Delivery = {
  at: number;
  sequenceNumber: bigint;
  messageId: string;
  deliveryCount: number;
  lockToken: string;
  outcome: 'locked' | 'completed' | 'unlocked' | 'expired';
};
export type QueueSettings = {
  /** The duration of a lock in milliseconds. */
  lockMs: number;
  /** A message that was delivered this often without completion becomes a dead letter. */
  maxDeliveries: number;
  firstSequenceNumber: bigint;
  /** The clock for locks, in milliseconds. */
  now: () => number;
};

export type Queue = ReturnType<typeof queueOf>;

/** A queue with peek-lock. Messages are delivered in the order of their sequence numbers. */
export function queueOf(settings: QueueSettings) {
  const { lockMs, maxDeliveries, now } = settings;
  let sequence = settings.firstSequenceNumber;
  /** By sequence number. */
  const pending: Queued[] = [];
  const locked = new Map<string, Queued>();
  const completed: Queued[] = [];
  const dead: Queued[] = [];
  const deliveries: Delivery[] = [];
  const byToken = new Map<string, Delivery>();
  /** The receivers that wait for a message, in order of arrival. */
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;

  function end(message: Queued, outcome: Delivery['outcome']): void {
    const { token } = message.lock!;
    byToken.get(token)!.outcome = outcome;
    locked.delete(token);
    delete message.lock;
  }
  function release(message: Queued, outcome: 'unlocked' | 'expired'): void {
    end(message, outcome);
    if (message.deliveryCount >= maxDeliveries) return void dead.push(message);
    const before = pending.findIndex(({ sequenceNumber }) => sequenceNumber > message.sequenceNumber);
    pending.splice(before < 0 ? pending.length : before, 0, message);
  }
  function expire(): void {
    const over = [...locked.values()].filter(({ lock }) => lock!.until <= now());
    over.forEach((message) => release(message, 'expired'));
  }

  function lockOne(): Queued | undefined {
    expire();
    const message = pending.shift();
    if (!message) return undefined;
    message.deliveryCount++;
    message.lock = { token: randomUUID(), until: now() + lockMs };
    const { sequenceNumber, messageId, deliveryCount, lock } = message;
    const delivery = { at: now(), sequenceNumber, messageId, deliveryCount, lockToken: lock.token };
    locked.set(lock.token, message);
    byToken.set(lock.token, { ...delivery, outcome: 'locked' });
    deliveries.push(byToken.get(lock.token)!);
    return message;
  }
  function wake(): void {
    expire();
    const woken = waiting.slice(0, pending.length);
    waiting = waiting.slice(woken.length);
    woken.forEach((take) => take());
    clearTimeout(timer);
    const next = Math.min(...[...locked.values()].map(({ lock }) => lock!.until));
    if (waiting.length && Number.isFinite(next)) timer = setTimeout(wake, Math.max(1, next - now())).unref();
  }
  /** The message with this lock token. `id` is its sequence number or its MessageId. */
  function held(id: string, token: string): Queued | undefined {
    expire();
    const message = locked.get(token);
    return message && [String(message.sequenceNumber), message.messageId].includes(id) ? message : undefined;
  }
  return {
    send: (...sent: BusMessage[]): void => {
      for (const { body, contentType, messageId = randomUUID().replaceAll('-', ''), properties = {} } of sent)
        pending.push({
          body: Buffer.from(body as string),
          ...(contentType !== undefined && { contentType }),
          messageId,
          properties,
          sequenceNumber: sequence++,
          enqueuedAt: now(),
          deliveryCount: 0,
        });
      wake();
    },
    /** Locks the next message. Waits for one up to `waitMs`. */
    receive: async (waitMs: number, gone: AbortSignal): Promise<Queued | undefined> => {
      const message = lockOne();
      if (message || waitMs <= 0) return message;
      return new Promise((resolve) => {
        const take = () => done(lockOne());
        const leave = () => {
          waiting = waiting.filter((other) => other !== take);
          done(undefined);
        };
        const timeout = setTimeout(leave, waitMs).unref();
        const done = (result: Queued | undefined) => {
          clearTimeout(timeout);
          gone.removeEventListener('abort', leave);
          resolve(result);
        };
        gone.addEventListener('abort', leave);
        waiting.push(take);
        wake();
      });
    },
    complete: (id: string, token: string): boolean => {
      const message = held(id, token);
      if (!message) return false;
      end(message, 'completed');
      completed.push(message);
      return true;
    },
    unlock: (id: string, token: string): boolean => {
      const message = held(id, token);
      if (!message) return false;
      release(message, 'unlocked');
      wake();
      return true;
    },
    renew: (id: string, token: string): boolean => {
      const message = held(id, token);
      if (message) message.lock!.until = now() + lockMs;
      return message !== undefined;
    },
    /** Expires all locks now. */
    expireLocks: (): void => {
      locked.forEach(({ lock }) => (lock!.until = now()));
      wake();
    },
    wake,
    pending: (): Queued[] => (expire(), [...pending]),
    locked: (): Queued[] => (expire(), [...locked.values()]),
    completed: (): Queued[] => completed,
    deadLetters: (): Queued[] => (expire(), dead),
    deliveries,
  };
}

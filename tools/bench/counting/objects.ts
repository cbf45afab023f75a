/** Counts calls of Durable Objects, their alarms and the rows of their storage. */
import type { Counts } from './counts.ts';
import { withMethods } from './wrap.ts';

/** The calls in progress of each object, and the start of the first. */
const active = new Map<string, { calls: number; since: number }>();

/** Counts a call of an object. Calls that overlap add to the active time only once, as Cloudflare bills it. */
async function measured<T>(id: string, counts: Counts, call: () => Promise<T>): Promise<T> {
  counts.objects.requests += 1;
  const current = active.get(id) ?? { calls: 0, since: Date.now() };
  active.set(id, current);
  current.calls += 1;
  try {
    return await call();
  } finally {
    current.calls -= 1;
    if (current.calls === 0) {
      active.delete(id);
      counts.objects.activeMs += Date.now() - current.since;
    }
  }
}

/** A namespace of objects. `get` takes the id of an object, or the name of one without storage. */
export type Namespace = { get(id: DurableObjectId | string, ...options: unknown[]): Stub };
type Stub = Record<string, (...given: unknown[]) => unknown>;

/** Returns a namespace whose stubs count calls. */
export function countNamespace(namespace: Namespace, counts: Counts): Namespace {
  return withMethods(namespace, {
    get: (id: DurableObjectId | string, ...options: unknown[]): Stub => {
      const stub = namespace.get(id, ...options);
      return new Proxy(stub, {
        get(_, name: string) {
          const value: unknown = Reflect.get(stub, name, stub);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => measured(id.toString(), counts, async () => stub[name]!(...given));
        },
      });
    },
  });
}

type ObjectClass = new (state: DurableObjectState, env: Record<string, unknown>) => object;
type Alarm = (info?: AlarmInvocationInfo) => Promise<void>;

/** Returns a subclass that counts alarms and storage. `environment` replaces the bindings. */
export function countObject(
  base: ObjectClass,
  counts: Counts,
  environment: (env: Record<string, unknown>) => Record<string, unknown>,
): ObjectClass {
  const ids = new WeakMap<object, string>();
  const counted = class extends base {
    constructor(state: DurableObjectState, env: Record<string, unknown>) {
      // The id of an object without storage is its name.
      if (typeof state.id !== 'string') countStorage(state.storage, counts);
      super(state, environment(env));
      ids.set(this, state.id.toString());
    }
  };
  const { alarm } = base.prototype as { alarm?: Alarm };
  if (alarm)
    Object.defineProperty(counted.prototype, 'alarm', {
      value(this: object, info?: AlarmInvocationInfo) {
        counts.objects.alarms += 1;
        return measured(ids.get(this)!, counts, () => alarm.call(this, info));
      },
    });
  return counted;
}

const counted = new WeakSet<object>();

/** Replaces methods of the prototype of a native object. `count` gets the result of each call before it is used. */
function countMethods(of: object, count: Record<string, (given: unknown[], result: unknown) => void>): void {
  const prototype = Object.getPrototypeOf(of) as Record<string, (...given: unknown[]) => unknown>;
  if (counted.has(prototype)) return;
  counted.add(prototype);
  for (const [name, add] of Object.entries(count)) {
    const original = prototype[name]!;
    prototype[name] = function (this: unknown, ...given: unknown[]) {
      const result = original.apply(this, given);
      add(given, result);
      return result;
    };
  }
}

/**
 * Counts the rows of the storage of objects. The constructors of the platform accept only the native storage, so the
 * methods of its prototypes are replaced, once for all objects.
 */
function countStorage(storage: DurableObjectStorage, counts: Counts): void {
  const { objects } = counts;
  const read = (rows: number): void => void (objects.rowsRead += rows);
  const written = (rows: number): void => void (objects.rowsWritten += rows);
  const keysOf = ([first]: unknown[]): number => {
    if (Array.isArray(first)) return first.length;
    return typeof first === 'object' && first !== null ? Object.keys(first).length : 1;
  };
  const keyed = {
    get: (given: unknown[]) => read(keysOf(given)),
    put: (given: unknown[]) => written(keysOf(given)),
    delete: (given: unknown[]) => written(keysOf(given)),
  };
  const lists = (result: unknown): void =>
    void Promise.resolve(result as Map<string, unknown>).then(({ size }) => read(size));
  countMethods(storage, {
    ...keyed,
    list: (_, result) => lists(result),
    deleteAll: () => written(1),
    getAlarm: () => read(1),
    deleteAlarm: () => written(1),
    setAlarm: () => {
      objects.alarmsSet += 1;
      written(1);
    },
  });
  countMethods(storage.kv, keyed);
  countMethods(storage.sql, {
    exec: (_, result) => {
      const cursor = result as SqlStorageCursor<Record<string, SqlStorageValue>>;
      // A cursor counts the rows that were read so far. Cursors are read synchronously.
      queueMicrotask(() => {
        read(cursor.rowsRead);
        written(cursor.rowsWritten);
      });
    },
  });
}

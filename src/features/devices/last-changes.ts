/** The order of a change: its number among the changes of the device of its kind, and its time. */
export type ChangeOrder = { order: string; at: number | undefined };

/** The creation (`+`) or deletion (`-`) of a device, and its time. */
export type Lifecycle = { sign: '+' | '-'; at: number };

/** The latest changes of devices that a source has seen. Every call is durable and synchronous. */
export interface LastChanges {
  /** Stores a change of an attribute as its latest one and returns true, unless a later one is stored already. */
  accept(asset: string, name: string, change: ChangeOrder): boolean;
  /** Stores the creation or deletion of a device. Returns all known ones, oldest first. */
  addLifecycle(asset: string, change: Lifecycle): Lifecycle[];
}

/** The name under which the lifecycle of an asset is stored. No attribute has an empty name. */
const LIFECYCLE = '';
const LIFECYCLE_KEPT = 32;

/** Opens the last changes in the storage of a Durable Object. */
export function lastChanges(storage: SqlStorage): LastChanges {
  storage.exec(
    `CREATE TABLE IF NOT EXISTS orders (asset TEXT, name TEXT, value TEXT NOT NULL, PRIMARY KEY (asset, name))
      WITHOUT ROWID`,
  );
  const get = (asset: string, name: string): string | undefined => {
    const [row] = storage.exec('SELECT value FROM orders WHERE asset = ? AND name = ?', asset, name).toArray();
    return row && String(row['value']);
  };
  const put = (asset: string, name: string, value: string): void =>
    void storage.exec(
      `INSERT INTO orders (asset, name, value) VALUES (?, ?, ?)
        ON CONFLICT (asset, name) DO UPDATE SET value = excluded.value`,
      asset,
      name,
      value,
    );
  return {
    accept(asset, name, change) {
      const last = get(asset, name);
      if (last !== undefined && isEarlier(change, orderOf(last), lifecycleOf(get(asset, LIFECYCLE)))) return false;
      put(asset, name, `${change.order} ${change.at ?? ''}`);
      return true;
    },
    addLifecycle(asset, change) {
      const known = lifecycleOf(get(asset, LIFECYCLE)).filter(
        ({ sign, at }) => sign !== change.sign || at !== change.at,
      );
      // A creation at the time of a deletion comes after it.
      const all = [...known, change].sort((a, b) => a.at - b.at || (a.sign === '-' ? -1 : 1)).slice(-LIFECYCLE_KEPT);
      put(asset, LIFECYCLE, all.map(({ sign, at }) => `${sign}${at}`).join(' '));
      return all;
    },
  };
}

function orderOf(value: string): ChangeOrder {
  const [order = '', at = ''] = value.split(' ');
  return { order, at: at === '' ? undefined : Number(at) };
}

const lifecycleOf = (value = ''): Lifecycle[] =>
  value
    .split(' ')
    .flatMap((text) => (text === '' ? [] : [{ sign: text[0] as Lifecycle['sign'], at: Number(text.slice(1)) }]));

/**
 * Whether a change was before another one. Numbers order the changes between two lifecycle changes. They restart when a
 * device is created again, so across a lifecycle change only times are compared.
 */
export function isEarlier(one: ChangeOrder, other: ChangeOrder, lifecycle: readonly Lifecycle[]): boolean {
  const between = (a: number, b: number): boolean => lifecycle.some(({ at }) => a < at && at <= b);
  if (one.at !== undefined && other.at !== undefined) {
    if (between(one.at, other.at)) return true;
    if (between(other.at, one.at)) return false;
    if (one.order === '' || other.order === '') return one.at < other.at;
  }
  return one.order !== '' && one.order < other.order;
}

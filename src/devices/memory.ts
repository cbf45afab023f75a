/** When a change was, as far as it says: its number among the device's changes of its kind, and its moment. */
export type When = { order: string; at: number | undefined };

/** A device began (`+`) or ended (`-`), at a moment. */
export type Turn = { sign: '+' | '-'; at: number };

/** What a source remembers of devices, durably and at once: of what change each attribute last was, and their lives. */
export interface DeviceMemory {
  /** Whether no later change has said something of this attribute; if so, this one is remembered as the latest. */
  takes(asset: string, name: string, when: When): boolean;
  /** Remembers that a device began or ended. Gives what is known by then, oldest first. */
  turned(asset: string, turn: Turn): Turn[];
}

/** The name under which an asset's turns are kept: no attribute has it. */
const TURNS = '';
const TURNS_KEPT = 32;

/** A memory in the storage of the object that asks. */
export function deviceMemory(storage: SqlStorage): DeviceMemory {
  storage.exec(
    'CREATE TABLE IF NOT EXISTS orders (asset TEXT, name TEXT, value TEXT NOT NULL, PRIMARY KEY (asset, name)) WITHOUT ROWID',
  );
  const get = (asset: string, name: string): string | undefined => {
    const [row] = storage.exec('SELECT value FROM orders WHERE asset = ? AND name = ?', asset, name).toArray();
    return row && String(row['value']);
  };
  const put = (asset: string, name: string, value: string): void =>
    void storage.exec(
      'INSERT INTO orders (asset, name, value) VALUES (?, ?, ?) ON CONFLICT (asset, name) DO UPDATE SET value = excluded.value',
      asset,
      name,
      value,
    );
  return {
    takes(asset, name, when) {
      const last = get(asset, name);
      if (last !== undefined && isEarlier(when, whenOf(last), turnsOf(get(asset, TURNS)))) return false;
      put(asset, name, `${when.order} ${when.at ?? ''}`);
      return true;
    },
    turned(asset, turn) {
      const known = turnsOf(get(asset, TURNS)).filter(({ sign, at }) => sign !== turn.sign || at !== turn.at);
      // A device that is made at the moment of another's end comes after it.
      const turns = [...known, turn].sort((a, b) => a.at - b.at || (a.sign === '-' ? -1 : 1)).slice(-TURNS_KEPT);
      put(asset, TURNS, turns.map(({ sign, at }) => `${sign}${at}`).join(' '));
      return turns;
    },
  };
}

function whenOf(value: string): When {
  const [order = '', at = ''] = value.split(' ');
  return { order, at: at === '' ? undefined : Number(at) };
}

const turnsOf = (value = ''): Turn[] =>
  value
    .split(' ')
    .flatMap((text) => (text === '' ? [] : [{ sign: text[0] as Turn['sign'], at: Number(text.slice(1)) }]));

/**
 * Whether a change was before another one. Numbers say so within one life of a device; they begin anew when it is
 * made again, so between lives moments do.
 */
export function isEarlier(one: When, other: When, turns: readonly Turn[]): boolean {
  const between = (a: number, b: number): boolean => turns.some(({ at }) => a < at && at <= b);
  if (one.at !== undefined && other.at !== undefined) {
    if (between(one.at, other.at)) return true;
    if (between(other.at, one.at)) return false;
    if (one.order === '' || other.order === '') return one.at < other.at;
  }
  return one.order !== '' && one.order < other.order;
}

import { LANES } from './lanes.ts';
import { session } from './session.ts';
import { Store } from './store.ts';

/** Values of assets that screens read one by one, when they are first needed. */
export type ValuesByAsset<T> = {
  /** The values by the identity of their asset, as far as they are read. */
  values: Store<ReadonlyMap<string, T>>;
  /** Reads the value of an asset, once until it is forgotten. */
  want: (identity: string) => void;
  /** Discards all values, so that they are read again. */
  forget: () => void;
};

/** Values that `read` reads. Values of one session are not shown in another one. `read` must not reject. */
export function valuesByAsset<T>(read: (identity: string) => Promise<T>): ValuesByAsset<T> {
  const values = new Store<ReadonlyMap<string, T>>(new Map());
  let wanted = new Set<string>();
  let waiting: string[] = [];
  let running = 0;
  let owner = session.get();
  const forget = (): void => {
    [wanted, waiting] = [new Set(), []];
    values.set(new Map());
  };
  session.follow((now) => {
    if (now?.id === owner?.id && now?.tenancy?.identity === owner?.tenancy?.identity) return;
    owner = now;
    forget();
  });
  const work = async (): Promise<void> => {
    running++;
    for (let identity = waiting.shift(); identity !== undefined; identity = waiting.shift()) {
      const of = wanted;
      const value = await read(identity);
      if (of === wanted) values.set(new Map(values.get()).set(identity, value));
    }
    running--;
  };
  const want = (identity: string): void => {
    if (wanted.has(identity)) return;
    wanted.add(identity);
    waiting.push(identity);
    if (running < LANES) void work();
  };
  return { values, want, forget };
}

import { api, uuidOf } from './api.ts';
import { session } from './session.ts';
import { Store } from './store.ts';

/** How many names are read at once: the browser also needs connections for the lists. */
const LANES = 4;

/** Names by the identity of the asset; empty: it has none, or the caller may not read it. */
export const assetNames = new Store<ReadonlyMap<string, string>>(new Map());

let wanted = new Set<string>();
let waiting: string[] = [];
let running = 0;

// Names of one session must not be shown in another one.
let owner = session.get();
session.follow((now) => {
  if (now?.id === owner?.id && now?.tenancy?.identity === owner?.tenancy?.identity) return;
  owner = now;
  [wanted, waiting] = [new Set(), []];
  assetNames.set(new Map());
});

/** Reads the name of an asset once for each session. It is then in `assetNames`. */
export function wantName(identity: string): void {
  if (wanted.has(identity)) return;
  wanted.add(identity);
  waiting.push(identity);
  if (running < LANES) void work();
}

async function work(): Promise<void> {
  running++;
  for (let identity = waiting.shift(); identity !== undefined; identity = waiting.shift()) {
    const of = owner;
    const name = await read(identity);
    if (of === owner || of?.id === owner?.id) assetNames.set(new Map(assetNames.get()).set(identity, name));
  }
  running--;
}

async function read(identity: string): Promise<string> {
  try {
    const { attributes } = await api.get('/v2/assets/{uuid}', { params: { path: { uuid: uuidOf(identity) } } });
    const name = attributes['arc_display_name'];
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

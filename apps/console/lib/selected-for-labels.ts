import type { Schemas } from './api.ts';
import { Store } from './store.ts';

/** The assets that were selected for labels, until the page is loaded again. */
export const selectedForLabels = new Store<Schemas['Asset'][]>([]);

import type { components } from '../../../../client/schema.d.ts';

/** What the API takes and gives, by the names of its document. */
export type Schemas = components['schemas'];

import type { components } from '../../client/schema.d.ts';

/** The schemas of the OpenAPI document, by name. */
export type Schemas = components['schemas'];

import { z } from '@hono/zod-openapi';
import { Event } from './model.ts';

/** The proof of an event (src/proof/format.ts says what each part means). */
export const EventProof = z
  .object({
    format: z.literal('asset-evidence-proof/1'),
    mechanism: z.enum(['SIMPLE_HASH', 'KHIPU']),
    view: z.enum(['tenant', 'public']),
    event: Event,
    anchor: z
      .object({
        tenant: z.string(),
        api_query: z.string(),
        start_time: z.string(),
        end_time: z.string(),
        hash_schema_version: z.int(),
        anchor_hash: z.string(),
        event_count: z.int(),
      })
      .optional(),
    events: z.array(Event).optional(),
    khipu: z
      .object({
        schema_version: z.int(),
        hash_alg: z.string(),
        event_hash: z.string(),
        previous_event_hash: z.string(),
        sequence: z.int(),
        preimage: z.string(),
      })
      .optional(),
    chain: z.object({
      chain_id: z.string(),
      kind: z.enum(['embedded', 'external']),
      genesis_hash: z.string(),
      transaction: z.string(),
      transaction_index: z.int(),
      inclusion: z.array(z.string()),
      block_header: z.string(),
      block_hash: z.string(),
      validator_address: z.string(),
      rotations: z.array(z.string()).optional(),
      finality: z.string(),
    }),
  })
  .openapi('EventProof');

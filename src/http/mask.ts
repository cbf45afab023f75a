import { z } from '@hono/zod-openapi';
import { invalid } from '../lib/errors.ts';

/** The schema of a field mask over these fields. */
export const maskOf = (names: string[]) =>
  z
    .string()
    .refine(
      (mask) => mask === '' || mask.split(',').every((name) => names.includes(name.trim())),
      `must be a comma-separated list of ${names.join(', ')}`,
    );

/**
 * Applies a field mask to a body: drops fields outside the mask, clears fields of the mask that the body does not have.
 * Throws 400 for a field that has no cleared value.
 */
export function masked(body: unknown, mask: string | undefined, cleared: Record<string, unknown>): unknown {
  if (mask === undefined || mask === '') return body;
  const given = body as Record<string, unknown>;
  const names = mask.split(',').map((name) => name.trim());
  const empty = names.filter((name) => cleared[name] === undefined && given[name] === undefined);
  if (empty.length > 0)
    throw invalid(empty.map((field) => ({ field, description: 'is required, because the mask names it' })));
  return Object.fromEntries(names.map((name) => [name, given[name] ?? cleared[name]]));
}

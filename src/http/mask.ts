import { z } from '@hono/zod-openapi';
import { invalid } from '../core/errors.ts';

/** A field mask over the fields that can be changed. */
export const maskOf = (names: string[]) =>
  z
    .string()
    .refine(
      (mask) => mask === '' || mask.split(',').every((name) => names.includes(name.trim())),
      `must be a comma separated list of ${names.join(', ')}`,
    );

/** A partial body under a field mask: fields outside it are dropped, fields in it that the body lacks are cleared. */
export function masked(body: unknown, mask: string | undefined, cleared: Record<string, unknown>): unknown {
  if (mask === undefined || mask === '') return body;
  const given = body as Record<string, unknown>;
  const names = mask.split(',').map((name) => name.trim());
  const empty = names.filter((name) => cleared[name] === undefined && given[name] === undefined);
  if (empty.length > 0)
    throw invalid(empty.map((field) => ({ field, description: 'is in the mask and cannot be empty' })));
  return Object.fromEntries(names.map((name) => [name, given[name] ?? cleared[name]]));
}

import type { Operation } from './operation.ts';
import { paramsOf, templatesOf } from './path.ts';

/** The statuses that an operation can respond with: those it declares and the common ones. */
export function statusesOf({ spec }: Operation): number[] {
  const own = new Set([...spec.statuses, 200, 400, 405, 409, 413, 415, 429, 500, 503]);
  if (spec.auth !== 'public') own.add(401);
  if (spec.auth === 'operator' || templatesOf({ spec }).some((t) => paramsOf(t).length > 0)) own.add(404);
  if (spec.list || spec.response === 'file') own.add(206);
  if (spec.response === 'file') own.add(304).add(412).add(416);
  if (spec.cacheable) own.add(304);
  return [...own].toSorted((a, b) => a - b);
}

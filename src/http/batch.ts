import type { z } from '@hono/zod-openapi';
import type { TenantScope } from '../access/scope.ts';
import { Budget, Lanes } from '../platform/pacing/budget.ts';
import { invalid, MAX_VIOLATIONS, problemBody, ServiceError, type Violation } from '../lib/errors.ts';
import { mapInSlices } from '../platform/pacing/slices.ts';
import { byteLength, printable } from '../lib/text.ts';
import { IGNORED_FIELDS, ignoredFields } from './headers.ts';
import { DRAINED, MAX_BODY, readText, tooLarge } from './input.ts';
import { accepted, limitValues, MAX_VALUES, parseJsonText, storable } from './json-body.ts';
import { requireType } from './media-type.ts';
import type { Context } from './operation.ts';
import { rateExceeded } from './rate-limit.ts';
import { check, checkIgnoring } from './validation.ts';

/** The maximum number of items of a batch. */
export const MAX_ITEMS = 1000;
/** The maximum size of a batch, in bytes. */
const MAX_BATCH = 4 * MAX_BODY;
/** The maximum number of lines of a batch in JSON Lines, blank ones included. */
const MAX_LINES = 10 * MAX_ITEMS;
/** The maximum number of JSON values of a batch. */
const MAX_BATCH_VALUES = 10 * MAX_VALUES;
/** The number of rejected fields that the response to a batch names; beyond it, one of each item. */
const MAX_BATCH_VIOLATIONS = 1000;
/** Bytes of an unwanted batch that are read. */
export const BATCH_DRAINED = DRAINED * MAX_BATCH;
/** The UTF-8 bytes of one UTF-16 code unit, at most. */
const MOST_BYTES = 3;
/** The content type of a batch with one item in each line (https://jsonlines.org). */
export const JSON_LINES = 'application/jsonl';
/** The other name of JSON_LINES (https://github.com/ndjson/ndjson-spec). */
const NDJSON = 'application/x-ndjson';

/** Limits the batches that an isolate holds at once, by the bytes of their bodies. A tenant may have half of them. */
const HELD = new Budget('batches', 4 * MAX_BATCH, 2 * MAX_BATCH);
/**
 * Batches that are carried out at once, two of one tenant; the others wait, and their tenants take turns. `HELD`
 * limits them.
 */
const IN_PROGRESS = new Lanes('batches', 3, Infinity, 2);

/** What a batch consists of. */
export type BatchOf<B extends z.ZodType> = {
  /** The field of the request with the items, such as `events`. */
  items: string;
  /** The field of a result with the record, such as `event`. */
  record: string;
  /** The schema of one item. It must be strict; fields that it does not declare are ignored unless `strict=true`. */
  schema: B;
  /** Read-only fields of an item, which are ignored. */
  ignored: readonly string[];
};

/** A valid item, with the Idempotency-Key that it has or that follows from the one of the batch. */
export type Item<B> = { body: B; key: string | undefined };

/** The result of one item: the record as JSON, or the error that a request with this item alone would have had. */
export type Result = { json: unknown } | { error: ServiceError };

type BatchContext = Pick<
  Context<'bearer', { strict?: string | undefined }, unknown>,
  'request' | 'requestId' | 'query' | 'key' | 'countItems'
> & { scope: TenantScope };

type Reply<R> = { json: R; headers: Record<string, string> };

/**
 * Reads a batch, counts its items against the rate limit, validates each of them, and calls `run` with the valid ones.
 * Returns one result for each item, in their order; one that failed temporarily adds the header `retry-after`. Throws
 * 400 for a batch that is empty, malformed or has too many items, 413, 415, and 503 if too many batches are in
 * progress.
 */
export async function runBatch<B extends z.ZodType<{ idempotency_key?: string | undefined }>, R>(
  context: BatchContext,
  of: BatchOf<B>,
  run: (items: Item<z.infer<B>>[]) => Promise<Result[]>,
): Promise<Reply<R>> {
  const { request } = context;
  const length = request.headers.get('content-length');
  const bytes = Math.min(length === null ? MAX_BATCH : Number(length), MAX_BATCH);
  const { tenant } = context.scope;
  const release = HELD.take(bytes, tenant);
  try {
    const values = await readItems(request, of.items);
    return await IN_PROGRESS.run(() => carryOut(context, of, values, run), tenant);
  } finally {
    release();
  }
}

async function carryOut<B extends z.ZodType<{ idempotency_key?: string | undefined }>, R>(
  { requestId, key, query, countItems }: BatchContext,
  of: BatchOf<B>,
  values: readonly unknown[],
  run: (items: Item<z.infer<B>>[]) => Promise<Result[]>,
): Promise<Reply<R>> {
  // The request itself was counted as one.
  const within = 1 + (await countItems(values.length - 1));
  const ignored: string[] = [];
  const items: Item<z.infer<B>>[] = [];
  const results = await mapInSlices(values, (value, index): Result | undefined => {
    try {
      if (index >= within) throw rateExceeded('api');
      const item = checkItem(of, value, query.strict === 'true');
      ignored.push(...item.ignored.map((path) => `${of.items}[${index}].${path}`));
      items.push({ body: item.body, key: item.body.idempotency_key ?? keyOfItem(key, index) });
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { error };
    }
  });
  const ran = (await run(items)).values();
  const all = results.map((result) => result ?? ran.next().value!);
  let named = 0;
  const shortened = (error: ServiceError): ServiceError => {
    named += error.violations.length;
    return named > MAX_BATCH_VIOLATIONS && error.violations.length > 1 ? invalid(error.violations.slice(0, 1)) : error;
  };
  return {
    json: {
      results: await mapInSlices(all, (result) =>
        'json' in result ? { [of.record]: result.json } : { error: problemBody(shortened(result.error), requestId) },
      ),
    } as R,
    headers: { ...retryOf(all), ...(ignored.length > 0 ? { [IGNORED_FIELDS]: ignoredFields(ignored) } : {}) },
  };
}

/** The key of an item that has none. A key of a request has no line end, so the two never coincide. */
const keyOfItem = (key: string | undefined, index: number): string | undefined =>
  key === undefined ? undefined : `${key}\n${index}`;

/** The header that says when to retry the items that failed temporarily. */
function retryOf(results: readonly Result[]): Record<string, string> {
  const seconds = results.flatMap((result) =>
    'error' in result && result.error.headers['retry-after'] ? [Number(result.error.headers['retry-after'])] : [],
  );
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {};
}

/** Reads the items of a body in JSON or JSON Lines, not validated. */
async function readItems(request: Request, name: string): Promise<unknown[]> {
  const type = requireType(request, 'application/json', JSON_LINES, NDJSON);
  const text = await readText(request, MAX_BATCH);
  const isList = type === 'application/json';
  limitValues(text, MAX_BATCH_VALUES, isList ? undefined : name);
  const items = isList ? readList(text, name) : readLines(text);
  if (items.length === 0) throw invalid([{ field: name, description: 'must have at least 1 item' }]);
  if (items.length > MAX_ITEMS) throw invalid([{ field: name, description: `must have at most ${MAX_ITEMS} items` }]);
  return items;
}

function readList(text: string, name: string): unknown[] {
  const body = parseJsonText(text, 'body');
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalid([{ field: 'body', description: 'must be an object' }]);
  const items = (body as Record<string, unknown>)[name];
  const others = Object.keys(body).filter((field) => field !== name);
  const bad: Violation[] = others
    .slice(0, MAX_VIOLATIONS)
    .map((field) => ({ field: printable(field), description: 'is not a known field' }));
  if (items === undefined || items === null) bad.push({ field: name, description: 'is required' });
  else if (!Array.isArray(items)) bad.push({ field: name, description: 'must be an array' });
  if (bad.length > 0) throw invalid(bad);
  return items as unknown[];
}

/**
 * The values of the lines, at most one more than a batch may have; lines without text are ignored. Throws 400 that
 * names lines that are not JSON.
 */
function readLines(text: string): unknown[] {
  const bad: Violation[] = [];
  const values: unknown[] = [];
  for (let [start, number] = [0, 1]; start < text.length; number++) {
    if (number > MAX_LINES) throw invalid([{ field: 'body', description: `must have at most ${MAX_LINES} lines` }]);
    const next = text.indexOf('\n', start);
    const line = text.slice(start, next < 0 ? undefined : next);
    start += line.length + 1;
    if (line.trim() === '') continue;
    try {
      values.push(parseJsonText(line, `line ${number}`));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      bad.push(...error.violations);
    }
    if (bad.length === MAX_VIOLATIONS || values.length > MAX_ITEMS) break;
  }
  if (bad.length > 0) throw invalid(bad);
  return values;
}

/** Validates an item as the body of a request with this item alone. Throws 400 or 413. */
export function checkItem<B extends z.ZodType>(
  { schema, ignored }: Pick<BatchOf<B>, 'schema' | 'ignored'>,
  value: unknown,
  strict: boolean,
): { body: z.infer<B>; ignored: string[] } {
  limitItem(value);
  const bad: Violation[] = [];
  const json = accepted(storable(value), ignored);
  const checked = strict ? { body: check(schema, json, bad), ignored: [] } : checkIgnoring(schema, json, bad);
  if (bad.length > 0) throw invalid(bad);
  return { body: checked.body!, ignored: checked.ignored };
}

/**
 * Throws 413 or 400 for an item that is too large for a body. Not for one that is nested too deeply, which the schema
 * rejects.
 */
function limitItem(value: unknown): void {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return;
  }
  if (text.length * MOST_BYTES > MAX_BODY && byteLength(text) > MAX_BODY) throw tooLarge(MAX_BODY);
  limitValues(text, MAX_VALUES);
}

import type { Line } from './lines.ts';
import type { Mapped } from '../../../src/formats/import/mapping.ts';
import { requireErrorsOfLines } from './refusal.ts';
import { createdBy, type ItemResult } from '../../../src/formats/import/batch-results.ts';
import { ServiceFailure } from './service-failure.ts';
import type { Created, ImportState, ImportProgress, RejectedLine } from './state.ts';

/** Lines and bytes of one batch: fewer than the API accepts. */
const BATCH_LINES = 1000;
const BATCH_BYTES = 4_000_000;
/** The maximum size of a record in bytes, without its asset and key: less than the API accepts for an item. */
const RECORD_BYTES = 1_000_000;
/** Bytes of the identity of the asset and the key of an item. */
const ITEM_BYTES = 200;

const ASSETS = '/v2/assets:batch';
const EVENTS = '/v2/assets/-/events:batch';

/**
 * The note of a state that the input gives its assets ids of the form `assets/<uuid>`, as another deployment has them.
 */
export const FOREIGN_IDS = 'ids of another deployment';

/** A line with the record that it is converted to, or why it has none. */
type Read = { line: number; bytes: number; mapped: Mapped };
/** A line whose record is to be sent. */
type Ready = { line: number; mapped: Exclude<Mapped, { problem: string }> };

export type ImportRun = {
  /** The lines after `state.progress`. */
  lines: AsyncIterable<Line>;
  map: (fields: Record<string, unknown>) => Mapped;
  state: ImportState;
  /** Returns the identity of an asset that another import has created. */
  elsewhere: (external: string) => string | undefined;
  /** The Idempotency-Key of the record of a line whose body has none. */
  keyOf: (line: number) => string;
  send: (path: string, items: readonly string[]) => Promise<ItemResult[]>;
  /** Called after each batch, with the bytes of the file up to its last line. */
  onProgress: (progress: ImportProgress, bytes: number) => void;
  /** Whether to stop after the current batch. */
  isStopped: () => boolean;
};

/**
 * Imports lines in batches: in each, first the assets and then the events. A batch is noted as finished when the
 * service has accepted or refused each of its items. Returns false if it was stopped before the end of the file. Throws
 * a ServiceFailure, and does not note the batch, if items were refused for a reason that does not depend on their
 * lines.
 */
export async function runImport(run: ImportRun): Promise<boolean> {
  let batch: Read[] = [];
  let bytes = 0;
  for await (const line of run.lines) {
    const { size, mapped } = measured(recordOf(run, line));
    if (batch.length >= BATCH_LINES || bytes + size > BATCH_BYTES) {
      if (run.isStopped()) return false;
      await importBatch(run, batch);
      [batch, bytes] = [[], 0];
      if (run.isStopped()) return false;
    }
    batch.push({ line: line.line, bytes: line.bytes, mapped });
    bytes += size;
  }
  if (batch.length > 0 && run.isStopped()) return false;
  if (batch.length > 0) await importBatch(run, batch);
  return true;
}

function recordOf(run: ImportRun, line: Line): Mapped {
  if ('fields' in line) return run.map(line.fields);
  return 'problem' in line ? line : { record: 'present' };
}

/** A record with the bytes that it adds to a batch. A record that is too large has a problem. */
function measured(mapped: Mapped): { size: number; mapped: Mapped } {
  if ('problem' in mapped) return { size: 0, mapped };
  const size = Buffer.byteLength(JSON.stringify(mapped)) + ITEM_BYTES;
  if (size <= RECORD_BYTES) return { size, mapped };
  return { size: 0, mapped: { problem: `the record must have at most ${RECORD_BYTES} bytes` } };
}

async function importBatch(run: ImportRun, lines: readonly Read[]): Promise<void> {
  const { state } = run;
  const rejected: RejectedLine[] = [];
  const ready: Ready[] = [];
  for (const { line, mapped } of lines) {
    if ('problem' in mapped) rejected.push({ line, reason: mapped.problem });
    else ready.push({ line, mapped });
  }
  let mayBeStored = state.sentSince !== undefined;
  const send: ImportRun['send'] = async (path, items) => {
    const before = mayBeStored;
    mayBeStored = true;
    const results = await run.send(path, items);
    mayBeStored = before || results.some((result) => 'identity' in result);
    return results;
  };
  state.beginSending(Date.now());
  let [assets, events]: [Created[], number] = [[], 0];
  try {
    assets = await sendAssets({ ...run, send }, ready, rejected);
    events = await sendEvents({ ...run, send }, ready, assets, rejected);
  } catch (error) {
    // The batch can be sent at any later time, also when its keys have expired.
    if (!mayBeStored) state.forgetSending();
    if (error instanceof ServiceFailure) error.refused = rejected;
    throw error;
  }
  const progress = state.finish({ lines: lines.length, assets, events, rejected });
  run.onProgress(progress, lines.at(-1)!.bytes);
}

/** Creates the assets of a batch. Returns them, and adds the lines of the others to `rejected`. */
async function sendAssets(run: ImportRun, ready: readonly Ready[], rejected: RejectedLine[]): Promise<Created[]> {
  const own = new Map<string, number>();
  const items: { line: number; asset: string | undefined; text: string }[] = [];
  for (const { line, mapped } of ready) {
    if (mapped.record !== 'asset') continue;
    if (isIdentity(mapped.asset)) run.state.note(FOREIGN_IDS, 'yes');
    const before =
      mapped.asset === undefined ? undefined : (own.get(mapped.asset) ?? run.state.assetOf(mapped.asset)?.line);
    if (before !== undefined) {
      rejected.push({ line, reason: `asset: line ${before} has the same id, ${JSON.stringify(mapped.asset)}` });
      continue;
    }
    if (mapped.asset !== undefined) own.set(mapped.asset, line);
    items.push({
      line,
      asset: mapped.asset,
      text: JSON.stringify({ idempotency_key: run.keyOf(line), ...mapped.body }),
    });
  }
  const results = await run.send(
    ASSETS,
    items.map(({ text }) => text),
  );
  const created = items.flatMap(({ line, asset }, i) => {
    const identity = createdBy(results[i]!);
    if (identity !== undefined) return [{ external: asset, identity, line }];
    rejected.push({ line, reason: reasonOf(results[i]!) });
    return [];
  });
  requireErrorsOfLines(
    results,
    items.map(({ line }) => line),
  );
  return created;
}

const isIdentity = (asset: string | undefined): boolean => asset?.startsWith('assets/') ?? false;

/** Appends the events of a batch. Returns how many were accepted, and adds the lines of the others to `rejected`. */
async function sendEvents(
  run: ImportRun,
  ready: readonly Ready[],
  assets: readonly Created[],
  rejected: RejectedLine[],
): Promise<number> {
  const own = new Map(assets.map(({ external, identity }) => [external, identity]));
  const items: { line: number; text: string }[] = [];
  const hasForeignIds = run.state.noted(FOREIGN_IDS) !== undefined;
  for (const { line, mapped } of ready) {
    if (mapped.record !== 'event') continue;
    const { asset, body } = mapped;
    const known = own.get(asset) ?? run.state.assetOf(asset)?.identity ?? run.elsewhere(asset);
    const identity = known ?? (isIdentity(asset) && !hasForeignIds ? asset : undefined);
    if (identity === undefined)
      rejected.push({ line, reason: `asset: no earlier line has created the asset ${JSON.stringify(asset)}` });
    else {
      const item = { asset_identity: identity, idempotency_key: run.keyOf(line), ...body };
      items.push({ line, text: JSON.stringify(item) });
    }
  }
  const results = await run.send(
    EVENTS,
    items.map(({ text }) => text),
  );
  const refused = items.flatMap(({ line }, i) =>
    'error' in results[i]! ? [{ line, reason: reasonOf(results[i]) }] : [],
  );
  rejected.push(...refused);
  requireErrorsOfLines(
    results,
    items.map(({ line }) => line),
  );
  return items.length - refused.length;
}

const reasonOf = (result: ItemResult): string => ('error' in result ? result.error.message : '');

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openD1, type LocalD1 } from './support/d1.ts';
import { attachmentOf, Ledger, newCaller, storeBlobRow } from './support/ledger.ts';
import { ENGINE } from '../support/size.ts';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
});
afterAll(() => d1.close());

const errorsOf = (outcomes: object[]): unknown[] =>
  outcomes.map((outcome) => ('error' in outcome ? outcome.error : undefined));

test('refuses exactly the events that name a blob which was deleted after their requests were checked', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const sequencer = ledger.sequencer();
  const [kept, deleted] = [crypto.randomUUID(), crypto.randomUUID()];
  // Of the deleted one, the database has no row any more.
  await storeBlobRow(d1, kept);
  const naming = (blob: string) => ledger.append({ eventAttributes: { file: attachmentOf(blob) } });
  await ledger.succeed(sequencer, ledger.creation(), naming(kept));
  // The sequencer decides by what it remembers, so that only the commit can detect it.
  const outcomes = await ledger.submit(
    sequencer,
    ledger.append(),
    naming(kept),
    naming(deleted),
    ledger.append({ assetAttributes: { file: attachmentOf(deleted) } }),
  );
  expect(errorsOf(outcomes)).toEqual([
    undefined,
    undefined,
    expect.objectContaining({
      kind: 'invalid',
      violations: [{ field: 'event_attributes.file', description: `blobs/${deleted} does not exist any more` }],
    }),
    expect.objectContaining({ violations: [expect.objectContaining({ field: 'asset_attributes.file' })] }),
  ]);
  expect(await ledger.holds()).toHaveLength(4);
});

test('refuses the creation of an asset that names a deleted blob', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const outcomes = await ledger.submit(
    ledger.sequencer(),
    ledger.creation({ file: attachmentOf(crypto.randomUUID()) }),
  );
  expect(errorsOf(outcomes)).toEqual([
    expect.objectContaining({ violations: [expect.objectContaining({ field: 'attributes.file' })] }),
  ]);
  expect(await ledger.holds()).toHaveLength(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openD1, type Kind, type LocalD1 } from './support/d1.ts';
import { attachmentOf, Ledger, newCaller, storeBlobRow } from './support/ledger.ts';
import { ENGINE } from '../support/size.ts';

/** Events that append many attachments each, up to almost the limit of an asset, and events that append one each. */
const [LARGE, EACH, SMALL] = [10, 200, 6];

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
});
afterAll(() => d1.close());

test('small events that append to a large list are stored in as many commits as D1 needs', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const sequencer = ledger.sequencer();
  const blob = crypto.randomUUID();
  await storeBlobRow(d1, blob);
  const names = [...Array(LARGE).fill(EACH), ...Array(SMALL).fill(1)].map((count: number, event) =>
    Array.from({ length: count }, (_, n) => `file ${event}.${n}`),
  );
  await ledger.succeed(sequencer, ledger.creation());
  await ledger.succeed(
    sequencer,
    ...names.map((own) =>
      ledger.append({
        operation: 'Attach',
        behaviour: 'Attachments',
        eventAttributes: {
          arc_append_attachments: own.map((arc_display_name) => ({ ...attachmentOf(blob), arc_display_name })),
        },
      }),
    ),
  );
  expect(await ledger.holds()).toHaveLength(1 + LARGE + SMALL);
  const [[row]] = (await d1.rows(['SELECT attributes FROM assets WHERE id = ?', ledger.asset])) as [
    [{ attributes: string }],
  ];
  expect(row.attributes.length).toBeGreaterThan(400_000);
  const attached = (JSON.parse(row.attributes) as any).arc_attachments as { arc_display_name: string }[];
  expect(attached.map((file) => file.arc_display_name)).toEqual(names.flat());
});

test('events that state lists of many short values are stored in several commits', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const seen: Kind[] = [];
  const sequencer = ledger.sequencer({}, seen);
  await ledger.succeed(sequencer, ledger.creation());
  const before = seen.filter((kind) => kind === 'commit').length;
  const listOf = (event: number) => Array.from({ length: 2000 }, (_, n) => ({ a: `${event}.${n}` }));
  await ledger.succeed(
    sequencer,
    ...Array.from({ length: 20 }, (_, event) => ledger.append({ assetAttributes: { list: listOf(event) } })),
  );
  expect(await ledger.holds()).toHaveLength(21);
  expect(seen.filter((kind) => kind === 'commit').length - before).toBeGreaterThan(1);
});

test('many events on an asset with many attributes are stored in several commits', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const seen: Kind[] = [];
  const sequencer = ledger.sequencer({}, seen);
  await ledger.succeed(sequencer, ledger.creation());
  const wide = (part: number) =>
    Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [`attribute ${part}.${n}`, 'value']));
  for (const part of [1, 2, 3, 4]) await ledger.succeed(sequencer, ledger.append({ assetAttributes: wide(part) }));
  const before = seen.filter((kind) => kind === 'commit').length;
  await ledger.succeed(
    sequencer,
    ...Array.from({ length: 40 }, (_, n) => ledger.append({ assetAttributes: { count: `${n}` } })),
  );
  expect(await ledger.holds()).toHaveLength(45);
  // Each event copies 230,000 characters.
  expect(seen.filter((kind) => kind === 'commit').length - before).toBe(4);
});

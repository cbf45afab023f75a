import { expect, it } from 'vitest';
import { assetIn } from '../../apps/console/field/label.ts';
import { LABEL_SHEETS, labelPages } from '../../apps/console/lib/label-sheets.ts';
import { gs1Path, isGtin14 } from '../../src/formats/records/gs1.ts';

const UUID = '6a951b62-0a26-4c22-a886-1082297b063b';

it.each([
  // The example of GS1's own pages, in each length that a GTIN has.
  ['9506000134352', '/01/09506000134352/21/BX-40.17'],
  ['09506000134352', '/01/09506000134352/21/BX-40.17'],
  ['614141007349', '/01/00614141007349/21/BX-40.17'],
  ['95050003', '/01/00000095050003/21/BX-40.17'],
  ['9506000134353', ''],
  ['950600013435', ''],
  ['', ''],
])('an asset with the GTIN %j has the path %j', (gtin, path) => {
  expect(gs1Path({ gtin, arc_serial_number: 'BX-40.17' })).toBe(path);
});

it.each(['', '.', '..', 'x'.repeat(21), 'a/b', 'a:b', 'a b', '%41', 'ü'])(
  'the serial number %j gives no GS1 path',
  (serial) => {
    expect(gs1Path({ gtin: '9506000134352', arc_serial_number: serial })).toBe('');
  },
);

it('an asset without GTIN or without serial number has no GS1 path', () => {
  expect(gs1Path({ gtin: '9506000134352' })).toBe('');
  expect(gs1Path({ arc_serial_number: '17' })).toBe('');
});

it('a GTIN with a changed digit is refused', () => {
  const gtin = '09506000134352';
  for (let i = 0; i < gtin.length; i++) {
    for (let by = 1; by < 10; by++) {
      const other = gtin.slice(0, i) + String((Number(gtin[i]) + by) % 10) + gtin.slice(i + 1);
      expect(isGtin14(other), other).toBe(false);
    }
  }
});

it('a scanned GS1 address leads to its asset', () => {
  expect(assetIn(`https://evidence.example/a/${UUID}/01/09506000134352/21/17`)).toBe(UUID);
});

it('labels fill the places of a sheet that are not used', () => {
  const sheet = LABEL_SHEETS.find(({ name }) => name === 'a4-21')!;
  const items = Array.from({ length: 40 }, (_, n) => n);
  const pages = labelPages(items, sheet, 5);
  expect(pages.map((page) => page.length)).toEqual([21, 21, 3]);
  expect(pages[0]!.slice(0, 6)).toEqual([undefined, undefined, undefined, undefined, undefined, 0]);
  expect(pages.flat().filter((item) => item !== undefined)).toEqual(items);
  expect(labelPages(items, sheet, 0)[0]![0]).toBe(0);
  // A sheet on which every place is used is a new one.
  expect(labelPages([7], sheet, 99)).toEqual([[...Array.from({ length: 20 }), 7]]);
});

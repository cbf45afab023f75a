import * as fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvField } from '../../src/lib/csv.ts';

/** Programs that read CSV: with another separator, without quotes, or line by line. */
const fieldsOf = (line: string): string[] => [
  ...(parse(line, { relax_column_count: true }) as string[][]).flat(),
  ...[/[;,]/, ';', '\t', /[\r\n]/].flatMap((separator) => line.split(separator)),
];

describe('a field of CSV', () => {
  test.each([
    ['', ''],
    ['Pump 7', 'Pump 7'],
    ['-12.5', '-12.5'],
    ['+1', '+1'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['\t=1', '"\'\t\'=1"'],
    ['\n=1+1', '"\'\n\'=1+1"'],
    ['\r1', '"\'\r1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    ['a;=1+1;b', '"a;\'=1+1;b"'],
    [';=1', '";\'=1"'],
    [' =1', '" \'=1"'],
    ['\u200b=1', "\u200b'=1"],
    ['"=1"', '"""\'=1"""'],
    ['a, -1', '"a, -1"'],
    ['a=1', 'a=1'],
    ['{"a":"=1"}', '"{""a"":""=1""}"'],
  ])('%j is %j', (text, field) => expect(csvField(text)).toBe(field));

  test('has the text again if it is read, without the apostrophes that were added', () => {
    const texts = fc.string({
      unit: fc.oneof(fc.constantFrom(...'=+-@;,"\'\t\r\n 1aＡ＝＋－＠﹣'), fc.string({ maxLength: 1 })),
    });
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (first, second, isQuoted) => {
        const line = `${csvField(first, isQuoted)},${csvField(second, isQuoted)}`;
        const [read] = parse(line, { relax_column_count: true, record_delimiter: ['\r\n\0'] }) as string[][];
        const bare = (text: string | undefined): string | undefined => text?.replaceAll("'", '');
        if (line !== ',') expect(read!.map(bare)).toEqual([first, second].map(bare));
      }),
      { seed: 20_261_201 },
    );
  });

  test('starts no formula in a program with another separator', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'=+-@;"\t\r\n 1ab＝＋－＠﹢﹣\u2212\u200b\ufeff') });
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!/^[+-]?\d+([.,]\d+)?$/.test(text));
        for (const field of fieldsOf(`${csvField(text)},b`))
          expect(field.normalize('NFKC')).not.toMatch(/^[\s\u200b\ufeff]*[=+\-@\u2212]/);
      }),
      { seed: 20_261_201 },
    );
  });
});

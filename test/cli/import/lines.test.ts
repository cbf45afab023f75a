import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readLines, type Format, type Line } from '../../../apps/cli/import/lines.ts';

const temporary = mkdtempSync(join(tmpdir(), 'lines-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let files = 0;
async function read(format: Format, content: string | Buffer, options: object = {}): Promise<Line[]> {
  const file = join(temporary, `${++files}.${format}`);
  writeFileSync(file, content);
  const lines: Line[] = [];
  for await (const line of readLines(file, format, { delimiter: ',', ...options })) lines.push(line);
  return lines;
}
/** Number and content of each line. */
const shown = (lines: Line[]): unknown[] =>
  lines.map((line) => {
    if ('fields' in line) return [line.line, line.fields];
    return [line.line, 'problem' in line ? line.problem : 'blank'];
  });

describe('a CSV file', () => {
  test('has records as in RFC 4180, numbered by their first lines', async () => {
    const text = '\ufeffid,note,empty\r\n1,"a ""b"", c",\r\n2,"two\r\nlines\n",x\r\n\r\n"3",é,\r\n4,last,';
    expect(shown(await read('csv', text))).toEqual([
      [2, { id: '1', note: 'a "b", c' }],
      [3, { id: '2', note: 'two\r\nlines\n', empty: 'x' }],
      [7, { id: '3', note: 'é' }],
      [8, { id: '4', note: 'last' }],
    ]);
  });

  test.each([1, 2, 3, 5])(
    'has lines that end in CR, LF or CR LF, and rows that a spreadsheet fills up: %i',
    async (n) => {
      const pad = 'x'.repeat((1 << 18) - 40 + n);
      const text = `a,b,\r1,"x\r\ny\rz",\r\n,,\r\n2,${pad},\r\n3,4,,,\n\n , \r5,6,\r\r\n7\r`;
      expect(shown(await read('csv', text))).toEqual([
        [2, { a: '1', b: 'x\r\ny\rz' }],
        [5, 'blank'],
        [6, { a: '2', b: pad }],
        [7, { a: '3', b: '4' }],
        [9, 'blank'],
        [10, { a: '5', b: '6' }],
        [12, 'has 1 field, and the header has 3'],
      ]);
    },
  );

  test('has no values in columns without a name that are ignored', async () => {
    expect(shown(await read('csv', 'a,,\n1,2,3\n', { ignoreUnnamed: true }))).toEqual([[2, { a: '1' }]]);
  });

  test('may have another separator', async () => {
    expect(shown(await read('csv', 'a;b\n1,5;2\n', { delimiter: ';' }))).toEqual([[2, { a: '1,5', b: '2' }]]);
  });

  test('has a problem in lines with another number of fields than the header', async () => {
    expect(shown(await read('csv', 'a,b\n1\n1,2\n1,2,3\n'))).toEqual([
      [2, 'has 1 field, and the header has 2'],
      [3, { a: '1', b: '2' }],
      [4, 'has 3 fields, and the header has 2'],
    ]);
  });

  test.each([
    ['', /^empty: the first line must have the names of the columns$/],
    ['a,,c\n1,,3\n1,2,3\n', /^not valid: the first line does not name column 2, which has a value in line 3: /],
    ['a, ,c\n1,2,3\n', /^not valid: the first line does not name column 2, which has a value in line 2: /],
    ['a,b,a,b\n', /^not valid: the first line names columns "a", "b" more than once$/],
    ['a,b,a\n', /^not valid: the first line names the column "a" more than once$/],
    ['a\n"1"2\n', /^not a CSV file by RFC 4180: .*line 2/],
    ['a\n"1\n', /^not a CSV file by RFC 4180: .*line/],
    [`a\n"${'x'.repeat(1_100_000)}"\n`, /^not a CSV file by RFC 4180: .*line 2/],
  ])('%j cannot be read', async (text, message) => {
    await expect(read('csv', text)).rejects.toThrow(message);
  });

  test('can be read from any record, with the bytes of the whole file', async () => {
    const text = `a,b\n${Array.from({ length: 50_000 }, (_, n) => `${n},"line\n${n}"\n`).join('')}`;
    const hash = createHash('sha256');
    const lines = await read('csv', text, { skip: 49_998, onBytes: (bytes: Uint8Array) => hash.update(bytes) });
    expect(shown(lines)).toEqual([
      [99_998, { a: '49998', b: 'line\n49998' }],
      [100_000, { a: '49999', b: 'line\n49999' }],
    ]);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('a JSON Lines file', () => {
  test('has an object in each line that is not empty', async () => {
    const text = '\ufeff{"a":"\u2028 é"}\r\n\n  \n5\n[]\nnull\n{"a":\n{"b":1}';
    expect(shown(await read('jsonl', text))).toEqual([
      [1, { a: '\u2028 é' }],
      [4, 'must be a JSON object'],
      [5, 'must be a JSON object'],
      [6, 'must be a JSON object'],
      [7, 'is not valid JSON'],
      [8, { b: '1' }],
    ]);
  });

  test('has its numbers as they are written', async () => {
    const numbers = ['12345678901234567890', '1.50', '1e400', '-0', '1E+2', '0.1000000000000000055511151231257827'];
    const text = `{"list":[${numbers.join(' , ')}],"map":{"__proto__":7},"n":${numbers[0]},"text":"1.50","yes":true}`;
    const [line] = (await read('jsonl', text)) as any[];
    expect(line.fields).toMatchObject({ list: numbers, n: numbers[0], text: '1.50', yes: true });
    expect(Object.entries(line.fields.map)).toEqual([['__proto__', '7']]);
  });

  test('has a problem in lines that are too long or not UTF-8', async () => {
    const long = `{"a":"${'x'.repeat(1_048_568)}"}`;
    const content = Buffer.concat([
      Buffer.from(`${long}\n${long.replace('x', 'xx')}\n{"a":"`),
      Buffer.from([0xff]),
      Buffer.from('"}\n{}\n'),
    ]);
    expect(
      shown(await read('jsonl', content)).map(([n, what]: any) => [n, typeof what === 'string' ? what : 'fields']),
    ).toEqual([
      [1, 'fields'],
      [2, 'must be UTF-8 with at most 1048576 bytes'],
      [3, 'must be UTF-8 with at most 1048576 bytes'],
      [4, 'fields'],
    ]);
  });

  test('can be read from any line, and lines report the bytes before their ends', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `{"n":${n},"pad":"${'é'.repeat(20)}"}\n\n`).join('');
    const lines = await read('jsonl', text, { skip: 19_999 });
    expect(shown(lines)).toEqual([[39_999, { n: '19999', pad: 'é'.repeat(20) }]]);
    expect(lines[0]!.bytes).toBe(Buffer.byteLength(text) - 1);
  });
});

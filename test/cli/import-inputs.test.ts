import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../support/launcher.ts';
import { importHere, runImport } from './support/importing.ts';

const temporary = mkdtempSync(join(tmpdir(), 'importinputs-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let files = 0;
function fileOf(extension: string, content: string | Buffer): string {
  const file = join(temporary, `input-${++files}.${extension}`);
  writeFileSync(file, content);
  return file;
}

describe('npm run import', () => {
  test.each<[string, string[], number, string]>([
    ['no file', [], 2, "error: missing required argument 'input'"],
    ['two files', ['a.csv', 'b.csv'], 2, 'error: too many arguments'],
    [
      'a file of another type',
      ['x.xml'],
      2,
      'error: FILE: must be a .csv or .jsonl file, or the directory of an export, not "x.xml"',
    ],
    ['an unknown zone', ['x.csv', '--zone', 'Berlin'], 2, 'error: --zone: must be a time zone such as Europe/Berlin, '],
    ['an unknown option', ['x.csv', '--fast'], 2, "error: unknown option '--fast'"],
    ['a file that does not exist', ['none.csv'], 1, 'error: '],
  ])('fails with %s', async (_what, args, code, message) => {
    const ended = await importHere(args);
    expect([ended.code, ended.stdout.includes('imported')]).toEqual([code, false]);
    expect(ended.stderr.startsWith(message), ended.stderr).toBe(true);
  });

  test('ends its process with the exit code and the message of a failure', async () => {
    expect(await runImport(['x.csv', '--fast'])).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/^error: unknown option '--fast'[^\n]*\n$/),
    });
  });

  test('names every problem of a map', async () => {
    const file = fileOf('jsonl', '{}\n');
    const problems = async (map: string): Promise<string> => {
      const { code, stderr } = await importHere([file, '--map', map, '--dry-run']);
      expect(code).toBe(2);
      return stderr.replace(map, 'MAP');
    };
    expect(await problems(fileOf('json', '{"columns":{"A":"none","B":["asset","x"]},"constants":{"y":"1"}}'))).toBe(
      'error: --map: MAP: columns.A: "none" is not a target; columns.B: "x" is not a target; constants: "y" is ' +
        'not a target\n',
    );
    expect(await problems(fileOf('json', '{"column":{},"other":"drop","delimiter":"ab"}'))).toMatch(
      new RegExp(
        '^error: --map: MAP: (?=.*other: must be one of attributes, ignore, reject)(?=.*delimiter: must have)' +
          '(?=.*column: is not a known field)',
      ),
    );
    for (const delimiter of ['\n', '\r', '"'])
      expect(await problems(fileOf('json', JSON.stringify({ delimiter })))).toBe(
        'error: --map: MAP: delimiter: must not be a line break or a quote\n',
      );
    expect(await problems(fileOf('json', '{'))).toMatch(/^error: --map: MAP cannot be read: /);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('stops at once at %s while it waits for the service', async (signal) => {
    const server = createServer((request, response) => {
      request.resume();
      const isToken = request.url!.endsWith('/token');
      response.writeHead(isToken ? 200 : 503, { 'retry-after': '3600' });
      response.end(isToken ? '{"access_token":"t"}' : '{"code":14,"message":"maintenance"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const input = fileOf('jsonl', '{"asset":"a"}\n');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`;
    const ended = await runImport([input, '--url', url], {
      env: { CLIENT_ID: 'c', CLIENT_SECRET: 's' },
      started: (child) =>
        child.stdout!.on('data', (text: Buffer) => String(text).includes('Waiting') && child.kill(signal)),
    });
    server.closeAllConnections();
    server.close();
    expect(ended).toMatchObject({ code: 4, signal: null, stderr: '' });
    expect(ended.stdout).toContain(
      'Waiting 60 s: 503: maintenance (the service asks to wait 3600 s; trying again before) ...\n',
    );
    expect(ended.stdout).toContain('warning: stopped after 0 of 1 line; run the command again to resume\n');
  });

  test.each(['while it reads the input', 'while it waits for a token'])(
    'stops with exit code 4 and leaves no state at SIGINT %s',
    async (moment) => {
      const server = createServer((request) => void request.resume()).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const input = fileOf('jsonl', '{"asset":"a"}\n'.repeat(moment.includes('token') ? 1 : 300_000));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`;
      const ended = await runImport([input, '--url', url], {
        env: { CLIENT_ID: 'c', CLIENT_SECRET: 's' },
        started: (child) => {
          const stop = (): void => void child.kill('SIGINT');
          if (moment.includes('token')) server.once('request', stop);
          else child.stdout!.once('data', stop);
        },
      });
      server.closeAllConnections();
      server.close();
      expect(ended).toMatchObject({ code: 4, signal: null, stderr: '' });
      expect(ended.stdout).toContain('warning: stopped ');
      for (const name of ['import', 'import-journal', 'rejected.csv'])
        expect(existsSync(`${input}.${name}`)).toBe(false);
    },
  );

  test('accepts the examples of the documentation', async () => {
    const page = readFileSync(join(PROJECT, 'docs/import.md'), 'utf8');
    const example = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)![1]!;
    const first = await importHere([fileOf('csv', example('csv')), '--dry-run']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('valid: 2 assets, 2 events\n');
    const lines = [
      'Equipment;Kind;When;Temp. (C);Internal note',
      'P-7;asset;;;new',
      'P-7;event;2019-04-01 09:30:00Z;20,5;',
    ];
    const input = fileOf('csv', lines.map((line) => `${line}\n`).join(''));
    const withMap = await runImport([input, '--map', fileOf('json', example('json')), '--dry-run']);
    expect(withMap).toMatchObject({ code: 0, stderr: '' });
    expect(withMap.stdout).toContain('valid: 1 asset, 1 event\n');
  });

  test.each<[string, string, string, object?]>([
    [
      'csv',
      'Tag,When,Temp\nP-1,2019,5\n',
      'none of the columns "Tag", "When", "Temp" is asset, asset_identity, record',
    ],
    [
      'csv',
      'asset,Operation\nP-1,Record\n',
      'the column "Operation" differs from "operation" only by case, spaces, dashes',
    ],
    ['csv', 'asset, operation\nP-1,Record\n', 'the column " operation" differs from "operation" only by case'],
    ['csv', 'asset,Attributes.Kind\nP-1,x\n', 'the column "Attributes.Kind" differs from "attributes.Kind" only by'],
    [
      'csv',
      'asset;operation\nP-1;Record\n',
      'the header is one column, "asset;operation": if ";" separates the columns, set',
    ],
    ['csv', 'asset\toperation\na\tRecord\n', 'the header is one column, "asset\\toperation": if "\\t" separates'],
    [
      'csv',
      'asset,operation\nP-1,Record\n',
      'the header is one column, "asset,operation": if "," separates',
      { delimiter: ';' },
    ],
    [
      'csv',
      'asset,x\nP-1,1\n',
      'has no column "ID", "When", which the map lists',
      { columns: { ID: 'asset', When: null } },
    ],
    ['jsonl', '{"asset":"a"}\n{"Asset":"a","operation":"Record"}\n', 'the column "Asset" differs from "asset" only by'],
    ['jsonl', '{"tag":"a"}\n{"op":"Record"}\n', 'none of the columns "tag", "op" is asset'],
    ['jsonl', '{"asset":"a"}\n', 'has no column "ID", which the map lists', { columns: { ID: 'asset' } }],
    ['csv', 'sep=;\nasset;n\na;1\n', 'the first line, "sep=;", is an instruction for Excel: remove it'],
    ['csv', 'asset;n, m\na;1\n', 'the header is 2 columns, "asset;n, m": if ";" separates the columns'],
    [
      'csv',
      'asset,arc\u00a0display name\na,x\n',
      'the column "arc\\u00a0display name" differs from "arc_display_name" only',
    ],
    ['csv', '\ufeff\ufeffasset,operation\na,Record\n', 'the column "\\ufeffasset" differs from "asset" only'],
    ['csv', 'asset,arc-display-name\na,x\n', 'the column "arc-display-name" differs from "arc_display_name" only'],
    [
      'csv',
      'record,asset, arc_display_name,event_attributes.Arc_Display_Type,Serial No.,Serial ' +
        'No,x[],Asset-Identity\nasset,a,b,c,d,e,f,\n',
      [
        'the column " arc_display_name" differs from "arc_display_name" only by case, spaces, dashes or underscores; ',
        'the column "event_attributes.Arc_Display_Type" differs from "event_attributes.arc_display_type" only by ' +
          'case, ',
        'spaces, dashes or underscores; the column "Serial No." cannot become an attribute: attribute names must ' +
          'not contain ',
        '"."; the column "x[]" cannot become an attribute: attribute names must not end in "[]"; the column ' +
          '"Asset-Identity" ',
        'differs from "asset_identity" only by case, spaces, dashes or underscores. Rename them, or list them in ' +
          'a map (--map): ',
        '{"columns":{" arc_display_name":["attributes.arc_display_name","event_attributes.arc_display_name"],',
        '"event_attributes.Arc_Display_Type":"event_attributes.arc_display_type",',
        '"Serial No.":["attributes.Serial No_","event_attributes.Serial ' +
          'No_"],"x[]":["attributes.x","event_attributes.x"],',
        '"Asset-Identity":"asset_identity"}}\n',
      ].join(''),
    ],
    [
      'jsonl',
      '{"asset":"a"}\n{"asset":"b","attributes":{"Arc_Display_Name":"x"}}\n',
      'the column "attributes.Arc_Display_Name" differs from "attributes.arc_display_name" only by case, spaces, ' +
        'dashes or underscores. Rename it\n',
    ],
    [
      'csv',
      'asset,operation,timestamp_declared\na,,\na,Record,2019-04-01 09:30\n',
      'line 3: the time in the column "timestamp_declared", "2019-04-01 09:30" has no time zone: give the zone of such',
    ],
  ])('refuses a .%s file with the columns of %j', async (extension, content, message, map) => {
    const file = fileOf(extension, content);
    const options = map === undefined ? [] : ['--map', fileOf('json', JSON.stringify(map))];
    const { code, stdout, stderr } = await importHere([file, ...options, '--state', join(temporary, 'nowhere')]);
    expect([code, stdout]).toEqual([2, expect.not.stringContaining('imported')]);
    expect(stderr).toContain(`error: ${file}: ${message}`);
    expect(existsSync(`${file}.import`)).toBe(false);
  });

  test.each([
    ['csv', 'arc_display_name\nPump 7\n', { constants: { record: 'asset' } }, 'valid: 1 asset, 0 events'],
    ['csv', 'Asset,asset\nx,P-7\n', { columns: { Asset: 'attributes.Asset' } }, 'valid: 1 asset, 0 events'],
    ['csv', 'asset\nP-7\n', {}, 'valid: 1 asset, 0 events'],
    ['jsonl', '{"record":"asset","arc_display_name":"Pump 7"}\n', {}, 'valid: 1 asset, 0 events'],
  ])('accepts a .%s file with the content %j and the map %j', async (extension, content, map, result) => {
    const options = ['--map', fileOf('json', JSON.stringify(map)), '--dry-run'];
    const ended = await importHere([fileOf(extension, content), ...options]);
    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(result) });
  });

  const CASES = join(PROJECT, 'test/cli/import/cases');
  test.each<[string, string[], number, string[]]>([
    ['blank-rows.csv', [], 0, ['warning: skipped: 3 blank rows, the first is line 3\n', 'valid: 2 assets, 0 events\n']],
    ['line-ends-cr.csv', [], 0, ['valid: 1 asset, 0 events\n']],
    [
      'empty-columns.csv',
      [],
      0,
      ['warning: skipped: 2 columns without a name and without values (4, 5)\n', 'valid: 1 asset, 0 events\n'],
    ],
    ['empty-columns.csv', ['--map', join(CASES, 'empty-columns-map.json')], 0, ['valid: 1 asset, 0 events\n']],
    ['ids-of-another-deployment.csv', [], 0, ['valid: 1 asset, 1 event\n']],
    ['hosted-history.jsonl', ['--map', join(CASES, 'hosted-history-map.json')], 0, ['valid: 1 asset, 1 event\n']],
    [
      'times-without-zone.csv',
      ['--zone', 'Europe/Berlin'],
      3,
      [
        'valid: 1 asset, 8 events\n',
        'warning: rejected: 4 lines, the first is line 3: timestamp_declared: "4/1/2019 9:30" does not show which',
      ],
    ],
  ])('validates the file of a spreadsheet or of another deployment: %s %j', async (name, options, code, texts) => {
    const file = fileOf(name.split('.')[1]!, readFileSync(join(CASES, name)));
    const ended = await importHere([file, ...options, '--dry-run']);
    expect([ended.code, ended.stderr]).toEqual([code, '']);
    for (const text of texts) expect(ended.stdout).toContain(text);
    if (code === 3) expect(readFileSync(`${file}.rejected.csv`, 'utf8').match(/^\d+/gm)).toEqual(['3', '4', '5', '11']);
  });

  test('warns of formulas and error values of a spreadsheet, and imports them as text', async () => {
    const { code, stdout } = await importHere([fileOf('csv', 'asset,n\na,=A1\nb,#REF!\nc,#1\n'), '--dry-run']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('valid: 3 assets, 0 events\n')]);
    expect(stdout).toContain(
      'warning: imported as text: 2 formula or error values of a spreadsheet, the first in line 2, column "n": "=A1"\n',
    );
  });

  test.each([
    ['jsonl', '{}\n{"asset":"a"}\n{"asset":""}\n', [1, 3]],
    ['jsonl', '{}\n', [1]],
    ['csv', 'asset,operation,public\na,,\n,,\n"",,true\n', [4]],
  ])('rejects lines of a .%s file without an id and an attribute: %j', async (extension, content, lines) => {
    const file = fileOf(extension, content);
    expect((await importHere([file, '--dry-run'])).code).toBe(3);
    expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toBe(
      ['line,reason', ...lines.map((line) => `${line},"asset: an asset needs an id or an attribute"`), ''].join('\r\n'),
    );
  });

  test.each<[string, string | Buffer, string]>([
    ['jsonl', '\n', 'is empty: it has no line with a record'],
    ['csv', '', 'is empty: the first line must have the names of the columns'],
    ['csv', 'a,b,a\n', 'is not valid: the first line names the column "a" more than once\n'],
    ['csv', 'a,b\n"x', 'is not a CSV file by RFC 4180: '],
    ['csv', Buffer.from('a,b\n\xff,1\n', 'latin1'), 'is not UTF-8'],
    ['csv', 'record,asset\r\n', 'is empty: it has the names of the columns, and no line with a record\n'],
    ['csv', 'record,asset\r\n,\r\n', 'is empty: it has the names of the columns, and no line with a record\n'],
    ['csv', Buffer.from('asset,n\na,1\nb,Gr\xfcn\n', 'latin1'), 'is not UTF-8 in line 3: save it as "CSV UTF-8"'],
    ['csv', Buffer.from('\ufeffasset\tn\r\n', 'utf16le'), 'is UTF-16, not UTF-8: convert it first: iconv -f UTF-16 -t'],
    ['csv', Buffer.from('asset,n\n', 'utf16le'), 'is UTF-16LE, not UTF-8: '],
    ['jsonl', Buffer.from('\ufeff{"asset":"a"}', 'utf16le'), 'is UTF-16, not UTF-8: '],
    ['jsonl', '[\n  {"asset":"a"}\n]\n', 'is a JSON array, not JSON Lines: convert it first: jq -c'],
    ['csv', Buffer.from('PK\x03\x04\x14\x00'), 'is a workbook or a ZIP file, not text: '],
  ])('sends nothing of a .%s file with the content %j', async (extension, content, reason) => {
    const file = fileOf(extension, content);
    const { code, stderr } = await importHere([file, '--state', join(temporary, 'nowhere')]);
    expect(code).toBe(1);
    expect(stderr.startsWith(`error: ${file} ${reason}`), stderr).toBe(true);
    expect(existsSync(`${file}.import`)).toBe(false);
  });
});

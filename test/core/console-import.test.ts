import { describe, expect, test } from 'vitest';
import { suggestedTarget, targetProblems } from '../../apps/console/import/columns.ts';
import { readCsv } from '../../apps/console/import/file.ts';
import { planImport } from '../../apps/console/import/plan.ts';
import { correctableCsv, refusedRows, resultCsv } from '../../apps/console/import/report.ts';
import { sendAssets, type AssetSending } from '../../apps/console/import/send.ts';
import { targetLabel } from '../../apps/console/import/target.ts';

const csv = (text: string) => readCsv(new TextEncoder().encode(text));
const planOf = (text: string, places = new Map<string, string[]>()) => {
  const file = csv(text);
  return planImport(file, file.columns.map(suggestedTarget), { places, behaviours: 'RecordEvidence' });
};

describe('a file to import', () => {
  test.each([
    ['a;b;c\n1;"x\r\ny";3\r\n;;\n4;5;6', ';', [2, 5]],
    ['\ufeffa\tb\r1\t2\r', '\t', [2]],
    ['sep=|\r\na|b\r\n\r\n1|2', '|', [4]],
    ['a,"b;c"\n1,2', ',', [2]],
  ])('has the lines of its rows, whatever separates and ends them: %j', (text, separator, lines) => {
    const file = csv(text);
    expect(file.separator).toBe(separator);
    expect(file.rows.map(({ line }) => line)).toEqual(lines);
  });

  test('has a key of its own for each column, also for names that are empty or occur twice', () => {
    const { columns, rows } = csv('a,a, ,__proto__\n1,2,3,4');
    expect(columns.map(({ key }) => key)).toEqual(['a', 'a_2', 'Column 3', '__proto__']);
    expect(Object.entries((rows[0] as { fields: object }).fields)).toHaveLength(4);
  });

  test('suggests what its columns become by their names', () => {
    const titles = [
      'Display name',
      'TYP',
      'Serial No.',
      'Standort',
      'Latitude',
      'arc_firmware_version',
      'Temp. (C)',
      '',
    ];
    const { columns } = csv(`${titles.join(',')}\n${titles.map(() => 'x').join(',')}`);
    expect(columns.map((column) => targetLabel(suggestedTarget(column)))).toEqual([
      'Name',
      'Type',
      'Serial number',
      'Home location',
      'Latitude',
      'Firmware version',
      'Temp_ (C)',
      'not imported',
    ]);
  });
});

describe('the rows of a file', () => {
  test('have no location if the cell has only spaces, and their own values whatever columns are called', () => {
    const { assets, problems } = planOf(
      'constructor,Name,Standort\n,a,  \nx,b,Yard',
      new Map([['Yard', ['locations/1']]]),
    );
    expect(problems).toEqual([]);
    expect(assets.map(({ attributes }) => Object.entries(attributes))).toEqual([
      [['arc_display_name', 'a']],
      [
        ['constructor', 'x'],
        ['arc_display_name', 'b'],
        ['arc_home_location_identity', 'locations/1'],
      ],
    ]);
  });

  test('cannot be imported with a reserved name', () => {
    const { columns } = csv('Name,__proto__\na,1');
    expect(targetProblems(columns, columns.map(suggestedTarget), () => true)).toEqual([
      'The column “__proto__” cannot become “__proto__”: this name is reserved.',
    ]);
  });

  test('propose the nearest location for the first fifty unknown names', () => {
    const places = new Map([
      ['Hamburg Yard', ['locations/1']],
      ['Yards', ['locations/2']],
    ]);
    const rows = Array.from({ length: 60 }, (_, i) => `a,Hamburg Yard${String.fromCodePoint(97 + i)}`);
    const { problems } = planOf(`Name,Standort\n${rows.join('\n')}`, places);
    expect(problems).toHaveLength(60);
    expect(problems.filter(({ reason }) => reason.includes('Did you mean “Hamburg Yard”?'))).toHaveLength(50);
  });

  test('are saved as they are in the file if they were refused, without those of which there is an asset', () => {
    const text = 'Name;"a;b";\n=1;"x ""y""\nz";\n;-2;\nc;3;\nd;4;;5\n';
    const file = csv(text);
    const plan = planOf(text);
    const results = [
      { error: { code: 3, message: 'no' } },
      { error: { code: 6, message: 'was used for another request' } },
    ];
    expect(correctableCsv(file, refusedRows(plan, results))).toBe(
      '\uFEFF"Name";"a;b";""\r\n"=1";"x ""y""\nz";""\r\n"";"-2";""\r\n"d";"4";"";"5"\r\n',
    );
    expect(correctableCsv(file, [])).toBeUndefined();
  });
});

/** Sends the assets of a plan; each answer is that of the next request. */
async function sent(plan: ReturnType<typeof planOf>, answers: object[]) {
  const requests: string[][] = [];
  const pauses: number[] = [];
  const stop = new AbortController();
  const results: AssetSending['results'] = [];
  const outcome = await sendAssets({
    assets: plan.assets,
    results,
    post: async (items) => {
      requests.push(items.map((text) => JSON.parse(text).attributes.arc_display_name));
      return { wait: 0.001, ...answers.shift() };
    },
    onProgress: () => undefined,
    onPause: (_, seconds) => pauses.push(seconds),
    stop: stop.signal,
  }).catch((error: Error) => error.message);
  return { outcome, requests, pauses, results };
}

const made = (name: string) => ({ asset: { identity: `assets/${name}` } });
const refused = (code: number, message: string, details: object[] = []) => ({ error: { code, message, details } });
const RETRY = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retry_delay: '1s' };

describe('an import', () => {
  test('sends again only what failed temporarily, with the same key', async () => {
    const plan = planOf('Name\n=1+1\nb\nc');
    const { outcome, requests, results } = await sent(plan, [
      { busy: 'overloaded' },
      { body: { results: [made('a'), refused(8, 'too many', [RETRY]), refused(3, 'attributes: no')] } },
      { body: { results: [made('b')] } },
    ]);
    expect(outcome).toBe(true);
    expect(requests).toEqual([['=1+1', 'b', 'c'], ['=1+1', 'b', 'c'], ['b']]);
    expect(new Set(plan.assets.map(({ text }) => JSON.parse(text).idempotency_key)).size).toBe(3);
    expect(resultCsv(plan, results).split('\r\n').slice(1)).toEqual([
      "2,made,'=1+1,assets/a,,",
      '3,made,b,assets/b,,',
      '4,refused,c,,,attributes: no',
      '',
    ]);
  });

  test('says which assets were made earlier, and only of another content that it has other columns', async () => {
    const plan = planOf('Name\na\nb\nc');
    const identity = 'assets/00000000-0000-4000-8000-000000000000';
    const { results } = await sent(plan, [
      {
        body: {
          results: [
            refused(6, `this Idempotency-Key made ${identity} more than a day ago; use a new key`),
            refused(6, 'this Idempotency-Key was used for another request'),
            refused(6, 'its record was deleted'),
          ],
        },
      },
    ]);
    expect(resultCsv(plan, results).split('\r\n')).toEqual([
      '\uFEFFline,result,name,asset,column,reason',
      `2,made earlier,a,${identity},,`,
      expect.stringContaining('3,refused,b,,,"an asset was already made from this row'),
      '4,refused,c,,,its record was deleted',
      '',
    ]);
  });

  test('stops at a quota, and keeps its assets to be sent later', async () => {
    const plan = planOf('Name\na\nb');
    const quota = refused(8, 'the quota of assets is reached');
    const { outcome, results } = await sent(plan, [{ body: { results: [made('a'), quota] } }]);
    expect(outcome).toBe('The quota of your organization is reached: the quota of assets is reached.');
    expect(results).toHaveLength(2);
    expect(results[1]).toBeUndefined();
    expect(resultCsv(plan, results)).toContain('3,not sent,b,,,');
  });

  test('gives up after ten attempts without a result', async () => {
    const { outcome, requests } = await sent(
      planOf('Name\na'),
      Array.from({ length: 20 }, () => ({ busy: 'overloaded' })),
    );
    expect(outcome).toBe('The service could not do this 10 times: overloaded. Try again.');
    expect(requests).toHaveLength(10);
  });
});

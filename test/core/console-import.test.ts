import { describe, expect, test } from 'vitest';
import { suggestedTarget } from '../../apps/console/import/columns.ts';
import { readCsv } from '../../apps/console/import/file.ts';
import { planImport } from '../../apps/console/import/plan.ts';
import { resultCsv } from '../../apps/console/import/report.ts';
import { sendAssets, type AssetSending } from '../../apps/console/import/send.ts';
import { targetLabel } from '../../apps/console/import/target.ts';

const csv = (text: string) => readCsv(new TextEncoder().encode(text));
const planOf = (text: string) => {
  const file = csv(text);
  return planImport(file, file.columns.map(suggestedTarget), { places: new Map(), behaviours: 'RecordEvidence' });
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

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/text.ts';
import { contentCommitment } from '../../src/formats/content-commitment.ts';
import type { History, HistoryItem } from '../../src/proof/history-format.ts';
import { verifyHistory } from '../../src/proof/history.ts';

type Shown = Extract<HistoryItem, { event: unknown }>;

const ROOT = join(import.meta.dirname, '../..');
const [ENTRIES, CHAIN] = ['transparency/entries.json', 'chainhash.json'].map((file) =>
  join(ROOT, 'test/vectors', file),
) as [string, string];
const programOf = (page: string, n = 0): string =>
  [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/```python\n(.+?)```/gs)][n]![1]!;
const functionsOf = (page: string, n = 0): string => programOf(page, n).split('for vector in json.load')[0]!;
const { events } = JSON.parse(readFileSync(ENTRIES, 'utf8')) as { events: { name: string; leaf_hash: string }[] };

test('the verifier in docs/log-entries.md accepts every test vector', async () => {
  const program = `${functionsOf('chain-hash.md')}\n${programOf('log-entries.md', 1)}`;
  const { stdout } = await promisify(execFile)('python3', ['-c', program, ENTRIES, CHAIN]);
  expect(stdout.trim().split('\n')).toEqual(events.map(({ name, leaf_hash }) => `ok ${leaf_hash} ${name}`));
});

test('the verifier of maps in docs/log-entries.md accepts every test vector', async () => {
  const file = join(ROOT, 'test/vectors/transparency/maps.json');
  const { maps } = JSON.parse(readFileSync(file, 'utf8')) as { maps: { name: string; root: string }[] };
  const { stdout } = await promisify(execFile)('python3', ['-c', programOf('log-entries.md'), file]);
  expect(stdout.trim().split('\n')).toEqual(maps.map(({ name, root }) => `ok ${root} ${name}`));
});

describe('the verifier of histories in docs/log-entries.md', () => {
  const vectors = readFileSync(join(ROOT, 'test/vectors/transparency/histories.json'), 'utf8');
  const { histories } = JSON.parse(vectors) as { histories: { name: string; shown: number; history: History }[] };
  const program = [
    functionsOf('chain-hash.md'),
    functionsOf('log-entries.md', 0),
    functionsOf('log-entries.md', 1),
    programOf('log-entries.md', 2),
  ].join('\n');
  const directory = mkdtempSync(join(tmpdir(), 'histories-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const run = (of: readonly object[]): Promise<string[]> => runText(JSON.stringify({ histories: of }));
  const runText = async (text: string): Promise<string[]> => {
    const file = join(directory, `${randomUUID()}.json`);
    writeFileSync(file, text);
    return (await promisify(execFile)('python3', ['-c', program, file])).stdout.trim().split('\n');
  };

  test('accepts every test vector, as that of the service does', async () => {
    expect(await run(histories)).toEqual(histories.map(({ name, history }) => `ok ${history.count} ${name}`));
    for (const { name, shown, history } of histories) {
      const { report } = await verifyHistory([utf8(JSON.stringify(history))]);
      expect([report.ok, report.word], name).toEqual([
        true,
        expect.stringContaining(`${history.count} events, ${shown} shown, ${history.count - shown} hidden from you`),
      ]);
    }
  });

  test('refuses a history without one of its events', async () => {
    const [{ history }] = histories as [(typeof histories)[number]];
    const changed = { name: 'cut', history: { ...history, events: history.events.slice(1) } };
    await expect(run([changed])).rejects.toThrow('AssertionError: cut');
  });

  test('refuses what no entry covers', async () => {
    const isShown = (item: HistoryItem): item is Shown => 'event' in item;
    const { history } = histories.find((each) => each.history.events.some(isShown))!;
    const at = history.events.findIndex(isShown);
    const item = history.events[at] as Shown;
    const event = { ...item.event, event_attributes: { forged: 'yes' } };
    const entry = { ...item.entry, chain_commitment: '0'.repeat(64) };
    const leaf = '0'.repeat(64);
    const changed = (shown: object) => ({ ...history, events: history.events.with(at, shown as never) });
    const commitment = contentCommitment(item.event, Buffer.from((item.content as { seed: string }).seed, 'base64url'));
    const documents: [string, object][] = [
      ['an event with a commitment', changed({ ...item, event, content: { commitment } })],
      ['an event with a seed and a commitment', changed({ ...item, content: { ...item.content, commitment: leaf } })],
      ['an event beside a leaf', changed({ ...item, leaf })],
      ['a field of an event', changed({ ...item, event: { ...item.event, note: 'forged' } })],
      ['a field of an entry', changed({ ...item, entry: { ...entry, note: 'forged' } })],
      ['another number of events', { ...history, count: history.count + 1 }],
      ['another view', { ...history, view: history.view === 'public' ? 'tenant' : 'public' }],
    ];
    for (const [name, document] of documents) {
      await expect(run([{ name, history: document }]), name).rejects.toThrow('AssertionError');
      expect((await verifyHistory([utf8(JSON.stringify(document))])).report.ok, name).toBe(false);
    }
    const twice = vectors
      .replace('"event": {', '"event": {"from": "forged",')
      .replace('"event":{', '"event":{"from":"forged",');
    expect(twice).not.toBe(vectors);
    await expect(runText(twice)).rejects.toThrow('AssertionError: a member twice');
  });
});

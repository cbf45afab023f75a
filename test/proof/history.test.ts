import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/digest.ts';
import { fromBase64, fromCanonicalBase64, toBase64, toBase64Url, toHex, utf8 } from '../../src/lib/text.ts';
import { encodeMapEntry, parseMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import type { Trust } from '../../src/proof/chain.ts';
import type { History } from '../../src/proof/history-format.ts';
import { verifyHistory } from '../../src/proof/history.ts';
import { sized } from '../support/size.ts';
import { verifyCommand } from './support/command.ts';
import { PREVIOUS, someHistory, type HistoryOptions } from './support/histories.ts';
import { LOG_ORIGIN, LOG_VKEY, witnessVkeys } from './support/log-proofs.ts';
import { processorSeconds } from '../support/processor-time.ts';

const TRUST: Trust = { vkeys: [LOG_VKEY] };
const verify = async (document: unknown, trust = TRUST) =>
  (await verifyHistory([typeof document === 'string' ? utf8(document) : utf8(JSON.stringify(document))], trust)).report;
const failedStep = async (document: unknown, trust = TRUST): Promise<string> => {
  const { ok, steps, word, vouched } = await verify(document, trust);
  expect([ok, word, vouched]).toEqual([false, '', false]);
  return steps.at(-1)!.name;
};

const KINDS: Record<string, HistoryOptions> = {
  'for readers of all': {},
  'of one event': { events: 1, later: 0 },
  'for readers of a part': { visible: ['report'], isShown: (n) => n % 3 > 0 },
  'for everyone, with cosignatures': { view: 'public', witnesses: 3 },
  'of a log that replaces another one': { isReplacement: true, isShown: (n) => n !== 2 },
};
const trustOf = ({ witnesses = 0 }: HistoryOptions): Trust => ({ vkeys: [LOG_VKEY, ...witnessVkeys(witnesses)] });

describe.each(Object.entries(KINDS))('a history %s', (_name, options) => {
  const trust = trustOf(options);

  test('is valid in pieces of any length, and says how many events are shown', async () => {
    const history = await someHistory(options);
    const hidden = history.events.filter((item) => 'leaf' in item).length;
    const { count } = history;
    const bytes = utf8(JSON.stringify(history, undefined, 1));
    for (const length of [1, 7, 1000, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, n) =>
        bytes.subarray(n * length, (n + 1) * length),
      );
      const { report } = await verifyHistory(pieces, trust);
      expect(report).toMatchObject({ ok: true, vouched: true });
      expect(report.word).toContain(
        `complete in this log as of 2026-11-28 14:02:07: ${count} ${count === 1 ? 'event' : 'events'}, ` +
          `${count - hidden} shown, ${hidden} hidden from you; the log is ${LOG_ORIGIN}, signed by `,
      );
      expect(report.word.includes(`it replaces the log ${PREVIOUS.log}, which ended with 977 entries`)).toBe(
        options.isReplacement === true,
      );
    }
  });

  test('fails if a bit is changed', async () => {
    const history = await someHistory(options);
    const bytes = utf8(JSON.stringify(history));
    const same = canonicalJson(history);
    const property = fc.asyncProperty(fc.nat(8 * bytes.length - 1), async (bit) => {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const text = new TextDecoder().decode(changed);
      // Skips another spelling of the same document.
      fc.pre(canonicalOf(text) !== same);
      expect((await verifyHistory([changed], trust)).report.ok).toBe(false);
    });
    await fc.assert(property, { numRuns: sized({ quick: 150, long: 2000, full: 10_000 }), seed: 20_261_130 });
  });
});

test('a random history fails if a bit is changed', async () => {
  const most = sized({ quick: 60, long: 5000, full: 5000 });
  const histories = sized({ quick: 4, long: 6, full: 30 });
  const bits = sized({ quick: 20, long: 20, full: 100 });
  let state = 20_261_130;
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let n = 0; n < histories; n++) {
    const [hidden, events] = [1 + next(5), n === 0 ? most : 1 + next(most)];
    const history = await someHistory({
      events,
      later: next(4),
      view: next(2) === 0 ? 'tenant' : 'public',
      isShown: () => next(hidden + 1) > 0,
      ...(next(2) === 0 ? {} : { visible: ['report'] }),
    });
    const bytes = utf8(JSON.stringify(history));
    const same = canonicalJson(history);
    expect((await verifyHistory([bytes], TRUST)).report.ok).toBe(true);
    for (let run = 0; run < bits; run++) {
      const changed = bytes.slice();
      const bit = next(8 * bytes.length);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      if (canonicalOf(new TextDecoder().decode(changed)) === same) continue;
      expect((await verifyHistory([changed], TRUST)).report.ok, `bit ${bit} of ${events} events`).toBe(false);
    }
  }
});

test('a history of one event fails if any of its bits is changed', async () => {
  const history = await someHistory({ events: 1, later: 0 });
  const bytes = utf8(JSON.stringify(history));
  const same = canonicalJson(history);
  for (let bit = 0; bit < 8 * bytes.length; bit += sized({ quick: 97, long: 1, full: 1 })) {
    const changed = bytes.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    if (canonicalOf(new TextDecoder().decode(changed)) === same) continue;
    expect((await verifyHistory([changed], TRUST)).report.ok, `bit ${bit}`).toBe(false);
  }
});

function canonicalOf(text: string): string | undefined {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

test('an event that is removed, added, exchanged, moved or changed makes the history fail', async () => {
  const count = sized({ quick: 60, long: 5000, full: 5000 });
  const history = await someHistory({ events: count, isShown: (n) => n % 10 === 0 });
  expect(await verify(history)).toMatchObject({ ok: true });
  const { events: foreign } = await someHistory({ events: 12, visible: [] });
  const changes: ((events: History['events'], n: number, m: number) => History['events'])[] = [
    (events, n) => events.toSpliced(n, 1),
    (events, n) => events.slice(n + 1),
    (events, n) => events.slice(0, n),
    (events, n) => events.toSpliced(n, 0, events[n]!),
    (events, n, m) => events.toSpliced(n, 0, foreign[m % foreign.length]!),
    (events, n, m) => events.with(n, { leaf: toHex(leafHash(utf8(`forged ${m}`))) }),
    (events, n, m) => events.with(n, events[m]!).with(m, events[n]!),
    (events, n, m) => events.toSpliced(n, 1).toSpliced(m, 0, events[n]!),
    (events) => events.toReversed(),
  ];
  const property = fc.asyncProperty(
    fc.constantFrom(...changes),
    fc.nat(count - 1),
    fc.nat(count - 2),
    fc.boolean(),
    async (change, n, m, isCounted) => {
      const events = change(history.events, n, m === n ? count - 1 : m);
      fc.pre(JSON.stringify(events) !== JSON.stringify(history.events));
      // Also if the number of events fits.
      const changed = { ...history, count: isCounted ? events.length : history.count, events };
      expect(['event', 'map']).toContain(await failedStep(changed));
    },
  );
  await fc.assert(property, { numRuns: sized({ quick: 120, long: 60, full: 300 }), seed: 20_261_130 });
});

/** A history in which the operator has replaced the entry of the map, without the key of the log. */
function withMap(history: History, change: (map: ReturnType<typeof parseMapEntry>) => object): History {
  const map = parseMapEntry(fromCanonicalBase64(history.map.entry)!);
  return { ...history, map: { ...history.map, entry: toBase64(encodeMapEntry({ ...map, ...change(map) } as never)) } };
}

test('names the first step that fails', async () => {
  const history = await someHistory();
  const other = await someHistory({ isReplacement: true });
  const flipped = (encoded: string): string => {
    const bytes = fromBase64(encoded)!;
    bytes[5]! ^= 1;
    return toBase64Url(bytes);
  };
  const cases: [string, unknown][] = [
    ['format', { extra: 1, ...history }],
    ['event', { ...history, extra: 1 }],
    ['format', { ...history, asset_identity: history.asset_identity.replace('assets', 'publicassets') }],
    ['format', '{"events":[]}'],
    ['format', '[]'],
    ['format', ''],
    ['format', { ...history, events: undefined }],
    ['format', Object.fromEntries(Object.entries(history).toReversed())],
    ['format', withMap(history, () => ({ log: PREVIOUS.log }))],
    ['event', JSON.stringify(history).slice(0, -1)],
    ['event', `${JSON.stringify(history)} {}`],
    ['event', { ...history, view: 'public', asset_identity: `public${history.asset_identity}` }],
    ['event', JSON.stringify(history).replace('"events":[{"event":{', '"events":[{"event":{"from":"",')],
    ['map', { ...history, count: 7 }],
    ['map', { ...history, path: flipped(history.path) }],
    ['map', { ...history, path: '' }],
    ['map', withMap(history, () => ({ root: new Uint8Array(32) }))],
    ['path', withMap(history, () => ({ created: '2026-11-28T14:02:08.123456Z' }))],
    ['path', withMap(history, ({ size }) => ({ size: size - 1 }))],
    ['path', { ...history, genesis: { ...history.genesis, path: flipped(history.genesis.path) } }],
    ['path', { ...history, genesis: other.genesis }],
    ['path', { ...history, genesis: history.map }],
    ['checkpoint', { ...history, checkpoint: history.checkpoint.replace('\n— ', '\n— x') }],
  ];
  for (const [step, document] of cases)
    expect([step, await failedStep(document)], JSON.stringify(document).slice(0, 200)).toEqual([step, step]);
});

test('a head of many lists, in pieces of any length, is refused in a time that grows with its length', async () => {
  const text = `{${'"a":[],'.repeat(80_000)}`;
  for (const length of [7, text.length]) {
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
      utf8(text.slice(n * length, (n + 1) * length)),
    );
    const seconds = await processorSeconds(async () =>
      expect((await verifyHistory(pieces, TRUST)).report).toMatchObject({ ok: false, steps: [{ name: 'format' }] }),
    );
    expect(seconds).toBeLessThan(10);
  }
});

test('names its asset and its view also if a step fails, and neither if its head cannot be read', async () => {
  const history = await someHistory({ view: 'public' });
  const { asset_identity, view } = history;
  const named = async (document: unknown) => {
    const { report, ...rest } = await verifyHistory([utf8(JSON.stringify(document))], TRUST);
    return { ok: report.ok, asset_identity: rest.asset_identity, view: rest.view };
  };
  expect(await named(history)).toEqual({ ok: true, asset_identity, view });
  expect(await named({ ...history, count: 7 })).toEqual({ ok: false, asset_identity, view });
  expect(await named([])).toEqual({ ok: false, asset_identity: undefined, view: undefined });
});

test('is of the log of its view: all of its events can be hidden, so that none of them shows it', async () => {
  for (const view of ['tenant', 'public'] as const) {
    const history = await someHistory({ view, isShown: () => false });
    expect(await verify(history)).toMatchObject({ ok: true });
    const [, uuid] = history.asset_identity.split('/');
    const other = view === 'public' ? ['tenant', `assets/${uuid}`] : ['public', `publicassets/${uuid}`];
    expect(await failedStep({ ...history, view: other[0], asset_identity: other[1] })).toBe('path');
  }
});

test('relies on a known key, a known first entry or a saved checkpoint; without one is only consistent', async () => {
  const history = await someHistory();
  expect(await verify(history, {})).toMatchObject({ ok: true, vouched: false });
  const entry = fromCanonicalBase64(history.genesis.entry)!;
  // The first entry is in the document, with its proof: no consistency proof is needed.
  expect(await verify(history, { logGenesis: { hash: toHex(leafHash(entry)), entry } })).toMatchObject({
    ok: true,
    vouched: true,
  });
  expect(await failedStep(history, { logGenesis: { hash: '0'.repeat(64) } })).toBe('log');
  const saved = await verify(history, { checkpoint: history.checkpoint });
  expect(saved).toMatchObject({ ok: true, vouched: true });
  expect(saved.steps.find(({ name }) => name === 'consistency')!.detail).toMatch(/\. The map is in both$/);
});

describe('npm run verify of a history', () => {
  const { run, here, fileOf } = verifyCommand();

  test('prints the verdict, from a file and from stdin, without the network', async () => {
    const history = await someHistory({ events: 41, isShown: (n) => n > 1 });
    const verdict =
      'The proof is valid: complete in this log as of 2026-11-28 14:02:07: 41 events, 39 shown, 2 hidden from you; ';
    const file = await here([fileOf(history), '--vkey', LOG_VKEY]);
    expect([file.code, file.err, file.out.split('\n').at(-2)]).toEqual([0, '', expect.stringContaining(verdict)]);
    const input = await run(['-', '--vkey', LOG_VKEY], { input: JSON.stringify(history) });
    expect([input.code, input.out]).toEqual([0, file.out]);
    const answer = 'in this log as of 2026-11-28 14:02:07: 41 events, 39 shown, 2 hidden from you';
    expect(file.out).toMatch(new RegExp(`^✓ Complete {4}${answer}$`, 'm'));
    const open = await here([fileOf(history)]);
    expect([open.code, open.out]).toEqual([3, expect.stringMatching(`\n– Complete {4}${answer}; whose log`)]);
    const pinned = await here([fileOf(history), '--pins', fileOf({ logs: [LOG_VKEY] })]);
    expect([pinned.code, pinned.out]).toEqual([0, file.out]);
    const cut = await here([fileOf({ ...history, events: history.events.slice(1) }), '--vkey', LOG_VKEY]);
    expect([cut.code, cut.err]).toEqual([1, 'error: the proof is not valid: the step map failed\n']);
    expect(cut.out).toMatch(/^✕ Complete {4}/m);
  });

  test('refuses options that are for the proof of an event', async () => {
    const file = fileOf(await someHistory());
    for (const option of [
      ['--rpc', 'http://localhost:1'],
      ['--author-key', 'A'.repeat(43)],
      ['--validator', `0x${'0'.repeat(40)}`],
    ]) {
      const { code, err } = await here([file, ...option]);
      expect([code, err]).toEqual([2, expect.stringContaining('a complete history is verified by its log')]);
    }
  });
});

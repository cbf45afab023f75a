import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ambient } from '../../src/lib/time.ts';
import type { EventInput } from '../../src/ledger/append/commands.ts';
import { sized } from '../support/size.ts';
import { failing, openD1, type Engine, type LocalD1 } from './support/d1.ts';
import { newCaller, type Caller } from './support/ledger.ts';
import { Subject, type Clock } from './support/model.ts';

/** RUNS sequences of up to 40 commands. SEED and REPLAY repeat a failure. */
const { RUNS, SEED, REPLAY } = process.env;
const DEFAULT_RUNS: Record<Engine, number> = {
  SQLite: sized({ quick: 60, long: 300, full: 10_000 }),
  Cell: sized({ quick: 0, long: 30, full: 10_000 }),
};
const ENGINES = (['SQLite', 'Cell'] as const).filter((engine) => DEFAULT_RUNS[engine] > 0);
const START_MS = Date.UTC(2026, 0, 1);

const clock: Clock = { ms: START_MS };
const { now } = ambient;
beforeAll(() => {
  ambient.now = () => clock.ms;
  // Waiting moves the clock on.
  vi.stubGlobal('scheduler', { wait: async (ms: number) => void (clock.ms += ms) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => {
  ambient.now = now;
});

type Real = { clock: Clock; caller: Caller; subjects: Subject[] };

/** A command of a sequence, described by its text. Each Subject has the model of its asset. */
class Step implements fc.AsyncCommand<object, Real> {
  readonly #text: string;
  readonly #act: (real: Real) => Promise<void> | void;
  constructor(text: string, act: (real: Real) => Promise<void> | void) {
    this.#text = text;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, real: Real): Promise<void> {
    await this.#act(real);
  }
  toString(): string {
    return this.#text;
  }
}

/** A command on one of two assets by one of its two sequencers. */
const step = <T>(
  name: string,
  input: fc.Arbitrary<T>,
  act: (subject: Subject, sequencer: number, input: T) => unknown,
) =>
  fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 }), input).map(([asset, sequencer, value]) => {
    const given = value === undefined ? '' : `, ${JSON.stringify(value)}`;
    const text = `${name}(asset ${asset}, sequencer ${sequencer}${given})`;
    return new Step(text, async (real) => void (await act(real.subjects[asset]!, sequencer, value)));
  });

const nothing = fc.constant(undefined);
const text = fc.constantFrom('', 'a', 'é😀', 'x'.repeat(70));
const attributes = fc.dictionary(
  fc.constantFrom('a', 'b', 'arc_display_name', 'ü'),
  fc.oneof(text, fc.dictionary(fc.constantFrom('k', 'l'), text), fc.array(fc.record({ k: text }), { maxLength: 2 })),
  { maxKeys: 3 },
);
const named = fc.constantFrom('RecordEvidence', 'Firmware').map((arc_behaviour_name) => ({ arc_behaviour_name }));
const attached = fc.array(fc.record({ arc_display_name: text }), { minLength: 1, maxLength: 2 });
const builtin = (operation: string, eventAttributes: fc.Arbitrary<EventInput['eventAttributes']>) =>
  fc.record({ operation: fc.constant(operation), behaviour: fc.constant('Builtin'), eventAttributes });
const event: fc.Arbitrary<Partial<EventInput>> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ assetAttributes: attributes, eventAttributes: attributes }) },
  { weight: 1, arbitrary: builtin('StopTracking', fc.constant({})) },
  { weight: 1, arbitrary: builtin('StartTracking', fc.constant({})) },
  { weight: 1, arbitrary: fc.constantFrom('Add', 'Remove').chain((operation) => builtin(operation, named)) },
  {
    weight: 1,
    arbitrary: fc.record({
      operation: fc.constant('Attach'),
      behaviour: fc.constant('Attachments'),
      eventAttributes: attached.map((arc_append_attachments) => ({ arc_append_attachments })),
    }),
  },
);
const fault = fc.record({
  side: fc.constantFrom('before' as const, 'after' as const),
  batch: fc.integer({ min: 1, max: 3 }),
  lasting: fc.boolean(),
});

let keys = 0;
const newKey = (): string => `key ${++keys}`;
const COMMANDS = [
  step('create', nothing, (s, sequencer) => (s.exists ? undefined : s.send(sequencer, s.ledger.creation()))),
  step('create again', fc.boolean(), (s, sequencer, same) =>
    s.exists && s.ledger.creation().key !== undefined
      ? s.send(sequencer, s.ledger.creation(same ? undefined : { colour: 'blue' }))
      : undefined,
  ),
  step('append', event, (s, sequencer, input) => s.send(sequencer, s.ledger.append(input))),
  step('append', event, (s, sequencer, input) => s.send(sequencer, s.ledger.append(input))),
  step('append with key', event, (s, sequencer, input) => s.send(sequencer, s.ledger.append(input, { key: newKey() }))),
  step('retry with key', fc.nat(), (s, sequencer, which) => {
    const earlier = s.keyed[which % s.keyed.length];
    const retry = earlier && s.ledger.again(earlier);
    return retry && s.repeatable(retry) ? s.send(sequencer, retry) : undefined;
  }),
  step('another request with key', fc.nat(), (s, sequencer, which) => {
    const earlier = s.keyed[which % s.keyed.length];
    return earlier && s.send(sequencer, s.ledger.append({}, { key: earlier.key! }));
  }),
  step('repeat the last call', nothing, (s, sequencer) =>
    s.last && s.repeatable(s.last) ? s.send(sequencer, s.last) : undefined,
  ),
  step('evict', nothing, (s, sequencer) => s.evict(sequencer)),
  step('compare', nothing, (s, sequencer) => s.compare(sequencer)),
  step('fail', fault, (s, sequencer, { side, batch, lasting }) =>
    s.inject(
      sequencer,
      failing(side, ({ n }) => n === batch || (lasting && n > batch)),
    ),
  ),
  step('overtake', fc.record({ event, batch: fc.integer({ min: 1, max: 2 }) }), (s, sequencer, input) =>
    s.overtake(sequencer, input.batch, () => s.ledger.append(input.event)),
  ),
  fc
    .constantFrom(1, 1, 700, 5000, -1, -700, -1900, -4000, 25 * 3_600_000)
    .map((ms) => new Step(`clock(${ms} ms)`, (real) => void (real.clock.ms += ms))),
];

describe.each(ENGINES)('on %s', (engine) => {
  let d1: LocalD1;
  beforeAll(async () => {
    d1 = await openD1(engine);
  });
  afterAll(() => d1.close());

  test('any sequence of commands, evictions, faults and clock changes results in the state of the model', async () => {
    const [path, replayPath] = (REPLAY ?? '').split('|');
    const property = fc.asyncProperty(
      fc.commands(COMMANDS, { maxCommands: 40, size: 'max', ...(replayPath ? { replayPath } : {}) }),
      fc.boolean(),
      async (commands, khipu) => {
        clock.ms = START_MS;
        const caller = await newCaller(d1);
        const subjects = [newKey(), undefined].map(
          (key, i) => new Subject(d1, caller, clock, key, khipu === (i === 0)),
        );
        await fc.asyncModelRun(() => ({ model: {}, real: { clock, caller, subjects } }), commands);
        for (const subject of subjects) await subject.hold();
      },
    );
    const details = await fc.check(property, {
      numRuns: RUNS ? Number(RUNS) : DEFAULT_RUNS[engine],
      ...(SEED ? { seed: Number(SEED) } : {}),
      ...(path ? { path } : {}),
    });
    if (!details.failed || !details.counterexample) return;
    const history = String(details.counterexample[0]);
    const replay = /replayPath="([^"]*)"/.exec(history)?.[1] ?? '';
    const again =
      `TEST_SIZE=long SEED=${details.seed} REPLAY='${details.counterexamplePath}|${replay}' npx ` +
      `vitest run test/ledger/model.test.ts -t 'on ${engine}'`;
    expect.fail(`${String(details.errorInstance)}\n\nafter ${history}\n\nagain: ${again}`);
  }, 3_600_000);
});

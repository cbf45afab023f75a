import type { Principal } from '../../src/access/principal.ts';
import { SEED_BYTES } from '../../src/formats/content-commitment.ts';
import { ambient } from '../../src/lib/time.ts';
import type { Command } from '../../src/ledger/append/commands.ts';
import { decide } from '../../src/ledger/append/decide.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import type { Entry } from '../../src/ledger/append/event-rows.ts';
import { propose } from '../../src/ledger/append/proposal.ts';
import { Database } from '../../src/platform/database/database.ts';
import { untilAnchored } from './anchoring.ts';
import { measure, middle, type Measured, type Reply } from './load.ts';
import { median, print, verdict, type Bench } from './report.ts';

const [LARGE, SMALL] = [20_000, 20];
/** Policies of each type, and event types that they refer to. */
const KINDS = 4;
/** Events that policies refer to: 20 inspections and 25 pairs of each kind in the large history. */
const ABOUT = 280;
const START = Date.UTC(2026, 0, 1) * 1000;
/** Twenty years in seconds, so that every event is in every window. */
const LONG = 631_152_000;
const GOAL = 2;

/** Returns the attributes of the `i`th of `count` events; policies refer to nearly all events of a small history. */
function saidBy(i: number, count: number): Record<string, string> {
  const every = Math.max(1, Math.floor(count / ABOUT));
  const n = i / every;
  if (!Number.isInteger(n) || n >= ABOUT) return { arc_display_type: 'Reading', arc_correlation_value: `r${i}` };
  const kind = n % KINDS;
  const turn = Math.floor(n / KINDS);
  if (turn % 7 >= 5) return { arc_display_type: `Inspection ${kind}` };
  return {
    arc_display_type: `${turn % 2 === 0 ? 'Open' : 'Close'} ${kind}`,
    arc_correlation_value: `p${kind}.${turn >> 1}`,
  };
}

/** Writes a history with the code of the ledger. Returns the asset. */
async function write(db: Database, principal: Principal, count: number): Promise<string> {
  const asset = crypto.randomUUID();
  const author = { caller: principal, requestId: '', applicationIssuer: 'https://evidence.example/appidpv1' };
  const common = { author, asset, key: undefined, fingerprint: '' };
  const commandOf = (i: number): Command =>
    i === 0
      ? {
          ...common,
          event: crypto.randomUUID(),
          kind: 'create',
          input: {
            behaviours: ['RecordEvidence'],
            proofMechanism: 'SIMPLE_HASH',
            public: false,
            chainId: '1',
            attributes: { kind: 'judged', rad: '5' },
          },
        }
      : {
          ...common,
          event: crypto.randomUUID(),
          kind: 'append',
          input: {
            operation: 'Record',
            behaviour: 'RecordEvidence',
            declared: undefined,
            principalDeclared: undefined,
            eventAttributes: saidBy(i - 1, count),
            assetAttributes: {},
          },
        };
  let head: Head | undefined;
  for (let from = 0; from < count; from += 200) {
    const before = head;
    const entries: Entry[] = [];
    for (let i = from; i < Math.min(count, from + 200); i++) {
      const step = decide(commandOf(i), principal, head, START + i * 1_000_000, ambient.bytes(SEED_BYTES));
      head = step.head;
      entries.push(step.entry);
    }
    const proposal = propose(before, head!, entries, []);
    await db.batch(commitStatements(db, [proposal], undefined, { now: START, tag: '', assetQuota: -1, byteQuota: -1 }));
  }
  return asset;
}

function policies(): object[] {
  return Array.from({ length: KINDS }, (_, kind) => {
    const common = { display_name: `kind ${kind}`, asset_filter: [{ or: ['attributes.kind=judged'] }] };
    const pair = { ...common, event_display_type: `Open ${kind}`, closing_event_display_type: `Close ${kind}` };
    return [
      {
        ...common,
        compliance_type: 'COMPLIANCE_SINCE',
        event_display_type: `Inspection ${kind}`,
        time_period_seconds: kind % 2 === 0 ? LONG : 10,
      },
      { ...pair, compliance_type: 'COMPLIANCE_CURRENT_OUTSTANDING' },
      { ...pair, compliance_type: 'COMPLIANCE_PERIOD_OUTSTANDING', time_period_seconds: LONG },
      { ...pair, compliance_type: 'COMPLIANCE_DYNAMIC_TOLERANCE', dynamic_window: LONG, dynamic_variability: 3 },
      {
        ...common,
        compliance_type: 'COMPLIANCE_RICHNESS',
        richness_assertions: [{ or: [`rad<${kind}`, 'rad>4'] }],
      },
    ];
  }).flat();
}

/** Measures the compliance of an asset with a long history, compared with a short one, now and at a past time. */
export async function compareCompliance(bench: Bench): Promise<void> {
  const { server, principal, call } = await bench.open('compliance');
  const [large, small] = await server.offline(async ({ db }) => {
    const database = new Database(db);
    return [await write(database, principal, LARGE), await write(database, principal, SMALL)];
  });
  // Otherwise this work would slow the first measurements.
  await untilAnchored(server, LARGE + SMALL);
  for (const body of policies()) {
    const made = await call('POST', '/v1/compliance_policies', body);
    if (made.status !== 200) throw new Error(made.text);
  }
  const moment = new Date().toISOString();
  for (const [name, query] of [
    ['compliance: now', ''],
    ['compliance: at a moment', `?compliant_at=${moment}`],
  ] as const) {
    const [short, long] = [small, large].map(
      (asset) => () => call('GET', `/v1/compliance/assets/${asset}${query}`),
    ) as [() => Promise<Reply>, () => Promise<Reply>];
    const { compliance } = JSON.parse((await long()).text) as { compliance: unknown[] };
    if (compliance.length !== 5 * KINDS) throw new Error(`${compliance.length} statements`);
    await measure(short, 300, 4);
    await measure(long, 300, 4);
    const runs: [Measured, Measured][] = [];
    for (let round = 0; round < bench.rounds; round++)
      runs.push([await measure(short, bench.milliseconds, 4), await measure(long, bench.milliseconds, 4)]);
    const ratio = median(runs.map(([s, l]) => l.median / s.median));
    const own = middle(runs.map(([, l]) => l));
    const of = middle(runs.map(([s]) => s)).median.toFixed(1);
    print(name, own, `large : small (${of} ms) ${ratio.toFixed(2)}  ${verdict(ratio <= GOAL, GOAL)}`);
    await bench.inspect(server, () => measure(long, 3000, 4));
    bench.report.push({ name, ...own, ratio, goal: GOAL });
  }
}

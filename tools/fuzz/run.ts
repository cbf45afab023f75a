// `npm run fuzz -- [--runs N] [--seed S]`: more of what tools/fuzz/fuzz.test.ts does. Prints the seed, what
// was answered how often, and what was found; exits 1 when anything was.
import { parseArgs } from 'node:util';
import build from '../../test/support/build.ts';
import { fuzz } from './campaign.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } } });
const runs = Number(values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
  throw new Error('--runs and --seed are whole numbers');

const removeStorage = await build();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`fuzz: seed ${seed}, ${runs} requests`);
const started = Date.now();
const { failures, counts, untouched, unsettled } = await fuzz(runs, seed);
for (const [key, count] of [...counts].toSorted()) say(`${String(count).padStart(8)}  ${key}`);
const sent = [...counts.values()].reduce((sum, count) => sum + count, 0);
say(`fuzz: ${sent} answers in ${((Date.now() - started) / 1000).toFixed(1)} s; seed ${seed}`);
if (untouched.length > 0) say(`never answered with 2xx: ${untouched.join(', ')}`);
for (const failure of [...failures, ...unsettled]) say(`FAILED: ${failure}`);
removeStorage();
process.exit(failures.length + unsettled.length > 0 ? 1 : 0);

// `npm run fuzz -- [--runs N] [--seed S]`: runs the test test/fuzz/fuzz.long.test.ts with more requests. Prints the
// seed, the number of responses by operation and status, and the failures. Exits with code 1 if there are failures.
import { parseArgs } from 'node:util';
import build from '../../test/support/build.ts';
import { fuzz } from './campaign.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } } });
const runs = Number(values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed))
  throw new Error('--runs, --seed: must be whole numbers; --runs from 1');

const removeStorage = await build();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`fuzz: seed ${seed}, ${runs} requests`);
const started = Date.now();
const { failures, counts, neverSucceeded, brokenFixtures } = await fuzz(runs, seed);
for (const [key, count] of [...counts].toSorted()) say(`${String(count).padStart(8)}  ${key}`);
const sent = [...counts.values()].reduce((sum, count) => sum + count, 0);
say(`fuzz: ${sent} responses in ${((Date.now() - started) / 1000).toFixed(1)} s; seed ${seed}`);
if (neverSucceeded.length > 0) say(`operations without a 2xx response: ${neverSucceeded.join(', ')}`);
for (const failure of [...failures, ...brokenFixtures]) say(`FAILED: ${failure}`);
removeStorage();
process.exit(failures.length + brokenFixtures.length > 0 ? 1 : 0);

// `npm run scaling -- [--tenancies N] [--databases N] [--rate N] [--seconds N]`: simulates tenancies on several
// databases, and on one, and prints latency and balance. docs/scaling.md explains the model.
import { parseArgs } from 'node:util';
import { simulate, type Model, type Outcome } from './simulate.ts';

const { values } = parseArgs({
  options: {
    tenancies: { type: 'string', default: '1000' },
    databases: { type: 'string', default: '16' },
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '120' },
  },
});
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name}: must be a whole number from 1`);
  return value;
};

const model: Omit<Model, 'databases' | 'placement'> = {
  tenancies: number('tenancies'),
  eventsPerSecond: number('rate'),
  skew: 1,
  seconds: number('seconds'),
  commitMs: 20,
  eventMs: 1.1,
  batch: 256,
  burst: 400,
  seed: 1,
};
const row = (name: string, { latency, besideBurst, worst, balance, busiest, waiting }: Outcome): string =>
  `| ${[
    name.padEnd(26),
    ...[latency.p50, latency.p99, worst, besideBurst.p99].map((ms) => Math.round(ms).toLocaleString('en')),
    balance.toFixed(2),
    `${Math.round(busiest * 100)} %`,
    waiting.toLocaleString('en'),
  ].join(' | ')} |`;

console.log(
  '| Databases, placement | p50 ms | p99 ms | p99 of the worst, ms | p99 beside a burst, ms | balance | busiest ' +
    '| waiting |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const [databases, placement] of [
  [1, 'random'],
  [number('databases'), 'random'],
  [number('databases'), 'least loaded'],
] as const)
  console.log(row(`${databases}, ${placement}`, simulate({ ...model, databases, placement })));

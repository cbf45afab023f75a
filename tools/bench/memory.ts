import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FORM } from './account.ts';
import { UPLOAD_TYPE, uploadForm } from './blobs.ts';
import { send, transfer, type Reply } from './load.ts';
import { npmStart, type StartedService } from './npm-start.ts';
import { EVENT } from './operations.ts';
import { processTree, type ProcessMemory } from './process-tree.ts';
import type { Bench } from './report.ts';
import { freePort } from '../free-port.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 32;
const UPLOAD_BYTES = 100_000;
/** Maximum memory of all processes of a service in MiB. */
const GOALS = { rest: 400, load: 700 };
/** Milliseconds after the start until the service is idle. */
const REST = 10_000;

/** Measures the memory of all processes of `npm start`: idle, and after 10,000 mixed requests. */
export async function measureMemory({ report }: Pick<Bench, 'report'>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  const service = await npmStart(join(directory, 'state'), await freePort());
  try {
    await wait(REST);
    show('memory: at rest', GOALS.rest, service, report);
    await load(service);
    show(`memory: ${REQUESTS} requests`, GOALS.load, service, report);
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function show(name: string, goal: number, { pid }: StartedService, report: Bench['report']): void {
  const processes = processTree(pid);
  const sum = (field: 'pss' | 'rss'): number => processes.reduce((total, process) => total + process[field], 0);
  const [pss, rss] = [sum('pss'), sum('rss')];
  const each = processes
    .filter((process) => process.rss > 5)
    .map((process: ProcessMemory) => `${process.name} ${process.pss.toFixed(0)}/${process.rss.toFixed(0)}`);
  const orMissed = pss <= goal ? 'met by PSS alone' : 'MISSED';
  const verdict = `goal ${goal} MiB: ${rss <= goal ? 'met' : orMissed}`;
  console.log(
    `${name.padEnd(30)}${pss.toFixed(0).padStart(6)} MiB PSS, ${rss.toFixed(0)} MiB RSS ` +
      `(${each.join(', ')})  ${verdict}`,
  );
  report.push({ name, pssMiB: pss, rssMiB: rss, goalMiB: goal, processes });
}

/** 40 % reads of a record, 20 % lists, 25 % appends, 5 % tokens, 10 % uploads. */
async function load({ url, credentials }: StartedService): Promise<void> {
  const askToken = (): Promise<Reply> => {
    const { client_id, client_secret } = credentials;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    return send({ url }, 'POST', '/archivist/iam/v1/appidp/token', form.toString(), FORM);
  };
  const { access_token: token } = JSON.parse((await askToken()).text) as { access_token: string };
  const call = (method: string, path: string, body?: object): Promise<Reply> =>
    send({ url, token }, method, `/archivist${path}`, body && JSON.stringify(body));
  const assets: string[] = [];
  for (let i = 0; i < 64; i++) {
    const { text } = await call('POST', '/v2/assets', { attributes: { arc_display_name: `asset ${i}` } });
    assets.push((JSON.parse(text) as { identity: string }).identity);
  }
  const request = (i: number): Promise<Reply> => {
    const asset = assets[i % assets.length];
    const turn = i % 20;
    if (turn < 8) return call('GET', `/v2/${asset}`);
    if (turn < 12) return call('GET', `/v2/${asset}/events?page_size=50`);
    if (turn < 17) return call('POST', `/v2/${asset}/events`, EVENT);
    if (turn < 18) return askToken();
    return transfer({ url, token }, 'POST', '/archivist/v1/blobs', uploadForm(randomBytes(UPLOAD_BYTES)), UPLOAD_TYPE);
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < REQUESTS; i = next++) {
      const { status, text } = await request(i);
      if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

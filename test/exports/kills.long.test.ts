import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LATER_KINDS, type RecordKind } from '../../src/formats/exports/format.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { storesIn } from '../../apps/server/state/stores.ts';
import { PROJECT, within } from '../../tools/crash/service.ts';
import { startKillable, type Killable } from '../support/killable.ts';
import { RECORD } from '../support/record.ts';
import { sized } from '../support/size.ts';
import { removeDirectory } from '../support/directory.ts';

const EVENTS = sized({ quick: 4000, long: 25_000, full: 100_000 });
const BATCH = 1000;
const ASSETS = 20;
/** The gRPC code of an event that exceeds the rate limit. */
const RATE_LIMITED = 8;
/** The events that the export has when the service is killed. */
const KILLS = [0, EVENTS / 4, EVENTS / 2];

let service: Killable;
let directory: string;
beforeAll(async () => {
  service = await startKillable({ COMPLETENESS_SECONDS: '5' });
  directory = mkdtempSync(join(tmpdir(), 'export-'));
});
afterAll(() => {
  service?.close();
  removeDirectory(directory);
});

/** kill -9 and a restart, with the time of the last progress set back, so that the sweep restarts the job at once. */
const killed = (): Promise<void> =>
  service.restart(() => {
    const db = new DatabaseSync(storesIn(statePaths(service.state).data).database, { timeout: 60_000 });
    db.exec('UPDATE exports SET touched_us = 1');
    db.close();
    rmSync(statePaths(service.state).crons, { force: true });
  });

/**
 * Sends a request as the administrator, again while it exceeds the rate limit. The events count against the same
 * limit.
 */
async function call(method: string, path: string, body?: unknown): Promise<any> {
  for (;;)
    try {
      return await service.call(method, path, body);
    } catch (error) {
      expect(String(error)).toContain('rate limit');
      await sleep(1000);
    }
}

/** Records events in order, as fast as the rate limit allows. */
async function batch(events: object[]): Promise<void> {
  for (let left = events; left.length > 0;) {
    // A whole batch is refused with an error, a part of it with a result.
    const { results }: { results: { error?: { code: number } }[] } = await call('POST', '/v2/assets/-/events:batch', {
      events: left,
    });
    const refused = results.findIndex(({ error }) => error);
    if (refused < 0) return;
    expect(results[refused]!.error!.code).toBe(RATE_LIMITED);
    left = left.slice(refused);
    await sleep(1000);
  }
}

/** Records the events. Returns how many each asset has. */
async function record(): Promise<Map<string, number>> {
  const assets: string[] = [];
  for (let n = 0; n < ASSETS; n++)
    assets.push((await call('POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG' })).identity);
  const recorded = new Map(assets.map((asset) => [asset, 1]));
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < EVENTS) {
      const first = sent;
      sent += BATCH;
      const asset = assets[(first / BATCH) % ASSETS]!;
      recorded.set(asset, recorded.get(asset)! + BATCH);
      const events = Array.from({ length: BATCH }, (_, n) => ({
        asset_identity: asset,
        ...RECORD,
        event_attributes: { arc_display_type: 'Visit', number: String(first + n) },
        asset_attributes: { last: String(first + n) },
      }));
      await batch(events);
    }
  };
  await Promise.all(Array.from({ length: 3 }, sender));
  return recorded;
}

/**
 * Waits until a map covers all events. Then the log stays as it is: another entry would change the inclusion proofs of
 * all events, and with them the files of an export.
 */
async function covered(recorded: Map<string, number>): Promise<void> {
  const countOf = (asset: string): Promise<number> =>
    service.call('GET', `/v2/${asset}:history`).then(
      ({ count }) => count,
      () => 0,
    );
  for (const [asset, events] of recorded)
    await within(100_000, `no map covers the events of ${asset}`, async () => (await countOf(asset)) === events);
}

const read = (identity: string): Promise<any> => call('GET', `/v1/${identity}`);

type File = { kind: RecordKind; name: string };

/** Whether a file has no records of the log that are made after the events: anchors and maps. */
const isFinal = ({ kind }: File): boolean => !LATER_KINDS.includes(kind);

async function download(of: { download_url: string }, name: string): Promise<Uint8Array> {
  const response = await fetch(of.download_url.replace('manifest.json', name));
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The lines of the files with the anchors and maps of the log. */
async function laterLines(of: { files: File[]; download_url: string }): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of of.files.filter((file) => !isFinal(file)))
    lines.push(
      ...gunzipSync(await download(of, name))
        .toString()
        .trimEnd()
        .split('\n'),
    );
  return lines;
}

/** Waits until an export is finished. */
async function finished(identity: string): Promise<any> {
  let row: any;
  await within(400_000, `${identity} does not end`, async () => {
    row = await read(identity);
    return row.done;
  });
  expect(row).toMatchObject({ status: 'STATUS_FINISHED', counts: { assets: ASSETS, events: EVENTS + ASSETS } });
  return row;
}

test(`an export of ${EVENTS} events that is killed three times is complete, and verifies offline`, async () => {
  await covered(await record());
  const undisturbed = await finished((await call('POST', '/v1/exports', {})).identity);
  const seconds = (Date.parse(undisturbed.finished_at) - Date.parse(undisturbed.created_at)) / 1000;
  console.log(`${EVENTS} events in about ${seconds} s`);
  const { identity } = await call('POST', '/v1/exports', {});
  for (const events of KILLS) {
    await within(300_000, `the export does not have ${events} events`, async () => {
      const { counts, done } = await read(identity);
      return done || counts.events >= events;
    });
    await killed();
  }
  const of = await finished(identity);
  expect(of.files.filter(isFinal)).toEqual(undisturbed.files.filter(isFinal));
  for (const name of ['manifest.json', ...of.files.map((file: File) => file.name)])
    writeFileSync(join(directory, name), await download(of, name));
  // The log is anchored between the exports too.
  const later = new Set(await laterLines(of));
  expect((await laterLines(undisturbed)).filter((line) => !later.has(line))).toEqual([]);
  await service.kill();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/cli/launch.mjs', 'verify', directory, '--manifest-sha256', of.manifest_sha256],
    { cwd: PROJECT },
  );
  console.log(stdout);
  expect(stdout).toContain(`${(EVENTS + ASSETS).toLocaleString('en')} events are in the order of the log`);
});

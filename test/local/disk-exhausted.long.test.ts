import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysOf, retry, unconfirmed } from '../../tools/crash/check.ts';
import { creation } from '../../tools/crash/load.ts';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import { call, create, download, upload, type Access, type Uploaded } from './support/evidence.ts';
import { failures, pressOn } from './support/pressure.ts';
import { command } from './support/service.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { PATIENCE } from '../support/patience.ts';

const ROUNDS = 3;
const FULL_FOR = 70_000;
const disk = mountSmallDisk(96);
const mounted = disk as SmallDisk;

afterAll(async () => {
  await endAll();
  if (typeof disk === 'object') disk.unmount();
});

describe.skipIf(typeof disk === 'string')('a disk with no free space, under load', () => {
  let service: Launched;
  let access: Access;
  let assets: string[];
  let shared: string;

  beforeAll(async () => {
    service = await launch(join(mounted.dir, 'state'), {
      args: ['--var', 'DISK_MIN_MB=0', '--var', 'DISK_WARN_MB=0', '--var', 'ANCHOR_WINDOW_SECONDS=2'],
    });
    access = { base: service.base, token: await service.token() };
    const first = Array.from({ length: 3 }, () => creation(0));
    await retry(access, first);
    shared = await create(access, { public: true });
    assets = first.map(({ acknowledged }) => acknowledged!.identity);
  });

  /** Reads in every way that a client without a write has. Resolves to the failures. */
  const failedReads = async (files: readonly Uploaded[]): Promise<string[]> => {
    const paths = ['/v2/assets', `/v2/${assets[0]}`, `/v2/${assets[0]}/events`, '/v2/assets/-/events'];
    const open = [`${service.base}/v2/public${shared}`, `${service.at}/healthz`, `${service.at}/console/`];
    const results = await Promise.allSettled([
      ...paths.map((path) => call(access, 'GET', path)),
      ...open.map(async (url) => {
        const response = await fetch(url);
        if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
      }),
      ...files.map(async (file) => expect(await download(access, file)).toBe(file.sha256)),
      service.token(),
    ]);
    return results.flatMap((result) => (result.status === 'rejected' ? String(result.reason) : []));
  };

  it('responds 503 to writes and 200 to reads, loses no acknowledged write, and recovers with space', async () => {
    const files: Uploaded[] = [await upload(access, 40_000)];
    const load = pressOn(access, assets, 6);
    for (let round = 0; round < ROUNDS; round++) {
      const written = load.outcomes.length;
      await within(PATIENCE, 'nothing is written', () => load.count(200, written) > 50);
      mounted.fill(0);
      const full = load.outcomes.length;
      await within(PATIENCE, 'the load is not refused', () => load.count(503, full) > 50);
      await expect(upload(access, 40_000)).rejects.toThrow('upload: 503');
      // Longer than the intervals at which the service itself writes: metrics, crons and marks.
      const end = Date.now() + (round === 0 ? FULL_FOR : 0);
      do expect(await failedReads(files)).toEqual([]);
      while (Date.now() < end);
      expect(mounted.free()).toBe(0);
      mounted.empty();
      const freed = load.outcomes.length;
      await within(PATIENCE, 'writes do not resume', () => load.count(200, freed) > 50);
      files.push(await upload(access, 40_000));
    }
    await load.stop();
    expect(service.hasEnded()).toBe(false);
    const kinds = new Set(failures(load.outcomes).map(([status, message]) => `${status} ${message}`));
    expect([...kinds].filter((kind) => !kind.startsWith('503 '))).toEqual([]);

    const keys = await keysOf(access);
    expect(load.outcomes.filter(({ write }) => write.acknowledged && !keys.has(write.key))).toEqual([]);
    await retry(
      access,
      load.outcomes.map(({ write }) => write),
    );
    await within(PATIENCE, 'events stay unconfirmed', async () => (await unconfirmed(access)) === 0);
    for (const file of files) expect(await download(access, file)).toBe(file.sha256);
    expect(await command('fsck', ['--state', service.paths.dir])).toMatchObject({ code: 0 });
    expect(await service.stop()).toBe(0);
  });
});

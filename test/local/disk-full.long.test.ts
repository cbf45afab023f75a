import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RotatingLog } from '../../apps/server/logs.ts';
import { keysOf, retry } from '../../tools/crash/check.ts';
import { creation } from '../../tools/crash/load.ts';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import type { Access } from './support/evidence.ts';
import { parseResponse } from './support/http.ts';
import { attempt, failures, pressOn } from './support/pressure.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { dial, receives } from './support/socket.ts';
import { PATIENCE } from '../support/patience.ts';

// Large enough that the load does not use up the space below DISK_MIN_MB before the service notices.
const disk = mountSmallDisk(96);
const mounted = disk as SmallDisk;

afterAll(async () => {
  await endAll();
  if (typeof disk === 'object') disk.unmount();
});

describe.skipIf(typeof disk === 'string')('a disk that fills under load', () => {
  let service: Launched;
  let access: Access;
  let assets: string[];

  beforeAll(async () => {
    const args = ['--var', 'DISK_MIN_MB=24', '--var', 'DISK_WARN_MB=48'];
    service = await launch(join(mounted.dir, 'state'), { args });
    access = { base: service.base, token: await service.token() };
    const first = Array.from({ length: 3 }, () => creation(0));
    await retry(access, first);
    assets = first.map(({ acknowledged }) => acknowledged!.identity);
  });

  const logged = (message: string): Promise<void> =>
    within(
      PATIENCE,
      () => `the log does not say "${message}": ${JSON.stringify(service.log())}`,
      () => service.log().some((line) => line.message === message),
    );
  const status = async (path: string): Promise<number> =>
    (await fetch(`${service.base}${path}`, { headers: { authorization: `Bearer ${access.token}` } })).status;

  it('responds 503 to writes and 200 to reads, loses no acknowledged write, and accepts writes later', async () => {
    const pid = service.workerdPid();
    const load = pressOn(access, assets, 6);
    await within(PATIENCE, 'nothing is written', () => load.count(200) > 20);
    mounted.fill(40);
    await logged('the disk is almost full');
    const socket = await dial(service);
    // Larger than the free space whenever that message is logged: also while `fill` was still writing.
    socket.write(
      `POST /archivist/v1/blobs HTTP/1.1\r\nhost: a\r\ncontent-length: ${30 * 2 ** 20}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\nauthorization: Bearer ${access.token}\r\n\r\n--x\r\n`,
    );
    const upload = parseResponse(await receives(socket, '}]}'), 'HEAD');
    socket.destroy();
    expect([upload.status, upload.headers.get('retry-after')]).toEqual([503, '30']);
    expect(upload.body).toContain('the request is larger than the free space');

    mounted.fill(23);
    await logged('the disk is full: writes are refused');
    const refused = await attempt(access, creation(0));
    expect(refused.status).toBe(503);
    expect(refused.headers!.get('retry-after')).toBe('30');
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 14,
      message: 'the disk is full: less than 24 MB are free; reads continue, and writes resume when space is freed',
    });
    for (const path of ['/v2/assets', `/v2/${assets[0]}`, `/v2/${assets[0]}/events`])
      expect(await status(path)).toBe(200);
    expect(await service.token()).not.toBe('');

    const full = load.outcomes.length;
    await within(PATIENCE, 'the load is not refused', () => load.count(503, full) > 20);
    const acknowledged = load.outcomes.flatMap(({ write }) => (write.acknowledged ? write : []));
    const keys = await keysOf(access);
    expect(acknowledged.filter(({ key }) => !keys.has(key))).toEqual([]);
    mounted.empty();
    const freed = load.outcomes.length;
    await within(PATIENCE, 'writes do not resume', () => load.count(200, freed) > 20);
    await load.stop();

    const after = await keysOf(access);
    expect(load.outcomes.filter(({ write }) => write.acknowledged && !after.has(write.key))).toEqual([]);
    await retry(
      access,
      load.outcomes.map(({ write }) => write),
    );
    const messages = failures(load.outcomes).map(([code, message]) => [code, message.replace(/: .*/, '')]);
    expect(new Set(messages.map(String))).toEqual(new Set(['503,the disk is full']));
    // The process was not restarted.
    expect([service.workerdPid(), service.hasEnded()]).toEqual([pid, false]);
    const levels = service
      .log()
      .flatMap(({ level, message }) => (message.startsWith('the disk') ? [[level, message]] : []));
    expect(levels.slice(0, 2)).toEqual([
      ['warn', 'the disk is almost full'],
      ['alarm', 'the disk is full: writes are refused'],
    ]);
    expect(['info', 'warn']).toContain(levels.at(-1)![0]);
    expect(await service.stop()).toBe(0);
  });
});

describe.skipIf(typeof disk === 'string')('a log on a full disk', () => {
  it('drops and counts whole lines and continues when space is freed', async () => {
    const file = join(mounted.dir, 'service.log');
    const log = new RotatingLog(file, { maxBytes: 100_000_000, files: 2 });
    const line = (i: number): string => JSON.stringify({ i, text: 'Ä😀ß'.repeat(50) });
    let i = 0;
    mounted.fill(0.05);
    for (; i < 20_000 && mounted.free() > 0; i++) {
      log.write(line(i));
      log.flush();
    }
    expect(mounted.free()).toBe(0);
    for (const end = i + 10_000; i < end; i++) log.write(line(i));
    log.flush();
    mounted.empty();
    log.flush();
    log.write(line(i));
    log.close();
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const read = lines.map((text) => JSON.parse(text) as { i?: number; count?: number });
    const numbers = read.flatMap((each) => each.i ?? []);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBe(i);
    const lost = read.reduce((sum, { count = 0 }) => sum + count, 0);
    expect(lost).toBeGreaterThan(0);
    expect(numbers.length + lost).toBe(i + 1);
    expect(lines.join('')).not.toContain('\uFFFD');
  });
});

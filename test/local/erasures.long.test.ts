import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statePaths } from '../../apps/server/state/directory.ts';
import { seeLine } from '../support/alarms.ts';
import { filesWith } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'erasures-'));
const state = join(temporary, 'state');
const MARKER = 'zq9LocalMarker';

let service: Launched;
let call: (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>;
async function start(directory: string): Promise<void> {
  service = await launch(directory);
  const token = await service.token();
  call = async (method, path, body) => {
    const response = await fetch(`${service.base}/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Records an event with the marker in many values, so that it is on several pages. */
async function recorded(): Promise<string> {
  const asset = (await call('POST', 'assets', {})).body.identity;
  const attributes = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`a${i}`, `${MARKER}${i} `.repeat(150)]));
  const { status, body } = await call('POST', `${asset}/events`, { ...RECORD, event_attributes: attributes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.identity;
}

async function erased(event: string): Promise<any> {
  for (;;) {
    const { status, body } = await call('POST', `${event}:erase`, { reason: 'asked for' });
    if (status === 200) return body;
    expect(JSON.stringify(body)).toContain('NOT_ANCHORED');
    await sleep(500);
  }
}

const isData = (path: string): boolean => path.startsWith('data') || path.startsWith('erasures');

let event: string;
let result: any;
beforeAll(async () => {
  await start(state);
  event = await recorded();
  await sleep(8000);
  const before = await command('backup', [join(temporary, 'before'), '--state', state, '--with-secrets']);
  if (before.code !== 0) throw new Error(before.stderr);
  result = await erased(event);
});
afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

describe('erased content', () => {
  it('is in no file after the next start, and in no backup', async () => {
    const backup = await command('backup', [join(temporary, 'after'), '--state', state]);
    expect(backup.code, backup.stderr).toBe(0);
    expect(filesWith(join(temporary, 'after'), MARKER)).toEqual([]);
    await service.stop();
    expect(filesWith(state, MARKER, isData)).not.toEqual([]);
    await start(state);
    expect((await call('GET', event)).body).toEqual(result);
    await service.stop();
    expect(filesWith(state, MARKER, isData)).toEqual([]);
    expect(readFileSync(join(state, 'service.log'), 'utf8')).toContain('the database was compacted after erasures');
  });

  it('is erased again from a restored backup, with the erasures of the state that it replaces', async () => {
    const target = join(temporary, 'restored');
    const restored = await command('restore', [join(temporary, 'before'), '--state', target, '--erasures', state]);
    expect(restored.code, restored.stderr).toBe(0);
    expect(filesWith(target, MARKER, isData)).not.toEqual([]);
    expect(JSON.parse(readFileSync(join(target, 'erasures.json'), 'utf8'))).toHaveLength(1);
    await start(target);
    await expect.poll(() => existsSync(join(target, 'erasures.json'))).toBe(false);
    expect((await call('GET', event)).body).toMatchObject({
      event_attributes: {},
      erased: { reason: 'asked for', principal: result.erased.principal, event_identity: result.erased.event_identity },
    });
    const { code, stdout, stderr } = await command('fsck', ['--state', target]);
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining(', 1 erasures: no differences')]);
    await service.stop();
    await start(target);
    await service.stop();
    expect(filesWith(target, MARKER, isData)).toEqual([]);
  });

  it('is reported if the database cannot be compacted', async () => {
    const target = join(temporary, 'restored');
    const { compacted, serviceLog } = statePaths(target);
    rmSync(compacted);
    mkdirSync(join(compacted, 'in the way'), { recursive: true });
    await start(target);
    await service.stop();
    readFileSync(serviceLog, 'utf8').split('\n').forEach(seeLine);
    rmSync(compacted, { recursive: true });
    await start(target);
    await service.stop();
    expect(readFileSync(serviceLog, 'utf8').trimEnd().split('\n').join()).toContain('the database was compacted');
  });

  it('is reported while it cannot be erased again', async () => {
    const target = join(temporary, 'waiting');
    expect((await command('restore', [join(temporary, 'before'), '--state', target])).code).toBe(0);
    writeFileSync(join(target, 'erasures.json'), '[{"format":"erasure/0"}]');
    await start(target);
    const { serviceLog } = statePaths(target);
    await expect
      .poll(() =>
        readFileSync(serviceLog, 'utf8').includes('erased events have content again, and could not be erased'),
      )
      .toBe(true);
    const lines = readFileSync(serviceLog, 'utf8').split('\n');
    lines.forEach(seeLine);
    const reason =
      `damaged state: ${join(target, 'erasures.json')}: entry 1 is not an entry of the erasure ` +
      'register: restore the backup again, with --erasures';
    expect(JSON.parse(lines.find((line) => line.includes('could not be erased'))!)).toMatchObject({
      reasons: [reason],
    });
    await service.stop();
    expect(existsSync(join(target, 'erasures.json'))).toBe(true);
  });

  it('is not restored with a register of which an entry is damaged', async () => {
    const old = join(temporary, 'old');
    const target = join(temporary, 'refused');
    cpSync(state, old, { recursive: true });
    const [entry] = filesWith(old, '"format":"erasure/1"', (path) => path.startsWith('data'));
    const file = join(old, entry!);
    truncateSync(file, statSync(file).size - 1);
    const args = [join(temporary, 'before'), '--state', target, '--erasures', old];
    const { code, stderr } = await command('restore', args);
    const [, asset, , id] = event.split('/');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `error: damaged state: ${file}: the entry erasures/${asset}/${id} of the erasure register cannot be read: ` +
        'it is not valid JSON: restore that file from a backup, or repair the register',
    );
    expect(existsSync(target)).toBe(false);
  });

  it('stays in a restored backup without the erasures after it', async () => {
    const target = join(temporary, 'without');
    const restored = await command('restore', [join(temporary, 'before'), '--state', target]);
    expect(restored.code, restored.stderr).toBe(0);
    expect(existsSync(join(target, 'erasures.json'))).toBe(false);
  });

  it('cannot be looked up in a directory that is no state', async () => {
    const target = join(temporary, 'wrong');
    const refused = await command('restore', [
      join(temporary, 'before'),
      '--state',
      target,
      '--erasures',
      join(temporary, 'none'),
    ]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--erasures: ');
    expect(existsSync(target)).toBe(false);
  });
});

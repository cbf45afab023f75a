import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeLine } from '../support/alarms.ts';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import { RECORD } from '../support/record.ts';
import { shiftedClock, type ShiftedClock } from './support/clock-shift.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const DAY = 86_400;
const temporary = mkdtempSync(join(tmpdir(), 'clock-'));
const shifted = shiftedClock(temporary);
const clock = shifted as ShiftedClock;

let service: Launched;
let token: string;
let tenant: string;

afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

type Answer = { status: number; body: any; retryAfter: string | null };
async function request(url: string, body?: object, bearer = token): Promise<Answer> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(PATIENCE) });
  return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
}
const call = (path: string, body?: object): Promise<Answer> => request(`${service.base}${path}`, body);
const create = (): Promise<Answer> => call('/v2/assets', { behaviours: ['RecordEvidence'] });
const append = (asset: string): Promise<Answer> => call(`/v2/${asset}/events`, RECORD);
const health = (): Promise<Answer> => request(`${service.at}/healthz`);
/** The operation of the runbook. */
function reopen(scope: string): Promise<Answer> {
  const secret = /^OPERATOR_SECRET=(.*)$/m.exec(readFileSync(join(service.paths.dir, 'secrets.env'), 'utf8'))![1]!;
  return request(`${service.base}/operator/v1/windows:reopen`, { scope }, secret);
}
/** Creates an asset, with retries as a client makes them. */
async function created(): Promise<string> {
  let answer: Answer | undefined;
  await within(
    PATIENCE,
    () => `no asset is created: ${JSON.stringify(answer)}`,
    async () => {
      answer = await create();
      return answer.status === 200;
    },
  );
  return answer!.body.identity;
}
const alarms = (message: string): number => {
  const raised = service.log().filter((line) => line.level === 'alarm' && line.message === message);
  for (const line of raised) seeLine(JSON.stringify(line));
  return raised.length;
};
const isHealthy = async (): Promise<boolean> => (await health()).status === 200;

describe.skipIf(typeof shifted === 'string')('a clock that is set', () => {
  let asset: string;
  let other: string;

  beforeAll(async () => {
    service = await launch(join(temporary, 'state'), { env: clock.env, args: ['--var', 'ANCHOR_WINDOW_SECONDS=1'] });
    token = await service.token();
    [asset, other] = [await created(), await created()];
    tenant = (await call(`/v2/${asset}`)).body.tenant_identity;
  });

  it('a day ahead and back refuses only the asset with an event of that time, and says why', async () => {
    clock.set(DAY);
    token = await service.token();
    const { status, body } = await append(asset);
    expect([status, Date.parse(body.timestamp_accepted) > Date.now() + 80_000_000]).toEqual([200, true]);
    clock.set(0);
    await within(
      PATIENCE,
      'the service does not notice it',
      () => alarms('the clock was set back: the runtime is restarted') === 1,
    );
    await within(PATIENCE, 'the service is not healthy', isHealthy);
    token = await service.token();
    const until = `${String(body.timestamp_accepted).slice(0, 19)}Z`;
    expect(await append(asset)).toMatchObject({
      status: 503,
      body: {
        message:
          `the clock was set back: the asset accepts no event until ${until}, the time of its last event. ` +
          'Record urgent events on another asset',
      },
      retryAfter: '60',
    });
    await expect.poll(() => alarms('an asset takes no events: its last event is in the future')).toBe(1);
    expect([(await create()).status, (await append(other)).status]).toEqual([200, 200]);
  });

  it('a day ahead while a window closes, and back, refuses appends until the operator reopens it', async () => {
    clock.set(DAY);
    token = await service.token();
    const late = await created();
    const anchor = async (): Promise<string> => (await call(`/v2/${late}/events`)).body.events[0].transaction_id;
    await within(PATIENCE, 'the window does not close', async () => (await anchor()) !== '');
    clock.set(0);
    await within(
      PATIENCE,
      'the service does not notice it',
      () => alarms('the clock was set back: the runtime is restarted') === 2,
    );
    await within(PATIENCE, 'the service is not healthy', isHealthy);
    token = await service.token();
    expect(await append(other)).toMatchObject({
      status: 503,
      body: {
        message: expect.stringMatching(
          new RegExp(
            '^the clock was set back: appends are refused until .*Z, when a window of anchors ends. ' +
              'An operator can reopen the window$',
          ),
        ),
      },
    });
    const { status, body } = await reopen(tenant);
    expect(status).toBe(200);
    expect(Date.parse(body.reopened.at(-1).end_time)).toBeGreaterThan(Date.now() + 80_000_000);
    expect([(await create()).status, (await append(other)).status]).toEqual([200, 200]);
    expect((await health()).body.status).toBe('ok');
    expect(service.hasEnded()).toBe(false);
  });

  it('a minute back serves new assets after some seconds, not after a minute', async () => {
    const corrected = Date.now();
    clock.set(-60);
    await within(
      PATIENCE,
      'the service does not notice it',
      () => alarms('the clock was set back: the runtime is restarted') === 3,
    );
    await within(PATIENCE, 'the service is not healthy', isHealthy);
    // The last window may have closed in the minute that the clock shows again.
    expect((await reopen(tenant)).status).toBe(200);
    const { status, body } = await append(await created());
    expect(status).toBe(200);
    expect(Date.parse(body.timestamp_accepted)).toBeLessThan(corrected);
    expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('an hour ahead changes nothing except the time of new events', async () => {
    clock.set(3600);
    token = await service.token();
    const { status, body } = await append(other);
    expect([status, Date.parse(body.timestamp_accepted) > Date.now() + 3_500_000]).toEqual([200, true]);
    expect((await append(await created())).status).toBe(200);
    expect((await health()).body.status).toBe('ok');
    expect(alarms('the clock was set back: the runtime is restarted')).toBe(3);
    expect(await service.stop()).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  owner = await newTenant(service, 'Readiness');
});
afterAll(() => service?.close());

const ask = (token: string | undefined): Promise<Response> =>
  fetch(
    `${service.base}/operator/v1/readiness`,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
const readiness = async (): Promise<any> => {
  const response = await ask(SECRETS.OPERATOR_SECRET);
  expect(response.status).toBe(200);
  return response.json();
};

describe('GET /operator/v1/readiness', () => {
  test('responds 401 without the operator secret, and reveals nothing', async () => {
    for (const token of [undefined, 'wrong', owner.token]) {
      const response = await ask(token);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toMatch(/epoch|changes|backlogs/);
    }
  });

  test('shows each part of a service that works as ok, with the counter and the epoch of /healthz', async () => {
    await done(client, owner.token, 'POST', '/v2/assets', {});
    await logsComplete(service);
    const health: any = await (await fetch(`${service.at}/healthz`)).json();
    const state = await readiness();
    expect(state.status).toBe('ok');
    expect(state.database).toMatchObject({ status: 'ok', epoch: health.epoch, restored: false, error: '' });
    expect(state.database.changes).toBeGreaterThanOrEqual(health.changes);
    expect(state.writer).toMatchObject({ status: 'ok', tenancies: 0, proposals: 0, events: 0 });
    await expect
      .poll(async () => (await readiness()).log)
      .toMatchObject({ status: 'ok', events: 0, oldest_seconds: 0 });
    expect(state.chain).toMatchObject({ status: 'ok', failures: 0 });
    expect(Object.keys(state.jobs.backlogs)).toEqual(
      expect.arrayContaining(['imports', 'exports', 'webhook_deliveries']),
    );
  });

  test('contains no secret and no name of a tenancy', async () => {
    const text = JSON.stringify(await readiness());
    for (const secret of [...Object.values(SECRETS), owner.client_secret, 'Readiness'])
      expect(text).not.toContain(secret);
  });

  test('shows how many events their log lacks, and since when', async () => {
    const other = await newTenant(service, 'Stopped log');
    await done(client, other.token, 'POST', '/v2/assets', {});
    await logsComplete(service);
    const scope = other.tenant_identity.slice('tenant/'.length);
    await service.db.prepare('UPDATE logs SET root = zeroblob(32) WHERE scope = ?').bind(scope).run();
    await service.evictSequencer(scope);
    await done(client, other.token, 'POST', '/v2/assets', {});
    await expect.poll(async () => (await readiness()).log.oldest_seconds).toBeGreaterThan(2);
    const { log } = await readiness();
    expect(log.events).toBeGreaterThan(0);
    expect(log.status).toBe('ok');
  });

  test('shows work that waits by its kind, and that it is late', async () => {
    await service.db
      .prepare(`INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
        VALUES ('c3b2a1f0-0000-4000-8000-000000000000', 1, 1000000, 'closing', 0, '', '')`)
      .run();
    const state = await readiness();
    expect(state.jobs.backlogs.event_anchors).toMatchObject({ count: 1 });
    expect(state.jobs.backlogs.event_anchors.oldest_seconds).toBeGreaterThan(1_000_000);
    expect(state).toMatchObject({ status: 'late', jobs: { status: 'late' } });
    await service.db.prepare('DELETE FROM anchors').run();
  });

  test('shows a database that was restored to an earlier state as failing', async () => {
    const restore = await copyOfDatabase(service.db);
    const late = await newTenant(service, 'Lost');
    await restore();
    expect(late.client_id).not.toBe('');
    await expect.poll(readiness).toMatchObject({ status: 'failing', database: { status: 'failing', restored: true } });
    expect((await fetch(`${service.at}/healthz`)).status).toBe(503);
  });
});

import { expect } from 'vitest';
import { serviceTest } from '../support/fixtures.ts';
import { newTenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { windowsOf } from './support.ts';
const it = serviceTest({ vars: { ANCHOR_WINDOW_SECONDS: '3600', ANCHOR_MAX_EVENTS: '1' } });

it('more windows than one job closes are closed by further jobs', async ({ service, client }) => {
  const WAITING = 12;
  const owner = await newTenant(service, 'Owner');
  const scope = idOf(owner.tenant_identity);
  const assets = Array.from({ length: WAITING }, () => ({ behaviours: ['RecordEvidence'] }));
  await done(client, owner.token, 'POST', '/v2/assets:batch', { assets });
  // As if one event had been accepted in each of the last seconds, which the trigger does not permit.
  const [trigger] = (
    await service.db.prepare("SELECT sql FROM sqlite_master WHERE name = 'events_immutable'").all<{ sql: string }>()
  ).results;
  const second = Math.floor(Date.now() / 1000) - 100;
  await service.db.batch([
    service.db.prepare('DROP TRIGGER events_immutable'),
    service.db
      .prepare(
        `UPDATE events SET accepted_us = (?1 + n) * 1000000 + 1
         FROM (SELECT e.number AS changed, row_number() OVER (ORDER BY e.number) AS n
           FROM events e JOIN tenants t ON t.number = e.tenant WHERE t.id = ?2) WHERE number = changed`,
      )
      .bind(second, scope),
    service.db.prepare(trigger!.sql),
  ]);
  await service.jobs.send({ kind: 'close', scope });
  const closed = async () => (await windowsOf(service, scope)).filter(({ status }) => status !== 'closing');
  await expect.poll(async () => (await closed()).length).toBe(WAITING);
  expect((await closed()).map(({ count }) => count)).toEqual(Array(WAITING).fill(1));
});

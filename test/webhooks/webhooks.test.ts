import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { startReceiver, verified, type Receiver } from './support/receiver.ts';

let service: Service;
let client: Client;
let receiver: Receiver;
let owner: Tenant;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ vars: { WEBHOOK_ALLOWED_HOSTS: receiver.host, WEBHOOK_ANSWER_SECONDS: '1' } });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  receiver?.close();
});
beforeEach(async () => {
  owner = await newTenant(service);
  receiver.respond();
});

it('sends', async () => {
  const made = await done(client, owner.token, 'POST', '/v1/webhooks', {
    display_name: 'x',
    url: receiver.url,
    application: `applications/${owner.client_id}`,
  });
  const t = Date.now();
  await done(client, owner.token, 'POST', '/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'one' },
  });
  console.log(Date.now() - t);
  await expect.poll(() => receiver.received.length, { timeout: 10000, interval: 20 }).toBe(1);
  console.log(Date.now() - t);
  console.log(verified(made.secret, receiver.received[0]!), receiver.received[0]!.headers);
  console.log(await done(client, owner.token, 'GET', `/v1/${made.identity}/deliveries`));
  console.log(await done(client, owner.token, 'POST', `/v1/${made.identity}:test`));
  console.log(
    await done(client, owner.token, 'POST', `/v1/${made.identity}:redeliver`, { since: '2020-01-01T00:00:00Z' }),
  );
  await expect.poll(() => receiver.received.length, { timeout: 10000, interval: 20 }).toBe(3);
  console.log(await done(client, owner.token, 'POST', `/v1/${made.identity}:rotate-secret`));
  console.log(await done(client, owner.token, 'GET', `/v1/${made.identity}/deliveries`));
});

import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import type { Tenant } from '../../support/service.ts';
import { done, record } from '../../support/sharing.ts';
import type { Received, Receiver } from './receiver.ts';

/**
 * Creates a webhook of a tenant. By default it is sent on behalf of the tenant's administrator, and has no events
 * that create assets: they may get into the log after the webhook is created.
 */
export const newWebhook = (
  client: Client,
  owner: Tenant,
  receiver: Pick<Receiver, 'url'>,
  more: object = {},
): Promise<any> =>
  done(client, owner.token, 'POST', '/v1/webhooks', {
    display_name: 'Receiver',
    url: receiver.url,
    application: `applications/${owner.client_id}`,
    filters: ['operation=Record'],
    ...more,
  });

/** Creates an asset with attributes. Returns its identity. */
export const newAsset = async (client: Client, { token }: Tenant, attributes: object = {}): Promise<string> =>
  (
    await done(client, token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      proof_mechanism: 'MERKLE_LOG',
      attributes,
    })
  ).identity;

/** Records an event of a type. Returns it. */
export const newEvent = (client: Client, { token }: Tenant, asset: string, type: string): Promise<any> =>
  done(client, token, 'POST', `/v2/${asset}/events`, record(type));

/** The events in requests, by their type; tests and creations of assets as `undefined`. */
export const typesIn = (received: readonly Received[]): (string | undefined)[] =>
  received.map(({ body }) => JSON.parse(body).data.event_attributes?.arc_display_type);

/** The delivery log of a webhook, newest first. */
export const attemptsOf = async (
  client: Client,
  { token }: Tenant,
  { identity }: { identity: string },
): Promise<any[]> => (await done(client, token, 'GET', `/v1/${identity}/deliveries?page_size=500`)).deliveries;

/** Waits until a value is this one. */
export const until = (value: () => unknown, expected: unknown): Promise<void> =>
  expect.poll(value, { interval: 25 }).toEqual(expected);

import { beforeAll, expect, test } from 'vitest';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { anchoringService } from '../support/anchoring.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { anchored, PUBLIC, verifyAnchor } from './support.ts';

let service: Service;
let client: Client;
let owner: Tenant;

beforeAll(async () => {
  service = await anchoringService();
  client = await openClient(service);
  owner = await newTenant(service, 'Owner');
});

/** Records events that keys of both algorithms have signed, and one without a signature. Returns their identities. */
async function recorded(asset: string): Promise<string[]> {
  const { events } = new EvidenceClient({ url: service.base, token: owner.token });
  const identities: string[] = [];
  for (const alg of ['ES256', 'EdDSA'] as const) {
    const { key, enrolment, sign } = newAuthorKey(alg);
    await done(client, owner.token, 'POST', '/v1/signing_keys', {
      display_name: alg,
      enrolment: enrolment(`${ORIGIN}/archivist`, claimsOf(owner.token, owner.tenant_identity)),
    });
    const evidence = {
      event_attributes: { arc_display_type: 'Inspection', état: '✓', parts: [{ name: 'seal' }, { name: 'valve' }] },
      asset_attributes: { weight: '12.5' },
    };
    const signed = await events.sign(asset, evidence, { publicJwk: key, sign });
    identities.push((await events.record(asset, signed)).identity);
  }
  identities.push((await done(client, owner.token, 'POST', `/v2/${asset}/events`, RECORD)).identity);
  return identities;
}

test.each([
  ['the tenancy', false],
  ['anonymous callers', true],
])('a window of signed events has the hash of the public tool for %s', async (_who, isPublic) => {
  const { identity } = await done(client, owner.token, 'POST', '/v2/assets', { attributes: {}, public: isPublic });
  const identities = await recorded(identity);
  const [token, prefix] = isPublic ? [undefined, 'public'] : [owner.token, ''];
  const inWindows = new Set<string>();
  for (const event of identities) {
    await anchored(client, token, `/v2/${prefix}${event}`);
    const path = `/v1alpha2/blockchain/${prefix}${event}`;
    const { transactions } = await done(client, token as string, 'GET', path);
    const scope = isPublic ? PUBLIC : idOf(owner.tenant_identity);
    const events = await verifyAnchor(service, token, transactions[0], scope);
    for (const each of events) {
      inWindows.add(each.identity);
      expect(JSON.stringify(each)).not.toMatch(/signature|statement/);
    }
  }
  for (const event of identities) expect(inWindows).toContain(`${prefix}${event}`);
});

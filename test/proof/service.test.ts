import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyProof } from '../../src/proof/verify.ts';
import { anchored } from '../anchoring/support.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  client = await openClient(service);
  owner = await newTenant(service, 'Owner');
});
afterAll(() => service?.close());

/** An event of a new asset, with attributes of all kinds. */
async function recorded(asset: object): Promise<{ identity: string; asset_identity: string }> {
  const { identity } = await done(client, owner.token, 'POST', '/v2/assets', asset);
  return done(client, owner.token, 'POST', `/v2/${identity}/events`, {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    timestamp_declared: '2019-11-27T15:44:19.25+01:00',
    event_attributes: {
      état: '✓',
      '\u{1F600}': 'x',
      '\uFF5E': '',
      authors: [{ name: 'G' }, {}],
      map: { b: '', a: '1' },
    },
    asset_attributes: { weight: '12.5' },
  });
}

test.each<[string, object, 'tenant' | 'public']>([
  ['a SIMPLE_HASH event', { attributes: { a: '1' } }, 'tenant'],
  ['a public event, to its tenant', { attributes: {}, public: true }, 'tenant'],
  ['a public event, to everybody', { attributes: {}, public: true }, 'public'],
  ['a KHIPU event', { attributes: { a: '1' }, proof_mechanism: 'KHIPU' }, 'tenant'],
])('the service proves %s', async (_name, asset, view) => {
  const { identity } = await recorded(asset);
  const [token, path] = view === 'public' ? [undefined, `/v2/public${identity}`] : [owner.token, `/v2/${identity}`];
  await anchored(client, token, path);
  const proof = await done(client, token as string, 'GET', `${path}:proof`);
  expect([proof.view, proof.event.identity]).toEqual([view, identity]);
  const report = verifyProof(proof, { genesis: proof.chain.genesis_hash, validator: proof.chain.validator_address });
  expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.ok).toBe(true);
});

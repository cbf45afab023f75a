import { beforeAll, expect, test } from 'vitest';
import { SimpleHash } from '../../src/formats/simple-hash.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { anchored } from '../anchoring/support.ts';
import { openClient, type Client } from '../support/client.ts';
import { anchoringService } from '../support/anchoring.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, type Service, type Tenant } from '../support/service.ts';
import { simpleHashOf } from '../support/simple-hash.ts';
import { done } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;

beforeAll(async () => {
  service = await anchoringService();
  client = await openClient(service);
  owner = await newTenant(service, 'Owner');
});

/** Records an event with attributes of all kinds on a new asset. */
async function recorded(asset: object): Promise<{ identity: string; asset_identity: string }> {
  const { identity } = await done(client, owner.token, 'POST', '/v2/assets', asset);
  return done(client, owner.token, 'POST', `/v2/${identity}/events`, {
    ...RECORD,
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
  ['a public event to its tenancy', { attributes: {}, public: true }, 'tenant'],
  ['a public event to anonymous callers', { attributes: {}, public: true }, 'public'],
  ['a KHIPU event', { attributes: { a: '1' }, proof_mechanism: 'KHIPU' }, 'tenant'],
])('the service returns a valid proof of %s', async (_name, asset, view) => {
  const { identity } = await recorded(asset);
  const [token, path] = view === 'public' ? [undefined, `/v2/public${identity}`] : [owner.token, `/v2/${identity}`];
  await anchored(client, token, path);
  const proof = await done(client, token as string, 'GET', `${path}:proof?form=window`);
  expect([proof.view, proof.event.identity]).toEqual([view, view === 'public' ? `public${identity}` : identity]);
  const report = verifyProof(proof, { genesis: proof.chain.genesis_hash, validator: proof.chain.validator_address });
  expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.ok).toBe(true);
});

test('a proof of a public window is valid with both forms of identities, with the same hash', async () => {
  const { identity } = await recorded({ attributes: {}, public: true });
  await anchored(client, undefined, `/v2/public${identity}`);
  const proof = await done(client, undefined as never, 'GET', `/v2/public${identity}:proof?form=window`);
  const earlier = JSON.parse(JSON.stringify(proof).replaceAll('"publicassets/', '"assets/')) as typeof proof;
  const hashes = [proof, earlier].map(({ events }) => {
    const hash = new SimpleHash();
    for (const event of events) hash.add(event);
    return hash.digest();
  });
  expect(hashes).toEqual([proof.anchor.anchor_hash, proof.anchor.anchor_hash]);
  expect([simpleHashOf(proof.events), simpleHashOf(earlier.events)]).toEqual(hashes);
  const families = [proof, earlier].map(({ events }) => [
    ...new Set(events.map((event: { identity: string }) => event.identity.split('/')[0])),
  ]);
  expect(families).toEqual([['publicassets'], ['assets']]);
  expect([proof, earlier].map((each) => verifyProof(each).ok)).toEqual([true, true]);
  // A window that mixes both forms is not valid.
  const mixed = { ...proof, events: [...earlier.events.slice(0, 1), ...proof.events.slice(1)] };
  expect(verifyProof(mixed).steps.at(-1)).toMatchObject({ name: 'window', ok: false });
});

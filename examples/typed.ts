/**
 * Creates an asset, records an event, reads it, waits for its proof and verifies the proof.
 * Usage: npx node examples/typed.ts [CREDENTIALS]
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTypedClient, tokenFor, uuidOf } from '../client/client.ts';
import { verifyProof } from '../src/proof/verify.ts';

type Credentials = { base_url: string; client_id: string; client_secret: string };

const { base_url, client_id, client_secret } = JSON.parse(
  readFileSync(process.argv[2] ?? '.state/admin.json', 'utf8'),
) as Credentials;
// A token is valid for one hour.
const client = openTypedClient(base_url, await tokenFor(base_url, client_id, client_secret));

/** The body of a response. Throws the message of an error. */
function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

const asset = dataOf(
  await client.POST('/v2/assets', {
    body: {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name: 'Pump 7', arc_display_type: 'Pump' },
    },
  }),
);
const asset_uuid = uuidOf(asset.identity);
console.log(`asset:   ${asset.identity}`);

const event = dataOf(
  await client.POST('/v2/assets/{uuid}/events', {
    // With an Idempotency-Key, the request can be sent again after a lost response without a second event.
    params: { path: { uuid: asset_uuid }, header: { 'idempotency-key': randomUUID() } },
    body: {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: { arc_display_type: 'Inspection', inspector: 'Ada' },
      asset_attributes: { condition: 'good' },
    },
  }),
);
console.log(`event:   ${event.identity}`);

const changed = dataOf(await client.GET('/v2/assets/{uuid}', { params: { path: { uuid: asset_uuid } } }));
console.log(`asset:   condition is ${changed.attributes['condition']}`);
const path = { asset_uuid, uuid: uuidOf(event.identity) };
const read = dataOf(await client.GET('/v2/assets/{asset_uuid}/events/{uuid}', { params: { path } }));
console.log(`event:   inspector is ${read.event_attributes['inspector']}`);

const node = dataOf(await client.GET('/v1/node'));
const report = verifyProof(await proofOfEvent(), { genesis: node.blockchain_nodes[0]?.genesis_hash });
for (const { name, ok, detail } of report.steps) console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(11)} ${detail}`);
if (!report.ok || !report.vouched) throw new Error('the proof is not valid');
console.log(`The proof is valid: ${report.word}.`);

/** The proof responds with 404 until the event is anchored. */
async function proofOfEvent(): Promise<unknown> {
  for (let seconds = Number(process.env['PROOF_SECONDS'] ?? 120); ; seconds--) {
    const params = { path, query: { form: 'window' as const } };
    const result = await client.GET('/v2/assets/{asset_uuid}/events/{uuid}:proof', { params });
    if (result.response.status !== 404 || seconds <= 0) return dataOf(result);
    await sleep(1000);
  }
}

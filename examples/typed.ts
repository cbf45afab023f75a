/**
 * Creates an asset, records an event, reads it, waits for its proof and verifies the proof.
 * Usage: npx node examples/typed.ts [CREDENTIALS]
 */
import { readFileSync } from 'node:fs';
// In a program of your own: from 'asset-evidence-client'.
import { EvidenceClient, verifyProof } from '../apps/client/src/index.ts';

type Credentials = { base_url: string; client_id: string; client_secret: string };

const { base_url, client_id, client_secret } = JSON.parse(
  readFileSync(process.argv[2] ?? '.state/admin.json', 'utf8'),
) as Credentials;
const client = new EvidenceClient({
  url: base_url,
  credentials: { clientId: client_id, clientSecret: client_secret },
});

const asset = await client.assets.create({
  behaviours: ['RecordEvidence'],
  attributes: { arc_display_name: 'Pump 7', arc_display_type: 'Pump' },
});
console.log(`asset:   ${asset.identity}`);

// The client sends an Idempotency-Key, so that a repetition after a lost response records no second event.
const event = await client.events.record(asset.identity, {
  event_attributes: { arc_display_type: 'Inspection', inspector: 'Ada' },
  asset_attributes: { condition: 'good' },
});
console.log(`event:   ${event.identity}`);

const changed = await client.assets.get(asset.identity);
console.log(`asset:   condition is ${changed.attributes['condition']}`);
const read = await client.events.get(event.identity);
console.log(`event:   inspector is ${read.event_attributes['inspector']}`);

const within = Number(process.env['PROOF_SECONDS'] ?? 120) * 1000;
const proof = await client.proofs.wait(event.identity, { form: 'window', within });
const node = await client.request('GET', '/v1/node');
const genesis = node.blockchain_nodes[0]?.genesis_hash;
const { verdict, reliesOn, steps } = verifyProof(proof, genesis === undefined ? {} : { genesis });
for (const { name, ok, detail } of steps) console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(11)} ${detail}`);
if (verdict !== 'valid') throw new Error(`the proof is ${verdict}`);
console.log(`The proof is valid: ${reliesOn}.`);

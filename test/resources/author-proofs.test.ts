import { afterAll, beforeAll, expect, test } from 'vitest';
import { EvidenceClient, type Evidence, type EventSigner } from '../../apps/client/src/index.ts';
import { formatNote, parseNote } from '../../src/formats/log/note.ts';
import { formatCheckpoint, parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { ownerCommitment, parseEntry } from '../../src/formats/log/entry.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { fromBase64, fromCanonicalBase64, toBase64, toBase64Url } from '../../src/lib/text.ts';
import type { Step } from '../../src/proof/report.ts';
import { authorStep } from '../../src/proof/log-author.ts';
import { treeOf } from '../../src/proof/log-entry.ts';
import { readLogProof } from '../../src/proof/log-document.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { bitFlips } from '../core/transparency/support/memory-log.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { LogReader } from '../support/logs.ts';
import { importSubject, READ, WRITE } from '../support/sharing.ts';
import { newTenant, ORIGIN, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { sampled } from '../support/size.ts';

/** What the proof of a signed event shows of its key and of its time, in a log with maps. */

const INSPECTION = { arc_display_type: 'Inspection' };

let service: Service;
let http: Client;
let tenant: Tenant;
let client: EvidenceClient;
let signer: EventSigner;
let known: string[];
let log: string;

beforeAll(async () => {
  service = await startService({ vars: { COMPLETENESS_SECONDS: '1' } });
  http = await openClient(service);
  tenant = await newTenant(service, 'Authors');
  log = tenant.tenant_identity.split('/')[1]!;
  client = new EvidenceClient({ url: service.base, token: tenant.token });
  signer = await newSigner();
  known = [toBase64Url(thumbprintOf(signer.publicJwk))];
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, token = tenant.token): Promise<Answer> =>
  http.call(token, method, path, { body });
async function newSigner(
  key = newAuthorKey(),
  { token, tenant_identity } = tenant,
): Promise<EventSigner & { identity: string }> {
  const enrolment = key.enrolment(`${ORIGIN}/archivist`, claimsOf(token, tenant_identity));
  const { body } = await call('POST', '/v1/signing_keys', { display_name: 'Phone', enrolment }, token);
  return { publicJwk: key.key, sign: key.sign, identity: body.identity };
}
/** The identity of a signed event of an asset. */
async function record(
  asset: string,
  { by = signer, checkpoint, ...evidence }: Evidence & { by?: EventSigner; checkpoint?: string | Uint8Array } = {},
): Promise<string> {
  const signed = await client.events.sign(asset, evidence, by, checkpoint ? { checkpoint } : {});
  return (await client.events.record(asset, signed)).identity;
}
async function proofOf(event: string, token = tenant.token): Promise<LogProof> {
  await expect.poll(async () => (await call('GET', `/v2/${event}:proof`, undefined, token)).status).toBe(200);
  return readLogProof((await call('GET', `/v2/${event}:proof`, undefined, token)).body);
}
const stepOf = (proof: LogProof): Step => authorStep(proof, { authorKeys: known })!;
/** The schemas of the entries of a proof. */
const schemasOf = (proof: LogProof): string[] =>
  proof.author!.entries.map(({ entry }) => parseEntry(fromCanonicalBase64(entry)!).schema);
/** The latest checkpoint of the log, once it has an entry LOGMAPV1. */
async function checkpointWithMap(): Promise<Uint8Array> {
  const reader = new LogReader(http, tenant.token, log);
  const hasMap = async (): Promise<boolean> =>
    (await reader.entries((await reader.describe()).size)).map(parseEntry).some(({ schema }) => schema === 'LOGMAPV1');
  await expect.poll(hasMap).toBe(true);
  return client.proofs.checkpoint(log);
}

test('a reader of a part verifies when the author has signed, and where their key was enrolled', async () => {
  const { body: application } = await call('POST', '/iam/v1/applications', { display_name: 'reader' });
  const reader = await tokenOf(service, application.client_id, application.credentials[0].secret);
  const { identity: asset } = await client.assets.create({ attributes: { kind: 'door', pin: '4711' } });
  const policy = await call('POST', '/iam/v1/access_policies', {
    display_name: 'state only',
    filters: [{ or: ['attributes.kind=door'] }],
    access_permissions: [
      {
        user_attributes: [{ or: [`subject=${application.client_id}`] }],
        asset_attributes_read: ['state'],
        event_arc_display_type_read: ['Inspection'],
      },
    ],
  });
  expect(policy.status, policy.text).toBe(200);
  const event = await record(asset, {
    checkpoint: await checkpointWithMap(),
    event_attributes: { arc_display_type: 'Inspection' },
    asset_attributes: { state: 'good', pin: '4712' },
  });
  const proof = await proofOf(event, reader);
  expect(proof.event.asset_attributes).toEqual({ state: 'good' });
  const { ok, detail } = stepOf(proof);
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`;
  expect([ok, detail]).toEqual([
    true,
    expect.stringMatching(
      new RegExp(
        `signed between ${time} and ${time} by the clock of the operator, after the tree of \\d+ entries and ` +
          `before entry ${proof.index}; key enrolled in entry 1 at ${time}; ` +
          `the proof shows no revocation up to size ${treeOf(proof.checkpoint).size}; it is a known key`,
      ),
    ),
  ]);
  expect(schemasOf(proof)).toEqual(['LOGAUTHORKEYV1', 'LOGMAPV1']);
  expect(schemasOf(await proofOf(await record(asset)))).toEqual(['LOGAUTHORKEYV1']);
  // The owner is a salted hash.
  const [enrolment] = proof.author!.entries.map(({ entry }) => parseEntry(fromCanonicalBase64(entry)!));
  const { owner } = (await call('GET', '/v1/signing_keys')).body.signing_keys.at(-1);
  expect(JSON.stringify(enrolment)).not.toContain(owner.subject);
  expect(enrolment!['owner']).not.toBe(ownerCommitment(owner, ''));
});

test('the step author fails for every changed bit of the entries and of the consistency proof', async () => {
  const { identity: asset } = await client.assets.create({});
  const proof = await proofOf(await record(asset, { checkpoint: await checkpointWithMap() }));
  // Later entries, so that no path is empty.
  expect(stepOf(proof)).toMatchObject({ ok: true });
  const author = proof.author!;
  const fails = (part: Partial<typeof author>): void =>
    expect(stepOf({ ...proof, author: { ...author, ...part } })).toMatchObject({ ok: false });
  for (const flipped of sampled([...bitFlips(fromBase64(author.consistency!)!)], 13))
    fails({ consistency: toBase64Url(flipped) });
  for (const [n, each] of author.entries.entries()) {
    const changed = (part: Partial<typeof each>): void =>
      fails({ entries: author.entries.with(n, { ...each, ...part }) });
    for (const flipped of sampled([...bitFlips(fromBase64(each.path)!)], 13)) changed({ path: toBase64Url(flipped) });
    for (const flipped of sampled([...bitFlips(fromCanonicalBase64(each.entry)!)], 31))
      changed({ entry: toBase64(flipped) });
  }
});

test('a statement that names a checkpoint of no tree of this log is recorded, and fails the step', async () => {
  const { identity: asset } = await client.assets.create({});
  const { text, signatures } = parseNote(await client.proofs.checkpoint(log));
  const tree = parseCheckpoint(text);
  const note = (change: Partial<typeof tree>): string =>
    formatNote({ text: formatCheckpoint({ ...tree, ...change }), signatures });
  const others: [string, string][] = [
    [note({ root: new Uint8Array(32).fill(1) }), 'is not one of this log'],
    [note({ size: tree.size - 1 }), 'is not one of this log'],
    [note({ size: 1_000_000 }), 'is not one before entry'],
    [note({ origin: 'elsewhere.example/log' }), 'is of the log elsewhere.example/log'],
  ];
  for (const [checkpoint, why] of others)
    expect(stepOf(await proofOf(await record(asset, { checkpoint })))).toMatchObject({
      ok: false,
      detail: expect.stringContaining(why),
    });
});

test('a proof shows the revocation of the key, also in a log that replaces the one of the event', async () => {
  const { identity: asset } = await client.assets.create({});
  const own = await newSigner();
  known.push(toBase64Url(thumbprintOf(own.publicJwk)));
  const event = await record(asset, { by: own, checkpoint: await client.proofs.checkpoint(log) });
  // At once: the log does not have the event yet.
  expect((await call('POST', `/v1/${own.identity}:revoke`, { reason: 'lost' })).status).toBe(200);
  await expect.poll(async () => stepOf(await proofOf(event)).detail).toMatch(/and revoked later, in entry \d+ at /);
  expect(stepOf(await proofOf(event))).toMatchObject({ ok: true });
  const { log: id } = await new LogReader(http, tenant.token, log).describe();
  const ended = await call('POST', `/operator/v1/logs/${id}:end`, { reason: 'a test' }, SECRETS.OPERATOR_SECRET);
  expect(ended.status, ended.text).toBe(200);
  await client.events.record(asset, {});
  await expect.poll(async () => (await proofOf(event)).checkpoint.includes(id)).toBe(false);
  const proof = await proofOf(event);
  expect(schemasOf(proof)).toEqual(['LOGGENESISV1', 'LOGAUTHORKEYV1', 'LOGAUTHORKEYV1']);
  expect(stepOf(proof)).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/after a checkpoint of the log that this one replaces, .*, and revoked later, in/),
  });
});

test('an enrolment of the key in another tenancy than that of its author changes no proof', async () => {
  const partner = await newTenant(service, 'Partner');
  const { identity: subject } = await importSubject(http, { of: partner, into: tenant, name: 'Partner' });
  await importSubject(http, { of: tenant, into: partner, name: 'Owner' });
  const { identity: asset } = await client.assets.create({ attributes: { kind: 'pump' } });
  const shared = await call('POST', '/iam/v1/access_policies', {
    display_name: 'pumps',
    filters: [{ or: ['attributes.kind=pump'] }],
    access_permissions: [{ subjects: [subject], ...READ, ...WRITE }],
  });
  expect(shared.status, shared.text).toBe(200);
  const [taken, own] = [newAuthorKey(), newAuthorKey()];
  const events: string[] = [];
  const partnerClient = new EvidenceClient({ url: service.base, token: partner.token });
  for (const key of [taken, own]) {
    known.push(toBase64Url(thumbprintOf(key.key)));
    const by = await newSigner(key, partner);
    const signed = await partnerClient.events.sign(asset, { event_attributes: INSPECTION }, by);
    events.push((await partnerClient.events.record(asset, signed)).identity);
  }
  for (const event of events) expect(stepOf(await proofOf(event))).toMatchObject({ ok: true });
  // A member of the tenancy of the log enrols the first key. The second one is enrolled there by its owner.
  const { sub, iss } = claimsOf(partner.token, partner.tenant_identity);
  await service.db
    .prepare(
      `INSERT INTO author_key_changes (number, tenant, thumbprint, change, at_us, issuer, subject, salt)
        SELECT max(number) + 1, ?, ?, 'enrolled', 1, ?, ?, '' FROM author_key_changes`,
    )
    .bind(log, known.at(-1), iss, sub)
    .run();
  const { identity } = await newSigner(taken);
  expect((await call('POST', `/v1/${identity}:revoke`, { reason: 'a test' })).status).toBe(200);
  const last = await record(asset);
  const { checkpoint } = await proofOf(last);
  for (const event of events) {
    await expect.poll(async () => (await proofOf(event)).checkpoint).toBe(checkpoint);
    const proof = await proofOf(event);
    expect(schemasOf(proof)).not.toContain('LOGAUTHORKEYV1');
    expect(stepOf(proof)).toMatchObject({ ok: true });
  }
  const reader = new LogReader(http, tenant.token, log);
  const keys = (await reader.entries((await reader.describe()).size)).map(parseEntry);
  for (const thumbprint of known.slice(-2))
    expect(keys.some((entry) => entry['thumbprint'] === thumbprint && entry['change'] === 'enrolled')).toBe(true);
});

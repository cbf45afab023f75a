import { beforeAll, expect, test } from 'vitest';
import { statementCommitments, statementSalts, type SignedContent } from '../../src/formats/statement/commitments.ts';
import {
  decodeStatement,
  encodePayload,
  encodeStatement,
  signStatement,
  statementDigest,
} from '../../src/formats/statement/statement.ts';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { commitmentOfField } from '../../src/formats/content-commitment.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { answersOf } from '../../src/proof/answers.ts';
import { examine } from '../../src/proof/examine.ts';
import { authorStep } from '../../src/proof/log-author.ts';
import { LOG_FORM } from '../../src/proof/log-verify.ts';
import { knownAuthor, pinsOf } from '../../src/proof/pin-file.ts';
import { sampled } from '../support/size.ts';
import { bitFlips } from '../core/transparency/support/memory-log.ts';
import { readLogProof } from '../../src/proof/log-document.ts';
import { entryChecks } from '../../src/proof/log-entry.ts';
import { runStep } from '../../src/proof/report.ts';
import { LogReader } from '../support/logs.ts';
import { joinBytes } from '../../src/lib/bytes.ts';
import { fromBase64, fromCanonicalBase64, toBase64, toBase64Url, toHex } from '../../src/lib/text.ts';
import { claimsOf, newAuthorKey, type TestKey } from '../support/authors.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { ANCHORING, newTenant, ORIGIN, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let author: TestKey;
let asset: string;

const EVENT = {
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: { arc_display_type: 'Inspection', pin: '4711' },
  asset_attributes: { state: 'good' },
  timestamp_declared: '2026-11-28T14:02:07Z',
};
const PRINCIPAL = { issuer: 'https://idp.example.com', subject: 'ida', display_name: 'Ida', email: '' };

beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  tenant = await newTenant(service, 'Authors');
  author = newAuthorKey();
  await enrol(author);
  asset = (await call('POST', '/v2/assets', { attributes: {} })).body.identity;
});

const call = (method: string, path: string, body?: unknown, token = tenant.token): Promise<Answer> =>
  client.call(token, method, path, { body });
const enrolmentIn = ({ tenant_identity }: Tenant, of: TestKey, token: string): string =>
  of.enrolment(`${ORIGIN}/archivist`, claimsOf(token, tenant_identity));
const enrol = (of: TestKey, token = tenant.token): Promise<Answer> =>
  call('POST', '/v1/signing_keys', { display_name: 'Phone', enrolment: enrolmentIn(tenant, of, token) }, token);

type Body = typeof EVENT & SignedContent;
/** The body of a request for this event, signed as `signed`. */
async function signed(event: Body, by: TestKey = author, what: Body = event, on = asset): Promise<object> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  const { operation, behaviour, timestamp_declared } = what;
  const commitments = statementCommitments(what, seed);
  const payload = {
    asset_identity: on,
    operation,
    behaviour,
    timestamp_declared,
    commitments,
    nonce,
    checkpoint: undefined,
  };
  const statement = await signStatement(by.key, payload, by.sign);
  return {
    ...event,
    author_statement: {
      signature: toBase64(encodeStatement(statement, 'detached')),
      payload: toBase64(encodePayload(statement.payload)),
      seed: toBase64Url(seed),
    },
  };
}
const record = (body: unknown, token = tenant.token): Promise<Answer> =>
  call('POST', `/v2/${asset}/events`, body, token);

test('a signed event is recorded, and its entry in the log of the tenancy covers the statement', async () => {
  const body = await signed({ ...EVENT, principal_declared: PRINCIPAL });
  const made = await record(body);
  expect(made.status, made.text).toBe(200);
  expect(made.body).toMatchObject({ ...EVENT, principal_declared: PRINCIPAL });
  expect(made.text).not.toContain('author_statement');
  const proof = await proofOf(made.body.identity);
  expect(proof.entry.author_statement).toBe(digestOf(body));
  for (const [name, check] of entryChecks(proof)) expect(runStep(name, check)).toMatchObject({ ok: true });
  const other = { ...proof, entry: { ...proof.entry, author_statement: '0'.repeat(64) } };
  expect(
    entryChecks(other)
      .filter(([name, check]) => !runStep(name, check).ok)
      .map(([name]) => name),
  ).toEqual(['path']);
  const log = new LogReader(client, tenant.token, tenant.tenant_identity.split('/')[1]!);
  const entry = (await log.entries((await log.describe()).size)).map(parseEntry).at(proof.index);
  expect(entry).toMatchObject({ schema: 'LOGENTRYV2', author_statement: digestOf(body) });
});

test('the same statement returns the first event, also after its key was revoked', async () => {
  const own = newAuthorKey('EdDSA');
  const { identity } = (await enrol(own)).body;
  const body = await signed(EVENT, own);
  const first = await record(body);
  expect(first.status, first.text).toBe(200);
  const repeat = async () => (await record(body)).body.identity;
  expect(await repeat()).toBe(first.body.identity);
  expect((await call('POST', `/v1/${identity}:revoke`, { reason: 'lost' })).status).toBe(200);
  expect(await repeat()).toBe(first.body.identity);
  const refused = await record(await signed(EVENT, own));
  expectProblem(refused, 403);
  expect(refused.text).toContain('is revoked');
  // With the same seed and another nonce, it is another statement.
  expect((await record(await signed(EVENT))).body.identity).not.toBe(first.body.identity);
});

test('refuses a statement of a key that is not one of the caller', async () => {
  const { body } = await call('POST', '/iam/v1/applications', { display_name: 'device' });
  const device = await tokenOf(service, body.client_id, body.credentials[0].secret);
  const [of, unknown] = [newAuthorKey(), newAuthorKey()];
  expect((await enrol(of, device)).status).toBe(200);
  for (const by of [of, unknown]) expectProblem(await record(await signed(EVENT, by)), 403);
});

test('names each value that is not the one that the author has signed', async () => {
  const others: [Partial<Body>, string[]][] = [
    [{ event_attributes: { ...EVENT.event_attributes, pin: '4712' } }, ['event_attributes.pin']],
    [{ asset_attributes: { state: 'good', note: 'x' } as never }, ['asset_attributes.note']],
    [{ timestamp_declared: '2026-11-28T14:02:08Z' }, ['timestamp_declared']],
    [{ principal_declared: PRINCIPAL }, ['principal_declared']],
    [{ asset_attributes: {} as never }, ['author_statement.payload']],
  ];
  for (const [changed, fields] of others) {
    const answer = await record(await signed({ ...EVENT, ...changed }, author, EVENT));
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual(fields);
  }
  const elsewhere = await record(await signed(EVENT, author, EVENT, `assets/${crypto.randomUUID()}`));
  expect(fieldsOf(elsewhere)).toEqual(['asset_identity']);
  const { timestamp_declared: _, ...undeclared } = (await signed(EVENT)) as Body;
  expect(fieldsOf(await record(undeclared))).toEqual(['timestamp_declared']);
});

test('refuses statements of another form, in batches, and with a Record-Id', async () => {
  const body = (await signed(EVENT)) as { author_statement: Record<string, string> };
  const { signature, payload, seed } = body.author_statement as { signature: string; payload: string; seed: string };
  const bytes = fromCanonicalBase64(signature)!;
  bytes[bytes.length - 1]! ^= 1;
  const changed: [object, string][] = [
    [{ signature: toBase64(bytes) }, 'author_statement.signature'],
    [{ signature: payload }, 'author_statement'],
    [{ signature: 'x' }, 'author_statement.signature'],
    [{ seed: seed.slice(1) }, 'author_statement.seed'],
  ];
  for (const [part, field] of changed)
    expect(fieldsOf(await record({ ...body, author_statement: { signature, payload, seed, ...part } }))).toEqual([
      field,
    ]);
  const named = await client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body,
    headers: { 'record-id': crypto.randomUUID() },
  });
  expect(fieldsOf(named)).toEqual(['record-id']);
  const batch = await call('POST', '/v2/assets/-/events:batch', { events: [{ ...body, asset_identity: asset }] });
  expect(fieldsOf({ body: batch.body.results[0].error })).toEqual(['author_statement']);
});

test('a proof shows offline which key has signed the event', async () => {
  const made = await record(await signed({ ...EVENT, principal_declared: PRINCIPAL }));
  const proof = await proofOf(made.body.identity);
  const thumbprint = toBase64Url(thumbprintOf(author.key));
  const stepOf = (of: LogProof, authorKeys?: string[]) => authorStep(of, authorKeys ? { authorKeys } : {});
  expect(stepOf(proof, ['unknown', thumbprint])).toMatchObject({
    ok: true,
    detail: expect.stringContaining(thumbprint),
  });
  expect(stepOf(proof)).toMatchObject({ ok: true, skipped: true });
  expect(stepOf(proof, ['unknown'])).toMatchObject({ ok: false });
  const pins = { authors: { [thumbprint]: 'Ada, phone' } };
  expect([pinsOf(proof, pins), knownAuthor(proof, pins)]).toEqual([{ authorKeys: [thumbprint] }, 'Ada, phone']);
  expect(pinsOf(proof, { authors: { ['A'.repeat(43)]: 'Eve' } })).toEqual({});
  const { report } = examine(proof, {}, LOG_FORM);
  const step = stepOf(proof, [thumbprint])!;
  const answers = answersOf({ ...report, steps: [...report.steps, step] }, proof, { trust: {}, author: 'Ada, phone' });
  expect(answers[0]).toEqual({ question: 'who', mark: 'checked', text: `signed by Ada, phone, ${thumbprint}` });
  const changed = (event: object): LogProof => ({ ...proof, event: { ...proof.event, ...event } });
  expect(stepOf(changed({ event_attributes: { ...EVENT.event_attributes, pin: '4712' } }))).toMatchObject({
    ok: false,
    detail: expect.stringContaining('event_attributes.pin'),
  });
  expect(stepOf(changed({ principal_declared: { ...PRINCIPAL, subject: 'eve' } }))).toMatchObject({ ok: false });
  for (const part of ['signature', 'payload'] as const)
    for (const flipped of sampled([...bitFlips(fromCanonicalBase64(proof.author![part])!)], 31))
      expect(stepOf({ ...proof, author: { ...proof.author!, [part]: toBase64(flipped) } })).toMatchObject({
        ok: false,
      });
  const otherSeed = { ...proof.author!, seed: toBase64Url(new Uint8Array(32)) } as never;
  expect(stepOf({ ...proof, author: otherSeed })).toMatchObject({ ok: false });
  const unsigned = await proofOf((await record(EVENT)).body.identity);
  expect(unsigned).not.toHaveProperty('author');
  expect(stepOf(unsigned, [thumbprint])).toMatchObject({ ok: false });
});

test('an event that lacks a value which its author has signed is refuted for readers of all of it', async () => {
  const proof = await proofOf((await record(await signed(EVENT))).body.identity);
  const known = [toBase64Url(thumbprintOf(author.key))];
  const step = (of: LogProof) => authorStep(of, { authorKeys: known });
  expect(step(proof)).toMatchObject({ ok: true, detail: expect.stringContaining('the event as it is shown, without') });
  const { pin: _, ...shorter } = EVENT.event_attributes;
  const event = { ...proof.event, event_attributes: shorter };
  expect(step({ ...proof, event })).toMatchObject({
    ok: false,
    detail: expect.stringContaining('commits to a value that the event does not have'),
  });
  // Stored again, it has another id.
  expect(
    step({ ...proof, event: { ...proof.event, identity: `${asset}/events/${crypto.randomUUID()}` } }),
  ).toMatchObject({
    ok: false,
    detail: expect.stringContaining('the statement is that of the event'),
  });
  // Whoever made the proof cannot choose that fewer values are compared.
  const { seed, ...part } = proof.author! as { seed: string } & NonNullable<LogProof['author']>;
  const visible = { event_attributes: shorter, asset_attributes: EVENT.asset_attributes };
  const salts = toBase64Url(joinBytes(statementSalts(visible, fromBase64(seed)!)));
  const withSalts = { ...part, salts } as never;
  expect(step({ ...proof, event, author: withSalts })).toMatchObject({
    ok: false,
    detail: expect.stringContaining('author.seed is missing'),
  });
  // A reader of a part is told that the author may have signed more.
  const content = { salts: '', hidden: '' };
  expect(step({ ...proof, event, content, author: withSalts })).toMatchObject({
    ok: true,
    detail: expect.stringContaining('has signed what is shown of the event, without principals, and perhaps more'),
  });
  expect(step({ ...proof, event, content })).toMatchObject({ ok: false });
});

test('a reader of a part verifies the signature, and learns nothing of what is hidden', async () => {
  const { body: application } = await call('POST', '/iam/v1/applications', { display_name: 'reader' });
  const reader = await tokenOf(service, application.client_id, application.credentials[0].secret);
  const on = (await call('POST', '/v2/assets', { attributes: { kind: 'door' } })).body.identity;
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
  const event = {
    ...EVENT,
    asset_attributes: { state: 'good', pin: '4711' },
    event_attributes: { arc_display_type: 'Inspection' },
  };
  const made = await call('POST', `/v2/${on}/events`, await signed(event as never, author, event as never, on));
  const proof = await proofOf(made.body.identity, reader);
  expect(proof.event.asset_attributes).toEqual({ state: 'good' });
  for (const [name, check] of entryChecks(proof)) expect(runStep(name, check)).toMatchObject({ ok: true });
  const known = [toBase64Url(thumbprintOf(author.key))];
  expect(authorStep(proof, { authorKeys: known })).toMatchObject({ ok: true });
  const { payload } = decodeStatement(
    fromCanonicalBase64(proof.author!.signature)!,
    fromCanonicalBase64(proof.author!.payload)!,
  );
  const commitments = new Set(payload.commitments.map(toHex));
  expect(openingOf(proof).seed).toBe(undefined);
  const salts = fromBase64(openingOf(proof).salts!)!;
  expect(salts.length).toBe(32);
  expect(whoOf(proof, known)).toMatchObject({
    mark: 'checked',
    text: expect.stringMatching(/^signed by a key that you know, .*; they may have signed more than you see$/),
  });
  const labels = { salt: '', field: 'AUTHORSTATEMENTV1-FIELD', padding: '' };
  const commits = (guess: string, salt: Uint8Array): boolean =>
    commitments.has(toHex(commitmentOfField('asset_attributes', 'pin', guess, salt, labels)));
  const candidates = [salts.subarray(0, 16), salts.subarray(16), payload.nonce];
  for (let n = 0; n < 10_000; n++)
    for (const salt of candidates) if (commits(String(n).padStart(4, '0'), salt)) throw new Error(`found the PIN ${n}`);
});

test('the public log and public forms show nothing of a statement', async () => {
  const { identity } = (await call('POST', '/v2/assets', { public: true })).body;
  const body = await signed(EVENT, author, EVENT, identity);
  const made = await call('POST', `/v2/${identity}/events`, body);
  expect(made.status, made.text).toBe(200);
  expect((await proofOf(made.body.identity)).entry.author_statement).toBe(digestOf(body));
  const shown = await proofOf(`public${made.body.identity}`, undefined);
  expect(shown.entry.author_statement).toBe(undefined);
  expect(shown).not.toHaveProperty('author');
  for (const [name, check] of entryChecks(shown)) expect(runStep(name, check)).toMatchObject({ ok: true });
});

test('an erasure deletes the seed, and the entry still covers the statement', async () => {
  const on = (await call('POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG' })).body.identity;
  const event = { ...EVENT, asset_attributes: {} as never };
  const body = await signed(event, author, event, on);
  const { identity } = (await call('POST', `/v2/${on}/events`, body)).body;
  await proofOf(identity);
  // Once the log is anchored.
  const erase = async () => (await call('POST', `/v2/${identity}:erase`, { reason: 'asked for' })).status;
  await expect.poll(erase).toBe(200);
  const proof = await proofOf(identity);
  expect(proof.entry.author_statement).toBe(digestOf(body));
  for (const [name, check] of entryChecks(proof)) expect(runStep(name, check)).toMatchObject({ ok: true });
  const known = [toBase64Url(thumbprintOf(author.key))];
  for (const authorKeys of [known, undefined])
    expect(authorStep(proof, authorKeys ? { authorKeys } : {})).toMatchObject({
      ok: true,
      skipped: true,
      detail: expect.stringContaining('the event is marked as erased, so its statement shows nothing'),
    });
  expect(authorStep(proof, { authorKeys: ['unknown'] })).toMatchObject({ ok: false });
  expect(whoOf(proof, known)).toMatchObject({
    mark: 'unchecked',
    text: expect.stringContaining('the event is marked as erased'),
  });
  expectProblem(await call('POST', `/v2/${on}/events`, body), 409);
  const rows = await service.db
    .prepare('SELECT statement IS NULL AS unsigned, statement_seed AS seed FROM events WHERE id = ?')
    .bind(identity.split('/')[3])
    .all();
  expect(rows.results).toEqual([{ unsigned: 0, seed: null }]);
});

/** What leads from the content to the commitments of a statement. */
const openingOf = ({ author: part }: LogProof): { seed?: string; salts?: string } => part!;

/** Who recorded the event, as `verify` answers it. */
function whoOf(proof: LogProof, authorKeys: string[]) {
  const { report } = examine(proof, {}, LOG_FORM);
  const step = authorStep(proof, { authorKeys })!;
  return answersOf({ ...report, steps: [...report.steps, step] }, proof, { trust: { authorKeys } })[0];
}

/** The proof of an event, once the log has it. */
async function proofOf(identity: string, token: string | undefined = tenant.token) {
  const path = `/v2/${identity}:proof`;
  const of = identity.startsWith('public') ? undefined : token;
  await expect.poll(async () => (await client.call(of, 'GET', path)).status).toBe(200);
  return readLogProof((await client.call(of, 'GET', path)).body);
}

const digestOf = (body: object): string => {
  const { signature, payload } = (body as { author_statement: { signature: string; payload: string } })
    .author_statement;
  const statement = decodeStatement(fromCanonicalBase64(signature)!, fromCanonicalBase64(payload)!);
  return statementDigest(encodeStatement(statement, 'attached'));
};

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EvidenceClient, type Evidence, type EventSigner } from '../../apps/client/src/index.ts';
import { formatCheckpoint, parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { formatNote, parseNote } from '../../src/formats/log/note.ts';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { fromCanonicalBase64, toBase64Url } from '../../src/lib/text.ts';
import { exportAnswers } from '../../src/proof/exports/answers.ts';
import type { ExportReport } from '../../src/proof/exports/report.ts';
import { verifyExport } from '../../apps/cli/verify/export/run.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { editLine, exportDirectories, linesOf, seal, type Files } from '../proof/support/exports.ts';
import { claimsOf, newAuthorKey, type TestKey } from '../support/authors.ts';
import { openClient, type Client } from '../support/client.ts';
import { erased } from '../support/erasure.ts';
import { exported, fetched } from '../support/exports.ts';
import { LogReader } from '../support/logs.ts';
import { newTenant, ORIGIN, startService, type Service, type Tenant } from '../support/service.ts';
import { done, importSubject, READ, WRITE } from '../support/sharing.ts';
import { PATIENCE } from '../support/patience.ts';

/** The statements of authors in an export, which is verified offline. */

const EVENTS = 'events-00001.jsonl.gz';
const { run } = verifyCommand();
const written = exportDirectories();

let service: Service;
let http: Client;
let tenant: Tenant;
let client: EvidenceClient;
let signer: EventSigner;
let thumbprint: string;
let vkey: string;
/** The export, and the identities of its signed events: one that was erased, and one without a checkpoint. */
let files: Files;
let manifest: any;
let gone: string;
let plain: string;

async function enrol(key: TestKey, { token, tenant_identity }: Tenant): Promise<string> {
  const enrolment = key.enrolment(`${ORIGIN}/archivist`, claimsOf(token, tenant_identity));
  return (await done(http, token, 'POST', '/v1/signing_keys', { display_name: 'Phone', enrolment })).identity;
}
async function newSigner(of: Tenant, key = newAuthorKey()): Promise<EventSigner> {
  await enrol(key, of);
  return { publicJwk: key.key, sign: key.sign };
}
async function record(asset: string, evidence: Evidence, checkpoint?: Uint8Array): Promise<string> {
  const signed = await client.events.sign(asset, evidence, signer, checkpoint ? { checkpoint } : {});
  return (await client.events.record(asset, signed)).identity;
}
/** The files of an export. */
async function filesOf(of: any): Promise<Files> {
  const found: Files = new Map();
  for (const name of ['manifest.json', ...of.files.map((file: { name: string }) => file.name)]) {
    const response = await fetched(service, of.download_url.replace('manifest.json', name));
    found.set(name, Buffer.from(await response.arrayBuffer()));
  }
  return found;
}
const linesIn = (of: Files): any[] => linesOf(of.get(EVENTS)!).map((line) => JSON.parse(line));
const lineOf = (of: Files, event: string): number => linesIn(of).findIndex((line) => line.event.identity === event) + 1;
const verified = (of: Files, authorKeys?: string[]): Promise<ExportReport> =>
  verifyExport(written(of), { trust: { vkeys: [vkey], ...(authorKeys ? { authorKeys } : {}) } });
/** The export with another line of an event, as somebody makes it who computes all hashes again. */
function changed(of: Files, event: string, edit: (line: any) => void, hasStatements = true): Files {
  const copy: Files = new Map(of);
  editLine(copy, EVENTS, lineOf(of, event), edit);
  seal(copy, JSON.parse(of.get('manifest.json')!.toString()).log, { tenancy: manifest.tenancy, hasStatements });
  return copy;
}
const problems = ({ findings }: ExportReport): string[] =>
  findings.kept.map(({ step, problem }) => `${step}: ${problem}`);

beforeAll(async () => {
  service = await startService({ vars: { COMPLETENESS_SECONDS: '1', ANCHOR_WINDOW_SECONDS: '1' } });
  http = await openClient(service);
  tenant = await newTenant(service, 'Signed exports');
  client = new EvidenceClient({ url: service.base, token: tenant.token });
  signer = await newSigner(tenant);
  thumbprint = toBase64Url(thumbprintOf(signer.publicJwk));
  const log = tenant.tenant_identity.split('/')[1]!;
  const { identity: asset } = await client.assets.create({ proof_mechanism: 'MERKLE_LOG' });
  const reader = new LogReader(http, tenant.token, log);
  const hasMap = async (): Promise<boolean> =>
    (await reader.entries((await reader.describe()).size)).map(parseEntry).some(({ schema }) => schema === 'LOGMAPV1');
  await vi.waitUntil(hasMap, { timeout: PATIENCE });
  plain = await record(asset, { event_attributes: { pin: '4711' } });
  await record(asset, { event_attributes: { arc_display_type: 'Visit' } }, await client.proofs.checkpoint(log));
  gone = await record(asset, { event_attributes: { person: 'Ada' } });
  await client.events.record(asset, { event_attributes: { arc_display_type: 'not signed' } });
  await client.proofs.wait(gone);
  await erased(http, tenant.token, gone);
  files = await filesOf(await exported(http, tenant));
  manifest = JSON.parse(files.get('manifest.json')!.toString());
  ({ vkey } = manifest.log.keys.findLast((key: { vkey?: string }) => key.vkey));
});
afterAll(() => service.close());

test('an export has the statement, the seed and the key of each signed event, but not of an erased one', () => {
  expect(manifest.version).toBe(3);
  const schemas = manifest.log.entries.map(({ entry }: { entry: string }) => parseEntry(fromCanonicalBase64(entry)!));
  expect(schemas).toMatchObject([{ schema: 'LOGAUTHORKEYV1', change: 'enrolled', thumbprint }]);
  const authors = linesIn(files).map(({ event, proof }) => [event.identity, proof.author]);
  const signed = authors.filter(([, author]) => author);
  expect(signed).toHaveLength(2);
  for (const [identity, author] of signed) {
    expect(author).toMatchObject({ key: signer.publicJwk, enrolled: true, seed: expect.stringMatching(/^.{43}$/) });
    expect(author.consistency === undefined).toBe(identity === plain);
  }
  const line = linesIn(files)[lineOf(files, gone) - 1];
  expect(line.proof.entry.author_statement).toMatch(/^[0-9a-f]{64}$/);
  expect(line.proof.author).toBeUndefined();
});

test('npm run verify checks the authors of an export offline, and answers who has signed its events', async () => {
  const directory = written(files);
  const open = await run([directory, '--vkey', vkey]);
  expect([open.code, open.err]).toEqual([0, '']);
  expect(open.out).toMatch(/^ok {3}authors {5}2 statements of authors with 1 key are those of the events$/m);
  expect(open.out).toMatch(/^– Who +2 of 6 events are signed, with 1 key; --author-key checks whose they are$/m);
  expect(open.out).toMatch(/^✓ Complete +the export has all events of the log up to its checkpoint$/m);
  const known = await run([directory, '--vkey', vkey, '--author-key', thumbprint]);
  expect(known.out).toMatch(/^✓ Who +2 of 6 events are signed by keys that you know$/m);
  const other = toBase64Url(thumbprintOf(newAuthorKey().key));
  const unknown = await run([directory, '--vkey', vkey, '--author-key', other]);
  expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining(`the key ${other} has signed no event`)]);
  expect(unknown.out).toMatch(/^✕ Who +events are not signed as they are shown/m);
});

test('a statement is refused that is not of its event, or not by its key', async () => {
  const lines = linesIn(files);
  const [one, two] = lines.filter(({ proof }) => proof.author);
  const cases: [what: string, edit: (line: any) => void][] = [
    ['digest', (line) => (line.proof.author = two.event.identity === plain ? one.proof.author : two.proof.author)],
    ['seed', (line) => (line.proof.author.seed = two.proof.author.seed.replace(/^./, 'A'))],
    ['key', (line) => (line.proof.author.key = newAuthorKey().key)],
    ['signature', (line) => (line.proof.author.signature = line.proof.author.signature.replace(/.{4}$/, 'AAAA'))],
  ];
  for (const [what, edit] of cases) {
    const report = await verified(changed(files, plain, edit));
    expect(problems(report), what).toEqual([expect.stringMatching(/^authors: /)]);
    expect(exportAnswers(report)[0], what).toMatchObject({ question: 'who', mark: 'failed' });
  }
});

test('a key is not taken for enrolled if the log does not have the entry before the event', async () => {
  const copy = changed(files, plain, (line) => (line.proof.author.enrolled = false));
  const report = await verified(copy, [thumbprint]);
  expect([problems(report), report.authors]).toMatchObject([
    [],
    { signed: 2, known: 2, foreign: 1, invalid: 0, keys: 1 },
  ]);
  const without: Files = new Map(files);
  seal(without, { ...manifest.log, entries: [] }, { tenancy: manifest.tenancy, hasStatements: true });
  expect((await verified(without)).findings.total).toBeGreaterThan(0);
});

test('a statement of an erased event, and one in an export of version 2, are refused', async () => {
  const { author } = linesIn(files)[lineOf(files, plain) - 1].proof;
  expect(problems(await verified(changed(files, gone, (line) => (line.proof.author = author))))).toEqual([
    'authors: an erased event must have no statement',
  ]);
  const earlier = await verified(changed(files, plain, () => undefined, false));
  expect(problems(earlier)).toEqual(
    Array.from({ length: 2 }, () => 'authors: the statement of the author must be in an export of version 3'),
  );
});

test('a statement that is withheld is a problem, and named in exports of versions without statements', async () => {
  const lacking = await verified(changed(files, plain, (line) => delete line.proof.author));
  expect(problems(lacking)).toEqual([
    'authors: the export lacks the statement of the author, to which the entry commits',
  ]);
  const earlier: Files = new Map(files);
  for (let line = 1; line <= linesIn(files).length; line++)
    editLine(earlier, EVENTS, line, ({ proof }) => delete proof.author);
  seal(earlier, manifest.log, { tenancy: manifest.tenancy });
  const report = await verified(earlier);
  expect([problems(report), report.authors]).toMatchObject([[], { signed: 0, without: 2 }]);
  expect(exportAnswers(report)[0]).toEqual({
    question: 'who',
    mark: 'unchecked',
    text: 'as the export states; the export lacks the statements of 2 signed events',
  });
});

test('a statement that names a tree of another log does not fail the export, and the answer says so', async () => {
  const log = tenant.tenant_identity.split('/')[1]!;
  const { text, signatures } = parseNote(await client.proofs.checkpoint(log));
  const tree = parseCheckpoint(text);
  const note = (change: Partial<typeof tree>): Uint8Array =>
    new TextEncoder().encode(formatNote({ text: formatCheckpoint({ ...tree, ...change }), signatures }));
  const { identity: asset } = await client.assets.create({});
  const changes = [{ origin: 'x', size: 1 }, { size: 1_000_000 }, { root: new Uint8Array(32) }];
  for (const change of changes) await client.proofs.wait(await record(asset, {}, note(change)));
  const report = await verified(await filesOf(await exported(http, tenant)), [thumbprint]);
  expect([problems(report), report.authors]).toMatchObject([[], { signed: 5, known: 5, unplaced: 3 }]);
  expect(exportAnswers(report)[0]).toMatchObject({
    mark: 'checked',
    text: expect.stringContaining('; of 3 the log does not show the tree that the author claims to have seen'),
  });
});

test('the key of a partner from another tenancy counts only if this tenancy has not revoked it', async () => {
  const partner = await newTenant(service, 'Partner');
  const { identity: asset } = await client.assets.create({ attributes: { shared: 'yes' } });
  const { identity: subject } = await importSubject(http, { of: partner, into: tenant, name: 'Partner' });
  await importSubject(http, { of: tenant, into: partner, name: 'Owner' });
  await done(http, tenant.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'Partner',
    filters: [{ or: ['attributes.shared=yes'] }],
    access_permissions: [{ subjects: [subject], ...READ, ...WRITE }],
  });
  const key = newAuthorKey();
  const by = await newSigner(partner, key);
  const theirs = new EvidenceClient({ url: service.base, token: partner.token });
  const inspect = async (): Promise<string> => {
    const signed = await theirs.events.sign(asset, { event_attributes: { arc_display_type: 'Inspection' } }, by);
    const { identity: event } = await theirs.events.record(asset, signed);
    await client.proofs.wait(event);
    return event;
  };
  const identity = await inspect();
  const shared = await filesOf(await exported(http, tenant));
  const { author } = linesIn(shared)[lineOf(shared, identity) - 1].proof;
  expect([author.enrolled, author.key]).toEqual([false, by.publicJwk]);
  const report = await verified(shared, [thumbprint]);
  expect([problems(report), report.authors]).toMatchObject([[], { signed: 6, known: 5, foreign: 1, invalid: 0 }]);
  const enrolled = await enrol(key, tenant);
  await done(http, tenant.token, 'POST', `/v1/${enrolled}:revoke`, { reason: 'lost' });
  // The entry of a revocation can come after that of an event that was recorded later.
  const reader = new LogReader(http, tenant.token, tenant.tenant_identity.split('/')[1]!);
  const isLogged = async (): Promise<boolean> =>
    (await reader.entries((await reader.describe()).size)).map(parseEntry).some(({ change }) => change === 'revoked');
  await vi.waitUntil(isLogged, { timeout: PATIENCE });
  const later = await inspect();
  const revoked = await filesOf(await exported(http, tenant));
  const open = await verified(revoked, [thumbprint]);
  expect([problems(open), open.authors]).toMatchObject([[], { signed: 7, known: 5, foreign: 2, invalid: 2 }]);
  expect(exportAnswers(open)[0]).toMatchObject({
    mark: 'unchecked',
    text: expect.stringContaining('; 2 are of keys that were revoked before or enrolled later'),
  });
  const of = toBase64Url(thumbprintOf(by.publicJwk));
  const reasons = problems(await verified(revoked, [of])).join('\n');
  expect(reasons).toMatch(/^authors: the key was enrolled in entry \d+, after entry \d+ of the event$/m);
  expect(reasons).toMatch(/^authors: the key was revoked in entry \d+, before entry \d+ of the event$/m);
  const own = changed(revoked, later, (line) => (line.proof.author.enrolled = true));
  expect(problems(await verified(own)).join('\n')).toMatch(/^authors: the key was revoked in entry/m);
});

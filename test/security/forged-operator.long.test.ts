import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { assetKey, historyValue, NO_EVENTS, withEvent } from '../../src/formats/completeness/asset-history.ts';
import { encodeMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { subtreeHash } from '../../src/formats/completeness/prefix-tree.ts';
import { contentCommitment } from '../../src/formats/content-commitment.ts';
import { encodeEventEntry, parseEntry } from '../../src/formats/log/entry.ts';
import type { NoteSigner } from '../../src/formats/log/note-signatures.ts';
import { inclusionProof } from '../../src/formats/log/proofs.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import { statementCommitments } from '../../src/formats/statement/commitments.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { encodePayload, encodeStatement, signStatement } from '../../src/formats/statement/statement.ts';
import { certificateOf } from '../../src/formats/timestamp/path.ts';
import { stampLeaf, stampTree } from '../../src/formats/timestamp/stamp-tree.ts';
import { joinBytes } from '../../src/lib/bytes.ts';
import { fromBase64, toBase64, toBase64Url, toHex } from '../../src/lib/text.ts';
import { Database } from '../../src/platform/database/database.ts';
import { COVERED_FIELDS, type History } from '../../src/proof/history-format.ts';
import { treeOf } from '../../src/proof/log-entry.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { configOf } from '../../src/settings/config.ts';
import { signingKeys } from '../../src/transparency/sequencer/keys.ts';
import { requestStamp } from '../../src/transparency/stamps/client.ts';
import { LogService } from '../cli/support/log-service.ts';
import { Monitoring } from '../cli/support/monitoring.ts';
import { TestLog } from '../cli/support/test-log.ts';
import { verifyCommand, type Ran } from '../proof/support/command.ts';
import { witnessVkeys } from '../proof/support/log-proofs.ts';
import { Authority } from '../support/authority.ts';
import { claimsOf, newAuthorKey, type TestKey } from '../support/authors.ts';
import { openClient, type Client } from '../support/client.ts';
import { LogReader } from '../support/logs.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { PATIENCE } from '../support/patience.ts';

/**
 * What docs/trust.md says in "Find what an operator has forged": each forgery is found with one of the values there,
 * and not without them. The operator has the database and all keys, and acts as an inspector, whose application is
 * that of the tenancy: with the token-signing keys, an operator can make its tokens.
 */

const { run, fileOf } = verifyCommand();
const hers = newAuthorKey();
const forged = newAuthorKey();
/** A key of the inspector that somebody else has, and that she revokes. */
const stolen = newAuthorKey();
const thumbprint = ({ key }: TestKey): string => toBase64Url(thumbprintOf(key));
const EVENT = {
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: { arc_display_type: 'Inspection', result: 'passed' },
  asset_attributes: {},
  timestamp_declared: '2026-11-28T14:02:07Z',
};
/** By how much the operator backdates. */
const HOUR = 3_600_000;

let authority: Authority;
let service: Service;
let client: Client;
let inspector: Tenant;
let reader: LogReader;
let asset: string;
let vkey: string;
/** The key of the log, from the database. */
let signer: NoteSigner;
/** A checkpoint that the inspector has saved, and its size. */
let saved: { file: string; size: number };
/** The last event that a stamp covers. */
let stamped: string;
/** What the operator shows. */
let shown: LogService;
let monitoring: Monitoring;

beforeAll(async () => {
  authority = await new Authority().start();
  service = await startService({ vars: { TIMESTAMP_AUTHORITIES: authority.setting('good') } });
  client = await openClient(service);
  inspector = await newTenant(service, 'Inspectors');
  reader = new LogReader(client, inspector.token, inspector.tenant_identity.slice('tenant/'.length));
  shown = await LogService.start();
  monitoring = new Monitoring();
  asset = (await done(client, inspector.token, 'POST', '/v2/assets', { attributes: {} }))['identity'];
  await enrol(hers);
  await proofOf(await recordSigned(hers));
  vkey = await reader.vkey();
  const [keys] = await signingKeys(new Database(service.db), configOf({ ...SECRETS, ORIGIN } as never).keys);
  const { log } = await honestLog();
  signer = {
    name: log.origin,
    publicKey: fromBase64(keys!.publicKeys.ed25519)!,
    sign: async (message) =>
      new Uint8Array(await crypto.subtle.sign('Ed25519', keys!.ed25519, message as BufferSource)),
  };
  saved = { file: fileOf({}), size: log.size };
  writeFileSync(saved.file, await reader.note());
  await service.cron('* * * * *');
  show(log);
  expectCode(await monitor(monitoring, '--entries'), 0);
  // The log grows, and another stamp covers it.
  stamped = await record(EVENT);
  await proofOf(stamped);
  await service.db.prepare('UPDATE stamps SET at_us = at_us - 3601000000').run();
  await service.cron('* * * * *');
});
afterAll(async () => {
  monitoring.remove();
  shown.close();
  await service.close();
  authority.remove();
});

const expectCode = ({ code, out, err }: { code: number | null; out: string; err: string }, expected: number): void => {
  if (code !== expected) throw new Error(`exit code ${code}, not ${expected}: ${out}${err}`);
};
const enrol = (of: TestKey) =>
  done(client, inspector.token, 'POST', '/v1/signing_keys', {
    display_name: 'Phone',
    enrolment: of.enrolment(`${ORIGIN}/archivist`, claimsOf(inspector.token, inspector.tenant_identity)),
  });
const record = async (body: object): Promise<string> =>
  (await done(client, inspector.token, 'POST', `/v2/${asset}/events`, body))['identity'];

/** Records an event that a key has signed. */
async function recordSigned(by: TestKey): Promise<string> {
  const [seed, nonce] = [32, 16].map((length) => crypto.getRandomValues(new Uint8Array(length))) as [any, any];
  const { operation, behaviour, timestamp_declared } = EVENT;
  const commitments = statementCommitments(EVENT, seed);
  const payload = {
    asset_identity: asset,
    operation,
    behaviour,
    timestamp_declared,
    commitments,
    nonce,
    checkpoint: undefined,
  };
  const statement = await signStatement(by.key, payload, by.sign);
  return record({
    ...EVENT,
    author_statement: {
      signature: toBase64(encodeStatement(statement, 'detached')),
      payload: toBase64(encodePayload(statement.payload)),
      seed: toBase64Url(seed),
    },
  });
}

/** The proof of an event, once its log has it. */
async function proofOf(event: string, query = ''): Promise<LogProof> {
  let proof: LogProof | undefined;
  await vi.waitUntil(
    async () => {
      proof = (await client.call(inspector.token, 'GET', `/v2/${event}:proof`, { query })).body;
      return proof?.index !== undefined;
    },
    { timeout: PATIENCE },
  );
  return proof!;
}

const newLog = (id: string): TestLog => new TestLog(id, 'evidence.example');
/** The log of the tenancy as it is. */
async function honestLog(): Promise<{ log: TestLog; entries: Uint8Array[] }> {
  const { size } = await reader.describe();
  const entries = await reader.entries(size);
  return { log: newLog(parseEntry(entries[0]!).log).append(...entries), entries };
}
const show = (log: TestLog): void => shown.show({ log, signers: [signer] });
const monitor = (of = monitoring, ...args: string[]) => of.run(shown.base, ['--vkey', vkey, ...args]);
const verify = (proof: LogProof | History, ...args: string[]): Promise<Ran> =>
  run([fileOf(proof), ...args], { network: args.includes('--service') });
const continues = () => ['--checkpoint', saved.file, '--service', shown.base];
const tsa = () => ['--tsa', authority.pathOf('root.pem')];
/** The step at which a verification fails. */
const failed = ({ out }: Ran): string | undefined => /^FAIL (\w+)/m.exec(out)?.[1];

/** The log with an event that was recorded now, as if it had been accepted an hour ago. `at`: index of its entry. */
async function backdated(at?: number): Promise<{ proof: LogProof; log: TestLog }> {
  const real = await proofOf(await record(EVENT));
  const { entries } = await honestLog();
  const accepted = new Date(Date.parse(real.event.timestamp_accepted) - HOUR).toISOString().replace('Z', '000Z');
  const event = { ...real.event, timestamp_accepted: accepted };
  const { chain_hash: _, stamps: __, ...rest } = real;
  const { log: id } = parseEntry(entries[0]!);
  const seed = fromBase64((real.content as { seed: string }).seed)!;
  const entryOf = (of: typeof event): Uint8Array =>
    encodeEventEntry({ ...of, ...real.entry, log: id, content_commitment: contentCommitment(of, seed) } as never);
  expect(toHex(entryOf(real.event as never))).toBe(toHex(entries[real.index]!));
  const index = at ?? real.index;
  const others = entries.filter((_entry, n) => n !== real.index);
  const log = newLog(id).append(...others.slice(0, index), entryOf(event), ...others.slice(index));
  const path = await inclusionProof(index, log.size, log.read);
  expect(toHex(leafHash(log.entries[index]!))).not.toBe(toHex(leafHash(entries[index]!)));
  const checkpoint = await log.note(log.size, signer);
  return { proof: { ...rest, event, index, path: toBase64Url(joinBytes(path)), checkpoint }, log };
}

/** The proof with a stamp that the authority makes now. */
async function stampedNow(proof: LogProof, log: TestLog): Promise<LogProof> {
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const leaf = stampLeaf({ origin: log.origin, size: log.size, root: log.roots.at(-1)! }, salt);
  const { root, places } = stampTree([leaf], (length) => crypto.getRandomValues(new Uint8Array(length)));
  const trusted = [certificateOf(authority.certificate('root'))];
  const { token } = await requestStamp(fetch, { name: 'good', url: authority.url, policy: undefined, trusted }, root);
  const { index, path } = places[0]!;
  const stamp = {
    size: log.size,
    path: '',
    salt: toBase64Url(salt),
    index,
    stamp_path: toBase64Url(joinBytes(path)),
    token: toBase64(token),
  };
  return { ...proof, stamps: [stamp] } as LogProof;
}

describe('a key that the operator enrols as that of an inspector, and an event that it has signed', () => {
  let proof: LogProof;
  beforeAll(async () => {
    await enrol(forged);
    proof = await proofOf(await recordSigned(forged));
    show((await honestLog()).log);
  });

  test('are not found without her thumbprint', async () => {
    expectCode(await verify(proof, '--vkey', vkey), 0);
    expectCode(await verify(proof, '--vkey', vkey, ...continues()), 0);
    expectCode(await verify(proof, '--vkey', vkey, '--author-key', thumbprint(forged)), 0);
    expectCode(await monitor(monitoring, '--entries'), 0);
  });

  test('are found by who has her thumbprint', async () => {
    const checked = await verify(proof, '--vkey', vkey, '--author-key', thumbprint(hers));
    expect([checked.code, failed(checked)]).toEqual([1, 'author']);
    expect(checked.out).toContain(`the event is signed by the key ${thumbprint(forged)}, not by a known one`);
  });

  test('are found by her in the list of keys, and by readers of entries, as later than her checkpoint', async () => {
    const { signing_keys: keys } = await done(client, inspector.token, 'GET', '/v1/signing_keys');
    expect(keys.map((key: any) => key.thumbprint)).toContain(thumbprint(forged));
    const { entries } = await honestLog();
    const index = entries.findIndex((entry) => parseEntry(entry)['thumbprint'] === thumbprint(forged));
    expect(index).toBeGreaterThanOrEqual(saved.size);
  });
});

test('an event in her name without a signature is found by who has her thumbprint, and not without it', async () => {
  const proof = await proofOf(await record(EVENT));
  expectCode(await verify(proof, '--vkey', vkey), 0);
  const checked = await verify(proof, '--vkey', vkey, '--author-key', thumbprint(hers));
  expect([checked.code, failed(checked)]).toEqual([1, 'author']);
});

test('an event that is backdated at the end of the log is found by the time of its stamp only', async () => {
  const { proof, log } = await backdated();
  show(log);
  expectCode(await verify(proof, '--vkey', vkey), 0);
  // Nothing that was signed before is contradicted.
  expectCode(await verify(proof, '--vkey', vkey, ...continues()), 0);
  expectCode(await monitor(monitoring, '--entries'), 0);
  // The saved checkpoint is of after the claimed time, and the log did not have the event.
  expect(proof.index).toBeGreaterThanOrEqual(saved.size);

  // Earlier stamps are of trees without the event, and the authority makes none of an earlier time.
  const [earlier] = (await proofOf(stamped, 'stamps=true')).stamps!;
  const old = await verify({ ...proof, stamps: [earlier!] }, '--vkey', vkey, ...tsa());
  expect([old.code, failed(old)]).toEqual([1, 'stamp']);
  const late = await verify(await stampedNow(proof, log), '--vkey', vkey, ...tsa());
  expectCode(late, 0);
  const [, time] = /existed at the latest on (.*?), by the authority/.exec(late.out)!;
  expect(Date.parse(time!.replace(',', '')) - Date.parse(proof.event.timestamp_accepted)).toBeGreaterThan(
    HOUR - 60_000,
  );
});

test('an event inserted before others contradicts a saved checkpoint, a monitor, a witness and a stamp', async () => {
  const own = new Monitoring();
  show((await honestLog()).log);
  expectCode(await monitor(own, '--entries'), 0);
  const { proof, log } = await backdated(2);
  show(log);
  // Whoever asks only now sees one consistent log.
  expectCode(await verify(proof, '--vkey', vkey), 0);
  const late = new Monitoring();
  expectCode(await monitor(late, '--entries'), 0);

  const checked = await verify(proof, '--vkey', vkey, ...continues());
  expect([checked.code, failed(checked)]).toEqual([1, 'consistency']);
  expectCode(await monitor(own, '--entries'), 3);
  expect(own.alarms).toMatchObject([{ alarm: 'fork' }]);
  const witnessed = await verify(proof, '--vkey', vkey, '--vkey', witnessVkeys(1)[0]!);
  expect([witnessed.code, failed(witnessed)]).toEqual([1, 'checkpoint']);
  const [earlier] = (await proofOf(stamped, 'stamps=true')).stamps!;
  const old = await verify({ ...proof, stamps: [earlier!] }, '--vkey', vkey, ...tsa());
  expect([old.code, failed(old)]).toEqual([1, 'stamp']);
  late.remove();
  own.remove();
});

/** The log with a map in which the last event of the asset is not, and the history of the asset by that map. */
async function withoutLast(): Promise<{ history: History; log: TestLog }> {
  const { entries, log } = await honestLog();
  const identities = entries
    .map(parseEntry)
    .flatMap((entry) => (entry['asset_identity'] === asset ? [entry['identity']] : []));
  const proofs = await Promise.all(identities.slice(0, -1).map((identity) => proofOf(identity as string)));
  const salt = new Uint8Array(32).fill(7);
  const value = historyValue(proofs.map(({ index }) => leafHash(entries[index]!)).reduce(withEvent, NO_EVENTS));
  const root = subtreeHash([{ key: assetKey(salt, asset.slice('assets/'.length)), value }]);
  const created = new Date().toISOString().replace('Z', '000Z');
  log.append(encodeMapEntry({ log: log.id, created, size: log.size, assets: 1, root, salt }));
  const proven = async (index: number) => ({
    entry: toBase64(log.entries[index]!),
    path: toBase64Url(joinBytes(await inclusionProof(index, log.size, log.read))),
  });
  const items = proofs.map(({ event, entry, content }) => ({
    event: Object.fromEntries(COVERED_FIELDS.map((name) => [name, event[name]])),
    entry,
    content,
  })) as History['events'];
  const history: History = {
    format: 'asset-evidence-history/1',
    view: 'tenant',
    asset_identity: asset,
    checkpoint: await log.note(log.size, signer),
    genesis: await proven(0),
    map: await proven(log.size - 1),
    path: '',
    count: items.length,
    events: items,
  };
  return { history, log };
}

test('a history that leaves an event out is found by a monitor that reads entries, and not without it', async () => {
  await proofOf(await record(EVENT));
  const own = new Monitoring();
  show((await honestLog()).log);
  expectCode(await monitor(own), 0);
  const { history, log } = await withoutLast();
  show(log);
  const checked = await verify(history, '--vkey', vkey);
  expectCode(checked, 0);
  expect(checked.out).toContain('complete in this log');
  expectCode(await verify(history, '--vkey', vkey, ...continues()), 0);
  expectCode(await monitor(own), 0);

  own.now += 1_000;
  expectCode(await monitor(own, '--entries'), 3);
  expect(own.alarms).toMatchObject([{ alarm: 'map', index: log.size - 1 }]);
  own.remove();
});

describe('a key that its owner has revoked, and whose revocation the operator hides', () => {
  /** Of events before and after the revocation, as the operator shows them: without its entry. */
  let [before, after]: LogProof[] = [];
  let revocation: number;
  let own: Monitoring;
  beforeAll(async () => {
    const { identity } = await enrol(stolen);
    const earlier = await recordSigned(stolen);
    before = await proofOf(earlier);
    await done(client, inspector.token, 'POST', `/v1/${identity}:revoke`, { reason: 'the phone was stolen' });
    await vi.waitUntil(async () => (revocation = await entryOf('revoked')) > 0, { timeout: PATIENCE });
    // The database takes statements of the key again.
    await service.db.prepare('UPDATE author_keys SET revoked_us = NULL').run();
    after = await proofOf(await recordSigned(stolen));
    show((await honestLog()).log);
  });
  beforeEach(() => {
    own = new Monitoring();
  });
  afterEach(() => own.remove());

  const entryOf = async (change: string): Promise<number> =>
    (await honestLog()).entries.findIndex((bytes) => {
      const entry = parseEntry(bytes);
      return entry['thumbprint'] === thumbprint(stolen) && entry['change'] === change;
    });
  const hidden = (): LogProof => {
    const entries = after!.author!.entries.filter(({ index }) => index !== revocation);
    return { ...after!, author: { ...after!.author!, entries } };
  };
  const trusted = () => ['--vkey', vkey, '--author-key', thumbprint(stolen)];

  test('is not found in a proof by its thumbprint, a saved checkpoint or a monitor that has no proof', async () => {
    const honest = await verify(after!, ...trusted());
    expect([honest.code, failed(honest)]).toEqual([1, 'author']);
    expect(honest.out).toContain(`the key was revoked in entry ${revocation}, before entry ${after!.index}`);
    const checked = await verify(hidden(), ...trusted(), ...continues());
    expectCode(checked, 0);
    const { size } = treeOf(after!.checkpoint);
    expect(checked.out).toContain(`the proof shows no revocation up to size ${size}`);
    const monitored = await monitor(own, '--entries');
    expectCode(monitored, 0);
    expect(monitored.out).toContain(`entry ${revocation}: the key ${thumbprint(stolen)} was revoked at `);
  });

  test('is found by a monitor that reads entries and has the proof', async () => {
    expectCode(await monitor(own, '--entries', '--proof', fileOf(before!)), 0);
    own.now += 1_000;
    expectCode(await monitor(own, '--entries', '--proof', fileOf(hidden())), 3);
    expect(own.alarms).toMatchObject([{ alarm: 'author', index: revocation }]);
    expect(own.alarms[0].message).toContain(`in entry ${revocation}, before entry ${after!.index} of the event`);
  });

  test('is found by a monitor that reads entries and the list of keys', async () => {
    const tenancy = inspector.tenant_identity.slice('tenant/'.length);
    const { log } = await honestLog();
    shown.show({ log, signers: [signer] }, tenancy);
    const { body } = await client.call(inspector.token, 'GET', '/v1/signing_keys', { query: 'page_size=200' });
    shown.intercept = (path) => (path.startsWith('/v1/signing_keys') ? { body: JSON.stringify(body) } : undefined);
    expectCode(await monitor(own, '--entries', '--log', tenancy), 3);
    expect(own.alarms).toMatchObject([{ alarm: 'author', message: expect.stringContaining(`entry ${revocation} `) }]);
  });

  test('is found in a proof of an earlier tree by who has a newer checkpoint, and not without it', async () => {
    const { size } = treeOf(before!.checkpoint);
    expect(size).toBeLessThanOrEqual(revocation);
    const alone = await verify(before!, ...trusted());
    expectCode(alone, 0);
    expect(alone.out).toMatch(new RegExp(`the proof shows no revocation up to size ${size}[;.\\n]`));
    const { log } = await honestLog();
    const newer = fileOf(await log.note(log.size, signer));
    const checked = await verify(before!, ...trusted(), '--checkpoint', newer, '--service', shown.base);
    expectCode(checked, 0);
    expect(checked.out).toContain(
      `no revocation up to size ${size}, and nothing of the entries after it, of which you know a tree of ${log.size}`,
    );
    const { event } = before!;
    const renewed = await verify(await proofOf(event.identity), ...trusted());
    expectCode(renewed, 0);
    expect(renewed.out).toContain(`and revoked later, in entry ${revocation} at `);
  });
});

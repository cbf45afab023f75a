import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bencode } from '../../src/formats/bencode.ts';
import { contentCommitment } from '../../src/formats/content-commitment.ts';
import { entrySecrets } from '../../src/formats/log/entry.ts';
import { toHex } from '../../src/lib/text.ts';
import type { History, HistoryItem } from '../../src/proof/history-format.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { openClient, type Client } from '../support/client.ts';
import { found, LogReader } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { startService, type Service } from '../support/service.ts';
import { done, openSharing, type Pair } from '../support/sharing.ts';
import { guesser, hiddenAttribute, search, sequencesIn, type Hidden } from './support/guessing.ts';

const PIN = '4711';
/** The guesses of the controls, which find the PIN. */
const CONTROL = [4700, 4750] as const;
/** The guesses that find nothing. */
const GUESSED = [0, 10_000] as const;
let service: Service;
let client: Client;
let pair: Pair;
/** The ids of the log of the owner and of the public log. */
let logs: string[];
let own: LogReader;

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1', COMPLETENESS_SECONDS: '1' } });
  client = await openClient(service);
  const sharing = openSharing(service, client);
  pair = await sharing.pair();
  const permission = {
    subjects: [pair.ofPartner],
    asset_attributes_read: ['colour', 'kind'],
    event_arc_display_type_read: ['*'],
  };
  await sharing.policy(pair.owner, 'attributes.kind=safe', permission);
  await done(client, pair.owner.token, 'POST', '/v2/assets', { public: true });
  own = new LogReader(client, pair.owner.token, pair.owner.tenant_identity.slice('tenant/'.length));
  const everyone = new LogReader(client, undefined, 'public');
  await everyone.grown(2);
  logs = [(await own.describe()).log, (await everyone.describe()).log];
});
afterAll(() => service.close());

/** The proof of an event once it is anchored, so that it has everything that a proof can have. */
async function proofOf(token: string | undefined, identity: string): Promise<LogProof> {
  let proof: LogProof | undefined;
  await expect
    .poll(async () => (proof = (await found(client, token, `/v2/${identity}:proof`)).body as LogProof).anchor, {
      interval: 250,
    })
    .toBeDefined();
  expect(verifyProof(proof).ok).toBe(true);
  return proof!;
}

async function recorded(asset: object, event: object): Promise<string> {
  const { identity } = await done(client, pair.owner.token, 'POST', '/v2/assets', asset);
  const body = { ...RECORD, ...event };
  return (await done(client, pair.owner.token, 'POST', `/v2/${identity}/events`, body)).identity;
}

/** The seed of an event, as the operator could read it. */
async function seedOf(identity: string): Promise<Uint8Array> {
  const row = await service.db
    .prepare('SELECT hex(seed) AS seed FROM events WHERE id = ?')
    .bind(identity.split('/').at(-1))
    .first<{ seed: string }>();
  return new Uint8Array(Buffer.from(row!.seed, 'hex'));
}

/** Deletes the seed of the first event of an asset, as in events of the version that had none. */
async function withoutSeed(asset: string): Promise<void> {
  const trigger = (await service.db
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'events_immutable'")
    .first<{ sql: string }>())!;
  await service.db.batch([
    service.db.prepare('DROP TRIGGER events_immutable'),
    service.db
      .prepare('UPDATE events SET seed = NULL WHERE seq = 1 AND asset = (SELECT number FROM assets WHERE id = ?)')
      .bind(asset.slice('assets/'.length)),
    service.db.prepare(trigger.sql),
  ]);
}

// First, because the searches of the others block this process for so long that the service closes idle connections.
test('a chain hash from which a hidden event could be guessed is only in proofs for administrators', async () => {
  const first = await recorded(
    { attributes: { kind: 'safe' } },
    { event_attributes: { arc_display_type: 'Inspection' }, asset_attributes: { colour: 'green' } },
  );
  const asset = first.slice(0, first.indexOf('/events/'));
  const append = (attributes: object): Promise<any> =>
    done(client, pair.owner.token, 'POST', `/v2/${asset}/events`, { ...RECORD, asset_attributes: attributes });
  await append({ pin_code: PIN });
  await append({ colour: 'red' });
  const { identity } = await append({ colour: 'blue' });
  const chainHashes = async (): Promise<boolean[]> => {
    const proofs = await Promise.all([pair.owner.token, pair.partner.token].map((token) => proofOf(token, identity)));
    return proofs.map(({ chain_hash }) => chain_hash !== undefined);
  };
  // The hash of the hidden event is salted, so nothing can be guessed from the one of a later event.
  expect(await chainHashes()).toEqual([true, true]);
  await withoutSeed(asset);
  expect(await chainHashes()).toEqual([true, false]);
  expect((await proofOf(pair.partner.token, first)).chain_hash).toBeUndefined();
});

test('a proof for a reader of a part has no digest of a guess of a hidden PIN of four digits', async () => {
  const identity = await recorded(
    { attributes: { kind: 'safe' } },
    { event_attributes: { arc_display_type: 'Inspection' }, asset_attributes: { colour: 'green', pin_code: PIN } },
  );
  const pin = hiddenAttribute('pin_code');
  const [whole, part] = [await proofOf(pair.owner.token, identity), await proofOf(pair.partner.token, identity)];
  expect(part.event.asset_attributes).toEqual({ colour: 'green' });
  expect(JSON.stringify(part)).not.toContain('pin_code');
  const digests = sequencesIn(part, 32);
  expect(digests.size).toBeGreaterThan(500);
  // Also someone who has all hashes of the log, which others cannot read, finds nothing.
  const { size } = await own.describe();
  const leaves = (await own.leaves(size)).map(toHex);
  const contentSeed = entrySecrets(await seedOf(identity), logs[0]!).contentSeed;
  expect(await search(guesser(part, pin, logs), new Set([...digests, ...leaves]), GUESSED)).toEqual([]);

  // Control: the same search finds it in the proof for a reader of all.
  const visible = { ...whole, event: { ...whole.event, asset_attributes: { colour: 'green' } } };
  expect(await search(guesser(visible, pin, logs), sequencesIn(whole, 32), CONTROL)).toEqual([PIN]);
  // Control: and in that for the reader of a part, if the proof had the salt or the seed of the log.
  const leaking = { ...part, content: { ...part.content, seed: Buffer.from(contentSeed).toString('base64url') } };
  expect(await search(guesser(leaking as never, pin, logs), digests, CONTROL)).toEqual([PIN]);
  const salt = createHmac('sha256', contentSeed)
    .update(bencode(['ASSETCHAINV2-SALT', 'asset_attributes', 'pin_code']))
    .digest()
    .subarray(0, 16);
  const salted = { ...part, extra: salt.toString('hex') };
  expect(await search(guesser(salted as never, pin, logs), digests, CONTROL)).toEqual([PIN]);
});

test('a complete history for a reader of a part has no digest of a guess of a hidden PIN of four digits', async () => {
  const identity = await recorded(
    { attributes: { kind: 'safe' } },
    { event_attributes: { arc_display_type: 'Inspection' }, asset_attributes: { colour: 'green', pin_code: PIN } },
  );
  const [asset] = identity.split('/events/') as [string];
  const historyOf = async (token: string): Promise<History> => {
    let history: History | undefined;
    await expect
      .poll(async () => (history = (await found(client, token, `/v2/${asset}:history`)).body as History).count, {})
      .toBe(2);
    return history!;
  };
  const pin = hiddenAttribute('pin_code');
  const [whole, part] = [await historyOf(pair.owner.token), await historyOf(pair.partner.token)];
  expect(JSON.stringify(part)).not.toContain('pin_code');
  const { size } = await own.describe();
  const leaves = (await own.leaves(size)).map(toHex);
  const proof = await proofOf(pair.partner.token, identity);
  /** The guesses of someone who has a history and the proof of its event. */
  const guessed = (history: History) => {
    const item = history.events.find((each) => 'event' in each && each.event.identity === identity)!;
    const { event, ...opened } = item as Extract<HistoryItem, { event: object }>;
    const shown = { ...proof.event, ...event, asset_attributes: { colour: 'green' } };
    return guesser({ ...proof, ...opened, event: shown, history } as LogProof, pin, logs);
  };
  expect(await search(guessed(part), new Set([...sequencesIn(part, 32), ...leaves]), GUESSED)).toEqual([]);
  // Control: the same search finds it with the history for a reader of all.
  expect(await search(guessed(whole), new Set([...sequencesIn(whole, 32), ...leaves]), CONTROL)).toEqual([PIN]);
});

test('a public proof has no digest of a guess of a principal, nor a secret of the private log', async () => {
  const principal_declared = { issuer: 'https://idp.example.com', subject: PIN, display_name: '', email: '' };
  const identity = await recorded(
    { attributes: { kind: 'statue' }, public: true },
    { event_attributes: { arc_display_type: 'Inspection' }, principal_declared },
  );
  const subject: Hidden = {
    field: ['principals', 'principal_declared'],
    with: (event, guess) => ({ ...event, principal_declared: { ...principal_declared, subject: guess } }),
  };
  const [whole, open] = [await proofOf(pair.owner.token, identity), await proofOf(undefined, `public${identity}`)];
  expect(JSON.stringify(open)).not.toContain(PIN);
  const seed = await seedOf(identity);
  // Someone who knows all of the private form but the subject: the digests of both forms are no help.
  const guessed: Hidden = { ...subject, with: (_event, guess) => subject.with(whole.event, guess) };
  const { size } = await own.describe();
  const digests = new Set([
    ...sequencesIn(open, 32),
    ...(await own.leaves(size)).map(toHex),
    ...sequencesIn({ ...whole, content: undefined, chain_hash: undefined }, 32),
  ]);
  for (const hidden of [subject, guessed])
    expect(await search(guesser(open, hidden, logs), digests, GUESSED)).toEqual([]);
  // Control: with the proof of the private log, the same search finds it.
  expect(await search(guesser(whole, guessed, logs), digests, CONTROL)).toEqual([PIN]);
  const [ofOwn, ofPublic] = logs.map((log) => entrySecrets(seed, log));
  expect(open.content).toEqual({ seed: Buffer.from(ofPublic!.contentSeed).toString('base64url') });
  expect(whole.content).toEqual({ seed: Buffer.from(ofOwn!.contentSeed).toString('base64url') });
  for (const secret of [seed, ofOwn!.contentSeed, ofOwn!.chainSalt, ofPublic!.chainSalt])
    expect(sequencesIn(open, secret.length).has(toHex(secret))).toBe(false);
  expect(sequencesIn(whole, 32).has(toHex(seed))).toBe(false);
  expect(sequencesIn(open, 32).has(contentCommitment(whole.event, ofOwn!.contentSeed))).toBe(false);
});

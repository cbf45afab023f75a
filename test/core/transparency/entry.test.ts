import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { bencode, parseBencode } from '../../../src/formats/bencode.ts';
import type { ChainedEvent } from '../../../src/formats/chain-hash.ts';
import { commitmentOf, disclosure } from '../../../src/formats/content-commitment.ts';
import { sha256Hex } from '../../../src/lib/digest.ts';
import { BLANK_PRINCIPAL } from '../../../src/lib/identifiers.ts';
import { fromBase64, fromHex, toHex, utf8 } from '../../../src/lib/text.ts';
import {
  chainCommitment,
  encodeEventEntry,
  encodeGenesis,
  encodeKeys,
  entrySecrets,
  eventEntry,
  parseEntry,
  type EventEntry,
} from '../../../src/formats/log/entry.ts';
import { leafHash } from '../../../src/formats/log/tree.ts';
import chain from '../../vectors/chainhash.json' with { type: 'json' };
import vectors from '../../vectors/transparency/entries.json' with { type: 'json' };

const [PRIVATE, PUBLIC] = ['6f2d1c1e-7d43-4b1e-9a52-0d6f3c0a9b11', '0b8a4a52-3c5e-4f0c-8d0e-5b7c7a1f2e33'] as const;
const SEED = new Uint8Array(32).fill(9);
const KEYS = [
  { vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k' },
  {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  },
] as const;

/** The event as the public log shows it. */
const publicForm = (event: ChainedEvent): ChainedEvent => ({
  ...event,
  identity: event.identity.replace('assets/', 'publicassets/'),
  asset_identity: event.asset_identity.replace('assets/', 'publicassets/'),
  principal_declared: BLANK_PRINCIPAL,
  principal_accepted: BLANK_PRINCIPAL,
});

/** An event with a four-digit PIN, in a private log. */
const pinned = (pin: string): ChainedEvent => ({
  ...(chain.events[2]!.event as unknown as ChainedEvent),
  asset_attributes: { place: 'Basel', pin },
});
const LINK = { sequence: 3, proof_mechanism: 'SIMPLE_HASH', public: false };
const entryOf = (event: ChainedEvent, log: string, seed = SEED): EventEntry =>
  eventEntry(event, LINK, { log, chainHash: 'ab'.repeat(32), secrets: entrySecrets(seed, log) });
/** The parts of `size` bytes of base64url, in hexadecimal digits. */
const partsOf = (text: string, size: number): string[] =>
  toHex(fromBase64(text)!).match(new RegExp(`.{${2 * size}}`, 'g')) ?? [];

/** The salt of the attribute `pin`, by docs/chain-hash.md. */
const saltOfPin = (seed: Uint8Array): string =>
  toHex(hmac(sha256, seed, bencode(['ASSETCHAINV2-SALT', 'asset_attributes', 'pin']))).slice(0, 32);

describe('the entry of an event', () => {
  test.each(vectors.events.map((vector) => [vector.name, vector] as const))(
    'the entry of an event is that of the independent program: %s',
    (_, vector) => {
      const { event, link, chain_hash } = chain.events[vector.event]!;
      const chained = event as unknown as ChainedEvent;
      const secrets = entrySecrets(fromHex(vector.seed), vector.log);
      expect(toHex(secrets.contentSeed)).toBe(vector.content_seed);
      expect(toHex(secrets.chainSalt)).toBe(vector.chain_salt);
      const statement = vector.public ? undefined : link.author_statement;
      const entry = eventEntry(
        vector.public ? publicForm(chained) : chained,
        { ...link, public: vector.public },
        { log: vector.log, chainHash: chain_hash, secrets, statement },
      );
      expect(entry).toMatchObject({
        content_commitment: vector.content_commitment,
        chain_commitment: vector.chain_commitment,
      });
      const bytes = encodeEventEntry(entry);
      expect(new TextDecoder().decode(bytes)).toBe(vector.entry);
      expect(toHex(leafHash(bytes))).toBe(vector.leaf_hash);
      expect(parseEntry(bytes)).toMatchObject({
        schema: statement === undefined ? 'LOGENTRYV1' : 'LOGENTRYV2',
        log: vector.log,
        sequence: String(link.sequence),
      });
    },
  );

  test('the entry of an event can be recomputed by a reader of a part of the event', () => {
    const event = pinned('4711');
    const entry = entryOf(event, PRIVATE);
    const { contentSeed } = entrySecrets(SEED, PRIVATE);
    const seen = disclosure(event, contentSeed, {
      asset_attributes: new Set(['place']),
      event_attributes: 'all',
      principals: new Set(),
    });
    expect(commitmentOf(seen)).toBe(entry.content_commitment);
    const recomputed = encodeEventEntry({ ...entry, content_commitment: commitmentOf(seen) });
    expect(recomputed).toEqual(encodeEventEntry(entry));
    const forged = { ...seen, content: { ...seen.content, asset_attributes: { place: 'Bern' } } };
    expect(commitmentOf(forged)).not.toBe(entry.content_commitment);
  });

  test('the entry and a disclosure of a part contain no digest by which a hidden PIN can be guessed', () => {
    const event = pinned('4711');
    const secrets = entrySecrets(SEED, PRIVATE);
    const entry = entryOf(event, PRIVATE);
    const seen = disclosure(event, secrets.contentSeed, {
      asset_attributes: new Set(['place']),
      event_attributes: 'all',
      principals: new Set(),
    });
    const published = new Set([
      ...partsOf(seen.hidden, 32),
      entry.content_commitment,
      entry.chain_commitment,
      toHex(leafHash(encodeEventEntry(entry))),
    ]);
    const guessed = (salts: readonly string[]): string[] =>
      Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0')).filter((pin) =>
        [
          sha256Hex(pin),
          ...salts.map((salt) => sha256Hex(bencode(['ASSETCHAINV2-FIELD', salt, 'asset_attributes', 'pin', pin]))),
        ].some((digest) => published.has(digest)),
      );
    // What a reader of both logs may know: the salts of what they see, and everything of the public log.
    const other = entrySecrets(SEED, PUBLIC);
    const known = [
      ...partsOf(seen.salts, 16),
      toHex(other.chainSalt),
      saltOfPin(other.contentSeed),
      '',
      '00'.repeat(16),
    ];
    expect(guessed(known)).toEqual([]);
    expect(guessed([saltOfPin(secrets.contentSeed)])).toEqual(['4711']);
  });

  test('has other secrets in each log, from which neither the seed nor those of the other log follow', () => {
    const [one, two] = [entrySecrets(SEED, PRIVATE), entrySecrets(SEED, PUBLIC)];
    const all = [one.contentSeed, one.chainSalt, two.contentSeed, two.chainSalt, SEED].map(toHex);
    expect(new Set(all.map((hex) => hex.slice(0, 32))).size).toBe(5);
    // The content seed of a log is not a seed of the other one.
    expect(entrySecrets(one.contentSeed, PUBLIC)).not.toEqual(two);
    expect([one.contentSeed.length, one.chainSalt.length]).toEqual([32, 16]);
  });

  test('the entry of an event commits to the chain hash with the salt of the log', () => {
    const { chainSalt } = entrySecrets(SEED, PRIVATE);
    expect(entryOf(pinned('1'), PRIVATE).chain_commitment).toBe(chainCommitment('ab'.repeat(32), chainSalt));
    expect(chainCommitment('ab'.repeat(32), chainSalt)).not.toBe(chainCommitment('ac'.repeat(32), chainSalt));
  });

  test('the entry of an event changes with every field of it', () => {
    const entry = entryOf(pinned('1'), PRIVATE);
    const original = toHex(leafHash(encodeEventEntry(entry)));
    for (const field of Object.keys(entry) as (keyof EventEntry)[]) {
      const value = entry[field];
      const text = typeof value === 'string' ? `${value}x` : !value;
      const other = typeof value === 'number' ? value + 1 : text;
      expect(toHex(leafHash(encodeEventEntry({ ...entry, [field]: other }))), field).not.toBe(original);
    }
  });

  test('is refused if it is longer than a bundle can hold, has ill-formed text, or a seed of another length', () => {
    const entry = entryOf(pinned('1'), PRIVATE);
    expect(() => encodeEventEntry({ ...entry, from: 'x'.repeat(65_536) })).toThrow('at most 65535 bytes');
    expect(() => encodeEventEntry({ ...entry, from: '\ud800' })).toThrow('entry: must be well-formed Unicode');
    expect(() => entrySecrets(new Uint8Array(31), PRIVATE)).toThrow('must have 32 bytes');
  });
});

describe('the entries about a log', () => {
  test('are those of the independent program: genesis with the end of the previous log, and a change of keys', () => {
    const genesis = encodeGenesis({
      log: PUBLIC,
      origin: `log.example/v1/logs/${PUBLIC}`,
      tenant_identity: '',
      created: '2026-11-23T03:00:00.000000Z',
      keys: [...KEYS],
      previous: {
        log: PRIVATE,
        origin: `log.example/v1/logs/${PRIVATE}`,
        size: 7,
        root: '98c97f0ba3175cd08b031dd084b9dc4e649b64d1a28e6ea694646503173ab587',
      },
    });
    expect(new TextDecoder().decode(genesis)).toBe(vectors.genesis);
    const keys = encodeKeys({ log: PUBLIC, created: '2026-11-23T04:00:00.000000Z', keys: [KEYS[0]] });
    expect(new TextDecoder().decode(keys)).toBe(vectors.keys);
    expect(parseEntry(genesis)).toMatchObject({ schema: 'LOGGENESISV1', keys: KEYS, previous: { size: '7' } });
  });

  test('the entries about a first log name no previous log', () => {
    const first = { log: PUBLIC, origin: 'o', tenant_identity: '', created: '', keys: [], previous: undefined };
    expect(parseEntry(encodeGenesis(first))['previous']).toEqual({});
  });

  test.each([
    ['4:text', 'entry: must be a map with schema and log'],
    ['de', 'entry: must be a map with schema and log'],
    ['d3:logde6:schema1:xe', 'entry: schema and log must be texts'],
    ['d6:schema1:x3:log1:ye', 'bencode: must be one value in canonical form'],
    ['d3:log1:y6:schema1:xe0:', 'bencode: must be one value in canonical form'],
    ['d3:log1:y6:schema01:xe', 'bencode: must be one value in canonical form'],
    ['d3:log1:y6:schema9:xe', 'bencode: must consist of'],
    ['d3:log1:y', 'bencode: must consist of'],
    ['l'.repeat(20), 'bencode: must not be nested more than 16 times'],
    ['i1e', 'bencode: must consist of'],
    ['', 'bencode: must consist of'],
  ])('the entries about a log are refused if they are not canonical: %s', (text, message) => {
    expect(() => parseEntry(utf8(text))).toThrow(message);
  });

  test('the entries about a log are parsed to the value that was written', () => {
    const value = { '': ['a', {}, []], __proto__x: 'é', nested: { a: { b: 'c' } } };
    expect(parseBencode(bencode(value))).toEqual(value);
  });
});

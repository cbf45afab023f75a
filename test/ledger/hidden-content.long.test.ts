import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainHashV1, chainHashV2, GENESIS_HASH, type ChainedEvent } from '../../src/formats/chain-hash.ts';
import { bencode, type Bencodable } from '../../src/formats/bencode.ts';
import { commitmentOf, contentCommitment, disclosure, type Readable } from '../../src/formats/content-commitment.ts';
import { naiveFields } from './support/naive-chain.ts';

const ASSET = 'assets/5f5f2c6a-9d94-4ee0-835e-9d234e882c9e';
const AUTHOR = { issuer: 'https://idp.example', subject: 'ada', display_name: 'Ada', email: 'ada@example.com' };
const SEED = crypto.getRandomValues(new Uint8Array(32));
const LINK = { proof_mechanism: 'SIMPLE_HASH', public: false };
const PIN = '4711';

const eventOf = (asset_attributes: ChainedEvent['asset_attributes'], n = 1): ChainedEvent => ({
  identity: `${ASSET}/events/0a6b0f7e-a62e-459a-b091-dd85cd7b467${n}`,
  asset_identity: ASSET,
  event_attributes: { note: 'visible' },
  asset_attributes,
  operation: 'Record',
  behaviour: 'RecordEvidence',
  timestamp_declared: '2026-11-21T08:46:00Z',
  timestamp_accepted: `2026-11-21T08:46:00.00000${n}Z`,
  principal_declared: AUTHOR,
  principal_accepted: AUTHOR,
  from: '0x5284e740A744F075E402f7fB0c4485532ddf4Af8',
  tenant_identity: 'tenant/0dc854f5-5eab-4ad8-9d75-1ea9b24d0db4',
});
const readable = (...names: string[]): Readable => ({
  event_attributes: 'all',
  asset_attributes: new Set(names),
  principals: 'all',
});

/** The chain hash of the event before. */
const BEFORE = hashOf(eventOf({ colour: 'red' }, 0), GENESIS_HASH, 1);

function hashOf(event: ChainedEvent, previous_hash: string, sequence: number): string {
  return chainHashV2(event, contentCommitment(event, SEED), { ...LINK, previous_hash, sequence });
}

const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hexOf = (base64url: string, size: number): string[] =>
  Buffer.from(base64url, 'base64url')
    .toString('hex')
    .match(new RegExp(`.{${size * 2}}`, 'g')) ?? [];

describe('what a reader of a part gets', () => {
  test('contains no hidden value, no hidden name, and no digest of them in any encoding', () => {
    const marker = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(marker, marker, marker, marker, (name, key, value, visible) => {
        fc.pre(new Set([name, key, value, visible]).size === 4);
        const event = eventOf({ [visible]: visible, [name]: [{ [key]: value }] });
        const disclosed = disclosure(event, SEED, readable(visible));
        const shown = [
          JSON.stringify(disclosed),
          Buffer.from(disclosed.salts, 'base64url').toString('latin1'),
          Buffer.from(disclosed.hidden, 'base64url').toString('latin1'),
          ...hexOf(disclosed.salts, 16),
          ...hexOf(disclosed.hidden, 32),
        ].join('\n');
        expect(shown).toContain(visible);
        const forms: Bencodable[] = [
          name,
          key,
          value,
          { [key]: value },
          [{ [key]: value }],
          { [name]: [{ [key]: value }] },
        ];
        for (const hidden of [name, key, value]) {
          for (const encoding of ['utf8', 'hex', 'base64', 'base64url', 'utf16le'] as const)
            expect(shown).not.toContain(Buffer.from(hidden).toString(encoding));
        }
        for (const form of forms)
          for (const bytes of [bencode(form), Buffer.from(JSON.stringify(form)), Buffer.from(String(form))])
            expect(shown).not.toContain(digest(bytes));
      }),
      { seed: 20_261_121, numRuns: 100 },
    );
  });

  /**
   * Guesses the PIN from everything that a reader of a part gets: the event as they see it, the disclosure, and the
   * hashes of this event, of the one before and of the one after. Every value is tried as the salt, and every value
   * of 32 bytes as the seed. Returns the PINs that lead to a value that the reader has. `leaked` are further values
   * to try.
   */
  function guess(leaked: { salts?: string[]; hashes?: string[] } = {}): string[] {
    const whole = eventOf({ colour: 'green', pin: PIN });
    const disclosed = disclosure(whole, SEED, readable('colour'));
    const link = { ...LINK, previous_hash: BEFORE, sequence: 2 };
    const hash = chainHashV2(whole, commitmentOf(disclosed), link);
    const next = hashOf(eventOf({ colour: 'blue' }, 2), hash, 3);

    const hashes = [
      ...hexOf(disclosed.hidden, 32),
      commitmentOf(disclosed),
      BEFORE,
      hash,
      next,
      ...(leaked.hashes ?? []),
    ];
    const known = new Set(hashes);
    const halves = hashes.flatMap((value) => [value.slice(0, 32), value.slice(32)]);
    const message = bencode(['ASSETCHAINV2-SALT', 'asset_attributes', 'pin']);
    const derived = [...hashes, '00'.repeat(32)].map((key) =>
      createHmac('sha256', Buffer.from(key, 'hex')).update(message).digest('hex').slice(0, 32),
    );
    const salts = ['', '00'.repeat(16), ...hexOf(disclosed.salts, 16), ...halves, ...derived, ...(leaked.salts ?? [])];
    const found: string[] = [];
    for (let n = 0; n < 10_000; n++) {
      const pin = String(n).padStart(4, '0');
      const guessed = { ...whole, asset_attributes: { ...whole.asset_attributes, pin } };
      const digests = [
        digest(pin),
        digest(bencode(pin)),
        digest(bencode({ pin })),
        digest(bencode({ colour: 'green', pin })),
        digest(`${JSON.stringify({ pin })}`),
        chainHashV1(guessed, link),
        ...salts.map((salt) => digest(bencode(['ASSETCHAINV2-FIELD', salt, 'asset_attributes', 'pin', pin]))),
      ];
      if (digests.some((value) => known.has(value))) found.push(pin);
    }
    return found;
  }

  test('does not reveal a hidden PIN of four digits to a search of all of them', () => {
    expect(guess()).toEqual([]);
  });

  test('would reveal the PIN to the same search with the salt of its field, or with the hash of ASSETCHAINV1', () => {
    const whole = eventOf({ colour: 'green', pin: PIN });
    const fields = naiveFields(whole, Buffer.from(SEED).toString('hex'));
    const { salt } = fields.find(({ name }) => name === 'pin')!;
    expect(guess({ salts: [salt] })).toEqual([PIN]);
    expect(guess({ hashes: [chainHashV1(whole, { ...LINK, previous_hash: BEFORE, sequence: 2 })] })).toEqual([PIN]);
  });

  test('is the same for every value of a hidden attribute, apart from the hashes', () => {
    const [a, b] = ['1', 'a value that is much longer'.repeat(10)].map((pin) =>
      disclosure(eventOf({ colour: 'green', pin }), SEED, readable('colour')),
    );
    expect(a!.content).toEqual(b!.content);
    expect(a!.salts).toBe(b!.salts);
    const [inA, inB] = [hexOf(a!.hidden, 32), hexOf(b!.hidden, 32)];
    expect(inA).toHaveLength(inB.length);
    expect(inA.filter((hash) => !inB.includes(hash))).toHaveLength(1);
  });

  test('contains no salt of a hidden field and not the seed', () => {
    const whole = eventOf({ colour: 'green', pin: PIN });
    const seed = Buffer.from(SEED).toString('hex');
    const shown = disclosure(whole, SEED, readable('colour'));
    const bytes = [shown.salts, shown.hidden].map((part) => Buffer.from(part, 'base64url').toString('hex')).join('');
    for (const { name, salt } of naiveFields(whole, seed)) expect(bytes.includes(salt)).toBe(name !== 'pin');
    expect(bytes).not.toContain(seed.slice(0, 32));
    expect(bytes).not.toContain(seed.slice(32));
  });
});

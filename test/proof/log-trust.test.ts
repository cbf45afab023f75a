import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/lib/text.ts';
import { parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { encodeGenesis, encodeKeys } from '../../src/formats/log/entry.ts';
import { parseNote } from '../../src/formats/log/note.ts';
import { consistencyProof } from '../../src/formats/log/proofs.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import type { Trust } from '../../src/proof/chain.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { neededConsistency } from '../../src/proof/log-trust.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { logInMemory } from './support/login-memory.ts';
import {
  checkpointOf,
  erasedProof,
  GENESIS_ENTRY,
  LOG,
  LOG_ORIGIN,
  LOG_PROOFS,
  LOG_VKEY,
  logProof,
  trustIn,
  witnessVkeys,
} from './support/log-proofs.ts';
import { simpleProof } from './support/proofs.ts';

const OTHER_LOG = 'c7c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d';

/** The step at which a proof fails, and its detail. Expects that all earlier steps passed. */
function failing(proof: unknown, trust: Trust = {}): [string, string] {
  const { ok, steps } = verifyProof(proof, trust);
  expect(ok).toBe(false);
  expect(steps.slice(0, -1).every((step) => step.ok)).toBe(true);
  const { name, detail } = steps.at(-1)!;
  return [name, detail];
}

const stepsOf = (proof: LogProof, trust: Trust = {}): [string, string][] =>
  verifyProof(proof, trust).steps.map(({ name, ok, skipped }) => {
    const passed = skipped ? 'skipped' : 'ok';
    return [name, ok ? passed : 'failed'];
  });

describe.each(Object.entries(LOG_PROOFS))('a valid proof %s', (_name, make) => {
  const proof = make();

  test('passes every step, and is vouched for by the key of the log', () => {
    expect(stepsOf(proof, trustIn(proof)).filter(([, result]) => result === 'failed')).toEqual([]);
    const { ok, vouched, word } = verifyProof(proof, trustIn(proof));
    expect([ok, vouched]).toEqual([true, true]);
    expect(word).toContain(`entry ${proof.index} of the log ${LOG_ORIGIN}`);
  });

  test('is consistent only, without known values', () => {
    const { ok, vouched, word } = verifyProof(proof);
    expect([ok, vouched]).toEqual([true, false]);
    expect(word).toContain('(--vkey, --log-genesis or --checkpoint)');
  });
});

test('the steps of a proof have stable names and order', () => {
  const log = ['format', 'event', 'view', 'entry', 'chainhash', 'path', 'checkpoint', 'log', 'consistency', 'calldata'];
  const chain = ['transaction', 'inclusion', 'header', 'time', 'seal', 'genesis'];
  expect(stepsOf(logProof()).map(([name]) => name)).toEqual(log);
  expect(stepsOf(logProof({ anchored: 20 })).map(([name]) => name)).toEqual([...log, ...chain]);
  const skipped = stepsOf(logProof({ visible: [] })).filter(([, result]) => result === 'skipped');
  expect(skipped.map(([name]) => name)).toEqual(['chainhash', 'checkpoint', 'log', 'consistency', 'calldata']);
});

describe('a known key', () => {
  const proof = logProof({ view: 'public', witnesses: 2 });

  test('a known key of the log or of a witness must have signed the checkpoint', () => {
    for (const vkeys of [[LOG_VKEY], [LOG_VKEY, ...witnessVkeys(2)]])
      expect(verifyProof(proof, { vkeys })).toMatchObject({ ok: true, vouched: true });
    // A witness cosigns logs of anyone.
    const witnessed = verifyProof(proof, { vkeys: witnessVkeys(2) });
    expect(witnessed).toMatchObject({ ok: true, vouched: false });
    expect(witnessed.word).toContain('to verify that this is the log of the service');
    const detail = verifyProof(proof, { vkeys: witnessVkeys(1) }).steps.find(
      ({ name }) => name === 'checkpoint',
    )!.detail;
    expect(detail).toMatch(/witness-0\.example\.com\/w1\+[0-9a-f]{8} at 2026-09-2/);
    expect(failing(proof, { vkeys: witnessVkeys(3) })).toEqual([
      'checkpoint',
      expect.stringContaining('the checkpoint has no signature of the known key witness-2.example.com/w1+'),
    ]);
  });

  test('a known key of another log is refused with the names of both', () => {
    const [step, detail] = failing(proof, {
      vkeys: [LOG_VKEY.replace(LOG, OTHER_LOG)],
    });
    expect([step, detail]).toEqual(['checkpoint', expect.stringContaining('key id')]);
    const other = logProof({ view: 'public' });
    other.checkpoint = checkpointOf(
      40,
      parseCheckpoint(parseNote(other.checkpoint).text).root,
      0,
      `other.example/v1/logs/${LOG}`,
    );
    expect(failing(other, { vkeys: [LOG_VKEY] })).toEqual([
      'checkpoint',
      `the known key is that of the log ${LOG_ORIGIN}; the checkpoint is of other.example/v1/logs/${LOG}`,
    ]);
  });

  test('a known key refuses a checkpoint whose text was changed', () => {
    const changed = { ...proof, checkpoint: proof.checkpoint.replace('evidence.example.com', 'evidence.example.org') };
    expect(failing(changed, { vkeys: witnessVkeys(1) })[1]).toContain('the signature of witness-0.example.com/w1');
    const other = parseNote(checkpointOf(40, parseCheckpoint(parseNote(proof.checkpoint).text).root.with(0, 1)));
    expect(failing({ ...proof, checkpoint: `${other.text}\n${proof.checkpoint.split('\n\n')[1]}` })[0]).toBe('path');
  });

  test('a known key does not apply to a proof of a window', () => {
    expect(failing(simpleProof('tenant'), { vkeys: [LOG_VKEY] })).toEqual([
      'checkpoint',
      expect.stringContaining('not by an entry of a log'),
    ]);
    expect(failing(simpleProof('tenant'), { tsa: [] })).toEqual(['stamp', expect.stringContaining('no time stamp')]);
  });
});

describe('known values of the chain', () => {
  test('do not apply to a proof without a transaction', () => {
    const genesis = `0x${'12'.repeat(32)}`;
    for (const trust of [{ genesis }, { node: true }])
      expect(failing(logProof(), trust)).toEqual(['calldata', expect.stringContaining('has no transaction')]);
  });

  test('vouch for the proof without a key of the log', () => {
    const proof = logProof({ anchored: 20 });
    const { genesis_hash: genesis } = proof.anchor!.chain;
    expect(verifyProof(proof, { genesis })).toMatchObject({ ok: true, vouched: true });
    expect(failing(proof, { genesis: `0x${'12'.repeat(32)}` })[0]).toBe('genesis');
  });
});

describe('a known first entry and a saved checkpoint', async () => {
  const log = await logInMemory();
  const { proofOf, checkpoint, consistency } = log;
  const proof = await proofOf(17, 40);
  const trusting = (trust: Trust, from: number, to: number): Trust => ({
    ...trust,
    consistency: [consistency(from, to)],
  });
  const hash = toHex(leafHash(GENESIS_ENTRY));
  const genesis = { hash, entry: GENESIS_ENTRY };

  test('the first entry vouches with its keys, and its hash only shows that the log starts with it', () => {
    expect(neededConsistency(proof, { logGenesis: genesis })).toEqual([[1, 40]]);
    expect(verifyProof(proof, trusting({ logGenesis: genesis }, 1, 40))).toMatchObject({ ok: true, vouched: true });
    expect(verifyProof(proof, trusting({ logGenesis: { hash } }, 1, 40))).toMatchObject({ ok: true, vouched: false });
    expect(failing(proof, { logGenesis: genesis, unavailable: 'it does not respond' })).toEqual([
      'log',
      'to compare the checkpoint with the known genesis, a consistency proof from 1 to 40 is needed (--service ' +
        'or --consistency): it does not respond',
    ]);
  });

  test('another first entry is refused with the reason', () => {
    const common = {
      origin: LOG_ORIGIN,
      tenant_identity: '',
      created: '',
      keys: [{ vkey: LOG_VKEY }],
      previous: undefined,
    };
    const cases: [Uint8Array, string][] = [
      [
        encodeGenesis({ ...common, log: LOG }),
        'the tree of 40 entries does not continue that of 1 entries of the known genesis',
      ],
      [
        encodeGenesis({ ...common, log: OTHER_LOG }),
        `the known genesis is that of the log ${OTHER_LOG}, not of ${LOG}`,
      ],
      [encodeKeys({ log: LOG, created: '', keys: [] }), 'must be an entry LOGGENESISV1'],
    ];
    for (const [entry, why] of cases) {
      const trust = { logGenesis: { hash: toHex(leafHash(entry)), entry } };
      expect(failing(proof, trusting(trust, 1, 40))[1]).toContain(why);
    }
    const trust = { logGenesis: { hash: '12'.repeat(32), entry: GENESIS_ENTRY } };
    expect(failing(proof, trusting(trust, 1, 40))[1]).toContain('does not have the known hash');
    expect(failing(proof, trusting({ logGenesis: { hash: '12'.repeat(32) } }, 1, 40))[0]).toBe('log');
  });

  test.each([
    [40, undefined, true],
    [18, [18, 40], true],
    [17, [17, 40], false],
    [1, [1, 40], false],
    [41, [40, 41], true],
    [64, [40, 64], true],
  ] as const)(
    'a saved checkpoint of %s entries is compared; it vouches if it has the event',
    (size, needed, vouched) => {
      const saved = { checkpoint: checkpoint(size) };
      expect(neededConsistency(proof, saved)).toEqual(needed ? [needed] : []);
      const trust = needed ? trusting(saved, needed[0], needed[1]) : saved;
      expect(verifyProof(proof, trust)).toMatchObject({ ok: true, vouched });
      if (needed)
        expect(failing(proof, saved)[1]).toContain(`a consistency proof from ${needed[0]} to ${needed[1]} is needed`);
    },
  );

  test('a saved checkpoint of a fork or of another log is refused with the reason', () => {
    const root = new Uint8Array(32).fill(7);
    expect(failing(proof, { checkpoint: checkpointOf(40, root) })).toEqual([
      'consistency',
      'the saved checkpoint and the checkpoint of the proof have different roots for the same 40 entries: the ' +
        'log was forked',
    ]);
    for (const [size, from, to] of [
      [20, 20, 40],
      [50, 40, 50],
    ] as const)
      expect(failing(proof, trusting({ checkpoint: checkpointOf(size, root) }, from, to))).toEqual([
        'consistency',
        expect.stringContaining(`the tree of ${to} entries does not continue that of ${from} entries`),
      ]);
    const origin = `other.example/v1/logs/${LOG}`;
    expect(failing(proof, { checkpoint: checkpointOf(40, root, 0, origin) })[1]).toBe(
      `the saved checkpoint is of the log ${origin}, not of ${LOG_ORIGIN}`,
    );
  });

  test('a consistency proof that was changed is refused', async () => {
    const saved = { checkpoint: checkpoint(25) };
    const path = await consistencyProof(25, 40, log.read);
    for (let n = 0; n < path.length; n++) {
      const changed = path.map((each, at) => (at === n ? each.with(5, each[5]! ^ 8) : each));
      expect(failing(proof, { ...saved, consistency: [{ from: 25, to: 40, path: changed }] })[0]).toBe('consistency');
    }
    expect(failing(proof, { ...saved, consistency: [{ from: 25, to: 40, path: path.slice(1) }] })[0]).toBe(
      'consistency',
    );
  });
});

describe('a proof that does not fit together', () => {
  const cases: [string, (proof: any) => void, string, string][] = [
    ['an unknown field', (d) => (d.extra = 1), 'format', 'the proof has the unknown field extra'],
    ['a missing field', (d) => delete d.index, 'format', 'the proof.index is missing'],
    ['a seed of another length', (d) => (d.content.seed += 'AA'), 'format', 'the proof.content.seed must be base64url'],
    ['a path with padding', (d) => (d.path += '='), 'format', 'the proof.path must be base64url without padding'],
    ['a path of another length', (d) => (d.path = d.path.slice(43)), 'format', 'the proof.path must be'],
    ['no hash of the path', (d) => (d.path = ''), 'path', 'the path must have the length that index 17 and size 40'],
    ['an index beyond the tree', (d) => (d.index = 40), 'path', 'index must be below the size of the tree, 40'],
    ['another seed', (d) => (d.content.seed = `A${d.content.seed.slice(1)}`), 'path', 'not to that of the checkpoint'],
    [
      'another chain hash',
      (d) => (d.chain_hash.value = '12'.repeat(32)),
      'chainhash',
      'does not commit to the chain hash',
    ],
    ['the other view', (d) => (d.view = 'public'), 'event', 'asset_identity of the event must be publicassets/<uuid>'],
    ['a note without a signature', (d) => (d.checkpoint = 'text\n'), 'entry', 'note: must have an empty line'],
    [
      'another origin',
      (d) => (d.checkpoint = d.checkpoint.replace('/v1/logs/', '/v1/log/')),
      'entry',
      'must end with /v1/logs/<uuid>',
    ],
    [
      'an erased event with content',
      (d) => (d.event.erased = erasedProof().event.erased),
      'view',
      'the content of an erased event must be a commitment',
    ],
    [
      'a commitment for content',
      (d) => (d.content = { commitment: '12'.repeat(32) }),
      'view',
      'only the content of an erased event',
    ],
    [
      'another size of the anchor',
      (d) => (d.anchor.size = 21),
      'calldata',
      'the transaction records the size 20, not 21',
    ],
    [
      'a hash too many in the anchor',
      (d) => (d.anchor.path += 'A'.repeat(43)),
      'calldata',
      'anchor.path must have the hashes',
    ],
  ];

  test.each(cases)('fails with the name of the field: %s', (_name, change, step, why) => {
    const draft = structuredClone(logProof({ anchored: 20 }));
    change(draft);
    expect(failing(draft)).toEqual([step, expect.stringContaining(why)]);
  });

  test('fails if an erased event has content', () => {
    const erased = erasedProof();
    expect(failing({ ...erased, event: { ...erased.event, asset_attributes: { a: 'b' } } })[1]).toContain(
      'must have no attributes and no principals',
    );
  });

  test('does not state that the event was erased, because anyone can remove the content from a proof', () => {
    const { steps, word } = verifyProof(erasedProof());
    const { detail: view } = steps.find(({ name }) => name === 'view')!;
    expect(view).toContain('it is marked as erased, and the proof shows nothing about its content');
    expect(steps.find(({ name }) => name === 'entry')!.detail).toContain('it does not cover erased,');
    expect(word).toContain('the proof shows neither its content nor that it was erased');
    expect(verifyProof(logProof()).word).not.toContain('erased');
  });

  test.each([
    ['an event of another asset', { event_identity: `assets/${LOG}/events/${LOG}` }, 'erased.event_identity'],
    ['no time', { timestamp: 'yesterday' }, 'erased.timestamp'],
  ])('fails if the mark of an erased event names %s', (_name, change, why) => {
    const { event, ...proof } = erasedProof();
    const marked = { ...proof, event: { ...event, erased: { ...event.erased!, ...change } } };
    expect(failing(marked)).toEqual(['view', expect.stringContaining(why)]);
  });

  test('fails if a public proof names a principal', () => {
    const open = logProof({ view: 'public' });
    const principal_accepted = { ...open.event.principal_accepted, subject: 'someone' };
    expect(failing({ ...open, event: { ...open.event, principal_accepted } })).toEqual([
      'view',
      'the event names a principal, which the public view must not contain',
    ]);
  });

  test('fails if the transaction is that of another log', () => {
    const { anchor, ...proof } = logProof({ anchored: 20 });
    const other = logProof({ view: 'public', anchored: 20 });
    expect(failing({ ...proof, anchor: { ...anchor, chain: other.anchor!.chain } })[1]).toContain('of the tenant');
  });

  test('fails if hidden commitments are in another order, or a salt is missing', () => {
    const part = logProof({ visible: [] });
    const { salts, hidden } = part.content as { salts: string; hidden: string };
    const bytes = Buffer.from(hidden, 'base64url');
    const turned = Buffer.concat([bytes.subarray(32, 64), bytes.subarray(0, 32), bytes.subarray(64)]);
    const changed = { ...part, content: { salts, hidden: turned.toString('base64url') } };
    expect(failing(changed)).toEqual(['entry', 'hidden: must be in ascending order, without duplicates']);
    const fewer = Buffer.from(salts, 'base64url').subarray(16).toString('base64url');
    expect(failing({ ...part, content: { salts: fewer, hidden } })[1]).toContain('salts: must have 16 bytes for each');
  });
});

import { describe, expect, test } from 'vitest';
import { someEvent } from './support/events.ts';
import { verifyCommand } from './support/command.ts';
import { erasedProof, LOG_VKEY, logProof, witnessVkeys } from './support/log-proofs.ts';
import { embedded, external, simpleProof } from './support/proofs.ts';

const { here, fileOf } = verifyCommand();

/** The last lines of `npm run verify` before its verdict: the answers. */
async function answers(proof: object, ...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const { code, out } = await here([fileOf(proof), ...args]);
  return { code, lines: out.split('\n').filter((line) => /^[✓–✕] /.test(line)) };
}

const COMPLETE =
  '– Complete    a proof of one event cannot show it; the history of the asset does (GET …/assets/UUID:history)';
const ACCEPTED = someEvent(2).timestamp_accepted.replace(/\.\d+Z/, 'Z');

describe('npm run verify answers who, since when and whether all is there', () => {
  const { display_name, email, subject } = someEvent(2).principal_accepted;
  const name = display_name || email || subject;
  const WHO = `– Who         ${name}, as the proof states; the proof has no signature of the author`;

  test('a proof without known values answers nothing, and names what would', async () => {
    const open = await answers(logProof({ anchored: 20 }));
    const time = `– Since when  accepted at ${ACCEPTED}, as the proof states; `;
    expect(open).toEqual({ code: 3, lines: [WHO, `${time}--checkpoint checks the time`, COMPLETE] });
    expect((await answers(logProof())).lines[1]).toBe(
      `– Since when  accepted at ${ACCEPTED}, as the proof states; --checkpoint checks the time`,
    );
  });

  test('a known key of the log leaves the time to the clock of its operator', async () => {
    const { code, lines } = await answers(logProof(), '--vkey', LOG_VKEY);
    expect(code).toBe(0);
    expect(lines[1]).toBe(
      `– Since when  accepted at ${ACCEPTED} by the clock of a log that you know; --checkpoint checks the time`,
    );
  });

  test('a saved checkpoint answers since when, and the embedded chain of the operator does not', async () => {
    const proof = logProof({ anchored: 20 });
    const { genesis_hash } = proof.anchor!.chain;
    expect((await answers(proof, '--genesis', genesis_hash)).lines[1]).toMatch(
      /^– Since when {2}in a block of 2026-\d\d-\d\dT\d\d:\d\d:\d\dZ by the validator of the operator; --checkpoint /,
    );
    const saved = fileOf(proof.checkpoint);
    expect((await answers(logProof(), '--checkpoint', saved)).lines[1]).toBe(
      `✓ Since when  since before the checkpoint that you saved; accepted at ${ACCEPTED}`,
    );
  });

  test('a proof by a window has the same answers, and an external chain names its own options', async () => {
    const { lines } = await answers(simpleProof('public', embedded));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/, as the proof states; nothing in this proof checks the time$/);
    expect(lines[0]).toBe('– Who         the proof names nobody; the proof has no signature of the author');
    expect((await answers(simpleProof('tenant', external))).lines[1]).toContain('--rpc and --signer checks the time');
  });

  test('a step that fails is the answer to its question', async () => {
    const changed = logProof();
    changed.event.event_attributes['a'] = 'b';
    const record = await answers(changed);
    expect(record.code).toBe(1);
    expect(record.lines).toEqual([expect.stringMatching(/^✕ Since when {2}the record is not shown to be unchanged: /)]);
    const proof = logProof({ anchored: 20 });
    const other = await answers(proof, '--genesis', `0x${'0'.repeat(64)}`);
    expect(other.lines).toEqual([expect.stringMatching(/^✕ Since when {2}the time is not shown: /)]);
    const unsigned = await answers(logProof(), '--author-key', 'A'.repeat(43));
    expect(unsigned.lines).toEqual([expect.stringMatching(/^✕ Who {9}not signed as it is shown: /)]);
  });

  test('an erased event is answered like others', async () => {
    expect((await answers(erasedProof(), '--vkey', LOG_VKEY)).lines).toHaveLength(3);
  });
});

describe('npm run verify --pins', () => {
  const proof = logProof({ anchored: 20 });
  const { chain_id, genesis_hash, validator_address } = proof.anchor!.chain;

  test('the pins of the log and of the chain count, as the options do', async () => {
    const log = await here([fileOf(proof), '--pins', fileOf({ logs: [...witnessVkeys(1), LOG_VKEY] })]);
    expect([log.code, log.err]).toEqual([0, '']);
    expect(log.out).toMatch(/^The proof is valid: entry 17 of the log .+, signed by /m);
    const pins = fileOf({ chains: { [chain_id]: { genesis: genesis_hash, validator: validator_address } } });
    const chain = await answers(proof, '--pins', pins);
    expect(chain.code).toBe(0);
    expect(chain.lines[1]).toMatch(/^– Since when {2}in a block of /);
  });

  test('one of several pinned validators and signers counts, for proofs from before and after a rotation', async () => {
    const signer = /is signed by (0x\w+);/.exec((await here([fileOf(proof)])).out)![1]!;
    const other = `0x${'1'.repeat(40)}`;
    const codeOf = async (validator: string[], signers: string[]): Promise<unknown> => {
      const { code, err } = await here([
        fileOf(proof),
        '--pins',
        fileOf({ chains: { [chain_id]: { validator, signer: signers } } }),
      ]);
      return [code, err];
    };
    expect(await codeOf([other, validator_address], [other, signer])).toEqual([0, '']);
    expect(await codeOf([other], [signer])).toEqual([1, expect.stringContaining('the step seal failed')]);
    expect(await codeOf([validator_address], [other])).toEqual([1, expect.stringContaining('the step transaction')]);
    expect((await codeOf([], [signer])) as unknown[]).toEqual([2, expect.stringContaining('must not be empty')]);
  });

  test('pins of other logs, chains and authors do not fail a proof', async () => {
    const pins = fileOf({
      logs: witnessVkeys(1),
      chains: { 1: { genesis: `0x${'0'.repeat(64)}` } },
      authors: { ['A'.repeat(43)]: 'Ada' },
    });
    expect((await here([fileOf(proof), '--pins', pins])).code).toBe(3);
  });

  test('another key for a pinned log, and another genesis for a pinned chain, fail', async () => {
    const other = fileOf(JSON.stringify({ logs: [LOG_VKEY] }));
    const forged = logProof();
    forged.checkpoint = forged.checkpoint.replace(/^— (\S+) .+$/m, '— $1 AAAAAAAAAAA=');
    expect((await here([fileOf(forged), '--pins', other])).code).toBe(1);
    const pins = fileOf({ chains: { [chain_id]: { genesis: `0x${'0'.repeat(64)}` } } });
    expect(await here([fileOf(proof), '--pins', pins])).toMatchObject({
      code: 1,
      err: 'error: the proof is not valid: the step genesis failed\n',
    });
    // An option counts instead of the pin.
    expect((await here([fileOf(proof), '--pins', pins, '--genesis', genesis_hash])).code).toBe(0);
  });

  test.each<[string, object | string, string]>([
    ['text that is not JSON', '{', '--pins: '],
    ['an unknown field', { vkeys: [] }, '--pins: the file has the unknown field vkeys'],
    ['a vkey that is not valid', { logs: ['x'] }, '--pins: the file.logs[0]: vkey: must be name+keyid+base64'],
    ['a hash that is too short', { chains: { 1: { genesis: '0x1' } } }, '--pins: the file.chains.1.genesis must be 0x'],
    [
      'an author without a thumbprint',
      { authors: { Ada: 'x' } },
      '--pins: the file.authors.Ada must be the thumbprint',
    ],
    ['a certificate that is missing', { authorities: ['missing.pem'] }, 'missing.pem: cannot be read'],
  ])('exits with 2 and names the field: %s', async (_name, content, message) => {
    const { code, out, err } = await here([fileOf(proof), '--pins', fileOf(content)]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

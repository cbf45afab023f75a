import { describe, expect, test } from 'vitest';
import { verifyProof } from '../../src/proof/verify.ts';
import { NOON } from '../chain/support/chain.ts';
import { sealedAt } from './support/sealed.ts';
import { END } from './support/events.ts';
import { khipuProof, simpleProof } from './support/proofs.ts';

const second = (time: string): number => Date.parse(time) / 1000;
const NOON_S = NOON / 1000;

/** The step `time` for a proof whose block has this timestamp (seconds). */
const stepOf = (proof: Parameters<typeof sealedAt>[0], at: number) => {
  const report = verifyProof(sealedAt(proof, at));
  const step = report.steps.find(({ name }) => name === 'time');
  expect(report.ok).toBe(step?.ok);
  return step;
};

describe('the timestamp of the block of a window', () => {
  const proof = simpleProof('tenant');

  test.each([
    ['1970', 0],
    ['the second before the end of the window', second(END) - 1],
  ])('must not be %s', (_what, at) => {
    expect(stepOf(proof, at)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('before the end of the window'),
    });
  });

  test.each([
    ['0 s', second(END)],
    ['2 s', NOON_S],
    ['1 min 1 s', second(END) + 61],
    ['3 d 1 h', second(END) + 3 * 86_400 + 3600],
  ])('may be %s after the end of the window, which the step reports', (lag, at) => {
    expect(stepOf(proof, at)).toMatchObject({
      ok: true,
      detail: `the block is ${lag} later than the end of the window (${END})`,
    });
  });
});

describe('the timestamp of the block of a KHIPU event', () => {
  const proof = khipuProof();
  const { timestamp_accepted: accepted } = proof.event;
  const whole = Math.floor(Date.parse(accepted) / 1000);

  test('must not be in a second before its acceptance', () => {
    for (const at of [0, whole - 1])
      expect(stepOf(proof, at)).toMatchObject({
        ok: false,
        detail: expect.stringContaining(`before the acceptance of the event (${accepted})`),
      });
  });

  test('may be in the same second, because blocks have no fraction', () => {
    expect(accepted).not.toMatch(/:\d\dZ$/);
    expect(stepOf(proof, whole)).toMatchObject({ ok: true, detail: expect.stringContaining('0 s later') });
    expect(stepOf(proof, whole + 3600)).toMatchObject({ ok: true, detail: expect.stringContaining('1 h later') });
  });
});

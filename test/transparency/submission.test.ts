import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseNote } from '../../src/formats/log/note.ts';
import { cosign, type NoteSigner } from '../../src/formats/log/note-signatures.ts';
import { formatSignatures, formatVkey, SIGNATURE_TYPES, verifierKey } from '../../src/formats/log/note.ts';
import { consistencyProof } from '../../src/formats/log/proofs.ts';
import { parseAddCheckpoint } from '../../src/formats/log/witness.ts';
import { submitCheckpoint, WitnessError, type Fetch } from '../../src/transparency/witnesses/submission.ts';
import { ed25519Signer } from '../core/transparency/support/keys.ts';
import { keyFor, TestLog, vkeyOf } from '../cli/support/test-log.ts';
import { COSIGNED_AT, Witnessing } from '../cli/support/witnessing.ts';

const log = new TestLog('33333333-3333-4333-8333-333333333333').growTo(300);
const SIZE = 200;
let signer: NoteSigner;
let note: string;
let witness: Witnessing;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  signer = await keyFor(log.origin, 'aa');
  note = await log.note(SIZE, signer);
  witness = new Witnessing();
  await witness.start([vkeyOf(signer)]);
});
afterEach(() => witness.remove());

/** The sizes of the submissions of a test. */
let submitted: number[];
const counted: Fetch = (url, init) => {
  submitted.push(parseAddCheckpoint(init.body as string).oldSize);
  return fetch(url, init);
};
const submit = (oldSize: number, { of = note, size = SIZE, by = log, using = counted } = {}) => {
  submitted = [];
  return submitCheckpoint(using, witness, of, oldSize, (from) => consistencyProof(from, size, by.read));
};

describe('submitCheckpoint', () => {
  test('sends one request if the witness knows the given size', async () => {
    expect(await submit(0)).toMatchObject([{ time: COSIGNED_AT, key: { name: 'witness.example/1' } }]);
    expect(submitted).toEqual([0]);
    await submit(SIZE);
    expect(submitted).toEqual([SIZE]);
  });

  test('sends a second request from the size that the witness knows, if that is another one', async () => {
    await submit(0, { of: await log.note(50, signer), size: 50 });
    expect(await submit(20)).toHaveLength(1);
    expect(submitted).toEqual([20, 50]);
    expect(await submit(0)).toHaveLength(1);
    expect(submitted).toEqual([0, SIZE]);
  });

  test('rejects with the known size if the witness knows a larger tree, or another one of this size', async () => {
    await submit(0, { of: await log.note(300, signer), size: 300 });
    await expect(submit(100)).rejects.toMatchObject({ name: 'WitnessError', knownSize: 300 });
    expect(submitted).toEqual([100]);
    const forked = log.fork(99).growTo(99).events(7_777).growTo(300);
    const other = { of: await forked.note(300, signer), size: 300, by: forked };
    await expect(submit(300, other)).rejects.toMatchObject({ knownSize: 300 });
    expect(submitted).toEqual([300]);
    await expect(submit(0, other)).rejects.toMatchObject({ knownSize: 300 });
    expect(submitted).toEqual([0, 300]);
  });

  test('rejects with the reason of the witness', async () => {
    await witness.start([vkeyOf(await keyFor(log.origin, 'bb'))]);
    await expect(submit(0)).rejects.toThrow(/responded with 403: note: must have a signature of a known key$/);
  });
});

describe('submitCheckpoint rejects', () => {
  /** A witness that responds with this text. */
  const responds =
    (body: BodyInit, status = 200, type = 'text/plain'): Fetch =>
    async () =>
      new Response(body, { status, headers: { 'content-type': type } });
  const line = async (text: string, seed: string, name = 'witness.example/1') => {
    const other = await ed25519Signer(name, seed.repeat(32));
    return formatSignatures([await cosign(text, COSIGNED_AT, other)]);
  };
  /** The error of a submission to this witness. */
  const errorOf = async (using: Fetch): Promise<Error> =>
    submit(0, { using }).then(
      () => new Error('the submission succeeded'),
      (error: Error) => error,
    );

  test('a response without a valid cosignature of the key', async () => {
    const { text } = parseNote(note);
    expect((await errorOf(responds(await line(text, '77')))).message).toContain(
      'without a valid cosignature: note: must have a signature of',
    );
    expect((await errorOf(responds(''))).message).toContain(
      'without a valid cosignature: note: must have signature lines',
    );
    expect((await errorOf(responds('hello\n'))).message).toContain('without a valid cosignature');
    const other = await ed25519Signer('witness.example/1', '77'.repeat(32));
    const vkey = formatVkey(verifierKey('witness.example/1', SIGNATURE_TYPES.cosignature, other.publicKey));
    const cosigned = await line(parseNote(await log.note(7, signer)).text, '77');
    await expect(
      submitCheckpoint(responds(cosigned), { url: 'https://w', vkey }, note, 0, () => Promise.resolve([])),
    ).rejects.toThrow('is not valid');
    const valid = `${await line(text, '88', 'unknown')}${await line(text, '77')}`;
    const verified = await submitCheckpoint(responds(valid), { url: 'https://w', vkey }, note, 0, async () => []);
    expect(verified.map(({ key }) => key.name)).toEqual(['witness.example/1']);
  });

  test('a conflict without a size, with the same size, or with a new size each time', async () => {
    expect((await errorOf(responds('20\n', 409))).message).toContain(
      'responded with 409 without a size: the content type must be text/x.tlog.size',
    );
    expect((await errorOf(responds('20', 409, 'text/x.tlog.size'))).message).toContain(
      'without a size: size: must end in a newline',
    );
    expect(await errorOf(responds('0\n', 409, 'text/x.tlog.size'))).toBeInstanceOf(WitnessError);
    let size = 0;
    const always: Fetch = async () =>
      new Response(`${(size += 1)}\n`, { status: 409, headers: { 'content-type': 'text/x.tlog.size' } });
    expect(await errorOf(always)).toMatchObject({ knownSize: 2 });
    expect(size).toBe(2);
  });

  test('a response that is too long or too late, a redirect, and no response', async () => {
    expect((await errorOf(responds('x'.repeat(20_000)))).message).toContain('responded with more than 16384 bytes');
    expect((await errorOf(responds('', 302))).message).toContain('responded with 302');
    expect((await errorOf(() => Promise.reject(new TypeError('fetch failed')))).message).toContain(
      'does not respond: fetch failed',
    );
    const never: Fetch = (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
    await expect(submitCheckpoint(never, witness, note, 0, async () => [], 20)).rejects.toThrow('does not respond');
  });
});

test('submitCheckpoint rejects a vkey that is not for cosignatures', async () => {
  const wrong = { url: 'https://w', vkey: vkeyOf(signer) };
  await expect(submitCheckpoint(fetch, wrong, note, 0, async () => [])).rejects.toThrow(
    'vkey: must be a key of type 4',
  );
});

test('submitCheckpoint rejects with the error of the proof', async () => {
  const failing = () => Promise.reject(new RangeError('first: must be'));
  await expect(submitCheckpoint(fetch, witness, note, 0, failing)).rejects.toThrow(new RangeError('first: must be'));
});

import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as fc from 'fast-check';
import { utf8 } from '../../../src/lib/text.ts';
import { parseCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { formatSignatures, parseNote, parseSignatures, parseVkey } from '../../../src/formats/log/note.ts';
import { signNote, verifyNote, type NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { formatAddCheckpoint } from '../../../src/formats/log/witness.ts';
import { formatNote } from '../../../src/formats/log/note.ts';
import { opensslVerifier } from '../../core/transparency/support/openssl.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';
import { bodyFor, COSIGNED_AT, Witnessing } from '../support/witnessing.ts';

const ID = '33333333-3333-4333-8333-333333333333';

let witness: Witnessing;
let log: TestLog;
let signer: NoteSigner;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  witness = new Witnessing();
  log = new TestLog(ID);
  signer = await keyFor(log.origin, 'aa');
  log.genesis(signer).growTo(600);
  await witness.start([vkeyOf(signer)]);
});
afterEach(() => witness.remove());

/** Submits the tree of this size. */
const submit = async (oldSize: number, size: number, by = log, signers = [signer]) =>
  witness.post(await bodyFor(by, oldSize, size, await by.note(size, ...signers)));
const latest = async (): Promise<Response> =>
  fetch(`${witness.url}/${createHash('sha256').update(log.origin).digest('hex')}/checkpoint`);
const conflict = (size: number) => ({ status: 409, type: 'text/x.tlog.size', body: `${size}\n` });

describe('a witness', () => {
  const openssl = opensslVerifier();
  afterAll(() => openssl.remove());

  test('cosigns checkpoints that continue each other, which openssl verifies', async () => {
    for (const [oldSize, size] of [
      [0, 1],
      [1, 255],
      [255, 256],
      [256, 600],
    ] as const) {
      witness.now += 60;
      const note = await log.note(size, signer);
      const { status, type, body } = await submit(oldSize, size);
      expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
      const [, name, base64] = /^— (\S+) (\S+)\n$/.exec(body)!;
      const line = Buffer.from(base64!, 'base64');
      expect(name).toBe('witness.example/1');
      expect(line.subarray(0, 4).toString('hex')).toBe(witness.vkey.split('+')[1]);
      expect(line.readBigUInt64BE(4)).toBe(BigInt(witness.now));
      const { text } = parseNote(note);
      const message = utf8(`cosignature/v1\ntime ${witness.now}\n${text}`);
      expect(openssl.verifies(witness.vkey, line.subarray(12), message)).toBe(true);
      expect(openssl.verifies(witness.vkey, line.subarray(12), utf8(text))).toBe(false);
      const stored = await latest();
      expect(stored.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await stored.text()).toBe(note + body);
    }
  });

  test('cosigns the same tree again, with the time of the request', async () => {
    const first = await submit(0, 10);
    expect(await submit(10, 10)).toEqual(first);
    witness.now += 1;
    const again = await submit(10, 10);
    expect(again.status).toBe(200);
    expect(again.body).not.toBe(first.body);
  });

  test('continues after a restart, also after a kill between storing and responding', async () => {
    await submit(0, 10);
    // The response is lost: the client does not know that this was cosigned.
    await submit(10, 20);
    const before = await (await latest()).text();
    await witness.start([vkeyOf(signer)]);
    expect(await (await latest()).text()).toBe(before);
    expect(await submit(10, 30)).toEqual(conflict(20));
    expect((await submit(20, 30)).status).toBe(200);
  });

  test('writes one log line for each request', async () => {
    await submit(0, 10);
    await submit(0, 10);
    const lines = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line as string));
    expect(lines).toMatchObject([
      {
        level: 'info',
        message: 'request',
        method: 'POST',
        path: '/add-checkpoint',
        status: 200,
        origin: log.origin,
        size: 10,
      },
      { status: 409, reason: 'old: must be 10' },
    ]);
  });

  test('accepts each of several keys of a log, and no other', async () => {
    const [next, other] = await Promise.all(['bb', 'cc'].map((seed) => keyFor(log.origin, seed)));
    await witness.start([vkeyOf(signer), vkeyOf(next!)]);
    expect((await submit(0, 10)).status).toBe(200);
    expect((await submit(10, 20, log, [signer, next!])).status).toBe(200);
    expect((await submit(20, 30, log, [other!, next!])).status).toBe(200);
    expect((await submit(30, 40, log, [other!])).status).toBe(403);
    // Signatures of unknown keys are not kept.
    expect((await (await latest()).text()).match(/^— /gm)).toHaveLength(2);
  });

  test('keeps one signature of each key, even if the note repeats it', async () => {
    const { text, signatures } = parseNote(await log.note(10, signer));
    const note = formatNote({ text, signatures: Array.from({ length: 64 }, () => signatures[0]!) });
    expect((await witness.post(await bodyFor(log, 0, 10, note))).status).toBe(200);
    await witness.start([vkeyOf(signer)]);
    expect(await submit(0, 20)).toEqual(conflict(10));
  });
});

test.each([
  ['with an old size that is not the last one, too small', () => submit(9, 20), conflict(10)],
  ['with an old size that is not the last one, 0', () => submit(0, 20), conflict(10)],
  ['with an old size that is not the last one, too large', () => submit(11, 20), conflict(10)],
  ['for a tree that was cosigned before a larger one', () => submit(0, 5), conflict(10)],
  [
    'with another root of the same size',
    () => submit(10, 10, log.fork(9).events(77)),
    { status: 422, body: 'root: must be that of the tree of size 10, which was cosigned\n' },
  ],
  [
    'with an old size above the size',
    async () => witness.post(`old 11\n\n${await log.note(10, signer)}`),
    { status: 400 },
  ],
  ['without a checkpoint', () => witness.post('old 0\n\nhello'), { status: 400 }],
  ['with an empty body', () => witness.post(''), { status: 400 }],
  [
    'that is not UTF-8',
    () => witness.post(Uint8Array.of(0xff, 0x0a, 0x0a)),
    { status: 400, body: 'body: must be UTF-8\n' },
  ],
  ['with a body that is too long', () => witness.post('x'.repeat(65_537)), { status: 413 }],
  ['of another tree', () => submit(10, 20, log.fork(9).events(77).growTo(20)), { status: 422 }],
  ['without a proof', async () => witness.post(`old 10\n\n${await log.note(20, signer)}`), { status: 422 }],
  ['of an unknown log', () => submit(10, 20, new TestLog('x').growTo(20)), { status: 404 }],
])('a request is refused %s', async (_, send, expected) => {
  await submit(0, 10);
  expect(await send()).toMatchObject(expected);
  expect(parseCheckpoint(parseNote(await (await latest()).text()).text).size).toBe(10);
});

test('a request is refused with the first checkpoint and a proof, or with a wrong root of the empty tree', async () => {
  const proof = [new Uint8Array(32)];
  expect((await witness.post(formatAddCheckpoint({ oldSize: 0, proof, note: await log.note(9, signer) }))).status).toBe(
    422,
  );
  const text = `${log.origin}\n0\n${Buffer.alloc(32).toString('base64')}\n`;
  const note = formatNote({ text, signatures: [await signNote(text, signer)] });
  expect(await witness.post(`old 0\n\n${note}`)).toMatchObject({
    status: 422,
    body: 'root: must be that of the tree of size 0, the empty one\n',
  });
  expect(witness.forks).toEqual([]);
  expect((await latest()).status).toBe(404);
  expect((await submit(0, 0)).status).toBe(200);
  expect((await submit(0, 600)).status).toBe(200);
});

test('a request is refused without a valid signature of a key of the log', async () => {
  const other = await keyFor(log.origin, 'bb');
  expect((await submit(0, 10, log, [other])).status).toBe(403);
  const changed = (await log.note(10, signer)).replace('\n10\n', '\n11\n');
  expect(await witness.post(`old 0\n\n${changed}`)).toMatchObject({
    status: 403,
    body: expect.stringMatching('is not valid'),
  });
  const both = parseNote(await log.note(10, signer, signer));
  both.signatures[1]!.bytes[0]! ^= 1;
  expect((await witness.post(`old 0\n\n${formatNote(both)}`)).status).toBe(403);
  expect((await latest()).status).toBe(404);
});

test('a request is refused for another path or method', async () => {
  const status = async (path: string, method: string) => (await fetch(witness.url + path, { method })).status;
  expect(await status('/add-checkpoint', 'GET')).toBe(405);
  expect(await status('/', 'GET')).toBe(404);
  expect(await status(`/${'0'.repeat(64)}/checkpoint`, 'GET')).toBe(404);
  expect(await status(`/${'0'.repeat(64)}/checkpoint`, 'PUT')).toBe(405);
});

test('a request is refused with 500 if the checkpoint cannot be stored, and nothing is cosigned', async () => {
  await submit(0, 10);
  rmSync(witness.directory, { recursive: true });
  expect((await submit(10, 20)).status).toBe(500);
  expect(await (await latest()).text()).toContain('\n10\n');
});

test('two trees of one log of the same size are kept as evidence', async () => {
  const forked = log.fork(9).events(77);
  await submit(0, 10);
  await submit(10, 10, forked);
  expect(witness.forks).toMatchObject([{ submitted: await forked.note(10, signer) }]);
  expect(witness.forks[0]!.cosigned).toContain(await log.note(10, signer));
});

test('two trees of one log that are submitted concurrently are never both cosigned', async () => {
  for (let round = 0; round < 20; round++) {
    const size = 20 * (round + 1);
    const forked = log.fork(size - 1).events(7_000 + round);
    const oldSize = 20 * round;
    const results = await Promise.all([
      submit(oldSize, size, forked),
      submit(oldSize, size),
      submit(oldSize, size - 1),
    ]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 409)).toHaveLength(2);
    // The next round continues the tree of the log.
    await witness.remove();
    witness = new Witnessing();
    await witness.start([vkeyOf(signer)]);
    await submit(0, size);
  }
});

test('two trees of one log are never both cosigned, whatever order of requests and restarts', async () => {
  const forks = [log, log.fork(20).events(1_001).growTo(60), log.fork(40).events(1_002).growTo(60)];
  const request = fc.record({
    fork: fc.nat(2),
    from: fc.nat(60),
    more: fc.nat(20),
    restart: fc.nat(9),
    lied: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 30 }), async (requests) => {
      const own = new Witnessing();
      await own.start([vkeyOf(signer)]);
      let known = 0;
      const cosigned: { fork: number; size: number }[] = [];
      for (const { fork, from, more, restart, lied } of requests) {
        if (restart === 0) await own.start([vkeyOf(signer)]);
        const by = forks[fork]!;
        const oldSize = lied === 0 ? from : known;
        const size = Math.min(60, oldSize + more);
        const { status } = await own.post(await bodyFor(by, oldSize, size, await by.note(size, signer)));
        if (status !== 200) continue;
        expect(size).toBeGreaterThanOrEqual(known);
        known = size;
        cosigned.push({ fork, size });
      }
      await own.remove();
      // Each tree that was cosigned has the same leaves as every later one.
      for (const [i, { fork, size }] of cosigned.entries())
        for (const later of cosigned.slice(i)) expect(forks[later.fork]!.roots[size]).toEqual(forks[fork]!.roots[size]);
    }),
    { seed: 20_261_201, numRuns: 25 },
  );
});

/** The entries of the log of the specification's cases, and the hash that joins two. */
const hashOf = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const [leafA, leafB] = ['a', 'b'].map((entry) => hashOf(Uint8Array.of(0), entry)) as [Buffer, Buffer];
const rootAB = hashOf(Uint8Array.of(1), leafA, leafB);

describe('the statuses of C2SP tlog-witness', () => {
  const OTHER_ROOT = 'root: must be that of the tree of size 1, which was cosigned\n';
  const signature = expect.stringMatching(/^— witness\.example\/1 [A-Za-z0-9+/]+=*\n$/);
  const base64 = (...hashes: Buffer[]): string => hashes.map((hash) => `${hash.toString('base64')}\n`).join('');
  /** The body of a request: the old size, the proof, and the signed checkpoint with `more` lines. */
  const body = async (old: number, proof: string, size: number, root: Buffer, more = ''): Promise<string> => {
    const text = `${log.origin}\n${size}\n${base64(root)}${more}`;
    return `old ${old}\n${proof}\n${formatNote({ text, signatures: [await signNote(text, signer)] })}`;
  };

  test('are those of each request, in order', async () => {
    const foreign = { name: 'other.example/x', keyId: '01020304', bytes: new Uint8Array(2420) };
    const second = () => body(2, '', 2, rootAB);
    const requests: [string, () => Promise<string>, number, unknown][] = [
      [
        'size 0, wrong root',
        () => body(0, '', 0, hashOf('x')),
        422,
        'root: must be that of the tree of size 0, the empty one\n',
      ],
      ['size 0, empty root', () => body(0, '', 0, hashOf('')), 200, signature],
      [
        'old 0, proof not empty',
        () => body(0, base64(leafA), 1, leafA),
        422,
        'proof: must be the consistency proof from 0 to 1\n',
      ],
      ['first 0 to 1', () => body(0, '', 1, leafA), 200, signature],
      ['same size 1, other root', () => body(1, '', 1, leafB), 422, OTHER_ROOT],
      ['same size 1, same root', () => body(1, '', 1, leafA), 200, signature],
      [
        'same size 1, same root, proof not empty',
        () => body(1, base64(leafA), 1, leafA),
        422,
        'proof: must be the consistency proof from 1 to 1\n',
      ],
      ['1 to 2', () => body(1, base64(leafB), 2, rootAB), 200, signature],
      ['old 1 while 2', () => body(1, base64(leafB), 2, rootAB), 409, '2\n'],
      [
        'old 3 above size 2',
        () => body(3, '', 2, rootAB),
        400,
        'old: must be at most the size of the checkpoint, which is 2\n',
      ],
      [
        'unknown origin',
        async () => (await second()).replace(log.origin, 'other.example'),
        404,
        'origin: is not that of a log of this witness\n',
      ],
      [
        'bad signature',
        async () => (await second()).replace(base64(rootAB), base64(leafA)),
        403,
        expect.stringMatching('is not valid'),
      ],
      [
        'CRLF',
        async () => (await second()).replace('old 2\n\n', 'old 2\r\n\r\n'),
        400,
        'proof: must be base64 of 32 bytes, not \uFFFD\n',
      ],
      ['extension line', () => body(2, '', 2, rootAB, 'ext line\n'), 200, signature],
      ['unknown extra signature', async () => `${await second()}${formatSignatures([foreign])}`, 200, signature],
    ];
    for (const [title, make, status, text] of requests) {
      const response = await witness.post(await make());
      const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
      expect(response, title).toEqual({ status, type, body: text });
    }
    expect(witness.forks.map(({ submitted }) => parseCheckpoint(parseNote(submitted).text).size)).toEqual([1]);
  });
});

describe('the server', () => {
  test('responds to other connections while one address has opened more than it may have', async () => {
    const port = Number(new URL(witness.url).port);
    const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
    const closed = new Set<number>();
    for (const [n, socket] of sockets.entries()) {
      socket.on('error', () => undefined);
      socket.on('close', () => closed.add(n));
      socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 1000\r\n\r\nold 0\n');
    }
    // The oldest ones were closed for the newer ones.
    await expect.poll(() => closed.size).toBe(300 - 64);
    expect(Math.max(...closed)).toBe(300 - 64 - 1);
    expect((await submit(0, 10)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test('closes a connection that sends a body which is too long, without a length', async () => {
    const socket = connect(Number(new URL(witness.url).port), '127.0.0.1');
    let response = '';
    socket.on('data', (chunk) => (response += String(chunk)));
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    for (let i = 0; i < 8; i++) socket.write(chunk);
    await closed;
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('cosigns for other clients while one of them sends a request slowly', async () => {
    const socket = connect(Number(new URL(witness.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 1000\r\n\r\nold 0\n');
    expect((await submit(0, 10)).status).toBe(200);
    socket.destroy();
  });

  test('responds with cosignatures that verify with the vkey', async () => {
    const note = await log.note(10, signer);
    const { body } = await submit(0, 10);
    const { text } = parseNote(note);
    const verified = await verifyNote({ text, signatures: parseSignatures(body) }, [parseVkey(witness.vkey)]);
    expect(verified).toMatchObject([{ time: COSIGNED_AT }]);
  });
});

test('the key file has the mode 600, and its key is in no other file', () => {
  const { private_key } = JSON.parse(readFileSync(join(witness.directory, 'witness-key.json'), 'utf8'));
  expect(readFileSync(join(witness.directory, 'cosigned.json'), 'utf8')).not.toContain(private_key);
});

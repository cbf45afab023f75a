import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../../support/service.ts';
import { sized } from '../../support/size.ts';
import { openScans, type Scans } from './support/blobs.ts';
import { freePort } from '../../../tools/free-port.ts';
import { CLAMD, forward, openDoor, startClamd, type Clamd, type Door } from './support/clamd.ts';
import { bytes, EICAR, joined, noise, zip } from './support/files.ts';

const REQUIRED = process.env['CI'] === 'true';
if (!CLAMD && !REQUIRED)
  console.log('clamd is not installed: what needs it is not tested (apt-get install clamav-daemon)');

const EVIL = bytes('what the signature is of');
const SIGNATURE = `${createHash('md5').update(EVIL).digest('hex')}:${EVIL.length}:Test.Evil`;

/** Where the service looks for clamd. */
let port: number;
let service: Service;
let scans: Scans;
beforeAll(async () => {
  port = await freePort();
  service = await startService({ vars: { CLAMD_ADDRESS: `127.0.0.1:${port}` } });
  scans = await openScans(service);
});
afterAll(() => service.close());
// Files that the queue still retries must not affect the next test.
afterEach(() => scans.sql("UPDATE blobs SET scanned_status = 'SCANNED_OK', scanned_us = 1 WHERE scanned_us = 0"));

/** Waits for lines of the log about a blob. */
const logged = (blob: string, ...expected: object[]): Promise<void> =>
  expect.poll(() => scans.lines(blob)).toEqual(expected.map((line) => expect.objectContaining(line)));

it.runIf(REQUIRED)('clamd is installed', () => expect(CLAMD, 'apt-get install clamav-daemon').toBeDefined());

describe.skipIf(!CLAMD)('with clamd', () => {
  const started: Clamd[] = [];
  afterEach(async () => {
    for (const clamd of started.splice(0)) await clamd.kill();
  });
  const start = async (at: number, ...settings: string[]): Promise<Clamd> => {
    const clamd = await startClamd(at, [SIGNATURE], settings);
    started.push(clamd);
    return clamd;
  };

  it('gives files the status that it reports', async () => {
    await start(port);
    const bad = [
      await scans.upload(EVIL, 'a.txt', 'text/plain'),
      await scans.upload(zip({ 'a.txt': EVIL, 'b.txt': bytes('fine') }), 'a.zip'),
    ];
    const fine = [
      await scans.upload(bytes('fine')),
      await scans.upload(new Uint8Array()),
      await scans.upload(joined(noise(sized({ quick: 9, long: 20, full: 20 }) * 2 ** 20), 'large')),
      // Only clamd decides, and this one knows only its own signature.
      await scans.upload(bytes(`text ${EICAR}`)),
    ];
    for (const blob of [...bad, ...fine]) expect((await scans.info(blob)).scanned_timestamp).toBe('');
    await scans.fire();
    await scans.scanned([...bad, ...fine]);
    for (const blob of bad) {
      expect(await scans.outcome(blob)).toEqual(['SCANNED_BAD', 'Test.Evil.UNOFFICIAL']);
      expect((await scans.get(`/v1/blobs/${blob}`)).status).toBe(400);
    }
    for (const blob of fine) {
      expect(await scans.outcome(blob)).toEqual(['SCANNED_OK', '']);
      expect((await scans.download(blob, '?strict=true')).status).toBe(200);
    }
  });

  it('marks changed bytes as bad even when clamd finds nothing', async () => {
    await start(port);
    const blob = await scans.upload(bytes('as uploaded'));
    await service.blobs.put(scans.key(blob), bytes('as changed'));
    await scans.fire();
    await scans.scanned([blob]);
    expect(await scans.outcome(blob)).toEqual(['SCANNED_BAD', 'the stored bytes are not those that were uploaded']);
  });

  it('leaves files above its limits NOT_SCANNED and scans the others', async () => {
    await start(port, 'StreamMaxLength 1M', 'MaxFileSize 500K', 'MaxScanSize 500K');
    const long = await scans.upload(noise(12 * 2 ** 20));
    const large = await scans.upload(noise(600 * 2 ** 10));
    const small = [await scans.upload(bytes('small')), await scans.upload(noise(400 * 2 ** 10))];
    await scans.fire();
    await scans.scanned(small);
    const unscanned = { level: 'warn', message: 'a blob was not scanned' };
    // clamd responds and hangs up while the file is still being sent. If its response is lost, the scan is retried.
    const tooLong = { ...unscanned, reason: expect.stringMatching(/size limit exceeded/i) };
    await expect.poll(() => scans.lines(long).at(-1)).toMatchObject(tooLong);
    const tooLarge = { ...unscanned, reason: expect.stringContaining('Heuristics.Limits.Exceeded') };
    await expect.poll(() => scans.lines(large).at(-1)).toMatchObject(tooLarge);
    for (const blob of [long, large]) expect(await scans.outcome(blob)).toEqual(['NOT_SCANNED', '']);
    for (const blob of small) expect(await scans.outcome(blob)).toEqual(['SCANNED_OK', '']);
  });

  it('leaves the rest NOT_SCANNED when it is killed midway, and scans it the next day', async () => {
    const hidden = await freePort();
    const clamd = await start(hidden);
    const door = await openDoor(port, (socket, visitor) => {
      if (visitor === 4) socket.once('data', () => void clamd.kill());
      forward(socket, hidden);
    });
    const blobs: string[] = [];
    for (let i = 0; i < 10; i++) blobs.push(await scans.upload(joined(noise(2 ** 20), `file ${i}`)));
    blobs.sort();
    await scans.fire();
    // Three scans fail, and then clamd is not called any more.
    await logged(blobs[5]!, { level: 'error', message: 'a blob could not be scanned' });
    expect(door.visitors()).toBe(6);
    const statuses = () => Promise.all(blobs.map(async (blob) => (await scans.outcome(blob))[0]));
    expect(await statuses()).toEqual(blobs.map((_, i) => (i < 3 ? 'SCANNED_OK' : 'NOT_SCANNED')));
    await door.close();
    await start(port);
    await scans.fire();
    await scans.scanned(blobs);
    expect(await statuses()).toEqual(blobs.map(() => 'SCANNED_OK'));
  });
});

describe('without clamd', () => {
  let door: Door | undefined;
  afterEach(() => door?.close());

  it.each<[string, (socket: Socket) => void]>([
    ['an invalid answer', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['an answer with more than OK', (socket) => socket.end('stream: OK, or so\0')],
    ['an answer that is cut short', (socket) => socket.end('stream: OK')],
    ['an error', (socket) => socket.end("stream: Can't allocate memory ERROR\0")],
    ['an unknown command', (socket) => socket.end('UNKNOWN COMMAND\0')],
    ['no answer', (socket) => socket.end()],
    ['a broken connection', (socket) => socket.resetAndDestroy()],
  ])('%s leaves files NOT_SCANNED', async (_name, behind) => {
    door = await openDoor(port, (socket) => {
      socket.resume();
      behind(socket);
    });
    const blob = await scans.upload(bytes('fine'));
    await scans.fire();
    await logged(blob, { level: 'error', message: 'a blob could not be scanned', error: expect.stringMatching(/./) });
    expect(await scans.info(blob)).toMatchObject({ scanned_status: 'NOT_SCANNED', scanned_timestamp: '' });
  });

  it('scans the other files when one cannot be scanned', async () => {
    const blobs = [];
    for (let i = 0; i < 5; i++) blobs.push(await scans.upload(bytes(`file ${i}`)));
    const [first] = blobs.toSorted();
    door = await openDoor(port, (socket, visitor) => {
      socket.resume();
      socket.end(visitor === 1 ? 'garbage\0' : 'stream: OK\0');
    });
    await scans.fire();
    await scans.scanned(blobs.filter((blob) => blob !== first));
    expect(await scans.outcome(first!)).toEqual(['NOT_SCANNED', '']);
  });

  it('sends files to another machine only encrypted', async () => {
    // Another address of this machine, which is not recognized as local.
    const elsewhere = await startService({ vars: { CLAMD_ADDRESS: `0.0.0.0:${port}` } });
    try {
      const first: Buffer[] = [];
      door = await openDoor(port, (socket) => socket.once('data', (data) => first.push(data) && socket.destroy()));
      const { upload, fire, outcome } = await openScans(elsewhere);
      const blob = await upload(bytes('fine'));
      await fire();
      await expect.poll(() => first.length).toBeGreaterThan(0);
      // A TLS handshake record (RFC 8446, section 5.1), not INSTREAM.
      expect(first.map((data) => data[0])).toEqual(first.map(() => 22));
      expect(await outcome(blob)).toEqual(['NOT_SCANNED', '']);
    } finally {
      await elsewhere.close();
    }
  });

  it('leaves files NOT_SCANNED when it cannot be reached, and the queue retries', async () => {
    door = undefined;
    const blob = await scans.upload(bytes('fine'));
    await scans.fire();
    const failure = { level: 'error', message: 'a blob could not be scanned' };
    await logged(blob, failure);
    await expect.poll(() => scans.lines(blob).length).toBeGreaterThan(1);
    expect(await scans.outcome(blob)).toEqual(['NOT_SCANNED', '']);
    expect((await scans.download(blob)).status).toBe(200);
    expect((await scans.get(`/v1/blobs/${blob}?strict=true`)).status).toBe(400);
  });
});

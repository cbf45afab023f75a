import { describe, expect, it } from 'vitest';
import { EmbeddedScanner } from '../../../src/features/blobs/scan/embedded.ts';
import type { ScanResult } from '../../../src/features/blobs/scan/scanner.ts';
import { bomb, bytes, EICAR, ELF, joined, nested, noise, PE, streamedZip, zip, zipHeader } from './support/files.ts';
import { processorSeconds } from '../../support/processor-time.ts';

const BAD: ScanResult = { status: 'bad', reason: 'EICAR test file' };

async function* cut(file: Uint8Array, ...at: number[]): AsyncGenerator<Uint8Array> {
  const edges = [0, ...at, file.length];
  for (let i = 1; i < edges.length; i++) yield file.slice(edges[i - 1], edges[i]);
}

async function* pieces(file: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.slice(at, at + size);
}

const scan = (file: Uint8Array, chunks: AsyncIterable<Uint8Array>, fileName = ''): Promise<ScanResult> =>
  new EmbeddedScanner([]).scan({ sha256: '', size: file.length, mimeType: '', declaredType: '', fileName }, chunks);

describe('the embedded scanner', () => {
  it('finds the test string wherever chunks are split', async () => {
    const file = bytes(`some text before ${EICAR} and after`);
    for (let first = 0; first <= file.length; first++) {
      expect(await scan(file, cut(file, first)), `cut at ${first}`).toEqual(BAD);
      expect(await scan(file, cut(file, first, Math.min(file.length, first + 7))), `cuts from ${first}`).toEqual(BAD);
    }
    expect(await scan(file, cut(bytes(EICAR.slice(1))))).toEqual({ status: 'ok' });
  });

  it('finds it in archives of every kind, with chunks of every size', async () => {
    const inside = { 'first.bin': noise(700), 'a.txt': bytes(`text ${EICAR} text`), 'last.bin': noise(700) };
    const archives = {
      deflated: zip(inside),
      stored: zip(inside, 0),
      streamed: streamedZip(inside),
      'deflated in deflated': zip({ inner: zip(inside), more: noise(100) }),
      'deflated in stored': zip({ inner: zip(inside), more: noise(100) }, 0),
      'streamed in deflated': zip({ inner: streamedZip(inside), more: noise(100) }),
      'behind an encrypted file': joined(zipHeader(99, 500), noise(500), zip(inside)),
      'behind nonsense': joined(zipHeader(8, 5000), noise(5000), zip(inside)),
    };
    for (const [name, file] of Object.entries(archives))
      for (const size of [1, 2, 3, 7, 64, 1000, 4096, 65_536])
        expect(await scan(file, pieces(file, size)), `${name} in chunks of ${size}`).toEqual(BAD);
    const deflated = archives['deflated in deflated'];
    for (const at of [...deflated.keys(), deflated.length])
      expect(await scan(deflated, cut(deflated, at))).toEqual(BAD);
  });

  it('finds nothing in truncated archives, and does not fail', async () => {
    const file = zip({ 'a.txt': bytes('all is well, all is well, all is well'), b: noise(300) });
    for (const end of [...file.keys(), file.length])
      expect(await scan(file, pieces(file.subarray(0, end), 16)), `${end} bytes`).toEqual({ status: 'ok' });
  });

  it('detects executables in small chunks', async () => {
    for (const file of [ELF, PE]) {
      expect(await scan(file, pieces(file, 1), 'a.pdf')).toMatchObject({ status: 'bad' });
      expect(await scan(file, pieces(file, 1), 'a.exe')).toEqual({ status: 'ok' });
    }
  });

  it('scans nested archives four levels deep', async () => {
    expect(await scan(bytes(''), pieces(nested(bytes(EICAR), 4), 100))).toEqual(BAD);
    expect(await scan(bytes(''), pieces(nested(bytes(EICAR), 5), 100))).toMatchObject({ status: 'unscanned' });
  });

  it('gives up on files that exceed its bounds on time and memory', async () => {
    const size = 4 * 2 ** 20;
    const costly: Record<string, [file: Uint8Array, status: ScanResult['status']]> = {
      bomb: [bomb(), 'bad'],
      'a large bomb': [zip({ zeros: new Uint8Array(100 * 2 ** 20) }), 'bad'],
      'more behind the end of what is packed': [joined(zipHeader(8, size), new Uint8Array([3, 0]), noise(size)), 'ok'],
      'packed bytes that give nothing': [joined(zipHeader(8, size), new Uint8Array(size)), 'ok'],
      'packed in an unknown way': [joined(zipHeader(12, size), noise(size)), 'ok'],
      'the first byte of the test string only': [new Uint8Array(size).fill('X'.charCodeAt(0)), 'ok'],
    };
    const before = process.memoryUsage().rss;
    for (const [name, [file, status]] of Object.entries(costly)) {
      let result: ScanResult | undefined;
      const seconds = await processorSeconds(async () => (result = await scan(file, pieces(file, 4096))));
      expect(result, name).toMatchObject({ status });
      expect(seconds, name).toBeLessThan(15);
    }
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(256);
  });
});

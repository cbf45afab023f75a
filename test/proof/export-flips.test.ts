import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/digest.ts';
import type { ExportReport } from '../../src/proof/exports/report.ts';
import { verifyExport } from '../../apps/cli/verify/export/run.ts';
import { exportDirectories, linesOf, someExport } from './support/exports.ts';
import { sampled, sized } from '../support/size.ts';
import { LOG_VKEY } from './support/log-proofs.ts';

const written = exportDirectories();
const { files } = someExport({ assets: 2, events: 6, lines: 5 });
/** The files of the export except for the manifest. */
const RECORDS = [...files.keys()].filter((name) => name !== 'manifest.json');
const SEED = 20_261_123;
/** The distance of the bytes of the manifest that are changed, and how many bytes of another file, and of a line. */
const EVERY = sized({ quick: 397, long: 7, full: 1 });
const RUNS = sized({ quick: 1, long: 20, full: 200 });
const LINE_RUNS = sized({ quick: 6, long: 75, full: 1000 });

/** The export with other bytes of one file, verified. */
async function verifiedWith(directory: string, name: string, bytes: Uint8Array): Promise<ExportReport> {
  writeFileSync(join(directory, name), bytes);
  const report = await verifyExport(directory, { trust: { vkeys: [LOG_VKEY] } });
  writeFileSync(join(directory, name), files.get(name)!);
  return report;
}

const flipped = (bytes: Uint8Array, at: number, bits: number): Uint8Array =>
  bytes.map((byte, n) => (n === at ? byte ^ bits : byte));

const filesOf = ({ findings }: ExportReport): string[] => [...new Set(findings.kept.map(({ file }) => file))];

describe('an export with one changed byte', () => {
  test('is valid without the change', async () => {
    const { findings, trusted } = await verifyExport(written(files), { trust: { vkeys: [LOG_VKEY] } });
    expect([findings.kept, trusted]).toEqual([[], [expect.stringMatching(/^signed by /)]]);
  });

  test('is refused for bytes in all parts of the manifest', async () => {
    const directory = written(files);
    const manifest = files.get('manifest.json')!;
    for (let at = 0; at < manifest.length; at += EVERY) {
      const report = await verifiedWith(directory, 'manifest.json', flipped(manifest, at, 1 << (at % 8)));
      expect([report.findings.total > 0, filesOf(report)], String(at)).toEqual([true, ['manifest.json']]);
    }
  });

  test.each(RECORDS)('is refused, and the file is named, for any byte of %s', async (name) => {
    const directory = written(files);
    const bytes = files.get(name)!;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        expect(filesOf(await verifiedWith(directory, name, flipped(bytes, at, bits)))).toContain(name);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    const [cut, longer] = [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('\n')])];
    for (const other of sampled([cut, longer], 2, RECORDS.indexOf(name)))
      expect(filesOf(await verifiedWith(directory, name, other))).toContain(name);
  });

  test('is located by file, line and event for any character of a line that the log covers', async () => {
    const directory = written(files);
    const name = 'events-00001.jsonl.gz';
    const lines = linesOf(files.get(name)!);
    const number = 4;
    const text = lines[number - 1]!.trimEnd();
    const { event } = JSON.parse(text);
    // The entry does not cover these, so only the hash of the file shows a change.
    const uncovered = [
      'confirmation_status',
      'timestamp_committed',
      'transaction_id',
      'block_number',
      'transaction_index',
    ];
    const skipped = uncovered.map((field): [number, number] => {
      const part = `"${field}":${JSON.stringify(event[field])}`;
      return [text.indexOf(part), text.indexOf(part) + part.length];
    });
    const position = fc.nat(text.length - 1).filter((at) => !skipped.some(([from, to]) => at >= from && at < to));
    const same = canonicalJson(JSON.parse(text));
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const other = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        fc.pre(!isSame(other, same));
        const bytes = gzipSync(lines.with(number - 1, `${other}\n`).join(''));
        const { findings } = await verifiedWith(directory, name, bytes);
        expect(findings.kept).toContainEqual(expect.objectContaining({ file: name, line: number }));
      }),
      { numRuns: LINE_RUNS, seed: SEED },
    );
  });
});

function isSame(text: string, same: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === same;
  } catch {
    return false;
  }
}

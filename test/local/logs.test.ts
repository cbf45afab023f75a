import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { RotatingLog } from '../../apps/server/logs.ts';

const temporary = mkdtempSync(join(tmpdir(), 'logs-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(temporary, 'log-'));
  file = join(dir, 'service.log');
});

const log = (maxBytes: number, files: number) => new RotatingLog(file, { maxBytes, files });
const line = (i: number): string => JSON.stringify({ i, text: 'ÄÖ😀'.repeat(i % 7) });
const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text) as unknown);
/** The numbers of the lines, the oldest file first. */
const numbers = (): number[] =>
  readdirSync(dir)
    .toSorted((a, b) => b.length - a.length || (a < b ? 1 : -1))
    .flatMap((name) => (linesOf(join(dir, name)) as { i: number }[]).map(({ i }) => i));

describe('RotatingLog', () => {
  it('rotates by size, keeps at most the given number of files, and splits no line', () => {
    const rotating = log(1000, 4);
    for (let i = 0; i < 2000; i++) {
      rotating.write(line(i));
      if (i % 3 === 0) rotating.flush();
    }
    rotating.close();
    expect(readdirSync(dir).toSorted()).toEqual(['service.log', 'service.log.1', 'service.log.2', 'service.log.3']);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(1000);
    const kept = numbers();
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => 2000 - kept.length + n));
    expect(kept.length).toBeGreaterThan(40);
  });

  it('keeps a single file if the limit is one', () => {
    const rotating = log(100, 1);
    for (let i = 0; i < 50; i++) {
      rotating.write(line(i));
      rotating.flush();
    }
    rotating.close();
    expect(readdirSync(dir)).toEqual(['service.log']);
    expect(numbers().at(-1)).toBe(49);
  });

  it('appends to the file of an earlier run, even if its last line is incomplete', () => {
    writeFileSync(file, `${line(1)}\n{"i":2,"te`);
    chmodSync(file, 0o644);
    const rotating = log(1000, 2);
    rotating.write(line(3));
    rotating.close();
    expect(readFileSync(file, 'utf8')).toBe(`${line(1)}\n{"i":2,"te\n${line(3)}\n`);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  it('counts the bytes of an earlier run', () => {
    writeFileSync(file, `${line(1)}\n`.repeat(60));
    const rotating = log(1000, 2);
    rotating.write(line(3));
    rotating.close();
    expect(linesOf(file)).toEqual([{ i: 3, text: expect.any(String) as unknown }]);
    expect(statSync(`${file}.1`).size).toBeGreaterThan(1000);
  });

  it('creates every file readable only by its owner', () => {
    const rotating = log(10, 3);
    for (let i = 0; i < 5; i++) {
      rotating.write(line(i));
      rotating.flush();
    }
    rotating.close();
    for (const name of readdirSync(dir)) expect((statSync(join(dir, name)).mode & 0o777).toString(8)).toBe('600');
  });

  it('writes lines without an explicit flush', async () => {
    const rotating = log(1000, 2);
    rotating.event('warn', 'the disk is almost full', { free_mb: 3 });
    await expect.poll(() => existsSync(file) && linesOf(file).length).toBe(1);
    expect(linesOf(file)).toEqual([
      { level: 'warn', message: 'the disk is almost full', time: expect.any(String) as unknown, free_mb: 3 },
    ]);
    rotating.close();
  });

  it('drops and counts lines while the file cannot be written', () => {
    mkdirSync(file);
    const rotating = log(10_000_000, 2);
    const text = 'x'.repeat(9_990);
    for (let i = 0; i < 150; i++) rotating.write(JSON.stringify({ i, text }));
    rotating.flush();
    for (let i = 150; i < 160; i++) rotating.write(JSON.stringify({ i, text }));
    rmSync(file, { recursive: true });
    rotating.flush();
    rotating.write(line(200));
    rotating.close();
    const lines = linesOf(file) as { i?: number; message?: string; count?: number }[];
    const kept = lines.flatMap(({ i }) => i ?? []);
    expect(kept.slice(0, -1)).toEqual(Array.from({ length: kept.length - 1 }, (_, n) => n));
    expect(kept.at(-1)).toBe(200);
    const lost = lines.filter(({ message }) => message === 'log lines were lost');
    expect(lost.map(({ count }) => count).reduce((a = 0, b = 0) => a + b)).toBe(160 - (kept.length - 1));
  });
});

import { describe, expect, test } from 'vitest';
import { fileName } from '../../src/lib/file-name.ts';

/** Names that are another file, no file, or the same file as another name on some system. */
const HOSTILE_NAMES = [
  '',
  '.',
  '..',
  '../victim.txt',
  '..\\victim.txt',
  'a/b',
  '/etc/hostname',
  'C:victim.txt',
  'C:\\victim.txt',
  '\\\\host\\share',
  'victim.txt\0.gz',
  'line\nend',
  '.evidence-export.json',
  'con',
  'nul.gz',
  'com1.jsonl',
  'victim.txt.',
  'victim.txt ',
  ' victim.txt',
  'victim.txt::$DATA',
  '-rf',
  'Events-00001.jsonl.gz',
  'MANIFEST.JSON',
  'caf\u00e9',
  'cafe\u0301',
  '\u202egz.txt',
  '__proto__',
  'a'.repeat(129),
];

describe('the name of a file that others give', () => {
  test.each(HOSTILE_NAMES)('%j is refused', (name) => expect(fileName(name)).toBeUndefined());

  test.each([undefined, null, 1, ['a'], { toString: () => 'a' }])('%j is refused', (name) =>
    expect(fileName(name)).toBeUndefined(),
  );

  test.each([
    'manifest.json',
    'access_policies-00001.jsonl.gz',
    'blob-a32b217e-f170-49c8-8f5f-22c5a0b1b0f1',
    'console',
    'a',
    'a'.repeat(128),
  ])('%s is accepted', (name) => expect(fileName(name)).toBe(name));
});

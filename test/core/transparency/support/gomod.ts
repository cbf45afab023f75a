import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { toBase64 } from '../../../../src/lib/text.ts';

/** A check of gomod/verify.go, which describes the fields. Bytes and hashes are base64. */
export type Check = {
  do: 'note' | 'inclusion' | 'consistency' | 'log';
  vkey?: string;
  note?: string;
  entry?: string;
  index?: number;
  first?: number;
  firstRoot?: string;
  size?: number;
  root?: string;
  path?: string[];
  directory?: string;
  indexes?: number[];
  firsts?: number[];
  all?: boolean;
  flipPath?: string;
  flipBit?: number;
};

/** `Error` is empty if the check succeeded. */
export type Result = {
  Error: string;
  Text: string;
  Verified: number;
  Unverified: number;
  Inclusion: string[][] | null;
  Consistency: string[][] | null;
};

/** Whether the Go compiler is installed. */
export const GO = spawnSync('go', ['version']).status === 0;

/** Where Debian's package golang-golang-x-mod-dev installs golang.org/x/mod, after the directories of the user. */
const GOPATH = [...(process.env['GOPATH'] ?? '').split(delimiter), '/usr/share/gocode'].filter(Boolean).join(delimiter);

export const base64 = (hashes: readonly Uint8Array[]): string[] => hashes.map((hash) => toBase64(hash));

/** Builds gomod/verify.go, and returns how checks are run and how the program is removed. */
export function buildVerifier() {
  const directory = mkdtempSync(join(tmpdir(), 'gomod-'));
  const program = join(directory, 'verify');
  const env = { ...process.env, GO111MODULE: 'off', GOPATH, GOCACHE: join(directory, 'cache'), GOFLAGS: '' };
  const source = join(import.meta.dirname, 'gomod/verify.go');
  execFileSync('go', ['build', '-o', program, source], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return {
    run: (checks: readonly Check[]): Result[] =>
      JSON.parse(
        execFileSync(program, { input: JSON.stringify(checks), encoding: 'utf8', maxBuffer: 2 ** 28 }),
      ) as Result[],
    remove: () => rmSync(directory, { recursive: true }),
  };
}

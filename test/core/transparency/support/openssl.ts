import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name, the key id and the DER encoding (RFC 8410) of the Ed25519 public key of a vkey. */
export function keyOf(vkey: string) {
  const [, name, id, base64] = /^(.+?)\+(.+?)\+(.+)$/.exec(vkey) as unknown as [string, string, string, string];
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  return { name, id: Buffer.from(id, 'hex'), der: Buffer.concat([prefix, Buffer.from(base64, 'base64').subarray(1)]) };
}

/** Verifies Ed25519 signatures with openssl, in a directory that the test must remove. */
export function opensslVerifier() {
  const directory = mkdtempSync(join(tmpdir(), 'openssl-'));
  const fileOf = (name: string, content: Uint8Array): string => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  return {
    remove: () => rmSync(directory, { recursive: true }),
    verifies: (vkey: string, signature: Uint8Array, message: Uint8Array): boolean => {
      const files = ['-inkey', fileOf('key', keyOf(vkey).der), '-sigfile', fileOf('signature', signature)];
      const options = ['pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-rawin', '-in', fileOf('message', message)];
      try {
        return execFileSync('openssl', [...options, ...files], { stdio: 'pipe' }).includes('Verified Successfully');
      } catch (error) {
        const output = String((error as { stdout: Buffer }).stdout);
        if (!output.includes('Signature Verification Failure')) throw error;
        return false;
      }
    },
  };
}

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/lib/sha256.ts';
import { toHex } from '../../src/lib/text.ts';

it('SHA-256 agrees with node:crypto for a message whose length in bits needs more than 32 bits', () => {
  const message = new Uint8Array(2 ** 29 + 3).fill(0xa5);
  expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
});

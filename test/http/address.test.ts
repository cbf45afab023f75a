import { afterEach, describe, expect, it, vi } from 'vitest';
import { ambient } from '../../src/lib/time.ts';
import { KeyRing } from '../../src/lib/seal.ts';
import { ADDRESS_SECONDS, openAddress, sealAddress } from '../../src/http/address.ts';

const KEYS = KeyRing.parse(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const CALLER = { tenant: 't', issuer: 'appidp', subject: 's' };

afterEach(() => vi.restoreAllMocks());

describe('the token of an address', () => {
  it('names the caller for an hour, and is rejected after that', async () => {
    const now = vi.spyOn(ambient, 'now').mockReturnValue(1_000_000);
    const token = await sealAddress(KEYS, 'exports/1', CALLER);
    now.mockReturnValue(1_000_000 + ADDRESS_SECONDS * 1000 - 1);
    expect(await openAddress(KEYS, 'exports/1', token)).toEqual(CALLER);
    now.mockReturnValue(1_000_000 + ADDRESS_SECONDS * 1000);
    await expect(openAddress(KEYS, 'exports/1', token)).rejects.toMatchObject({
      kind: 'unauthenticated',
      message: 'token: has expired; read exports/1 for a new address',
    });
  });

  it('is valid for its resource and the keys of the service only', async () => {
    const token = await sealAddress(KEYS, 'exports/1', CALLER);
    const others = KeyRing.parse(`k1:${Buffer.alloc(32, 8).toString('base64')}`);
    await expect(openAddress(KEYS, 'exports/2', token)).rejects.toThrow('is not valid for this address');
    await expect(openAddress(others, 'exports/1', token)).rejects.toThrow('is not valid for this address');
    await expect(openAddress(KEYS, 'exports/1', token.slice(0, -3))).rejects.toThrow('is not valid');
  });
});

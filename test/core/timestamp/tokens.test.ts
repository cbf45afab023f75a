import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodeQuery, isOid, oidDer, tokenIn } from '../../../src/formats/timestamp/request.ts';
import { certificateOf, pathOf, type Certificate } from '../../../src/formats/timestamp/path.ts';
import { acceptToken, verifyToken, type Expected } from '../../../src/formats/timestamp/verify.ts';
import { childrenOf, derOf, encodingOf, readDer, TAG } from '../../../src/formats/certificates/der.ts';
import { readInfo } from '../../../src/formats/timestamp/info.ts';
import { encodeToken, readToken } from '../../../src/formats/timestamp/token.ts';
import { requestStamp } from '../../../src/transparency/stamps/client.ts';
import { nowMicros } from '../../../src/lib/time.ts';
import { toHex } from '../../../src/lib/text.ts';
import { sized } from '../../support/size.ts';
import { Authority, DAYS, POLICIES } from '../../support/authority.ts';

const HASH = new Uint8Array(32).fill(0x5a);
const NONCE = Uint8Array.from({ length: 16 }, (_, n) => 0x91 + n);
let authority: Authority;
let root: Certificate;
let response: Uint8Array;
beforeAll(() => {
  authority = new Authority();
  root = certificateOf(authority.certificate('root'));
  response = Uint8Array.from(authority.reply(encodeQuery({ hash: HASH, nonce: NONCE })));
});
afterAll(() => authority.remove());

const expected = (): Expected => ({
  hash: HASH,
  nonce: NONCE,
  policy: undefined,
  now: nowMicros(),
  skew: 300_000_000,
});
const accept = (changes: Partial<Expected> = {}, trusted = [root], of = response) =>
  acceptToken(tokenIn(of), { ...expected(), ...changes }, trusted);

describe('acceptToken', () => {
  test.each(['EC', 'RSA'] as const)('accepts the token of an authority with %s keys, as OpenSSL does', async (kind) => {
    const other = kind === 'EC' ? authority : new Authority('Other TSA', kind);
    const trusted = [certificateOf(other.certificate('root'))];
    const of = Uint8Array.from(other.reply(encodeQuery({ hash: HASH, nonce: NONCE, policy: POLICIES[1] })));
    const stamp = await accept({ policy: POLICIES[1] }, trusted, of);
    expect([stamp.authority, stamp.policy]).toEqual([kind === 'EC' ? 'CN=Example TSA' : 'CN=Other TSA', POLICIES[1]]);
    expect([Math.abs(stamp.time - nowMicros()) < 60_000_000, stamp.latest - stamp.time]).toEqual([true, 1_000_000]);
    const file = other.write('token', stamp.token);
    const verified = other.openssl([
      'ts',
      '-verify',
      '-digest',
      toHex(HASH),
      '-in',
      file,
      '-token_in',
      '-CAfile',
      'root.pem',
    ]);
    expect(verified.toString()).toBe('Verification: OK\n');
    expect(await verifyToken(stamp.token, HASH, trusted)).toMatchObject({ authority: stamp.authority });
    if (other !== authority) other.remove();
  });

  test.each<[string, RegExp, Partial<Expected>]>([
    ['another hash', /^the token is of the hash 5a5a.*, not of the SHA-256 0000/, { hash: new Uint8Array(32) }],
    ['another nonce', /^the token does not have the nonce of the request$/, { nonce: NONCE.subarray(1) }],
    ['another policy', /^the token has the policy 1\.2\.3\.4\.1, not 1\.2\.3\.4\.5$/, { policy: POLICIES[1] }],
    ['a time before that of the clock', /differs by more than 300 seconds/, { now: nowMicros() + 400_000_000 }],
    ['a time after that of the clock', /differs by more than 300 seconds/, { now: nowMicros() - 400_000_000 }],
  ])('refuses a token with %s', async (_what, message, changes) => {
    await expect(accept(changes)).rejects.toThrow(message);
  });

  test('refuses a token without a nonce, a certificate, or a path to a trusted certificate', async () => {
    const nonceless = derWithout(encodeQuery({ hash: HASH, nonce: NONCE }), 2);
    await expect(accept({}, [root], Uint8Array.from(authority.reply(nonceless)))).rejects.toThrow('nonce');
    const bare = derWithout(encodeQuery({ hash: HASH, nonce: NONCE }), 3);
    const withoutCertificate = Uint8Array.from(authority.reply(bare));
    await expect(accept({}, [root], withoutCertificate)).rejects.toThrow('does not have the certificate');
    // A trusted certificate can be that of the authority itself.
    const pinned = certificateOf(authority.certificate('tsa'));
    expect(await accept({}, [pinned], withoutCertificate)).toMatchObject({ certificates: [pinned.der] });
    const other = new Authority('Example TSA');
    await expect(accept({}, [certificateOf(other.certificate('root'))])).rejects.toThrow(
      /has not signed CN=Example TSA CA$/,
    );
    other.remove();
    await expect(accept({}, [])).rejects.toThrow(/^no path leads from CN=Example TSA to a certificate/);
  });

  test('refuses a response that grants nothing, and bytes that are not one', async () => {
    const query = encodeQuery({ hash: HASH, nonce: NONCE, policy: '1.2.3.4.9' });
    const rejected = Uint8Array.from(authority.reply(query));
    expect(() => tokenIn(rejected)).toThrow(/^the authority refused the request with the status 2: .*policy/);
    for (const bytes of [new Uint8Array(0), response.subarray(0, -1), Uint8Array.of(...response, 0), HASH])
      expect(() => tokenIn(bytes)).toThrow(/^the response is /);
    const other = tokenIn(response).slice();
    other[other.length - 1]! ^= 1;
    await expect(acceptToken(other, expected(), [root])).rejects.toThrow('signature of the token');
    await expect(acceptToken(new Uint8Array(40_000), expected(), [root])).rejects.toThrow('more than 32768 bytes');
  });
});

/** A SEQUENCE without one of its parts. */
function derWithout(bytes: Uint8Array, part: number): Uint8Array {
  const parts = childrenOf(bytes, readDer(bytes)).map((each) => encodingOf(bytes, each));
  return derOf(TAG.sequence, ...parts.filter((_, n) => n !== part));
}

test('readInfo ignores extensions that are not critical, and refuses others', () => {
  const { info } = readToken(tokenIn(response));
  const parts = childrenOf(info, readDer(info)).map((each) => encodingOf(info, each));
  const critical = derOf(0x01, Uint8Array.of(0xff));
  const value = derOf(TAG.octetString, Uint8Array.of(5, 0));
  const extended = (...extension: Uint8Array[]) =>
    derOf(TAG.sequence, ...parts, derOf(0xa1, derOf(TAG.sequence, oidDer('1.3.6.1.5.5.7.1.3'), ...extension)));
  expect(readInfo(extended(value))).toEqual(readInfo(info));
  for (const wrong of [[critical, value], [], [value, value]])
    expect(() => readInfo(extended(...wrong))).toThrow('has a critical extension');
});

describe('pathOf', () => {
  const issue = (file: string, section: string, dates: { start?: string; end?: string } = {}, by = 'root') =>
    certificateOf(authority.issue(file, { by, name: file, section, ...dates }));

  test.each<[string, RegExp, string, { start?: string; end?: string }]>([
    ['has no critical extended key usage', /critical extended key usage timeStamping/, 'lax', {}],
    ['is that of a TLS server', /critical extended key usage timeStamping/, 'server', {}],
    ['has another usage too', /critical extended key usage timeStamping, and no other/, 'both', {}],
    ['had expired', /had expired at .*: it was valid until/, 'tsa', { end: DAYS(-1) }],
    ['was not valid yet', /was not valid yet at/, 'tsa', { start: DAYS(1) }],
  ])('refuses a certificate of an authority that %s', async (_what, message, section, dates) => {
    const leaf = issue('leaf', section, dates);
    await expect(pathOf(leaf, [], [root], nowMicros())).rejects.toThrow(message);
    // Also if it is trusted itself.
    await expect(pathOf(leaf, [], [leaf], nowMicros())).rejects.toThrow(message);
  });

  test('refuses a path over a certificate that is not of a CA, too long or expired', async () => {
    const leaf = issue('leaf', 'tsa', {}, 'tsa');
    const pool = ['tsa', 'middle'].map((file) => certificateOf(authority.certificate(file)));
    await expect(pathOf(leaf, pool, [root], nowMicros())).rejects.toThrow('CN=Example TSA is not a CA certificate');
    const low = issue('low', 'middle', {}, 'middle');
    await expect(pathOf(issue('leaf', 'tsa', {}, 'low'), [low, ...pool], [root], nowMicros())).rejects.toThrow(
      'may have at most 0 CA certificates below it',
    );
    const old = issue('old', 'middle', { end: DAYS(-1) });
    await expect(pathOf(issue('leaf', 'tsa', {}, 'old'), [old], [root], nowMicros())).rejects.toThrow('had expired');
  });

  test('tries a bounded number of issuers, where each has issued all of them', async () => {
    const same = { by: 'same', name: 'same', section: 'root', kind: 'RSA' } as const;
    const pool = Array.from({ length: 9 }, () => certificateOf(authority.issue('same', same)));
    const verify = vi.spyOn(crypto.subtle, 'verify');
    const path = pathOf(issue('leaf', 'tsa', {}, 'same'), pool, [root], nowMicros());
    await expect(path).rejects.toThrow(/^no path leads from CN=leaf/);
    expect(verify).toHaveBeenCalledTimes(50);
    verify.mockRestore();
  });
});

describe('verifyToken', () => {
  test('fails for every change of a bit', async () => {
    const { token } = await accept();
    const changed = token.slice();
    // All bits at full size; a stride that is prime to 8 reaches each bit and each part.
    const stride = sized({ quick: 101, long: 13, full: 1 });
    for (let bit = 0; bit < 8 * token.length; bit += stride) {
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const result = await verifyToken(changed, HASH, [root]).then(
        () => 'valid',
        (error: Error) => (error.name === 'TimestampError' ? error.name : error.stack),
      );
      expect(result, `bit ${bit & 7} of byte ${bit >> 3}`).toBe('TimestampError');
      changed[bit >> 3]! ^= 1 << (bit & 7);
    }
  });

  test('refuses a token with certificates, revocation data or attributes that nobody has signed', async () => {
    const { token, certificates } = await accept();
    const extra = encodeToken(readToken(token), [...certificates, authority.certificate('root')]);
    // That of the trusted certificate itself does no harm.
    expect(await verifyToken(extra, HASH, [root])).toBeDefined();
    const foreign = encodeToken(readToken(token), [
      ...certificates,
      authority.issue('leaf', { by: 'root', name: 'x', section: 'tsa' }),
    ]);
    await expect(verifyToken(foreign, HASH, [root])).rejects.toThrow('certificates that are not between');
    await expect(verifyToken(tokenIn(response), HASH, [root])).rejects.toThrow('not in its normal form');
  });
});

describe('requestStamp', () => {
  const replied =
    (body: BodyInit, type = 'application/timestamp-reply', status = 200) =>
    async () =>
      new Response(body, { status, headers: { 'content-type': type } });
  const request = (fetch: Parameters<typeof requestStamp>[0], policy?: string) =>
    requestStamp(fetch, { name: 'a', url: 'http://tsa.example', policy, trusted: [root] }, HASH, 20);

  test('sends a fresh nonce, and accepts the response to it', async () => {
    const answer = (async (_url: string, { body }: RequestInit) =>
      replied(Uint8Array.from(authority.reply(body as Uint8Array)))()) as Parameters<typeof requestStamp>[0];
    const [one, two] = [await request(answer), await request(answer, POLICIES[1])];
    expect([one.policy, two.policy, toHex(one.nonce!) === toHex(two.nonce!)]).toEqual([...POLICIES, false]);
    // An earlier response, with another nonce.
    await expect(request(replied(Uint8Array.from(response)))).rejects.toThrow('the nonce of the request');
  });

  test.each<[string, RegExp, Parameters<typeof requestStamp>[0]]>([
    ['another status', /responded with 503$/, replied('', 'application/timestamp-reply', 503)],
    ['another content type', /content type of the response must be/, replied('<html>', 'text/html')],
    ['too many bytes', /more than 36864 bytes/, replied(new Uint8Array(40_000))],
    ['bytes that are not DER', /^the response is /, replied(new Uint8Array(1000).fill(0x30))],
    [
      'nothing in time',
      /does not respond: /,
      (_url, { signal }) =>
        new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
    ],
    [
      'a body without an end',
      /does not respond: /,
      async (_url, { signal }) =>
        new Response(
          new ReadableStream({
            start: (stream) => signal!.addEventListener('abort', () => stream.error(signal!.reason)),
          }),
          { headers: { 'content-type': 'application/timestamp-reply' } },
        ),
    ],
  ])('refuses a response with %s', async (_what, message, fetch) => {
    await expect(request(fetch)).rejects.toMatchObject({
      name: 'TimestampError',
      message: expect.stringMatching(message),
    });
  });
});

test('encodes queries as OpenSSL reads them', () => {
  const query = encodeQuery({ hash: HASH, nonce: Uint8Array.of(0, 0x80, 1), policy: '2.999.16777216.0' });
  const file = authority.write('query', query);
  const text = authority.openssl(['ts', '-query', '-in', file, '-text']).toString();
  for (const line of ['Version: 1', 'Hash Algorithm: sha256', 'Policy OID: 2.999.16777216.0', 'Nonce: 0x8001'])
    expect(text).toContain(line);
  expect(text).toContain('Certificate required: yes');
  expect([isOid('1.2.3'), isOid('1.40.3'), isOid('1.2'), isOid('3.1.1'), isOid('1.02.3'), isOid('')]).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(toHex(oidDer('1.2.840.113549'))).toBe('06062a864886f70d');
});

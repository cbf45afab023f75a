import { X509Certificate } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bytesOf,
  GOOD,
  certificate,
  commonName,
  der,
  nameOf,
  pemOf,
  pemOfLength,
  timeOf,
  utf8String,
  vector,
} from '../support/certificates.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { LIMITED, newTenant, type Service, sharedService, type Tenant } from '../support/service.ts';
import { newMember } from '../support/sharing.ts';
import { violationsOf } from '../support/tenancy.ts';

const PATH = '/v1/tlscacertificates';
const UUID = /^tlscacertificates\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN = 'tlscacertificates/c3b2a1f0-0000-4000-8000-000000000000';
const PEM = vector('P-256');
const MOST = 300_000;
const QUOTA = Number(LIMITED.QUOTA_TLS_CA_CERTIFICATES);

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService(LIMITED);
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Certified');
});

const call = (method: string, path: string, body?: unknown, token = tenant.token): Promise<Answer> =>
  client.call(token, method, path, { body });
const create = (body: object, token?: string): Promise<Answer> => call('POST', PATH, body, token);
const named = (display_name: string, pem = PEM): object => ({ display_name, tlscacertificate: pem });
const made = async (body: object = named('Root')): Promise<any> => {
  const answer = await create(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** The reason why a PEM is refused. */
const refusal = async (pem: string): Promise<string> => {
  const answer = await create(named('Refused', pem));
  expectProblem(answer, 400);
  expect(fieldsOf(answer)).toEqual(['tlscacertificate']);
  return violationsOf(answer)['tlscacertificate']!;
};
const list = async (query = ''): Promise<any[]> => {
  const { status, body, text } = await call('GET', `${PATH}?${query}`);
  expect([200, 206], text).toContain(status);
  expect(body.certificates).toEqual(body.tlscacertificates);
  return body.tlscacertificates;
};

describe('the life of a certificate', () => {
  test('can be created, read, listed, renamed and deleted', async () => {
    const body = await made({ display_name: 'Ünïcode ✓', tlscacertificate: PEM });
    const known = new X509Certificate(PEM);
    expect(body).toEqual({
      identity: expect.stringMatching(UUID),
      display_name: 'Ünïcode ✓',
      tlscacertificate: PEM,
      certificate: PEM,
      subject: String.raw`CN=P-256,O=Example\, Inc.,C=DE`,
      issuer: String.raw`CN=P-256,O=Example\, Inc.,C=DE`,
      serial_number: known.serialNumber.toLowerCase(),
      not_before: '2020-01-01T00:00:00Z',
      not_after: '9999-12-31T23:59:59Z',
      fingerprint_sha256: known.fingerprint256.replaceAll(':', '').toLowerCase(),
    });
    const { identity } = body;
    expect((await call('GET', `/v1/${identity}`)).body).toEqual(body);
    expect((await call('GET', PATH)).body).toEqual({
      certificates: [body],
      tlscacertificates: [body],
      next_page_token: '',
    });
    const renamed = await call('PATCH', `/v1/${identity}`, { display_name: 'Other' });
    expect(renamed.body).toEqual({ ...body, display_name: 'Other' });
    expect((await call('GET', `/v1/${identity}`)).body).toEqual(renamed.body);
    const gone = await call('DELETE', `/v1/${identity}`);
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    for (const method of ['GET', 'DELETE']) expectProblem(await call(method, `/v1/${identity}`), 404);
    expectProblem(await call('PATCH', `/v1/${identity}`, { display_name: 'x' }), 404);
    expect(await list()).toEqual([]);
  });

  test('is 404 when it is unknown, and 400 for a malformed UUID', async () => {
    expectProblem(await call('GET', `/v1/${UNKNOWN}`), 404);
    expectProblem(await call('GET', `${PATH}/x`), 400);
  });

  test('leaves an audit row for every change', async () => {
    const { identity } = await made();
    await call('PATCH', `/v1/${identity}`, { display_name: 'Other' });
    await create(named('Leaf', vector('leaf')));
    await call('DELETE', `/v1/${identity}`);
    type Entry = { operation: string; resource: string; before_hash: string; after_hash: string };
    const rows = ((await call('GET', '/v1/audit')).body.audit as Entry[]).toReversed().slice(-3);
    expect(rows.map(({ operation, resource }) => [operation, resource])).toEqual([
      ['createTlsCaCertificate', identity],
      ['updateTlsCaCertificate', identity],
      ['deleteTlsCaCertificate', identity],
    ]);
    expect(rows[1]!.before_hash).toBe(rows[0]!.after_hash);
    expect(rows[2]!.before_hash).toBe(rows[1]!.after_hash);
  });

  test('makes two records when it is stored twice', async () => {
    const [one, two] = [await made(named('One')), await made(named('Two'))];
    expect(two).toEqual({ ...one, identity: expect.not.stringMatching(one.identity), display_name: 'Two' });
  });
});

describe('the two names of the PEM', () => {
  test('either name is accepted, and both with the same text', async () => {
    for (const body of [{ tlscacertificate: PEM }, { certificate: PEM }, { tlscacertificate: PEM, certificate: PEM }])
      expect(await made({ display_name: 'x', ...body })).toMatchObject({ tlscacertificate: PEM, certificate: PEM });
    expect((await made({ display_name: 'x', certificate: PEM, tlscacertificate: null })).certificate).toBe(PEM);
  });

  test.each<[string, object, Record<string, RegExp>]>([
    ['neither', { display_name: 'x' }, { tlscacertificate: /^is required/ }],
    ['neither, nor a name', {}, { display_name: /^is required/, tlscacertificate: /^is required/ }],
    [
      'two texts',
      { display_name: 'x', tlscacertificate: PEM, certificate: `${PEM}\n` },
      { certificate: /^is not the same/ },
    ],
    ['a bad one and no name', { certificate: 'x' }, { display_name: /required/, certificate: /^must be PEM/ }],
    [
      'two bad ones',
      { display_name: 'x', tlscacertificate: 'x', certificate: 'x' },
      { certificate: /PEM/, tlscacertificate: /PEM/ },
    ],
    ['no text', { display_name: 'x', tlscacertificate: 7 }, { tlscacertificate: /string/ }],
    ['a list', { display_name: 'x', certificate: [PEM] }, { certificate: /string/ }],
    ['an unknown field', { display_name: 'x', certificate: PEM, pem: PEM }, { pem: /^is not a known field/ }],
    ['an empty name', { display_name: '', certificate: PEM }, { display_name: /1/ }],
    ['a long name', { display_name: 'x'.repeat(129), certificate: PEM }, { display_name: /128/ }],
  ])('%s: 400 that says so', async (_name, body, expected) => {
    const answer = await create(body);
    expectProblem(answer, 400);
    const violations = violationsOf(answer);
    expect(Object.keys(violations).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const [field, pattern] of Object.entries(expected)) expect(violations[field]).toMatch(pattern);
  });

  test('a record can be sent back as it was read to create another', async () => {
    const body = await made();
    expect(await made(body)).toEqual({ ...body, identity: expect.not.stringMatching(body.identity) });
    expect((await made({ ...body, subject: 'CN=x', not_after: 'x', fingerprint_sha256: 'x' })).subject).toBe(
      body.subject,
    );
  });
});

test.each(GOOD)('a certificate is accepted and returned as it is: %s', async (name) => {
  expect((await made(named(name, vector(name)))).certificate).toBe(vector(name));
});

test.each([
  ['CR LF', PEM.replaceAll('\n', '\r\n')],
  ['backslash and n', PEM.replaceAll('\n', String.raw`\n`)],
  ['both, and a line break at the end', `${PEM.replaceAll('\n', String.raw`\r\n`)}\r\n`],
])('a certificate is accepted with %s, which becomes LF', async (_name, text) => {
  const body = await made(named('x', text));
  expect(body.certificate.trimEnd()).toBe(PEM.trimEnd());
  expect(body.fingerprint_sha256).toBe((await made()).fingerprint_sha256);
});

test('accepted certificates include one that starts slightly in the future, for clocks that are behind', async () => {
  const soon = certificate({ notBefore: timeOf(new Date(Date.now() + 120_000)) });
  expect((await create(named('x', pemOf(soon)))).status).toBe(200);
});

test('accepted certificates include one of 300,000 characters, and pages of such certificates end early', async () => {
  const pem = pemOfLength(MOST);
  expect(pem).toHaveLength(MOST);
  const identities: string[] = [];
  for (let i = 0; i < QUOTA; i++) identities.push((await made(named(`${i}`, pem))).identity);
  expect((await call('GET', `/v1/${identities[0]}`)).body.certificate).toBe(pem);
  for (const query of ['', 'order_by=DISPLAY_NAME', 'page_size=500']) {
    const seen: string[] = [];
    let token = '';
    do {
      const { body, bytes } = await call('GET', `${PATH}?${token ? `page_token=${token}` : query}`);
      expect(bytes!.length).toBeLessThan(2_000_000);
      expect(body.tlscacertificates.length).toBeGreaterThan(0);
      seen.push(...body.tlscacertificates.map((each: any) => each.identity));
      token = encodeURIComponent(body.next_page_token);
    } while (token !== '');
    expect(seen).toEqual(query.includes('NAME') ? identities : identities.toReversed());
  }
});

/** The certificate with another signature of the same length. */
const spoilt = (bytes: Buffer): Buffer => bytes.fill(1, bytes.length - 8);

const KEY = pemOf(Buffer.from('a secret that nobody may be told'), 'PRIVATE KEY');
test.each<[string, string, string]>([
  ['nothing', '', 'must be PEM'],
  ['HTML', '<!doctype html><html><body>404</body></html>', 'must be PEM'],
  ['several', vector('rsa2048') + vector('intermediate'), 'contains 2 certificates; send one at a time'],
  ['a leaf', vector('leaf'), 'is not a CA certificate: its basicConstraints say CA:FALSE'],
  ['X.509 version 1', vector('version1'), 'is not a CA certificate: X.509 version 1'],
  ['no basicConstraints', vector('unsaid'), 'is not a CA certificate: it has no basicConstraints'],
  ['a CA that may not sign', vector('nosign'), 'is not a CA certificate: its key usage lacks keyCertSign'],
  ['expired', vector('expired'), 'has expired: it was valid until 2020-01-01T00:00:00Z'],
  ['not yet valid', vector('future'), 'is not valid yet: it will be from 9998-01-01T00:00:00Z'],
  ['RSA 1024', vector('rsa1024'), 'has an RSA key of 1024 bits, which is too weak; at least 2048 are required'],
  ['MD5', vector('md5'), 'is signed with MD5, which is insecure'],
  ['SHA-1 by another', vector('intermediate-sha1'), 'is signed with SHA-1 by another authority'],
  ['DSA', vector('dsa'), 'has an unsupported kind of key (DSA)'],
  ['truncated base64', PEM.replace(/[\w+/=]+\n-----END/, '\n-----END'), 'is cut off'],
  ['half a PEM', PEM.slice(0, PEM.length / 2), 'is cut off: the line -----END CERTIFICATE----- is missing'],
  ['garbage after the DER', pemOf(Buffer.concat([bytesOf(PEM), Buffer.of(1, 2)])), 'is followed by 2 bytes'],
  ['a TRUSTED CERTIFICATE', vector('trusted'), 'contains a TRUSTED CERTIFICATE'],
  ['a request', vector('request'), 'must contain exactly one CERTIFICATE; it contains CERTIFICATE REQUEST'],
  ['lost line breaks', PEM.replaceAll('\n', ' '), 'must have the lines'],
  ['another signature', pemOf(spoilt(certificate())), 'is damaged: it is self-signed'],
  ['RSA with another signature', pemOf(spoilt(bytesOf(vector('rsa2048')))), 'is damaged: it is self-signed'],
  ['300,001 characters', pemOfLength(MOST + 1), 'must have at most 300000 characters'],
])('a certificate is refused: %s', async (_name, pem, message) => {
  expect((await refusal(pem)).slice(0, message.length)).toBe(message);
  expect(await list()).toEqual([]);
});

test('refused certificates include text with NUL', async () => {
  expect(await refusal(`${PEM}\0`)).toContain('NUL');
});

test('refused certificates include a private key, of which nothing is returned or logged', async () => {
  const secret = KEY.split('\n')[1]!;
  for (const pem of [PEM + KEY, KEY + PEM, KEY, (PEM + KEY).replaceAll('\n', String.raw`\n`)]) {
    const answer = await create({ display_name: 'x', tlscacertificate: pem, certificate: pem });
    expectProblem(answer, 400);
    expect(violationsOf(answer)['certificate']).toMatch(/^contains a private key; send only the certificate/);
    expect(answer.text).not.toContain(secret.slice(0, 20));
  }
  expect(service.logs().join('\n')).not.toContain(secret.slice(0, 20));
});

test('refused certificates with unusual names are shown safely', async () => {
  const subject = nameOf(
    ['2.5.4.3', utf8String('a\0\r\n\u202e"<script>alert(1)</script>\u{1f600}')],
    ['2.5.4.10', der(0x0c, Buffer.of(0xff, 0xfe))],
    ['1.2.3.4', utf8String('x'.repeat(4000))],
  );
  const body = await made(named('x', pemOf(certificate({ subject }))));
  expect(body.subject).toMatch(
    /^1\.2\.3\.4=#[0-9a-f]+,O=#0c02fffe,CN=a\\00\\0d\\0a\\e2\\80\\ae\\"\\<script\\>alert\(1\)\\<\/script\\>😀$/,
  );
  expect(await list()).toEqual([body]);
  expect(await refusal(pemOf(certificate({ subject: commonName('x'.repeat(10_000)) })))).toBe(
    'has a name of more than 8192 bytes as its issuer',
  );
});

describe('changes', () => {
  test('change only the name; a certificate in the body is a 400 that says so', async () => {
    const { identity } = await made();
    for (const field of ['tlscacertificate', 'certificate']) {
      for (const value of [vector('ed25519'), PEM, '', 7]) {
        const answer = await call('PATCH', `/v1/${identity}`, { display_name: 'x', [field]: value });
        expectProblem(answer, 400);
        expect(violationsOf(answer)).toEqual({
          [field]: 'cannot be changed; create another one with the new certificate',
        });
      }
    }
    for (const body of [{ display_name: '' }, { display_name: 7 }, { pem: 'x' }])
      expectProblem(await call('PATCH', `/v1/${identity}`, body), 400);
    expect((await call('GET', `/v1/${identity}`)).body.display_name).toBe('Root');
  });

  test('can be selected by a mask', async () => {
    const { identity } = await made();
    const patch = (mask: string, body: object): Promise<Answer> => call('PATCH', `/v1/${identity}?mask=${mask}`, body);
    expect((await patch('display_name', { display_name: 'Masked' })).body.display_name).toBe('Masked');
    expect((await patch('', { display_name: 'Empty' })).body.display_name).toBe('Empty');
    expect((await patch('display_name', { display_name: 'Read only', subject: 'CN=x' })).body.subject).toMatch(
      /^CN=P-256/,
    );
    expect(fieldsOf(await patch('display_name', {}))).toEqual(['display_name']);
    for (const mask of ['certificate', 'tlscacertificate', 'subject', '*'])
      expect(fieldsOf(await patch(mask, { display_name: 'x' }))).toEqual(['mask']);
  });
});

describe('lists', () => {
  test('are ordered newest first or by name, filtered, counted and paged', async () => {
    for (const name of ['b', 'c', 'a', 'b']) await made(named(name));
    const names = async (query: string): Promise<string[]> => (await list(query)).map((each) => each.display_name);
    expect(await names('')).toEqual(['b', 'a', 'c', 'b']);
    expect(await names('order_by=DISPLAY_NAME')).toEqual(['a', 'b', 'b', 'c']);
    expect(await names('display_name=b')).toEqual(['b', 'b']);
    expect(await names('display_name=B')).toEqual([]);
    expectProblem(await call('GET', `${PATH}?order_by=SUBJECT`), 400);
    const first = await client.call(tenant.token, 'GET', PATH, {
      query: 'page_size=3&order_by=DISPLAY_NAME',
      headers: { 'x-request-total-count': 'true' },
    });
    expect([first.status, first.headers.get('x-total-count')]).toEqual([200, '4']);
    const rest = await list(`page_token=${encodeURIComponent(first.body.next_page_token)}`);
    expect(rest.map((each) => each.display_name)).toEqual(['c']);
    expect((await call('GET', PATH)).status).toBe(206);
  });
});

describe('quota', () => {
  test('responds 402 above it, and a deletion frees a place', async () => {
    const caps = async (): Promise<unknown> => (await call('GET', `${PATH}:caps`)).body.caps;
    const left = (remaining: number): unknown => [
      { resource_type: 'TlsCaCertificates', resource_remaining: String(remaining), resource_cap: String(QUOTA) },
    ];
    expect(await caps()).toEqual(left(QUOTA));
    const answers = await Promise.all(Array.from({ length: QUOTA + 3 }, (_, i) => create(named(`${i}`))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(QUOTA);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 402);
    expect(await caps()).toEqual(left(0));
    await call('DELETE', `/v1/${(await list())[0].identity}`);
    expect(await caps()).toEqual(left(1));
    await made();
    expectProblem(await create(named('x')), 402);
  });
});

test('certificates can be read and changed only by administrators of the tenancy', async () => {
  const { identity, fingerprint_sha256 } = await made();
  const member = await newMember(service, client, tenant, {});
  const other = await newTenant(service, 'Other');
  const asks: [string, string, object?][] = [
    ['GET', PATH],
    ['POST', PATH, named('x')],
    ['POST', PATH, { certificate: 'x' }],
    ['GET', `/v1/${identity}`],
    ['PATCH', `/v1/${identity}`, { display_name: 'x' }],
    ['DELETE', `/v1/${identity}`],
  ];
  for (const [method, path, body] of asks) {
    expectProblem(await call(method, path, body, member.token), 403);
    expectProblem(await client.call(undefined, method, path, { body }), 401);
    if (path !== PATH) expectProblem(await call(method, path, body, other.token), 404);
  }
  expect((await call('GET', PATH, undefined, other.token)).text).not.toContain(fingerprint_sha256);
  expect(await list()).toHaveLength(1);
});

import { parse } from 'content-disposition';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, download, filePart, formOf, MIB, sendForm, upload, type Downloaded } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { newTenant, type Service, sharedService, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service);
});

const get = (identity: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Downloaded> =>
  download(service, tenant.token, `/v1/${identity}`, { headers, method });

describe('a download', () => {
  const SIZE = 1000;
  const bytes = bytesOf(SIZE);
  let identity: string;
  let etag: string;
  beforeAll(async () => {
    const blob = await upload(client, tenant.token, bytes, { name: 'evidence.bin' });
    ({ identity } = blob);
    etag = `"${blob.hash.value}"`;
  });

  it('a download is never rendered by a browser nor stored by shared caches', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(identity, {}, method);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'content-disposition': 'attachment; filename=evidence.bin',
        'content-length': String(SIZE),
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/octet-stream',
        'cross-origin-resource-policy': 'same-origin',
        etag,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('a download has no body for HEAD', async () => {
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=5000-' }] as Record<string, string>[]) {
      const head = await get(identity, headers, 'HEAD');
      // Ranges apply to GET only (RFC 9110, section 14.2).
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(SIZE), 0]);
      expect(head.headers.has('content-range')).toBe(false);
    }
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-9', 0, 10],
    ['bytes=500-599', 500, 600],
    ['bytes=999-999', 999, 1000],
    ['bytes=990-', 990, 1000],
    ['bytes=0-', 0, 1000],
    ['bytes=990-5000', 990, 1000],
    ['bytes=-1', 999, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=-5000', 0, 1000],
    ['Bytes=0-9', 0, 10],
  ])('a download of the range %s gives it', async (range, from, to) => {
    const part = await get(identity, { range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${SIZE}`);
    expect(part.headers.get('content-length')).toBe(String(to - from));
    expect(part.headers.get('etag')).toBe(etag);
    expect(part.bytes.equals(bytes.subarray(from, to))).toBe(true);
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=5000-6000', 'bytes=-0'])(
    'a download of the unsatisfiable range %s is 416',
    async (range) => {
      const answer = await client.call(tenant.token, 'GET', `/v1/${identity}`, { headers: { range } });
      expectProblem(
        { ...answer, status: answer.status === 416 ? 400 : answer.status, body: { ...answer.body, code: 3 } },
        400,
      );
      expect([answer.status, answer.body.code]).toEqual([416, 11]);
      expect(answer.headers.get('content-range')).toBe(`bytes */${SIZE}`);
    },
  );

  it.each([
    'of several ranges (bytes=0-1,5-6) is whole',
    'bytes=9-0',
    'bytes=-',
    'bytes=a-b',
    'bytes',
    'bytes=1',
    'lines=0-1',
    'bytes=0--1',
    'bytes=+1-2',
    '0-1',
  ])('a download of the range %s is whole', async (range) => {
    const whole = await get(identity, { range });
    expect([whole.status, whole.headers.has('content-range')]).toEqual([200, false]);
    expect(whole.bytes.equals(bytes)).toBe(true);
  });

  it('a download of a range is whole when If-Range names another version', async () => {
    const range = 'bytes=0-9';
    expect((await get(identity, { range, 'if-range': etag })).status).toBe(206);
    for (const other of ['"x"', `W/${etag}`, 'Sat, 21 Nov 2026 00:00:00 GMT', etag.slice(1, -1)]) {
      const whole = await get(identity, { range, 'if-range': other });
      expect([whole.status, whole.bytes.length]).toEqual([200, SIZE]);
    }
    expect((await get(identity, { range: 'bytes=5000-', 'if-range': '"x"' })).status).toBe(200);
  });

  it('a download is 412 when If-Match has no strong tag of the file', async () => {
    for (const tags of [etag, `"x", ${etag}`, `W/${etag},${etag}`, '*']) {
      expect((await get(identity, { 'if-match': tags })).status).toBe(200);
      expect((await get(identity, { 'if-match': tags, 'if-none-match': etag })).status).toBe(304);
    }
    for (const tags of ['"x"', `W/${etag}`, etag.slice(1, -1)]) {
      const others: Record<string, string>[] = [
        {},
        { range: 'bytes=0-9' },
        { range: 'bytes=5000-' },
        { 'if-none-match': etag },
      ];
      for (const headers of others) {
        const answer = await client.call(tenant.token, 'GET', `/v1/${identity}`, {
          headers: { ...headers, 'if-match': tags },
        });
        expectProblem(answer, 412);
        expect([answer.body.message, answer.headers.get('etag')]).toEqual([
          `if-match: must be the entity tag of the file, ${etag}`,
          etag,
        ]);
      }
      expect((await get(identity, { 'if-match': tags }, 'HEAD')).status).toBe(412);
    }
  });

  it('a download is 304 for a client that has the file', async () => {
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag},"y"`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const same = await get(identity, { 'if-none-match': tags, range: 'bytes=0-9' }, method);
        expect([same.status, same.bytes.length, same.headers.get('etag')]).toEqual([304, 0, etag]);
        expect(same.headers.get('cache-control')).toBe('private, no-cache');
        expect(same.headers.has('content-type')).toBe(false);
      }
    }
    for (const tags of ['"x"', `W/"x"`, etag.slice(1, -1), '']) {
      expect((await get(identity, { 'if-none-match': tags })).status).toBe(200);
    }
  });

  it('a download of an empty file has no range', async () => {
    const empty = (await upload(client, tenant.token, new Uint8Array())).identity;
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
      const answer = await get(empty, { range });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */0']);
    }
    const whole = await get(empty);
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '0']);
  });

  /** Three parts, which are uploaded once. */
  const parts = bytesOf(17 * MIB, 7);
  let uploaded: ReturnType<typeof upload> | undefined;
  const ofParts = (): ReturnType<typeof upload> => (uploaded ??= upload(client, tenant.token, parts));

  it('a download of ranges that cross parts has exactly the bytes of the file', async () => {
    const blob = await ofParts();
    const cuts = [0, 1, 8 * MIB - 1, 8 * MIB + 1, 16 * MIB, parts.length];
    for (const [i, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[i + 1]!;
      const part = await get(blob.identity, { range: `bytes=${from}-${to - 1}` });
      expect([part.status, part.bytes.equals(parts.subarray(from, to))]).toEqual([206, true]);
    }
  });

  it('a download that the client aborts does not disturb later downloads', async () => {
    const blob = await ofParts();
    const logged = service.logs().length;
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`${service.base}/v1/${blob.identity}`, {
        headers: { authorization: `Bearer ${tenant.token}` },
      });
      const reader = response.body!.getReader();
      await reader.read();
      await reader.cancel();
    }
    expect((await get(blob.identity)).bytes.length).toBe(parts.length);
    expect((await service.logged()).slice(logged).filter((line) => /"level":"(error|alarm)"/.test(line))).toEqual([]);
  });
});

describe('the name of a download', () => {
  // Name as sent (percent-encoded as in an HTML form) -> name of the saved file.
  const names: [string, string][] = [
    ['plain.txt', 'plain.txt'],
    ['two words.txt', 'two words.txt'],
    ['a%0D%0ASet-Cookie: x=1%0D%0A%0D%0A<script>.txt', 'a__Set-Cookie_ x=1_____script_.txt'],
    ['a%22; filename=%22b.exe', 'a_; filename=_b.exe'],
    [`single'quote.txt`, `single'quote.txt`],
    ['semi;colon,comma.txt', 'semi;colon,comma.txt'],
    ['per%41cent%.txt', 'per%41cent%.txt'],
    ['tab\tin.txt', 'tab_in.txt'],
    ['naïve €uro.txt', 'naïve €uro.txt'],
    ['日本語.pdf', '日本語.pdf'],
    ['family 👨‍👩‍👧 emoji 😀.png', 'family 👨_👩_👧 emoji 😀.png'],
    ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
    ['zero\u200Bwidth\uFEFF.txt', 'zero_width_.txt'],
    ['line\u2028sep\u2029.txt', 'line_sep_.txt'],
    ['next\u0085line.txt', 'next_line.txt'],
    ['../../etc/passwd', 'passwd'],
    ['/abs/path/file.txt', 'file.txt'],
    ['C:\\Windows\\system32\\cmd.exe', 'cmd.exe'],
    ['..', 'file'],
    ['.', 'file'],
    ['/', 'file'],
    ['...hidden...', 'hidden'],
    ['.bashrc', 'bashrc'],
    ['trailing. . .', 'trailing'],
    ['', 'file'],
    ['   ', 'file'],
    ['star*?<>|:.txt', 'star______.txt'],
    [`${'n'.repeat(300)}.docx`, `${'n'.repeat(195)}.docx`],
    ['x'.repeat(300), 'x'.repeat(200)],
    [`${'😀'.repeat(150)}.txt`, `${'😀'.repeat(98)}.txt`],
    [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
  ];

  it.each(names)('%j becomes %j', async (sent, saved) => {
    const form = formOf('B', [filePart('x', `form-data; name="file"; filename="${sent}"`)]);
    const answer = await sendForm(service, tenant.token, form);
    expect(answer.status, answer.text).toBe(200);
    const { headers } = await get(JSON.parse(answer.text).identity);
    const line = headers.get('content-disposition')!;
    // One line of ASCII, with the name that RFC 8187 encodes after the plain one.
    const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/.source;
    const quoted = /"(?:[ !#-[\]-~]|\\[ -~])*"/.source;
    const encoded = /(?:%[0-9A-F]{2}|[!#$&+\-.^_`|~0-9A-Za-z])+/.source;
    expect(line).toMatch(
      new RegExp(String.raw`^attachment; filename=(?:${token}|${quoted})(?:; filename\*=UTF-8''${encoded})?$`),
    );
    const { type, parameters } = parse(line);
    expect([type, parameters['filename']]).toEqual(['attachment', saved]);
    expect(headers.has('set-cookie')).toBe(false);
    // The name that older clients read is safe as well.
    const plain = parse(line, { extended: false }).parameters['filename']!;
    expect(plain).not.toMatch(/[\\/:*<>|"\r\n]|^\.|[. ]$/);
  });

  it('never contains a raw line break', async () => {
    for (const sent of ['a\rb.txt', 'a\nb.txt', 'a\r b.txt', 'a\r\n folded.txt']) {
      const form = formOf('B', [filePart('x', `form-data; name="file"; filename="${sent}"`)]);
      expectProblem(await sendForm(service, tenant.token, form), 400);
    }
  });
});

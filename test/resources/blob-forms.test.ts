import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOf,
  download,
  expectStored as expectStoredBy,
  filePart,
  formOf,
  leavingNothing,
  MIB,
  sendForm,
  sha256,
  stored,
  type FormPart,
} from '../support/blobs.ts';
import { expectProblem, fieldsOf, type Raw } from '../support/raw.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { sampled, sized } from '../support/size.ts';

/** The size of files that need several parts, and of one that is refused before it has been read. */
const PARTS = sized({ quick: 9, long: 20, full: 20 }) * MIB;
const LARGE = sized({ quick: 5, long: 40, full: 40 }) * MIB;

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ vars: { MAX_BLOB_BYTES: String(50 * MIB) } });
  tenant = await newTenant(service);
});
afterAll(() => service.close());

const send = (body: Buffer | Buffer[], options: Parameters<typeof sendForm>[3] = {}): Promise<Raw> =>
  sendForm(service, tenant.token, body, options);

const expectStored = (answer: Pick<Raw, 'status' | 'text'>, bytes: Uint8Array): Promise<void> =>
  expectStoredBy(service, tenant.token, answer, bytes);

/** The name with which the upload is downloaded. */
async function nameOf({ text }: Pick<Raw, 'text'>): Promise<string | null> {
  const { headers } = await download(service, tenant.token, `/v1/${JSON.parse(text).identity}`);
  return headers.get('content-disposition');
}

// First, because reading the keys of many stored files takes long.
describe('a form that is not as it must be', () => {
  const file = filePart('x');
  const field = (name: string): FormPart => filePart('y', `form-data; name="${name}"`);
  const whole = formOf('B', [file]);
  const cases: [string, Buffer, Parameters<typeof sendForm>[3], number, string[]][] = [
    ['of another content type', whole, { headers: { 'content-type': 'application/json' } }, 415, []],
    ['mixed', whole, { headers: { 'content-type': 'multipart/mixed; boundary=B' } }, 415, []],
    ['of a longer content type', whole, { headers: { 'content-type': 'multipart/form-data2; boundary=B' } }, 415, []],
    ['compressed', whole, { headers: { 'content-encoding': 'gzip' } }, 415, []],
    ['without boundary', whole, { headers: { 'content-type': 'multipart/form-data' } }, 400, ['content-type']],
    ['with an empty boundary', whole, { boundary: '""' }, 400, ['content-type']],
    ['with a boundary of 71 characters', whole, { boundary: 'x'.repeat(71) }, 400, ['content-type']],
    ['that is empty', Buffer.alloc(0), {}, 400, ['body']],
    ['without parts', Buffer.from('--B--\r\n'), {}, 400, ['file']],
    ['with another boundary', formOf('C', [file]), {}, 400, ['body']],
    ['with another field', formOf('B', [field('upload')]), {}, 400, ['upload']],
    ['with a field in another case', formOf('B', [field('File')]), {}, 400, ['File']],
    ['with an empty field name', formOf('B', [field('')]), {}, 400, ['']],
    ['with a second file', formOf('B', [file, file]), {}, 400, ['file']],
    [
      'with a second large file',
      formOf('B', [filePart(bytesOf(9 * MIB)), filePart(bytesOf(9 * MIB))]),
      {},
      400,
      ['file'],
    ],
    ['with a field behind the file', formOf('B', [file, field('note')]), {}, 400, ['note']],
    ['with a field before the file', formOf('B', [field('note'), file]), {}, 400, ['note']],
    ['with a part without name', formOf('B', [filePart('x', 'form-data')]), {}, 400, ['body']],
    ['with an attachment', formOf('B', [filePart('x', 'attachment; name="file"')]), {}, 400, ['body']],
    ['with a part without headers', formOf('B', [{ headers: [], content: 'x' }]), {}, 400, ['body']],
    ['with a header without colon', formOf('B', [filePart('x', undefined, 'nonsense')]), {}, 400, ['body']],
    ['in base64', formOf('B', [filePart('eA==', undefined, 'content-transfer-encoding: base64')]), {}, 400, ['body']],
    ['with a long header', formOf('B', [filePart('x', undefined, `x: ${'a'.repeat(17_000)}`)]), {}, 400, ['body']],
    ['with very long headers', formOf('B', [filePart('x', undefined, `x: ${'a'.repeat(600_000)}`)]), {}, 400, ['body']],
    [
      'with many headers',
      formOf('B', [filePart('x', undefined, ...Array(2000).fill('x: 12345678'))]),
      {},
      400,
      ['body'],
    ],
    [
      'with a header of spaces',
      formOf('B', [filePart('x', undefined, `x:${' '.repeat(15_000)}\n`)]),
      {},
      400,
      ['body'],
    ],
    ['with text behind a delimiter', Buffer.from(whole.toString().replace('--B\r\n', '--Bx\r\n')), {}, 400, ['body']],
    [
      'with a NUL in the name',
      formOf('B', [filePart('x', `form-data; name="file"; filename*=UTF-8''a%00`)]),
      {},
      400,
      ['body'],
    ],
    ['whose closing boundary is missing', formOf('B', [file], { end: '' }), {}, 400, ['body']],
    ['whose closing boundary lacks its end', formOf('B', [file], { end: '--B' }), {}, 400, ['body']],
    ['whose closing boundary lacks a dash', formOf('B', [file], { end: '--B-' }), {}, 400, ['body']],
    ['that ends in the headers', whole.subarray(0, 30), {}, 400, ['body']],
    ['that ends in the file', formOf('B', [filePart(bytesOf(PARTS))]).subarray(0, PARTS - MIB / 2), {}, 400, ['body']],
  ];

  beforeAll(async () => expectStored(await send(whole), Buffer.from('x')));

  it.each(cases)('%s is refused, and nothing is stored', async (name, body, options, status, fields) => {
    await leavingNothing(service, async () => {
      const split = [body.subarray(0, 20), body.subarray(20)];
      // In the quick tests one of them, by turns.
      const index = cases.findIndex(([each]) => each === name);
      for (const given of sampled([body, split], 2, index)) {
        const answer = await send(given, options);
        expectProblem(answer, status);
        expect(fieldsOf(answer)).toEqual(fields);
      }
    });
  });

  it('leaves nothing behind, even before a sweep', async () => {
    const before = await stored(service);
    expectProblem(await send(formOf('B', [filePart(bytesOf(9 * MIB)), filePart('x')])), 400);
    expectProblem(await send(formOf('B', [file, file])), 400);
    expect(await stored(service)).toEqual(before);
  });

  it('a form that is truncated anywhere is refused', async () => {
    // Everything up to the second dash of the closing boundary is needed.
    for (const end of sampled([...whole.keys()].slice(0, -2), 12))
      expectProblem(await send(whole.subarray(0, end)), 400);
  });

  it('gets its response although the body is large', async () => {
    const large = formOf('B', [filePart(bytesOf(LARGE))]);
    const refused: [string | undefined, Record<string, string>, number][] = [
      [tenant.token, { 'content-type': 'text/plain' }, 415],
      [tenant.token, { 'content-type': 'multipart/form-data' }, 400],
      [tenant.token, { 'content-type': 'multipart/form-data; boundary=C' }, 400],
      [undefined, {}, 401],
    ];
    for (const [token, headers, status] of refused)
      expectProblem(await sendForm(service, token, large, { headers }), status);
  });
});

describe('a form', () => {
  const content = '\r\n--Bn\r--Bnd\n--Bnd\r\n--bnd\r\n-Bnd\r\n\r\n--Bn\r\n--';
  const form = formOf('Bnd', [filePart(content, 'form-data; name="file"; filename="ü"', 'Content-Type: text/plain')], {
    preamble: '--Bn\r\n',
    end: '--Bnd--\r\nmore',
  });
  const boundary = 'Bnd';

  it('gives the same result wherever the stream is split', async () => {
    const all = sampled(
      Array.from({ length: form.length - 1 }, (_, i) => i + 1),
      9,
    );
    for (let from = 0; from < all.length; from += 16) {
      const splits = all.slice(from, from + 16);
      const answers = await Promise.all(
        splits.map((at) => send([form.subarray(0, at), form.subarray(at)], { boundary })),
      );
      for (const [i, answer] of answers.entries()) {
        expect(answer.status, `split at ${splits[i]}: ${answer.text}`).toBe(200);
        expect(JSON.parse(answer.text)).toMatchObject({
          size: Buffer.byteLength(content),
          hash: { value: sha256(Buffer.from(content)) },
          mime_type: 'text/plain',
        });
      }
    }
  });

  it('gives the same result byte by byte', async () => {
    const bytes = Array.from(form, (_, i) => form.subarray(i, i + 1));
    const answer = await send(bytes, { boundary });
    await expectStored(answer, Buffer.from(content));
    expect(await nameOf(answer)).toBe(`attachment; filename="?"; filename*=UTF-8''%C3%BC`);
  });

  it.each([
    ['dashes at its end', 'x--', 'x--'],
    ['dashes alone', '----', '----'],
    ['quotes', '"a b:c"', 'a b:c'],
    ['70 characters', `"${'q'.repeat(70)}"`, 'q'.repeat(70)],
    ['characters of expressions', '"(.*)+?"', '(.*)+?'],
    ['a parameter behind it', 'B; charset=utf-8', 'B'],
  ])('may have a boundary with %s', async (_, stated, boundary) => {
    const bytes = Buffer.from(`--${boundary} \r\n-${boundary}\r\n--${boundary.slice(0, -1)}`);
    await expectStored(await send(formOf(boundary, [filePart(bytes)]), { boundary: stated }), bytes);
  });

  it('may name its type in any case', async () => {
    const headers = { 'content-type': 'Multipart/Form-Data;Boundary=B' };
    await expectStored(await send(formOf('B', [filePart('x')]), { headers }), Buffer.from('x'));
  });

  it('keeps bytes of the file that resemble the delimiter, across all chunks and parts', async () => {
    const near = Buffer.from('\r\n--BOUNDAR\r\n--\r\r\n--BOUNDARX');
    const bytes = Buffer.alloc(9 * MIB + 7, near);
    await expectStored(await send(formOf('BOUNDARY', [filePart(bytes)]), { boundary: 'BOUNDARY' }), bytes);
  });

  it.each<[string, FormPart]>([
    ['no content type', filePart('x')],
    ['header names in any case', { headers: ['CONTENT-disposition: form-data; NAME="file"'], content: 'x' }],
    ['a disposition in any case', { headers: ['content-disposition:FORM-DATA;name=file'], content: 'x' }],
    ['more headers', filePart('x', undefined, 'X-More: 1', 'Content-Type: a/b', 'Content-Transfer-Encoding: Binary')],
    ['headers of 15,000 characters', filePart('x', undefined, `X-Long: ${'a'.repeat(15_000)}`)],
    ['no file name', filePart('x', 'form-data; name="file"')],
  ])('may have a part with %s', async (_, part) => {
    await expectStored(await send(formOf('B', [part])), Buffer.from('x'));
  });

  it('may have a preamble and an epilogue', async () => {
    const preamble = `${'a preamble --B\r\n'.repeat(40_000)}\r\n`;
    const form = formOf('B', [filePart('x')], { preamble, end: `--B--  \r\n${'an epilogue'.repeat(50_000)}` });
    await expectStored(await send(form), Buffer.from('x'));
    const padded = Buffer.from(
      formOf('B', [filePart('x')])
        .toString()
        .replace('--B\r\n', '--B \t\r\n'),
    );
    await expectStored(await send(padded), Buffer.from('x'));
    // The closing boundary needs no line break.
    await expectStored(await send(formOf('B', [filePart('x')], { end: '--B--' })), Buffer.from('x'));
  });

  it.each([
    ['name="file"; filename="a b.txt"', 'attachment; filename="a b.txt"'],
    ['name="file"; filename=plain.txt', 'attachment; filename=plain.txt'],
    [
      `name="file"; filename="x"; filename*=UTF-8''%e2%82%ac%20rates.txt`,
      `attachment; filename="? rates.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`,
    ],
    [`name="file"; filename*=utf-8'en'na%C3%AFve`, `attachment; filename="na?ve"; filename*=UTF-8''na%C3%AFve`],
    [`name="file"; filename*=UTF-8''%ff`, 'attachment; filename=file'],
    ['name="file"; filename=""', 'attachment; filename=file'],
    ['name="file"', 'attachment; filename=file'],
    ['filename="name=other"; name="file"', 'attachment; filename="name=other"'],
    // Go and older versions of curl write quoted pairs, browsers %22. Old browsers send paths with single backslashes.
    [String.raw`name="file"; filename="27\" monitor.pdf"`, 'attachment; filename="27_ monitor.pdf"'],
    [String.raw`name="file"; filename="\"a\"; b\\c.pdf"`, 'attachment; filename=c.pdf'],
    [String.raw`filename="a\"; x.pdf"; name="file"`, 'attachment; filename="a_; x.pdf"'],
    [String.raw`name="file"; filename="27%22 monitor.pdf"`, 'attachment; filename="27_ monitor.pdf"'],
    [String.raw`name="file"; filename="C:\dir\new file.pdf"`, 'attachment; filename="new file.pdf"'],
    [String.raw`filename="C:\dir\"; name="file"`, 'attachment; filename=file'],
  ])('gives its file the name of %s', async (disposition, expected) => {
    const answer = await send(formOf('B', [filePart('x', `form-data; ${disposition}`)]));
    expect(answer.status, answer.text).toBe(200);
    expect(await nameOf(answer)).toBe(expected);
  });
});

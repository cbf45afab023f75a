import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, download, MIB, upload } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { type Service, sharedService } from '../support/service.ts';
import { sampled } from '../support/size.ts';
import { openTenancy, type Actor, type Tenancy } from '../support/tenancy.ts';

let service: Service;
let client: Client;
let tenancy: Tenancy;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenancy = await openTenancy(service, client, 'Blobs');
});

const vector = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../vectors/files', name));

describe('who may read a blob', () => {
  let uploader: Actor;
  let administrator: Actor;
  let member: Actor;
  let stranger: Tenancy;
  beforeAll(async () => {
    uploader = await tenancy.member({ role: 'uploader' });
    administrator = await tenancy.member();
    await tenancy.administrators(administrator);
    member = await tenancy.member({ role: 'uploader' });
    stranger = await openTenancy(service, client, 'Stranger');
  });

  it('are its uploader and administrators', async () => {
    const blob = await upload(client, uploader.token, bytesOf(100));
    expect(blob['subject']).toBe(uploader.id);
    for (const reader of [uploader, tenancy, administrator]) {
      const down = await download(service, reader.token, `/v1/${blob.identity}`);
      expect([down.status, down.bytes]).toEqual([200, bytesOf(100)]);
      expect((await reader.get(`/v1/${blob.identity}/info`)).body).toEqual(blob);
    }
    const byAdministrator = await upload(client, tenancy.token, bytesOf(100));
    expect((await uploader.get(`/v1/${byAdministrator.identity}/info`)).status).toBe(404);
  });

  it('are not other members, who receive 404', async () => {
    const blob = await upload(client, uploader.token, bytesOf(100));
    const strange = 'blobs/00000000-0000-4000-8000-000000000000';
    for (const path of ['', '/info']) {
      for (const reader of [member, stranger]) {
        const [hidden, missing] = [
          await reader.get(`/v1/${blob.identity}${path}`),
          await reader.get(`/v1/${strange}${path}`),
        ];
        expectProblem(hidden, 404);
        const own = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid');
        expect(own(hidden.text)).toBe(own(missing.text));
      }
      expectProblem(await client.call(undefined, 'GET', `/v1/${blob.identity}${path}`), 401);
      expectProblem(await client.call('nonsense', 'GET', `/v1/${blob.identity}${path}`), 401);
    }
    expect((await member.call('HEAD', `/v1/${blob.identity}`)).status).toBe(404);
    const head = await download(service, undefined, `/v1/${blob.identity}`, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([401, 0]);
    for (const headers of [{ range: 'bytes=0-1' }, { 'if-none-match': '*' }] as Record<string, string>[])
      expect((await download(service, stranger.token, `/v1/${blob.identity}`, { headers })).status).toBe(404);
  });

  it('are not former administrators', async () => {
    const blob = await upload(client, uploader.token, bytesOf(100));
    const former = await tenancy.member();
    await tenancy.administrators(administrator, former);
    expect((await former.get(`/v1/${blob.identity}/info`)).status).toBe(200);
    await tenancy.administrators(administrator);
    expect((await former.get(`/v1/${blob.identity}/info`)).status).toBe(404);
  });

  it('cannot list, change or delete blobs', async () => {
    const { identity } = await upload(client, tenancy.token, bytesOf(1));
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      expect((await tenancy.call(method, `/v1/${identity}`)).status).toBe(405);
    expect((await tenancy.get('/v1/blobs')).status).toBe(405);
  });

  it('name a blob by its UUID', async () => {
    expectProblem(await tenancy.get('/v1/blobs/nonsense'), 400);
    const { identity } = await upload(client, tenancy.token, bytesOf(1));
    expect((await tenancy.get(`/v1/${identity.toUpperCase().replace('BLOBS', 'blobs')}/info`)).status).toBe(200);
  });
});

describe('what the scan has found', () => {
  const set = (identity: string, status: string): Promise<unknown> =>
    service.db
      .prepare('UPDATE blobs SET scanned_status = ?, scanned_bad_reason = ?, scanned_us = ? WHERE id = ?')
      .bind(
        status,
        status === 'SCANNED_BAD' ? 'Eicar-Test' : '',
        status === 'NOT_SCANNED' ? 0 : 1_700_000_000_000_000,
        identity.split('/')[1],
      )
      .run();

  // Query -> the statuses for NOT_SCANNED, SCANNED_OK and SCANNED_BAD, and the field that a refusal names.
  const table: [string, number[], string][] = [
    ['', [200, 200, 400], 'allow_insecure'],
    ['strict=false', [200, 200, 400], 'allow_insecure'],
    ['strict=true', [400, 200, 400], 'strict'],
    ['allow_insecure=false', [200, 200, 400], 'allow_insecure'],
    ['allow_insecure=true', [200, 200, 200], ''],
    ['strict=true&allow_insecure=true', [400, 200, 400], 'strict'],
    ['strict=false&allow_insecure=true', [200, 200, 200], ''],
    ['strict=yes', [400, 400, 400], 'strict'],
    ['allow_insecure=', [400, 400, 400], 'allow_insecure'],
    ['unknown=true', [200, 200, 400], 'allow_insecure'],
  ];

  it.each(table)('decides whether a download with ?%s is served', async (query, statuses, field) => {
    const { identity } = await upload(client, tenancy.token, bytesOf(10));
    for (const [i, status] of ['NOT_SCANNED', 'SCANNED_OK', 'SCANNED_BAD'].entries()) {
      await set(identity, status);
      for (const method of ['GET', 'HEAD']) {
        const down = await download(service, tenancy.token, `/v1/${identity}`, { query, method });
        expect([status, method, down.status]).toEqual([status, method, statuses[i]]);
      }
      if (statuses[i] === 200) continue;
      const refused = await client.call(tenancy.token, 'GET', `/v1/${identity}`, { query });
      expectProblem(refused, 400);
      expect(fieldsOf(refused)).toEqual([field]);
      // Conditional and range requests do not reveal the bytes either.
      const headers = { 'if-none-match': '*', range: 'bytes=0-0' };
      expect((await download(service, tenancy.token, `/v1/${identity}`, { query, headers })).status).toBe(400);
    }
  });

  it("is in the blob's information", async () => {
    const blob = await upload(client, tenancy.token, bytesOf(10));
    await set(blob.identity, 'SCANNED_BAD');
    expect((await tenancy.get(`/v1/${blob.identity}/info`)).body).toEqual({
      ...blob,
      scanned_status: 'SCANNED_BAD',
      scanned_bad_reason: 'Eicar-Test',
      scanned_timestamp: '2023-11-14T22:13:20Z',
    });
  });
});

const OOXML = 'application/vnd.openxmlformats-officedocument';

const entry = (name: string): Uint8Array => vector(name);
const cases: [string, () => Uint8Array, string][] = [
  ['document.docx', () => entry('document.docx'), `${OOXML}.wordprocessingml.document`],
  ['a docx written as a stream', () => entry('streamed.docx'), `${OOXML}.wordprocessingml.document`],
  ['a docx whose types come last', () => entry('last.docx'), `${OOXML}.wordprocessingml.document`],
  ['table.xlsx', () => entry('table.xlsx'), `${OOXML}.spreadsheetml.sheet`],
  ['slides.pptx', () => entry('slides.pptx'), `${OOXML}.presentationml.presentation`],
  ['text.odt', () => entry('text.odt'), 'application/vnd.oasis.opendocument.text'],
  ['archive.zip', () => entry('archive.zip'), 'application/zip'],
  ['page.pdf', () => entry('page.pdf'), 'application/pdf'],
  ['image.png', () => entry('image.png'), 'image/png'],
  ['drawing.svg', () => entry('drawing.svg'), 'image/svg+xml'],
  ['page.html', () => entry('page.html'), 'text/html'],
  ['video.mp4', () => entry('video.mp4'), 'video/mp4'],
  ['data.json', () => entry('data.json'), 'application/json'],
  ['table.csv', () => entry('table.csv'), 'text/plain'],
  ['text.txt', () => entry('text.txt'), 'text/plain'],
  ['nothing', () => new Uint8Array(), 'application/octet-stream'],
  ['noise', () => bytesOf(5000), 'application/octet-stream'],
  [
    'the head of a Windows program',
    () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200)]),
    'application/x-msdownload',
  ],
  [
    'the head of an ELF program',
    () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(60)]),
    'application/x-elf',
  ],
  ['an SVG without prologue', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
  [
    'an SVG with a doctype',
    () => Buffer.from('<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg></svg>'),
    'image/svg+xml',
  ],
  ['other XML', () => Buffer.from('<?xml version="1.0"?><note/>'), 'application/xml'],
  ['HTML behind a comment and spaces', () => Buffer.from('\n <!-- x -->\n<HTML><script>1</script>'), 'text/html'],
  ['HTML with a byte order mark', () => Buffer.from('\ufeff<!doctype html><p>'), 'text/html'],
  ['long JSON', () => Buffer.from(JSON.stringify({ list: Array(9000).fill('ä€😀 text') })), 'application/json'],
  ['JSON of several parts', () => Buffer.from(`\ufeff[${'{"a":[1.5,"é"]},'.repeat(530_000)}{}]`), 'application/json'],
  ['long text that begins like JSON', () => Buffer.from(`[${'1,'.repeat(50_000)}`), 'text/plain'],
  ['long JSON with more after it', () => Buffer.from(`[${'1,'.repeat(50_000)}1] text`), 'text/plain'],
  ['JSON Lines', () => Buffer.from('{"a":1}\n{"a":2}\n'), 'text/plain'],
  ['JSON in UTF-16', () => Buffer.from('\ufeff{"a":1}', 'utf16le'), 'application/octet-stream'],
  ['JSON that is broken', () => Buffer.from('{"a": '), 'text/plain'],
  ['text in Latin-1', () => Buffer.from('na\xefve', 'latin1'), 'application/octet-stream'],
  ['text with a NUL', () => Buffer.from('a\0b'), 'application/octet-stream'],
  ['a character that is cut', () => Buffer.from([0x61, 0xe2, 0x82]), 'application/octet-stream'],
  ['much text', () => Buffer.from('ä€😀 '.repeat(20_000)), 'text/plain'],
  ['very much text', () => Buffer.from('abcdé'.repeat(1_700_000)), 'text/plain'],
];

const declared = ['', 'text/html', 'application/x-lie; a=b'];

it.each(cases)('the type of a blob of %s is detected from the bytes', async (name, bytesOfCase, expected) => {
  const bytes = bytesOfCase();
  const index = cases.findIndex(([each]) => each === name);
  for (const type of sampled(declared, declared.length, index)) {
    const blob = await upload(client, tenancy.token, bytes, { name, type });
    expect(blob.mime_type).toBe(expected);
    expect((await tenancy.get(`/v1/${blob.identity}/info`)).body.mime_type).toBe(expected);
    const down = await download(service, tenancy.token, `/v1/${blob.identity}`);
    expect([down.headers.get('content-type'), down.bytes.equals(bytes)]).toEqual([expected, true]);
  }
});

it('the type of a blob is detected in a large document', async () => {
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const members = {
    '[Content_Types].xml': Buffer.from(
      '<?xml version="1.0"?><Types ' +
        'xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        `<Override PartName="/word/document.xml" ContentType="${types}"/></Types>`,
    ),
    'word/media/image.bin': bytesOf(10 * MIB),
    'word/document.xml': Buffer.from('<w:document/>'),
  };
  const blob = await upload(client, tenancy.token, zipSync(members, { level: 0 }));
  expect(blob.mime_type).toBe(`${OOXML}.wordprocessingml.document`);
});

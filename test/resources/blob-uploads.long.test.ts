import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginUpload,
  bytesOf,
  expectStored as expectStoredBy,
  filePart,
  formOf,
  leavingNothing,
  MIB,
  sendForm,
  stored,
  sweepLater,
  upload,
} from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem, type Raw } from '../support/raw.ts';
import { LIMITED, newTenant, sharedService, startService, type Service, type Tenant } from '../support/service.ts';

/** The largest file: several parts of 8 MiB. */
const LARGEST = 50 * MIB;

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ vars: { MAX_BLOB_BYTES: String(LARGEST) } });
  client = await openClient(service);
  tenant = await newTenant(service);
});
afterAll(() => service.close());

const send = (body: Buffer | Buffer[], options: Parameters<typeof sendForm>[3] = {}): Promise<Raw> =>
  sendForm(service, tenant.token, body, options);

const expectStored = (answer: Pick<Raw, 'status' | 'text'>, bytes: Uint8Array): Promise<void> =>
  expectStoredBy(service, tenant.token, answer, bytes);

const aroundParts = [8 * MIB - 1, 5 * MIB, 8 * MIB, 8 * MIB + 2 ** 16, 8 * MIB + 1, 10 * MIB, LARGEST, 10 * MIB + 1];
it.each([0, 1, ...aroundParts])('a file of %i bytes is returned unchanged', async (size) => {
  const bytes = bytesOf(size);
  const blob = await upload(client, tenant.token, bytes);
  await expectStored({ status: 200, text: JSON.stringify(blob) }, bytes);
  expect(blob).toMatchObject({
    identity: expect.stringMatching(/^blobs\/[0-9a-f-]{36}$/),
    subject: tenant.client_id,
    tenantid: tenant.tenant_identity,
    scanned_status: 'NOT_SCANNED',
    scanned_bad_reason: '',
    scanned_timestamp: '',
  });
  expect((await client.call(tenant.token, 'GET', `/v1/${blob.identity}/info`)).body).toEqual(blob);
});

it.each([0, 8 * MIB, 8 * MIB + 1, 20 * MIB])(
  'a file of %i bytes that is sent without its length is returned unchanged',
  async (size) => {
    const bytes = bytesOf(size, 2);
    const form = formOf('B', [filePart(bytes)]);
    const chunks = [];
    for (let at = 0; at < form.length; at += 1_000_003) chunks.push(form.subarray(at, at + 1_000_003));
    await expectStored(await send(chunks), bytes);
  },
);

it('a file becomes another blob on each upload, with the same hash', async () => {
  const [a, b] = [await upload(client, tenant.token, bytesOf(10)), await upload(client, tenant.token, bytesOf(10))];
  expect(a.identity).not.toBe(b.identity);
  expect(a.hash).toEqual(b.hash);
});

describe('an upload whose client goes away', () => {
  const type = 'multipart/form-data; boundary=B';

  it.each([
    ['at once', 1000],
    ['after its first part', 10 * MIB],
    ['after some parts', LARGEST - 2 * MIB],
  ])('%s leaves nothing', async (_, sent) => {
    await leavingNothing(service, async () => {
      const form = formOf('B', [filePart(bytesOf(LARGEST - MIB, 3))]);
      const parts = Math.floor((sent - 1000) / (8 * MIB));
      const framings: Record<string, string>[] = [
        { 'content-length': String(form.length) },
        { 'transfer-encoding': 'chunked' },
      ];
      for (const framing of framings) {
        await service.db.prepare('DELETE FROM blob_uploads').run();
        const beginning = form.subarray(0, sent);
        const chunk = [Buffer.from(`${beginning.length.toString(16)}\r\n`), beginning, Buffer.from('\r\n')];
        const socket = await beginUpload(
          service,
          tenant.token,
          { 'content-type': type, ...framing },
          'content-length' in framing ? beginning : Buffer.concat(chunk),
        );
        const row = () => service.db.prepare('SELECT * FROM blob_uploads').first<{ id: string; upload_id: string }>();
        if (parts > 0) await expect.poll(async () => (await row())?.upload_id ?? '').not.toBe('');
        const open = await row();
        socket.destroy();
        await once(socket, 'close');
        await sweepLater(service);
        expect(await row()).toBeNull();
        if (!open) continue;
        // The multipart upload of R2 was aborted too.
        const key = `blobs/${tenant.tenant_identity.split('/')[1]}/${open.id}`;
        const multipart = (await service.bindings()).BLOBS.resumeMultipartUpload(key, open.upload_id);
        await expect(multipart.uploadPart(1, 'x')).rejects.toThrow(/does not exist/);
      }
    });
  });

  it('does not take the memory that uploads of other tenancies need', async () => {
    const other = await newTenant(service);
    const whole = { 'content-type': 'multipart/form-data; boundary=B', 'content-length': String(8 * MIB) };
    const beginning = formOf('B', [filePart(bytesOf(MIB))], { end: '' });
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => beginUpload(service, tenant.token, whole, beginning)),
    );
    let refused = 0;
    for (const socket of sockets)
      socket.once('data', (answer) => (refused += String(answer).startsWith('HTTP/1.1 503 ') ? 1 : 0));
    await expect.poll(() => refused).toBe(2);
    await upload(client, other.token, bytesOf(MIB));
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await send(formOf('B', [filePart(bytesOf(MIB))]))).status).toBe(200);
  });

  it('is not swept before a day has passed', async () => {
    const form = formOf('B', [filePart(bytesOf(10 * MIB, 4))]);
    const headers = { 'content-type': type, 'content-length': String(form.length) };
    const socket = await beginUpload(service, tenant.token, headers, form.subarray(0, 9 * MIB));
    const count = () => service.db.prepare('SELECT count(*) AS n FROM blob_uploads').first<number>('n');
    await expect.poll(count).toBe(1);
    await service.cron('* * * * *');
    expect(await count()).toBe(1);
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    socket.write(form.subarray(9 * MIB));
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    expect(await count()).toBe(0);
  });

  it('is swept by the next run when a sweep fails, and leaves nothing behind', async () => {
    await leavingNothing(service, async () => {
      const form = formOf('B', [filePart(bytesOf(10 * MIB, 4))]);
      const headers = { 'content-type': type, 'content-length': String(form.length) };
      const socket = await beginUpload(service, tenant.token, headers, form.subarray(0, 9 * MIB));
      const uploadId = () => service.db.prepare('SELECT upload_id AS id FROM blob_uploads').first<string>('id');
      await expect.poll(async () => (await uploadId()) ?? '').not.toBe('');
      await sweepLater(service);
      const answered = once(socket, 'data') as Promise<[Buffer]>;
      socket.write(form.subarray(9 * MIB));
      expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 50[03] /);
      socket.destroy();
    });
  });
});

describe('what a tenancy may have', () => {
  let bounded: Service;
  let caller: Client;
  const MAX = Number(LIMITED.MAX_BLOB_BYTES);
  const QUOTA = Number(LIMITED.QUOTA_BLOB_BYTES);
  const form = (size: number): Buffer => formOf('B', [filePart(bytesOf(size))]);
  beforeAll(async () => {
    bounded = await sharedService(LIMITED);
    caller = await openClient(bounded);
  });

  it('bounds the size of a file, whether its length is known or not', async () => {
    const { token } = await newTenant(bounded);
    const before = await stored(bounded);
    const bodies = [MAX + 1, 40 * MIB].flatMap((size) => [() => form(size), () => [form(size)]]);
    for (const body of bodies) {
      const answer = await sendForm(bounded, token, body());
      expectProblem(answer, 402);
      expect(answer.body.message).toBe(`a blob may have at most ${MAX} bytes`);
    }
    expect(await stored(bounded)).toEqual(before);
    await upload(caller, token, bytesOf(MAX));
  });

  it('refuses a declared length above the limit before anything is stored', async () => {
    const { token } = await newTenant(bounded);
    const whole = form(30 * MIB);
    // More than a part.
    const first = whole.length - 2 * MIB;
    const headers = { 'content-type': 'multipart/form-data; boundary=B', 'content-length': String(whole.length) };
    const socket = await beginUpload(bounded, token, headers, whole.subarray(0, first));
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    expect((await stored(bounded)).uploads).toEqual([]);
    socket.write(whole.subarray(first));
    expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 402 /);
    socket.destroy();
  });

  it('bounds the number of files', async () => {
    const { token } = await newTenant(bounded);
    for (let i = 0; i < 4; i++) await upload(caller, token, bytesOf(i));
    const before = await stored(bounded);
    for (const size of [0, 9 * MIB]) {
      const answer = await sendForm(bounded, token, form(size));
      expectProblem(answer, 402);
      expect(answer.body.message).toBe(`quota of ${LIMITED.QUOTA_BLOBS} blobs reached`);
    }
    expect(await stored(bounded)).toEqual(before);
    // The quota is per tenancy.
    await upload(caller, (await newTenant(bounded)).token, bytesOf(1));
  });

  it('bounds the bytes of all files', async () => {
    const { token } = await newTenant(bounded);
    await upload(caller, token, bytesOf(MAX));
    const before = await stored(bounded);
    for (const size of [MIB + 1, 9 * MIB]) {
      const answer = await sendForm(bounded, token, form(size));
      expectProblem(answer, 402);
      expect(answer.body.message).toBe(`quota of ${QUOTA} blob_bytes reached`);
    }
    expect(await stored(bounded)).toEqual(before);
    await upload(caller, token, bytesOf(MIB));
    expectProblem(await sendForm(bounded, token, form(1)), 402);
    await upload(caller, token, bytesOf(0));
  });

  it('holds for concurrent uploads', async () => {
    const before = await stored(bounded);
    const [many, large] = [await newTenant(bounded), await newTenant(bounded)];
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => sendForm(bounded, many.token, form(100))),
      ...Array.from({ length: 3 }, () => sendForm(bounded, large.token, form(9 * MIB))),
    ]);
    const taken = (some: Raw[]): number[] => [200, 402].map((status) => some.filter((a) => a.status === status).length);
    expect(taken(answers.slice(0, 12))).toEqual([4, 8]);
    expect(taken(answers.slice(12))).toEqual([1, 2]);
    const after = await stored(bounded);
    expect(after.uploads).toEqual([]);
    expect(after.blobs).toHaveLength(before.blobs.length + 5);
    expect(after.objects).toEqual(after.blobs);
  });
});

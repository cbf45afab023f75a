import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { readWorkerConfig } from '../../apps/server/workerd/worker-config.ts';
import { bytesOf, download, MIB, sha256, upload, type Uploaded } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, SECRETS, sharedService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
// A tenancy of its own for each test, so that a check of files reads only those of the test.
beforeEach(async () => {
  tenant = await newTenant(service);
});

let seed = 1;

/** Uploads a file. Returns it with the files of its parts on the disk, in their order. */
async function stored(size: number): Promise<{ blob: Uploaded; bytes: Buffer; files: string[] }> {
  const folder = join(service.storage, 'r2', readWorkerConfig().r2_buckets[0]!.bucket_name, 'blobs');
  const before = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const bytes = bytesOf(size, seed++);
  const blob = await upload(client, tenant.token, bytes, { name: 'evidence.bin' });
  const files = readdirSync(folder)
    .filter((name) => !before.has(name))
    .map((name) => join(folder, name));
  return { blob, bytes, files };
}

/** Changes the last byte of a file. */
function change(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 0xff;
  writeFileSync(file, bytes);
}

/** What a client receives: status, declared length, and the bytes until the connection ends. */
function received(path: string): Promise<{ status: number; length: number; bytes: number }> {
  const { hostname, port, host } = new URL(service.api);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /archivist${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${tenant.token}\r\nconnection: ` +
        `close\r\n\r\n`,
    );
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf('\r\n\r\n');
      const head = all.subarray(0, end).toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      resolve({ status: Number(head.slice(9, 12)), length, bytes: all.length - end - 4 });
    });
  });
}

const alarmsOf = async ({ identity }: Uploaded) => {
  const id = identity.slice('blobs/'.length);
  const lines = (await service.logged()).filter((line) => line.includes('"level":"alarm"') && line.includes(id));
  return lines.map((line) => JSON.parse(line) as { message: string; blob: string; tenant: string; hash?: string });
};

async function fsckFiles(): Promise<{ files: number; findings: { identity: string; problem: string }[] }> {
  const all = { files: 0, findings: [] as { identity: string; problem: string }[] };
  let after = 'files/';
  do {
    const body = { tenant_identity: tenant.tenant_identity, files: true, after };
    const answer = await client.call<{ files: number; findings: []; next: string }>(
      SECRETS.OPERATOR_SECRET,
      'POST',
      '/operator/v1/fsck',
      { body },
    );
    expect(answer.status, answer.text).toBe(200);
    all.files += answer.body.files;
    all.findings.push(...answer.body.findings);
    after = answer.body.next;
  } while (after !== '');
  return all;
}

it.each([
  ['changed', change, 'are not those that were uploaded', 'the bytes of a blob have changed'],
  ['shorter', (file: string) => truncateSync(file, 10), 'are missing or incomplete', 'the bytes of a blob are gone'],
  ['missing', (file: string) => rmSync(file), 'are missing or incomplete', 'the bytes of a blob are gone'],
])(
  'a small file whose bytes on the disk are %s responds with 500 that names it, and raises an alarm',
  async (_name, damage, problem, alarm) => {
    const { blob, bytes, files } = await stored(200_000);
    expect((await download(service, tenant.token, `/v1/${blob.identity}`)).bytes.equals(bytes)).toBe(true);
    damage(files[0]!);
    for (let n = 0; n < 2; n++) {
      const answer = await client.call(tenant.token, 'GET', `/v1/${blob.identity}`);
      expect([answer.status, answer.body.message]).toEqual([
        500,
        `the stored bytes of ${blob.identity} ${problem}: the operator must restore them`,
      ]);
    }
    const alarms = await alarmsOf(blob);
    expect(alarms).toMatchObject([{ message: alarm, tenant: tenant.tenant_identity.slice('tenant/'.length) }]);
    expect((await fsckFiles()).findings).toContainEqual(expect.objectContaining({ identity: blob.identity }));
    writeFileSync(files[0]!, bytes);
    expect((await fsckFiles()).findings).toEqual([]);
  },
);

it.each([
  ['one part', 3 * MIB],
  ['two parts', 9 * MIB],
])('a larger file of %s whose bytes have changed is not sent completely, and raises an alarm', async (_name, size) => {
  const { blob, bytes, files } = await stored(size);
  const before = await download(service, tenant.token, `/v1/${blob.identity}`);
  expect(sha256(before.bytes)).toBe(blob.hash.value);
  const [first] = files.toSorted((a, b) => readFileSync(b).length - readFileSync(a).length);
  const intact = readFileSync(first!);
  change(first!);
  const answer = await received(`/v1/${blob.identity}`);
  expect([answer.status, answer.length]).toEqual([200, size]);
  // What was being sent when the connection was closed may be lost.
  expect(answer.bytes).toBeLessThanOrEqual(size - 256 * 1024);
  expect(answer.bytes).toBeGreaterThan(size / 2);
  expect(await alarmsOf(blob)).toMatchObject([
    { message: 'the bytes of a blob have changed', tenant: tenant.tenant_identity.slice('tenant/'.length) },
  ]);
  // A range cannot be compared.
  const range = await download(service, tenant.token, `/v1/${blob.identity}`, { headers: { range: 'bytes=0-9' } });
  expect([range.status, range.bytes]).toEqual([206, bytes.subarray(0, 10)]);
  const { files: count, findings } = await fsckFiles();
  expect(count).toBeGreaterThan(0);
  expect(findings).toMatchObject([
    { identity: blob.identity, problem: expect.stringContaining('its bytes have changed') as string },
  ]);
  writeFileSync(first!, intact);
});

it.each(['shorter', 'missing'])(
  'a larger file one of whose parts is %s is not sent completely, and raises an alarm',
  async (name) => {
    const size = 9 * MIB;
    const { blob, files } = await stored(size);
    const [first] = files.toSorted((a, b) => readFileSync(b).length - readFileSync(a).length);
    const intact = readFileSync(first!);
    if (name === 'missing') rmSync(first!);
    else truncateSync(first!, MIB);
    const answer = await received(`/v1/${blob.identity}`);
    expect(answer.bytes).toBeLessThan(size);
    expect(await alarmsOf(blob)).toMatchObject([
      { message: 'the bytes of a blob are gone', tenant: tenant.tenant_identity.slice('tenant/'.length) },
    ]);
    expect((await fsckFiles()).findings).toMatchObject([
      { identity: blob.identity, problem: 'its bytes are missing or incomplete' },
    ]);
    writeFileSync(first!, intact);
    expect((await fsckFiles()).findings).toEqual([]);
  },
);

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, filePart, formOf, MIB, sendForm, sha256 } from '../support/blobs.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';

const SIZE = 50 * MIB;
const TOGETHER = 8;
const RISE = 150;

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await newTenant(service);
});
afterAll(() => service.close());

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

/** The processes of the runtime: children of this one. */
function runtimes(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => new RegExp(`^Name:\tworkerd\n[^]*^PPid:\t${process.pid}$`, 'm').test(statusOf(pid)));
}

/** The result of an action, and how far the resident memory (MiB) of the runtime rose during it. */
async function measured<T>(action: () => Promise<T>): Promise<[result: T, rise: number]> {
  const pids = runtimes();
  const now = (): number =>
    pids.reduce((sum, pid) => sum + Number(/^VmRSS:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1] ?? 0) / 1024, 0);
  const before = now();
  expect(before).toBeGreaterThan(10);
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, now())), 10);
  try {
    return [await action(), Math.max(most, now()) - before];
  } finally {
    clearInterval(sampling);
  }
}

async function send(bytes: Buffer): Promise<string> {
  const answer = await sendForm(service, tenant.token, formOf('B', [filePart(bytes)]));
  expect(answer.status, answer.text).toBe(200);
  const { identity, hash } = JSON.parse(answer.text) as { identity: string; hash: { value: string } };
  expect(hash.value).toBe(sha256(bytes));
  return identity;
}

/** The SHA-256 of the downloaded bytes. */
async function receive(identity: string): Promise<string> {
  const headers = { authorization: `Bearer ${tenant.token}` };
  const { body } = await fetch(`${service.api}/v1/${identity}`, { headers });
  const hash = createHash('sha256');
  for await (const chunk of body!) hash.update(chunk);
  return hash.digest('hex');
}

describe(`eight files of ${SIZE / MIB} MiB at once`, () => {
  it('are uploaded and downloaded byte for byte in bounded memory', async () => {
    const files = Array.from({ length: TOGETHER }, (_, i) => bytesOf(SIZE, i));
    await receive(await send(bytesOf(SIZE, TOGETHER)));
    const [identities, up] = await measured(() => Promise.all(files.map(send)));
    const [hashes, down] = await measured(() => Promise.all(identities.map(receive)));
    expect(hashes).toEqual(files.map(sha256));
    expect(up).toBeLessThan(RISE);
    expect(down).toBeLessThan(RISE);
  });
});

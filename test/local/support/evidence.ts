import { createHash, randomBytes } from 'node:crypto';
import { examineBytes } from '../../../src/proof/verify.ts';
import type { Shown } from '../../../tools/crash/load.ts';
import { within } from '../../../tools/crash/service.ts';
import { RECORD } from '../../support/record.ts';
import { PATIENCE } from '../../support/patience.ts';

export type Access = { base: string; token: string };

/** An uploaded file and its identifiers. */
export type Uploaded = { identity: string; sha256: string; size: number };

/** Calls an operation. Throws with the response unless its status is 200. */
export async function call<T>({ base, token }: Access, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** Creates an asset. */
export async function create(access: Access, fields: object = {}): Promise<string> {
  const body = { behaviours: ['RecordEvidence'], attributes: { arc_display_name: 'Pump' }, ...fields };
  return (await call<Shown>(access, 'POST', '/v2/assets', body)).identity;
}

/** Appends an event; resolves to it. */
export function append(access: Access, asset: string): Promise<Shown> {
  const body = { ...RECORD, event_attributes: { note: 'seen' } };
  return call<Shown>(access, 'POST', `/v2/${asset}/events`, body);
}

/** Uploads random bytes. */
export async function upload({ base, token }: Access, size: number): Promise<Uploaded> {
  const bytes = randomBytes(size);
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'evidence.bin');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/v1/blobs`, { method: 'POST', headers, body: form });
  if (response.status !== 200) throw new Error(`upload: ${response.status} ${await response.text()}`);
  const { identity } = (await response.json()) as { identity: string };
  return { identity, sha256: createHash('sha256').update(bytes).digest('hex'), size };
}

/** Downloads a file and returns its hash. */
export async function download({ base, token }: Access, { identity }: Uploaded): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/v1/${identity}`, { headers });
  if (response.status !== 200) throw new Error(`download: ${response.status} ${await response.text()}`);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

/** Waits until an event has a proof and verifies it. Resolves to the proof. */
export async function provenBy({ base, token }: Access, event: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  let last = '';
  await within(PATIENCE, `${event} has no proof`, async () => {
    const response = await fetch(`${base}/v2/${event}:proof?form=window`, { headers });
    last = await response.text();
    return response.status === 200;
  });
  const { report } = examineBytes(Buffer.from(last));
  if (!report.ok) throw new Error(`the proof of ${event} is not valid: ${JSON.stringify(report.steps.at(-1))}`);
  return last;
}

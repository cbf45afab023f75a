import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { EventLine } from '../../src/formats/exports/lines.ts';
import type { Manifest } from '../../src/formats/exports/manifest.ts';
import type { Answer, Client } from './client.ts';
import type { Service, Tenant } from './service.ts';
import { done } from './sharing.ts';

/** Creates an export. */
export const createExport = (client: Client, { token }: Pick<Tenant, 'token'>, body: object = {}): Promise<any> =>
  done(client, token, 'POST', '/v1/exports', body);

export const readExport = (client: Client, { token }: Pick<Tenant, 'token'>, identity: string): Promise<any> =>
  done(client, token, 'GET', `/v1/${identity}`);

/** Waits until an export has ended. */
export async function ended(client: Client, tenant: Pick<Tenant, 'token'>, identity: string): Promise<any> {
  for (let attempt = 0; ; attempt++) {
    const row = await readExport(client, tenant, identity);
    if (row.done) return row;
    if (attempt === 1200) throw new Error(`${identity} has not ended: ${JSON.stringify(row)}`);
    await sleep(100);
  }
}

/** Creates an export and waits until it is finished. */
export async function exported(client: Client, tenant: Pick<Tenant, 'token'>, body: object = {}): Promise<any> {
  const row = await ended(client, tenant, (await createExport(client, tenant, body)).identity);
  expect(row).toMatchObject({ status: 'STATUS_FINISHED', error_message: '' });
  return row;
}

/** The path of a file below the base address. */
export const fileOf = ({ identity }: { identity: string }, name: string): string => `/v1/${identity}/files/${name}`;

/** Downloads a file as an administrator. */
export const download = (
  client: Client,
  { token }: Pick<Tenant, 'token'>,
  of: { identity: string },
  name: string,
  headers: Record<string, string> = {},
): Promise<Answer> => client.call(token, 'GET', fileOf(of, name), { headers });

/** Fetches an address without a header. */
export const fetched = (service: Service, address: string): Promise<Response> =>
  fetch(address.replace(/^https:\/\/[^/]+/, service.at));

/**
 * The content of an export: the manifest, the records of each kind, and the bytes of blobs by the name of their file.
 */
export type Content = {
  manifest: Manifest;
  records: Record<string, any[]>;
  events: EventLine<any>[];
  blobs: Map<string, Buffer>;
};

/** Downloads all of an export, and checks sizes and hashes. */
export async function contentOf(service: Service, of: any): Promise<Content> {
  const bytesOf = async (name: string): Promise<Buffer> => {
    const response = await fetched(service, of.download_url.replace('manifest.json', name));
    expect(response.status, name).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const text = await bytesOf('manifest.json');
  expect(sha256(text)).toBe(of.manifest_sha256);
  const manifest = JSON.parse(text.toString()) as Manifest;
  expect(manifest.files).toEqual(of.files);
  expect(manifest.counts).toEqual(of.counts);
  const records: Record<string, any[]> = {};
  const blobs = new Map<string, Buffer>();
  for (const { name, kind, lines, bytes, sha256: hash } of manifest.files) {
    const file = await bytesOf(name);
    expect({ name, bytes: file.length, hash: sha256(file) }).toEqual({ name, bytes, hash });
    if (kind === 'blob') blobs.set(name, file);
    else {
      const found = gunzipSync(file).toString().trimEnd().split('\n');
      expect(found, name).toHaveLength(lines);
      (records[kind] ??= []).push(...found.map((line) => JSON.parse(line) as unknown));
    }
  }
  return { manifest, records, events: (records['events'] ?? []) as EventLine[], blobs };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

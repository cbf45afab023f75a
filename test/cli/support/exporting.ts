import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ExportRecord } from '../../../src/formats/exports/content.ts';
import type { Manifest } from '../../../src/formats/exports/manifest.ts';
import { exported, fetched } from '../../support/exports.ts';
import type { Client } from '../../support/client.ts';
import type { Service, Tenant } from '../../support/service.ts';

/** Exports all records of a tenancy into a new directory. Returns the SHA-256 of the manifest. */
export async function exportTo(
  directory: string,
  { service, client, tenant }: { service: Service; client: Client; tenant: Tenant },
  blobs = true,
): Promise<string> {
  const of = await exported(client, tenant, { blobs });
  mkdirSync(directory);
  for (const name of ['manifest.json', ...of.files.map((file: { name: string }) => file.name)]) {
    const response = await fetched(service, of.download_url.replace('manifest.json', name));
    writeFileSync(join(directory, name), Buffer.from(await response.arrayBuffer()));
  }
  return of.manifest_sha256 as string;
}

/** The records of an export. */
export function recordsIn(directory: string): ExportRecord[] {
  const { files } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
  return files.flatMap(({ name, kind }) =>
    kind === 'blob'
      ? []
      : gunzipSync(readFileSync(join(directory, name)))
          .toString()
          .trimEnd()
          .split('\n')
          .map((line) => ({ kind, value: JSON.parse(line) as unknown })),
  );
}

/**
 * A proxy of a service at `base`. When `listener` returns true, before or after the service has received a request
 * that changes something, the client gets no response.
 */
export async function writeProxy(base: string, listener: (when: 'before' | 'after') => boolean) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isWrite = request.method === 'POST' && !request.url!.endsWith('/token');
    if (isWrite && listener('before')) return void request.socket.destroy();
    const { 'content-type': type = '', authorization = '' } = request.headers;
    const answer = await fetch(`${new URL(base).origin}${request.url}`, {
      method: request.method!,
      headers: { ...(type ? { 'content-type': type } : {}), ...(authorization ? { authorization } : {}) },
      ...(request.method === 'POST' ? { body: Buffer.concat(parts) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (isWrite && listener('after')) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`,
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}

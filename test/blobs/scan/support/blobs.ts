import { expect, vi } from 'vitest';
import { openClient, type Answer } from '../../../support/client.ts';
import { newTenant, type Service } from '../../../support/service.ts';

export type Metadata = {
  identity: string;
  hash: { alg: string; value: string };
  scanned_status: 'NOT_SCANNED' | 'SCANNED_OK' | 'SCANNED_BAD';
  scanned_bad_reason: string;
  scanned_timestamp: string;
  tenantid: string;
};
export type Line = { level: string; message: string; blob?: string; reason?: string; error?: string };

export type Scans = Awaited<ReturnType<typeof openScans>>;

/** A tenancy of the service, and helpers for tests of the scan. Blobs are named by their UUIDs. */
export async function openScans(service: Service) {
  const client = await openClient(service);
  const tenant = await newTenant(service, 'Scan');

  const info = async (blob: string): Promise<Metadata> => {
    const answer = await client.call(tenant.token, 'GET', `/v1/blobs/${blob}/info`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Metadata;
  };
  const outcome = async (blob: string): Promise<[string, string]> => {
    const { scanned_status, scanned_bad_reason } = await info(blob);
    return [scanned_status, scanned_bad_reason];
  };
  return {
    /** Uploads a file, which is not scanned yet. */
    upload: async (content: Uint8Array, name = 'filename', type = ''): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob([content as Uint8Array<ArrayBuffer>], { type }), name);
      const { status, text, body } = await client.call(tenant.token, 'POST', '/v1/blobs', { raw: form });
      expect(status, text).toBe(200);
      expect(body).toMatchObject({ scanned_status: 'NOT_SCANNED', scanned_bad_reason: '', scanned_timestamp: '' });
      return (body as Metadata).identity.replace('blobs/', '');
    },
    info,
    /** Status and reason. */
    outcome,
    /** Fires the daily cron. */
    fire: () => service.cron('0 3 * * *'),
    /** Waits until these blobs have been scanned. */
    scanned: (blobs: readonly string[], timeout = 120_000): Promise<void> =>
      vi.waitFor(
        async () => {
          const query = `SELECT id FROM blobs WHERE scanned_status = 'NOT_SCANNED' AND id IN (SELECT value
          FROM json_each(?))`;
          const { results } = await service.db.prepare(query).bind(JSON.stringify(blobs)).all();
          expect(results).toEqual([]);
        },
        { timeout },
      ),
    /** Downloads a blob: the status, and the bytes or the error. */
    download: async (blob: string, query = ''): Promise<{ status: number; content: Uint8Array }> => {
      const response = await fetch(`${service.base}/v1/blobs/${blob}${query}`, {
        headers: { authorization: `Bearer ${tenant.token}` },
      });
      return { status: response.status, content: new Uint8Array(await response.arrayBuffer()) };
    },
    /** A request with a JSON response, which is validated against the OpenAPI document. */
    get: (path: string): Promise<Answer> => client.call(tenant.token, 'GET', path),
    /** Sends the message that the cron sends to the queue. */
    enqueue: (...shares: string[][]) =>
      service.jobs.sendBatch(shares.map((blobs) => ({ body: { kind: 'scan', blobs } }))),
    /** The key of the bytes in R2. */
    key: (blob: string): string => `blobs/${tenant.tenant_identity.replace('tenant/', '')}/${blob}`,
    /** Log lines about a blob. */
    lines: (blob: string): Line[] =>
      service
        .logs()
        .filter((line) => line.includes(`"blob":"${blob}"`))
        .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Line),
    sql: (text: string, ...values: unknown[]) =>
      service.db
        .prepare(text)
        .bind(...values)
        .run(),
  };
}

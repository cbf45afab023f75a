import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await newTenant(service);
});
afterAll(() => service.close());

const auth = () => ({ authorization: `Bearer ${tenant.token}` });

describe('a blob', () => {
  it('comes back as it went', async () => {
    for (const size of [0, 1, 1000, 8 * 2 ** 20, 8 * 2 ** 20 + 1, 20 * 2 ** 20]) {
      const bytes = randomBytes(size);
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'filename');
      const response = await fetch(`${service.base}/v1/blobs`, { method: 'POST', headers: auth(), body: form });
      const blob = (await response.json()) as any;
      expect(response.status, JSON.stringify(blob)).toBe(200);
      expect(blob.hash.value).toBe(createHash('sha256').update(bytes).digest('hex'));
      const down = await fetch(`${service.base}/v1/${blob.identity}`, { headers: auth() });
      expect(down.status).toBe(200);
      expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true);
      const head = await fetch(`${service.base}/v1/${blob.identity}`, { headers: auth(), method: 'HEAD' });
      console.log(blob, [...down.headers], head.status, [...head.headers]);
      const range = await fetch(`${service.base}/v1/${blob.identity}`, { headers: { ...auth(), range: 'bytes=-5' } });
      console.log(range.status, range.headers.get('content-range'), (await range.arrayBuffer()).byteLength);
    }
  });
});

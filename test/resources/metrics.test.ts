import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { logsComplete } from '../support/database.ts';
import { operations } from '../../src/operations.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { parseMetrics, type Sample } from '../support/metrics.ts';

let service: Service;
let client: Client;
let owner: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  owner = await newTenant(service, 'Metrics');
});
afterAll(() => service?.close());

const ask = (token: string | undefined, of = service): Promise<Response> =>
  fetch(`${of.at}/metrics`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
async function scrape(): Promise<Sample[]> {
  const response = await ask(SECRETS.OPERATOR_SECRET);
  expect(response.status).toBe(200);
  return parseMetrics(await response.text());
}
/** The sum of the samples of a name that have these labels. */
async function sum(name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = (await scrape()).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.reduce((total, { value }) => total + value, 0);
}

describe('GET /metrics', () => {
  test('responds 401 without the operator secret, and 404 if the service has no such secret', async () => {
    for (const token of [undefined, 'wrong', owner.token]) {
      const response = await ask(token);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain('evidence_');
    }
    const without = await startService({ secrets: { OPERATOR_SECRET: '' } });
    try {
      expect((await ask(undefined, without)).status).toBe(404);
    } finally {
      await without.close();
    }
  });

  test('is in version 0.0.4 of the text format, and is not cached', async () => {
    const { headers } = await ask(SECRETS.OPERATOR_SECRET);
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('counts requests by operation and status, with their time and their work of the database', async () => {
    const labels = { operation: 'createAsset' };
    const before = await sum('evidence_requests_total', { ...labels, status: '200' });
    for (let i = 0; i < 3; i++) await done(client, owner.token, 'POST', '/v2/assets', {});
    await client.call(owner.token, 'POST', '/v2/assets', { body: { proof_mechanism: 'NONE' } });
    await fetch(`${service.at}/nothing`);
    expect(await sum('evidence_requests_total', { ...labels, status: '200' })).toBe(before + 3);
    expect(await sum('evidence_requests_total', { ...labels, status: '400' })).toBe(1);
    expect(await sum('evidence_requests_total', { operation: 'none', status: '404' })).toBe(1);
    expect(await sum('evidence_request_duration_seconds_count', labels)).toBe(before + 4);
    await done(client, owner.token, 'GET', '/v2/assets');
    expect(await sum('evidence_d1_rows_read_total', { operation: 'listAssets' })).toBeGreaterThan(0);
    expect(await sum('evidence_d1_rows_written_total', { operation: 'listAssets' })).toBe(0);
    expect(await sum('evidence_d1_rows_written_total', { operation: 'ledger_writer' })).toBeGreaterThan(0);
    expect(await sum('evidence_d1_seconds_total', { operation: 'ledger_writer' })).toBeGreaterThan(0);
  });

  test('counts commits and their events, and the delay of receipts', async () => {
    const events = await sum('evidence_commit_events_sum');
    for (let i = 0; i < 2; i++) await done(client, owner.token, 'POST', '/v2/assets', {});
    expect(await sum('evidence_commit_events_sum')).toBe(events + 2);
    expect(await sum('evidence_commits_total', { result: 'ok' })).toBeGreaterThan(1);
    expect(await sum('evidence_commit_wait_seconds_count')).toBeGreaterThan(1);
    await logsComplete(service);
    await expect.poll(() => sum('evidence_receipt_delay_seconds_count', { log: 'tenancy' })).toBe(events + 2);
    expect(await sum('evidence_receipt_delay_seconds_bucket', { log: 'tenancy', le: '60' })).toBe(events + 2);
  });

  test('counts scheduled jobs, and jobs of the queue with their time in it', async () => {
    await service.cron('* * * * *');
    expect(await sum('evidence_cron_runs_total', { cron: '* * * * *', result: 'ok' })).toBe(1);
    await service.cron('23 * * * *');
    await expect.poll(() => sum('evidence_jobs_total', { job: 'verify', result: 'ok' })).toBeGreaterThan(0);
    expect(await sum('evidence_job_wait_seconds_count', { job: 'verify' })).toBeGreaterThan(0);
  });

  test('measures the state of each part', async () => {
    for (const part of ['database', 'writer', 'log', 'chain', 'jobs'])
      expect(await sum('evidence_up', { part })).toBe(1);
    const health: any = await (await fetch(`${service.at}/healthz`)).json();
    expect(await sum('evidence_database_changes')).toBeGreaterThanOrEqual(health.changes);
    expect(await sum('evidence_database_epoch_info', { epoch: health.epoch })).toBe(1);
    expect(await sum('evidence_database_restored')).toBe(0);
    expect(await sum('evidence_backlog', { work: 'imports' })).toBe(0);
  });

  test('does not go back when the object that adds up has lost its memory', async () => {
    const before = await sum('evidence_requests_total', { operation: 'createAsset' });
    expect(before).toBeGreaterThan(0);
    await service.evictMetrics();
    expect(await sum('evidence_requests_total', { operation: 'createAsset' })).toBe(before);
  });

  test('has only operation ids, statuses and other closed sets as labels, whatever clients send', async () => {
    const before = (await scrape()).length;
    for (let i = 0; i < 50; i++) {
      await fetch(`${service.base}/v2/strange${i}?x=${i}`, { headers: { authorization: `Bearer ${i}` } });
      await fetch(`${service.base}/v2/assets/${i}`, { method: 'PATCH' });
    }
    const samples = await scrape();
    expect(samples.length).toBeLessThan(before + 40);
    const ids = new Set([...operations.map(({ spec }) => spec.id), 'none', 'ledger_writer', 'background']);
    for (const { labels } of samples) {
      if (labels['operation'] !== undefined) expect(ids).toContain(labels['operation']);
      if (labels['status'] !== undefined) expect(labels['status']).toMatch(/^[2-5]\d\d$/);
    }
    const text = JSON.stringify(samples);
    for (const secret of [...Object.values(SECRETS), owner.client_secret, owner.tenant_identity.slice(7)])
      expect(text).not.toContain(secret);
  });
});

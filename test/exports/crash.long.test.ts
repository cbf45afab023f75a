import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configOf, type Env } from '../../src/settings/config.ts';
import { runExport } from '../../src/features/exports/job.ts';
import { exportedRecords } from '../../src/resources/exports/records.ts';
import { bytesOf, upload } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { contentOf, exported, readExport, type Content } from '../support/exports.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let expected: Content;
beforeAll(async () => {
  service = await startService({ vars: { EXPORTS: '100' } });
  client = await openClient(service);
  tenant = await newTenant(service);
  const asset = await done(client, tenant.token, 'POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG' });
  for (let n = 0; n < 3; n++)
    await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: 'Visit', n: String(n) },
    });
  await done(client, tenant.token, 'POST', '/v2/locations', { display_name: 'Quay', latitude: 1, longitude: 2 });
  await upload(client, tenant.token, bytesOf(100));
  expected = await contentOf(service, await exported(client, tenant, { blobs: true }));
});
afterAll(() => service?.close());

/** Writes the row of an export, without the message that starts its job. */
async function pending(): Promise<string> {
  const id = crypto.randomUUID();
  await service.db
    .prepare(
      `INSERT INTO exports (id, tenant, display_name, blobs, issuer, subject, status, touched_us, created_us)
        VALUES (?, ?, '', 1, 'appidp', ?, 'PENDING', ?4, ?4)`,
    )
    .bind(id, idOf(tenant.tenant_identity), tenant.client_id, Date.now() * 1000)
    .run();
  return id;
}

const KILLED = 'the process was killed';

/**
 * How operation `n` on the database or the bucket fails: `lost`: it has no effect; `persisted`: it has, but its
 * result is lost; `killed`: the process ends before it; `killed after`: the process ends when it has taken effect.
 */
type Fault = { n: number; how: (typeof HOWS)[number] };

/** The bindings of the job, in which one operation fails. `operations`: the kinds of those that were begun. */
function bindings(fault?: Fault) {
  const seen = { operations: [] as string[], messages: 0 };
  let isDead = false;
  const faulty = async <T>(kind: string, run: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Error(KILLED);
    seen.operations.push(kind);
    if (seen.operations.length !== fault?.n) return run();
    isDead = fault.how.startsWith('killed');
    if (fault.how === 'persisted' || fault.how === 'killed after') await run();
    throw new Error(isDead ? KILLED : 'D1_ERROR: Network connection lost.');
  };
  const { db, blobs } = service;
  const env = {
    ORIGIN,
    ...SECRETS,
    DB: {
      prepare: (text: string) => db.prepare(text),
      batch: (list: D1PreparedStatement[]) => faulty('batch', () => db.batch(list)),
    },
    BLOBS: {
      put: (...args: Parameters<R2Bucket['put']>) => faulty('put', () => blobs.put(...args)),
      list: (options: R2ListOptions) => faulty('list', () => blobs.list(options)),
      delete: (keys: string[]) => faulty('delete', () => blobs.delete(keys)),
    },
    JOBS: {
      send: async () => {
        seen.messages += 1;
      },
    },
  } as unknown as Env;
  return { env, seen };
}

/**
 * Delivers messages until the export has ended. Only the first delivery has the fault. Returns the kinds of its
 * operations.
 */
async function deliver(id: string, fault?: Fault): Promise<string[]> {
  const first = bindings(fault);
  await runExport(first.env, configOf(first.env), exportedRecords, id).catch((error: Error) => {
    expect(error.message).toMatch(/killed|connection lost/);
  });
  for (let n = 0; n < 5 && !(await hasEnded(id)); n++) {
    const { env } = bindings();
    await runExport(env, configOf(env), exportedRecords, id);
  }
  return first.seen.operations;
}

const hasEnded = async (id: string): Promise<boolean> =>
  (await readExport(client, tenant, `exports/${id}`)).done as boolean;

/** The content of an export is that of the one that was not disturbed. */
async function isWhole(id: string): Promise<void> {
  const row = await readExport(client, tenant, `exports/${id}`);
  expect(row.status, row.error_message).toBe('STATUS_FINISHED');
  const { records, events, blobs, manifest } = await contentOf(service, row);
  expect({ records, events, blobs }).toEqual({
    records: expected.records,
    events: expected.events,
    blobs: expected.blobs,
  });
  expect(manifest.log).toEqual(expected.manifest.log);
  expect(manifest.files.map(({ name, lines }) => [name, lines])).toEqual(
    expected.manifest.files.map(({ name, lines }) => [name, lines]),
  );
}

const HOWS = ['lost', 'persisted', 'killed', 'killed after'] as const;

const objectsOf = async (id: string): Promise<string[]> =>
  (await service.blobs.list({ prefix: `exports/${id}/` })).objects.map(({ key }) => key).toSorted();

async function remove(id: string): Promise<void> {
  await done(client, tenant.token, 'DELETE', `/v1/exports/${id}`);
  expect(await objectsOf(id)).toEqual([]);
}

describe('the job of an export', () => {
  it.each(HOWS)('writes each file once and whole if any of its writes is %s', async (how) => {
    const whole = await pending();
    const operations = await deliver(whole);
    await isWhole(whole);
    await remove(whole);
    expect(operations.length).toBeGreaterThan(15);
    for (let n = 1; n <= operations.length; n++) {
      const id = await pending();
      await deliver(id, { n, how });
      await isWhole(id);
      await remove(id);
    }
  });

  it('has one result if its message is delivered twice at the same time, and leaves no other objects', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await pending();
      const { env } = bindings();
      const run = () => runExport(env, configOf(env), exportedRecords, id);
      await Promise.all([run(), run(), run()]);
      for (let n = 0; n < 5 && !(await hasEnded(id)); n++) await run();
      await isWhole(id);
      const { results } = await service.db
        .prepare("SELECT key FROM export_files WHERE export = ? AND kind <> 'blob' ORDER BY key")
        .bind(id)
        .all<{ key: string }>();
      expect(await objectsOf(id)).toEqual(results.map(({ key }) => key).toSorted());
      await remove(id);
    }
  });

  it('does nothing when its message is delivered after the end', async () => {
    const id = await pending();
    await deliver(id);
    const before = [await objectsOf(id), await readExport(client, tenant, `exports/${id}`)];
    await deliver(id);
    const { download_url: _address, ...now } = await readExport(client, tenant, `exports/${id}`);
    expect(before).toEqual([await objectsOf(id), { ...now, download_url: expect.any(String) }]);
    await remove(id);
  });

  it('loses what it has written if an erasure ends the export before the row of a file, even if cut off', async () => {
    for (const how of [undefined, 'killed after'] as const) {
      const id = await pending();
      // The put of the second file. Until its row is written, the export is ended as the trigger of an erasure does.
      let puts = 0;
      const { env } = bindings();
      const bucket = env.BLOBS;
      const ending = {
        ...env,
        BLOBS: {
          ...bucket,
          list: bucket.list,
          delete: bucket.delete,
          put: async (...args: Parameters<R2Bucket['put']>) => {
            const stored = await bucket.put(...args);
            if (++puts !== 2) return stored;
            await service.db.prepare("UPDATE exports SET status = 'ERASED' WHERE id = ?").bind(id).run();
            if (how) throw new Error(KILLED);
            return stored;
          },
        },
      } as unknown as Env;
      await runExport(ending, configOf(env), exportedRecords, id);
      expect(await objectsOf(id)).toHaveLength(how ? 2 : 1);
      // The message again, or the sweep.
      if (how) await runExport(env, configOf(env), exportedRecords, id);
      else await service.cron('* * * * *');
      expect(await objectsOf(id)).toEqual([]);
      expect((await readExport(client, tenant, `exports/${id}`)).status).toBe('STATUS_ERASED');
      await remove(id);
    }
  });
});

describe('the sweep of exports', () => {
  it('restarts an export whose message was lost, and raises an alarm if it makes no progress', async () => {
    const id = await pending();
    await service.db.prepare('UPDATE exports SET touched_us = 1 WHERE id = ?').bind(id).run();
    await service.cron('* * * * *');
    await expect.poll(() => hasEnded(id)).toBe(true);
    await isWhole(id);
    expect((await service.logged()).filter((line) => line.includes(id) && line.includes('"alarm"'))).toEqual([
      expect.stringContaining('an export makes no progress'),
    ]);
    await remove(id);
  });

  it('deletes the files of an expired export, which then responds with 410', async () => {
    const id = await pending();
    await deliver(id);
    const { download_url: address } = await readExport(client, tenant, `exports/${id}`);
    await service.db.prepare('UPDATE exports SET expires_us = 1 WHERE id = ?').bind(id).run();
    await service.cron('* * * * *');
    expect(await objectsOf(id)).toEqual([]);
    const row = await readExport(client, tenant, `exports/${id}`);
    expect(row).toMatchObject({ status: 'STATUS_EXPIRED', files: [], download_url: '' });
    const path = new URL(address).pathname.replace('/archivist', '');
    expect((await client.call(tenant.token, 'GET', path)).status).toBe(410);
  });

  it('deletes objects of exports that the database does not know, and keeps those of others', async () => {
    const id = await pending();
    await deliver(id);
    const before = await objectsOf(id);
    const orphan = `exports/${crypto.randomUUID()}/events-00001.jsonl.gz/1`;
    await service.blobs.put(orphan, 'content');
    await service.cron('23 * * * *');
    expect(await service.blobs.head(orphan)).toBeNull();
    expect(await objectsOf(id)).toEqual(before);
    await isWhole(id);
  });
});

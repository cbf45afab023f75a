import { setTimeout as wait } from 'node:timers/promises';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import { bulk, type Bulk, type Population } from '../../test/support/bulk.ts';
import type { Account } from './account.ts';
import { expectOk } from './load.ts';
import { EVENT } from './operations.ts';

/** How long a log may take to include an event. */
const PATIENCE = 120_000;

/**
 * Writes events into the database of the stopped service, and marks them as anchored and as included in their logs,
 * because closing the windows of a large history, and appending it to logs, would be most of the work. Resolves when
 * nothing of it is left to do. `scopes` are those of the events: the tenant, and `PUBLIC_SCOPE` if some are public.
 */
export async function writeHistory(account: Account, populations: readonly Population[]): Promise<void> {
  const scopes = [account.principal.tenant, ...(populations.some((of) => of.public) ? [PUBLIC_SCOPE] : [])];
  const created = await account.call('POST', '/v2/assets', { public: scopes.length > 1 });
  expectOk(created);
  const { identity } = JSON.parse(created.text) as { identity: string };
  await untilLogged(account, scopes);
  await account.server.offline(async ({ execute }) =>
    execute([...populations.flatMap((of) => bulk(of)), ...scopes.flatMap((scope) => [anchored(scope), logged(scope)])]),
  );
  expectOk(await account.call('POST', `/v2/${identity}/events`, EVENT));
  await untilLogged(account, scopes);
}

/** Marks the events of a scope as anchored. */
const anchored = (scope: string): Bulk => [
  `INSERT OR IGNORE INTO anchors (scope, start_us, end_us, status, count, hash, intent)
    SELECT ?1, coalesce(max(end_us), 0), ?2, 'anchored', 0, '', '' FROM anchors WHERE scope = ?1`,
  scope,
  Date.now() * 1000,
];

/** Marks all events as included in the log of a scope. */
const logged = (scope: string): Bulk => [
  'UPDATE logs SET cursor = (SELECT max(number) FROM events) WHERE scope = ?1',
  scope,
];

/** Resolves when the last event is in the log of each scope. */
async function untilLogged({ server }: Account, scopes: readonly string[]): Promise<void> {
  const started = performance.now();
  for (;;) {
    const rows = server.query<{ scope: string }>(
      `SELECT scope FROM logs WHERE cursor = (SELECT max(number) FROM events)
        AND EXISTS (SELECT 1 FROM log_leaves WHERE log = logs.number AND event = logs.cursor)`,
    );
    if (scopes.every((scope) => rows.some((row) => row.scope === scope))) return;
    if (performance.now() - started > PATIENCE) throw new Error('the last event is not in its logs');
    await wait(100);
  }
}

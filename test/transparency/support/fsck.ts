import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import { SECRETS, type Service } from '../../support/service.ts';

export type Checked = {
  logs: number;
  entries: number;
  findings: { identity: string; sequence: number; problem: string }[];
  next: string;
};

/** Checks the logs of a service from a position, in one call or in several, until the first finding. */
export async function checkLogs(client: Client, body: object = {}, first = 'logs/0/0'): Promise<Checked> {
  const sum: Checked = { logs: 0, entries: 0, findings: [], next: first };
  while (sum.next !== '' && sum.findings.length === 0) {
    const answer = await client.call<Checked>(SECRETS.OPERATOR_SECRET, 'POST', '/operator/v1/fsck', {
      body: { ...body, after: sum.next },
    });
    expect(answer.status, answer.text).toBe(200);
    sum.logs += answer.body.logs;
    sum.entries += answer.body.entries;
    sum.findings.push(...answer.body.findings);
    sum.next = answer.body.next;
  }
  return sum;
}

/** Damages rows, bypassing the triggers that refuse it, checks, and repairs them. Returns what the check has found. */
export async function damaged(
  { db }: Service,
  check: () => Promise<Checked>,
  damage: string,
  repair: string,
): Promise<Checked['findings']> {
  const { results: triggers } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE%'")
    .all<{ name: string; sql: string }>();
  await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)));
  await db.prepare(damage).run();
  const { findings } = await check();
  await db.prepare(repair).run();
  await db.batch(triggers.map(({ sql }) => db.prepare(sql)));
  expect((await check()).findings).toEqual([]);
  return findings;
}

/** Makes another value of a blob, a number or a text: its first byte or digit changes. */
export const changedValue = (column: string): string => `CASE typeof(${column})
  WHEN 'blob' THEN iif(hex(${column}) LIKE 'ff%', unhex('00' || substr(hex(${column}), 3)),
    unhex('ff' || substr(hex(${column}), 3)))
  WHEN 'integer' THEN ${column} + 1 ELSE 'x' || substr(${column}, 2) END`;

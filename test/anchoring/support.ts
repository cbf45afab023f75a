import { AbiCoder } from 'ethers';
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { ORIGIN, type Service } from '../support/service.ts';
import { simpleHashOf } from '../support/simple-hash.ts';

export const PUBLIC = '00000000-0000-0000-0000-000000000000';

/** An entry of the blockchain endpoint. */
export type Entry = { kind: string; transaction: any; simple_hash_details?: any; khipu_details?: any };

/** A row of the table `anchors`. */
export type WindowRow = {
  scope: string;
  start_us: number;
  end_us: number;
  status: string;
  count: number;
  hash: string;
};

/** The windows of a scope in order. */
export const windowsOf = async (service: Service, scope: string): Promise<WindowRow[]> =>
  (await service.db.prepare('SELECT * FROM anchors WHERE scope = ? ORDER BY start_us').bind(scope).all<WindowRow>())
    .results;

/** Waits until an event has a transaction. */
export async function anchored(
  client: Client,
  token: string | undefined,
  path: string,
  timeout = 120_000,
): Promise<any> {
  let event: any;
  await expect
    .poll(
      async () => {
        event = (await client.call(token, 'GET', path)).body;
        return event.transaction_id;
      },
      { timeout, interval: 250 },
    )
    .not.toBe('');
  return event;
}

/** Runs the query of an anchor as published clients do: in pages of ten, repeating the whole query with each token. */
export async function queried(service: Service, token: string | undefined, apiQuery: string): Promise<any[]> {
  const address = apiQuery.replace(ORIGIN, service.at);
  const events: any[] = [];
  let next = '';
  do {
    const response = await fetch(`${address}&page_size=10${next && `&page_token=${next}`}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    const page = (await response.json()) as any;
    events.push(...page.events);
    next = page.next_page_token;
  } while (next !== '');
  return events;
}

/** The values in the input of an anchor, decoded by another library. */
export function statedIn(input: string) {
  expect(input.slice(0, 10)).toBe('0xa7ea3ea7');
  const types = 'bytes16 bytes32 uint256 uint256 uint256 string string uint256 uint256 string string'.split(' ');
  const [tenant, anchor, version, count, mechanism, start, end, startUnix, endUnix, from, to] =
    AbiCoder.defaultAbiCoder().decode(types, `0x${input.slice(10)}`);
  return {
    tenant: tenant.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    anchor_hash: anchor.slice(2),
    hash_schema_version: Number(version),
    event_count: Number(count),
    mechanism: Number(mechanism),
    start_time: start,
    end_time: end,
    unix: [Number(startUnix), Number(endUnix)],
    operators: [from, to],
  };
}

/** Expects that the events returned by the query of an anchor match the anchor. Returns these events. */
export async function verifyAnchor(
  service: Service,
  token: string | undefined,
  entry: Entry,
  scope: string,
): Promise<any[]> {
  const { api_query, ...details } = entry.simple_hash_details;
  const events = await queried(service, token, api_query);
  expect(events.length).toBe(details.event_count);
  expect(events.map((e) => e.identity)).toEqual(events.map((e) => e.identity).toSorted());
  expect(simpleHashOf(events)).toBe(details.anchor_hash);
  const { mechanism, unix, operators, tenant, ...stated } = statedIn(entry.transaction.input);
  expect(stated).toEqual(details);
  expect({ mechanism, operators, tenant }).toEqual({ mechanism: 2, operators: ['gte', 'lt'], tenant: scope });
  expect(unix).toEqual([details.start_time, details.end_time].map((time) => Date.parse(time) / 1000));
  return events;
}

/** Runs a statement that a trigger forbids, to create a state that a fault leaves. */
export async function withoutTrigger(
  service: Service,
  trigger: string,
  write: string,
  ...values: unknown[]
): Promise<void> {
  const row = await service.db
    .prepare('SELECT sql FROM sqlite_master WHERE name = ?')
    .bind(trigger)
    .first<{ sql: string }>();
  await service.db.batch([
    service.db.prepare(`DROP TRIGGER ${trigger}`),
    service.db.prepare(write).bind(...values),
    service.db.prepare(row!.sql),
  ]);
}

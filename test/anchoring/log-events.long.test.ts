import { Transaction } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, importSubject, newMember } from '../support/sharing.ts';
import { anchoredLog, currentLog, statedInLog, type LogAnchorRow } from './log-support.ts';
import { PUBLIC, withoutTrigger, type Entry } from './support.ts';

let service: Service;
let client: Client;
let [owner, partner]: [Tenant, Tenant] = [undefined!, undefined!];
/** A public asset, and its events, the first one first. */
let asset: string;
const events: string[] = [];

beforeAll(async () => {
  // No timer ends during the tests: logs are anchored only by the jobs that the tests send.
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '100000' } });
  client = await openClient(service);
  [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
  const subject = await importSubject(client, { of: partner, into: owner, name: 'partner' });
  await importSubject(client, { of: owner, into: partner, name: 'owner' });
  await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'a part',
    filters: [{ or: ['attributes.kind=pump'] }],
    access_permissions: [{ subjects: [subject.identity] }, { user_attributes: [{ or: ['jwt_team=x'] }] }].map(
      (who) => ({
        ...who,
        asset_attributes_read: ['colour'],
        event_arc_display_type_read: ['*'],
      }),
    ),
  });
  asset = await create({ public: true });
});
afterAll(() => service?.close());

const create = async (more: object): Promise<string> =>
  (await done(client, owner.token, 'POST', '/v2/assets', more)).identity;

/** Appends an event of MERKLE_LOG and waits until the logs have it. */
async function append(to: string): Promise<string> {
  const { identity } = await done(client, owner.token, 'POST', `/v2/${to}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Visit' },
    asset_attributes: { colour: 'red', secret: '5678' },
  });
  await withoutTrigger(service, 'events_immutable', "UPDATE events SET proof_mechanism = 'MERKLE_LOG'");
  await logsComplete(service);
  return identity;
}

const scopeOf = (tenant: Tenant): string => idOf(tenant.tenant_identity);
const entries = async (token: string | undefined, event: string): Promise<Entry[]> =>
  (await done(client, token as string, 'GET', `/v1alpha2/blockchain/${token === undefined ? 'public' : ''}${event}`))
    .transactions;
async function anchor(scope: string): Promise<LogAnchorRow[]> {
  await service.jobs.send({ kind: 'close', scope });
  return anchoredLog(service, scope);
}

/** Expects that an entry is exactly that of an anchor. */
function expectEntry(entry: Entry, { log, scope, size, root, epoch, hash, raw }: LogAnchorRow): void {
  const { kind, transaction, merkle_log_details: details } = entry as Entry & { merkle_log_details: unknown };
  expect(Object.keys(entry)).toEqual(['kind', 'transaction', 'merkle_log_details']);
  expect(kind).toBe('MERKLE_LOG');
  expect(details).toEqual({ log, size, root });
  expect(statedInLog(transaction.input)).toEqual({ log, scope, size, root, epoch });
  const sent = Transaction.from(raw!);
  expect(transaction).toMatchObject({
    hash,
    input: sent.data,
    from: sent.from,
    to: sent.to,
    gas: String(sent.gasLimit),
    nonce: String(sent.nonce),
    value: '0',
  });
  expect([BigInt(transaction.r), BigInt(transaction.s)]).toEqual([
    BigInt(sent.signature!.r),
    BigInt(sent.signature!.s),
  ]);
}

describe('the blockchain endpoint, for an event of MERKLE_LOG,', () => {
  it('responds with an empty list until an anchor that covers the event is final', async () => {
    events.push(await append(asset));
    for (const token of [owner.token, undefined]) expect(await entries(token, events[0]!)).toEqual([]);
    await anchor(scopeOf(owner));
    expect(await entries(owner.token, events[0]!)).toHaveLength(1);
    expect(await entries(undefined, events[0]!)).toEqual([]);
    await anchor(PUBLIC);
    events.push(await append(asset));
    for (const token of [owner.token, undefined]) {
      expect(await entries(token, events[0]!)).toHaveLength(1);
      expect(await entries(token, events[1]!)).toEqual([]);
    }
  });

  it("responds with the first anchor that covers the event, of its tenancy's log or of the public log", async () => {
    events.push(await append(asset));
    const own = await anchor(scopeOf(owner));
    const open = await anchor(PUBLIC);
    expect([own.length, open.length]).toEqual([2, 2]);
    for (const [token, anchors] of [
      [owner.token, own],
      [undefined, open],
    ] as const)
      for (const [event, index] of [[0, 0] as const, [1, 1] as const, [2, 1] as const]) {
        const [entry, ...others] = await entries(token, events[event]!);
        expect(others).toEqual([]);
        expectEntry(entry!, anchors[index]!);
      }
    expect(own[0]!.log).not.toBe(open[0]!.log);
    expect(own[0]!.log).toBe((await currentLog(service, scopeOf(owner))).id);
  });

  it('responds to callers who may read only a part of the event as to an administrator', async () => {
    const member = await newMember(service, client, owner, { team: 'x' });
    const event = await append(await create({ attributes: { kind: 'pump', secret: '1234' } }));
    await anchor(scopeOf(owner));
    const all = await entries(owner.token, event);
    expect(all).toHaveLength(1);
    for (const { token } of [partner, member]) {
      const { asset_attributes } = await done(client, token, 'GET', `/v2/${event}`);
      expect(asset_attributes).toEqual({ colour: 'red' });
      expect(await entries(token, event)).toEqual(all);
    }
  });

  it('responds with 404 to callers who may not read the event', async () => {
    const stranger = await newTenant(service, 'Stranger');
    const identity = await append(await create({ attributes: { kind: 'valve' } }));
    await anchor(scopeOf(owner));
    expect(await entries(owner.token, identity)).toHaveLength(1);
    for (const [token, path] of [
      [stranger.token, identity],
      [partner.token, identity],
      [undefined, `public${identity}`],
    ] as const)
      expect((await client.call(token, 'GET', `/v1alpha2/blockchain/${path}`)).status).toBe(404);
  });
});

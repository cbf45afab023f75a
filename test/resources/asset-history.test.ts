import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { fromCanonicalBase64, utf8 } from '../../src/lib/text.ts';
import type { History } from '../../src/proof/history-format.ts';
import { verifyHistory } from '../../src/proof/history.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { erased } from '../support/erasure.ts';
import { Authority } from '../support/authority.ts';
import { LogReader, mapped } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, newMember, openSharing, READ, type Sharing } from '../support/sharing.ts';

let authority: Authority;
let service: Service;
let client: Client;
let sharing: Sharing;
let tenant: Tenant;
const { here, fileOf } = verifyCommand();
beforeAll(async () => {
  authority = await new Authority().start();
  service = await startService({
    vars: {
      COMPLETENESS_SECONDS: '1',
      ANCHOR_WINDOW_SECONDS: '1',
      TIMESTAMP_AUTHORITIES: authority.setting('good'),
    },
  });
  client = await openClient(service);
  sharing = openSharing(service, client);
  tenant = await newTenant(service, 'Complete');
});
afterAll(async () => {
  await service.close();
  authority.remove();
});

type HistoryAnswer = Omit<Answer, 'body'> & { body: History };
const read = (token: string | undefined, asset: string, query = ''): Promise<Answer> =>
  client.call(token, 'GET', `/v2/${asset}:history`, { query });

/** The history once it has a number of events. */
async function complete(token: string | undefined, asset: string, count: number): Promise<HistoryAnswer> {
  let answer: Answer;
  await expect.poll(async () => (answer = await read(token, asset)).status === 200 && answer.body.count).toBe(count);
  return answer! as HistoryAnswer;
}

/** Records events of an asset, which is created if `asset` is undefined. Returns its identity. */
async function record(count: number, options: { asset?: string; isPublic?: boolean; note?: string } = {}) {
  const { isPublic = false, note = 'seen' } = options;
  const asset =
    options.asset ??
    (await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { kind: 'pump' }, public: isPublic }))
      .identity;
  const event = { asset_identity: asset, ...RECORD, event_attributes: { note: `${note} “é”` } };
  for (let left = count; left > 0; left -= 200)
    await done(client, tenant.token, 'POST', '/v2/assets/-/events:batch', {
      events: Array.from({ length: Math.min(left, 200) }, () => event),
    });
  return asset as string;
}

/** When the map of a history was made. */
const createdIn = ({ map }: History): string => parseMapEntry(fromCanonicalBase64(map.entry)!).created;
const vkeyOf = ({ token, tenant_identity }: Pick<Tenant, 'token' | 'tenant_identity'>): Promise<string> =>
  new LogReader(client, token, idOf(tenant_identity)).vkey();
const verified = async ({ text }: Pick<Answer, 'text'>, vkey: string) =>
  (await verifyHistory([utf8(text)], { vkeys: [vkey] })).report;

describe('the history of an asset', () => {
  test('has each event as a list shows it, over several pages, and is verified with the key of the log', async () => {
    const asset = await record(600);
    const answer = await complete(tenant.token, asset, 601);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const report = await verified(answer, await vkeyOf(tenant));
    expect(report).toMatchObject({ ok: true, vouched: true });
    expect(report.word).toMatch(
      /^complete in this log as of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d: 601 events, 601 shown, 0 hidden from you; the log /,
    );
    const shown = answer.body.events.map((item) => ('event' in item ? item.event : undefined)!);
    const last = await client.call(tenant.token, 'GET', `/v2/${shown.at(-1)!.identity}`);
    expect(last.body).toMatchObject(shown.at(-1)!);
    expect(new Set(shown.map(({ identity }) => identity)).size).toBe(601);
    const file = await here([fileOf(answer.text), '--vkey', await vkeyOf(tenant)]);
    expect([file.code, file.err]).toEqual([0, '']);
    expect(file.out).toMatch(/^The proof is valid: complete in this log as of /m);
    const open = await here([fileOf(answer.text)]);
    expect(open.code).toBe(3);
  });

  test('is as of the last map: a later event is not in it before the next one', async () => {
    const asset = await record(2);
    const before = await complete(tenant.token, asset, 3);
    await record(1, { asset });
    const after = await complete(tenant.token, asset, 4);
    expect(after.body.events.slice(0, 3)).toEqual(before.body.events);
    expect(after.body.map).not.toEqual(before.body.map);
  });

  test('is that of the public log for anonymous callers, without principals', async () => {
    const asset = await record(3, { isPublic: true });
    const answer = await complete(undefined, `public${asset}`, 4);
    const vkey = await new LogReader(client, undefined, 'public').vkey();
    expect(await verified(answer, vkey)).toMatchObject({ ok: true, vouched: true });
    expect(answer.body).toMatchObject({ view: 'public', asset_identity: `public${asset}` });
    for (const item of answer.body.events)
      expect(item).toMatchObject({ event: { principal_accepted: { subject: '', email: '' } } });
    const own = await complete(tenant.token, asset, 4);
    expect(await verified(own, await vkeyOf(tenant))).toMatchObject({ ok: true });
    const unversioned = await client.call(undefined, 'GET', `/public${asset}:history`);
    expect(unversioned.status).toBe(200);
  });

  test('has the leaf hash of an erased event only', async () => {
    const asset = await record(2, { note: 'to be erased' });
    const list = await client.call(tenant.token, 'GET', `/v2/${asset}/events`);
    const { identity } = list.body.events[0];
    expect((await erased(client, tenant.token, identity)).status).toBe(200);
    const answer = await complete(tenant.token, asset, 4);
    expect(answer.body.events.map((item) => 'leaf' in item)).toEqual([false, false, true, false]);
    const report = await verified(answer, await vkeyOf(tenant));
    expect([report.ok, report.word]).toEqual([true, expect.stringContaining('4 events, 3 shown, 1 hidden from you')]);
  });

  test('shows a partner and a member what policies permit, and the leaf hashes of all others', async () => {
    const { owner, ofPartner, partner, pump, events } = await sharing.pair();
    await complete(owner.token, pump, 4);
    expect((await read(partner.token, pump)).status).toBe(404);
    await sharing.policy(owner, 'attributes.kind=pump', { subjects: [ofPartner], ...READ });
    const member = await newMember(service, client, owner, { role: 'mechanic' });
    expect((await read(member.token, pump)).status).toBe(404);
    await sharing.policy(owner, 'attributes.kind=pump', {
      user_attributes: [{ or: ['jwt_role=mechanic'] }],
      ...READ,
    });
    const whole = await read(owner.token, pump);
    for (const token of [partner.token, member.token]) {
      const answer = (await read(token, pump)) as HistoryAnswer;
      const shown = answer.body.events.flatMap((item) => ('event' in item ? [item.event] : []));
      expect(shown.map(({ identity }) => identity)).toEqual([events.inspection]);
      for (const item of answer.body.events)
        expect(Object.keys('event' in item ? item.event.asset_attributes : {})).not.toContain('secret');
      const report = await verified(answer, await vkeyOf(owner));
      expect([report.ok, report.word]).toEqual([true, expect.stringContaining('4 events, 1 shown, 3 hidden from you')]);
      expect(answer.body.map).toEqual(whole.body.map);
    }
  });

  test('shows nothing of the log to a reader of attributes, who may read no event of the asset', async () => {
    const { owner, ofPartner, partner, pump } = await sharing.pair();
    const [attributes, missing] = [{ asset_attributes_read: ['serial'] }, { event_arc_display_type_read: ['Missing'] }];
    await complete(owner.token, pump, 4);
    const member = await newMember(service, client, owner, { role: 'mechanic' });
    const mechanics = { user_attributes: [{ or: ['jwt_role=mechanic'] }] };
    const made = await done(client, owner.token, 'POST', '/v2/assets', { attributes: { kind: 'pump' } });
    const stranger = await read((await newTenant(service, 'Reader')).token, pump);
    const without = ({ status, text }: Answer): unknown => [status, text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')];
    for (const permission of [attributes, missing, { ...attributes, ...missing }])
      for (const grantee of [{ subjects: [ofPartner] }, mechanics])
        await sharing.policy(owner, 'attributes.kind=pump', { ...grantee, ...permission });
    for (const token of [partner.token, member.token]) {
      expect((await client.call(token, 'GET', `/v2/${pump}`)).status).toBe(200);
      const answers = [await read(token, pump), await read(token, pump, 'stamps=true')];
      for (const answer of answers) {
        expect(without(answer)).toEqual([404, expect.stringContaining('does not exist yet: no map')]);
        expect(without(answer)).not.toEqual(without(stranger));
      }
      // As before the first map.
      const early = await read(token, made.identity);
      expect(without(early)).toEqual(without(answers[0]!));
    }
    // The newest event is of another type.
    await sharing.policy(owner, 'attributes.kind=pump', { subjects: [ofPartner], ...READ });
    expect(await read(partner.token, pump)).toMatchObject({ status: 200, body: { count: 4 } });
    expect((await read(member.token, pump)).status).toBe(404);
    // Administrators also if another tenancy shares assets with theirs.
    expect((await read(owner.token, pump)).status).toBe(200);
  });

  test('has the time stamps of trees with the map if they are asked for, which the command verifies', async () => {
    const asset = await record(1);
    await mapped(client, tenant.token, asset);
    await service.cron('* * * * *');
    const [plain, stamped] = [await read(tenant.token, asset), await read(tenant.token, asset, 'stamps=true')];
    const { stamps, ...rest } = stamped.body;
    expect([rest, stamps]).toEqual([plain.body, [expect.objectContaining({ index: expect.any(Number) })]]);
    const options = ['--vkey', await vkeyOf(tenant), '--tsa', authority.pathOf('root.pem')];
    const checked = await here([fileOf(stamped.text), ...options]);
    expect([checked.code, checked.err]).toEqual([0, '']);
    expect(checked.out).toMatch(/^The proof is valid: complete in this log .*; the map existed at the latest on /m);
    const without = await here([fileOf(plain.text), ...options]);
    expect(without.err).toBe('error: the proof is not valid: the step stamp failed\n');
  });

  test('is refused for an asset that the caller may not see, and before a map covers it', async () => {
    const asset = await record(1);
    const stranger = await newTenant(service, 'Stranger');
    for (const [token, of] of [
      [stranger.token, asset],
      [undefined, `public${asset}`],
      [tenant.token, `assets/${crypto.randomUUID()}`],
    ] as const) {
      const answer = await read(token, of);
      expect([answer.status, answer.text.includes('history')]).toEqual([404, false]);
    }
    expect((await read(undefined, asset)).status).toBe(401);
    const unknown = await read(tenant.token, asset, 'at=2026-01-01T00:00:00Z');
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('at: ')]);
  });

  test('is as of the first map at a time or later, which the verifier names', async () => {
    const { owner, ofPartner, partner, pump, events } = await sharing.pair();
    await sharing.policy(owner, 'attributes.kind=pump', { subjects: [ofPartner], ...READ });
    const [first, ofFirst] = [await complete(owner.token, pump, 4), await read(partner.token, pump)];
    await done(client, owner.token, 'POST', `/v2/${pump}/events`, RECORD);
    const last = await complete(owner.token, pump, 5);
    const [at, later] = [first, last].map(({ body }) => createdIn(body)) as [string, string];
    expect(at < later).toBe(true);
    const asOf = (token: string | undefined, time: string, of = pump): Promise<Answer> =>
      read(token, of, `at_time=${encodeURIComponent(time)}`);
    for (const [token, before] of [
      [owner.token, first],
      [partner.token, ofFirst],
    ] as const) {
      const answer = await asOf(token, at);
      const { map, path, count, events: items } = before.body;
      expect(answer.body).toMatchObject({ map: { entry: map.entry }, path, count, events: items });
      const report = await verified(answer, await vkeyOf(owner));
      expect(report).toMatchObject({ ok: true, vouched: true });
      expect(report.word).toMatch(`complete in this log as of ${at.slice(0, 19).replace('T', ' ')}: 4 events, `);
    }
    const shown = (await asOf(partner.token, at)).body.events.flatMap((item: object) =>
      'event' in item ? item.event : [],
    );
    expect(shown).toMatchObject([{ identity: events.inspection }]);
    // A microsecond after a map, the next one is meant; in any form of the time.
    const next = `${at.slice(0, -2)}1+00:00`;
    expect((await asOf(owner.token, next)).body.map.entry).toBe(last.body.map.entry);
    expect((await asOf(owner.token, later)).body).toEqual(last.body);
    for (const time of ['2254-01-01T00:00:00Z', `${later.slice(0, -2)}1Z`]) {
      const answer = await asOf(owner.token, time);
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('at_time')]);
    }
    const malformed = await asOf(owner.token, 'yesterday');
    expect([malformed.status, malformed.text]).toEqual([400, expect.stringContaining('at_time: must be an RFC 3339')]);
    const stranger = await newTenant(service, 'Stranger in time');
    const without = async (token: string, query: string): Promise<unknown> => {
      const { status, text } = await read(token, pump, query);
      return [status, text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')];
    };
    expect(await without(stranger.token, `at_time=${at}`)).toEqual(await without(stranger.token, ''));
  });

  test('is linked from the public page of the asset, if maps are made', async () => {
    const linksOf = async ({ at }: Service, asset: string): Promise<string[]> => {
      const answer = await fetch(`${at}/archivist/public${asset}`, { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(200);
      return [...(await answer.text()).matchAll(/href="([^"]*:history)"/g)].map(([, address]) => address!);
    };
    const asset = await record(1, { isPublic: true });
    await complete(undefined, `public${asset}`, 2);
    const [address, ...others] = await linksOf(service, asset);
    expect(others).toEqual([]);
    const saved = await fetch(new URL(address!, service.at));
    expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining({ view: 'public', count: 2 })]);
    const without = await sharedService();
    const other = await openClient(without);
    const { token } = await newTenant(without, 'Without links');
    const { identity } = await done(other, token, 'POST', '/v2/assets', { attributes: {}, public: true });
    expect(await linksOf(without, identity)).toEqual([]);
  });

  test('has no event before the map that covers its first one, and is public without a token', async () => {
    const other = await record(1, { isPublic: true });
    const early = createdIn((await complete(undefined, `public${other}`, 2)).body);
    const asset = await record(2, { isPublic: true });
    const first = await complete(undefined, `public${asset}`, 3);
    await record(1, { asset });
    await complete(undefined, `public${asset}`, 4);
    const missing = await read(undefined, `public${asset}`, `at_time=${early}`);
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('covers an event of it')]);
    const answer = (await read(undefined, `public${asset}`, `at_time=${createdIn(first.body)}`)) as HistoryAnswer;
    expect(answer.body.events).toEqual(first.body.events);
    const vkey = await new LogReader(client, undefined, 'public').vkey();
    expect(await verified(answer, vkey)).toMatchObject({ ok: true, vouched: true });
    const both = await read(undefined, `public${asset}`, `at_time=${createdIn(first.body)}&stamps=true`);
    expect([both.status, both.body.count]).toEqual([200, 3]);
  });

  test('has a clear error where no maps are made', async () => {
    const without = await sharedService();
    const other = await openClient(without);
    const { token } = await newTenant(without, 'Without maps');
    const { identity } = await done(other, token, 'POST', '/v2/assets', { attributes: { kind: 'pump' } });
    const answer = await other.call(token, 'GET', `/v2/${identity}:history`);
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('COMPLETENESS_SECONDS')]);
  });
});

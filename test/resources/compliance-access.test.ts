import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, type Actor, type Tenancy } from '../support/tenancy.ts';

/** The reason that a member gets when the actual one names something that they cannot read. */
const HUSHED = 'Not compliant';

let service: Service;
let client: Client;
let owner: Tenancy;
let partner: Tenancy;
/** The owner's subject for the partner. */
let ofPartner: string;
let pump: string;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  owner = await openTenancy(service, client, 'Owner');
  partner = await openTenancy(service, client, 'Partner');
  ofPartner = await owner.knows(partner);
  await partner.knows(owner);
  pump = await owner.asset({ kind: 'pump', rad: '5', secret: 'x-1' });
  for (const [type, value] of [
    ['Open', 'a'],
    ['Inspection', 'b'],
    ['Close', 'a'],
    ['Theft', 'c'],
  ] as const)
    await append(owner, type, value);
});

async function append(by: Actor, type: string, value: string, more: object = {}): Promise<void> {
  const event_attributes = { arc_display_type: type, arc_correlation_value: value };
  const answer = await by.append(pump, { event_attributes, ...more });
  expect(answer.status, answer.text).toBe(200);
}
const policy = async (of: Tenancy, type: string, fields: object): Promise<string> =>
  (
    await of.done('POST', '/v1/compliance_policies', {
      body: { compliance_type: `COMPLIANCE_${type}`, display_name: type, ...fields },
    })
  ).identity;
const since = (of: Tenancy, type: string, more: object = {}): Promise<string> =>
  policy(of, 'SINCE', { event_display_type: type, time_period_seconds: 3600, ...more });
const closes = (of: Tenancy, opening: string, closing: string): Promise<string> =>
  policy(of, 'CURRENT_OUTSTANDING', { event_display_type: opening, closing_event_display_type: closing });
const rich = (of: Tenancy, ...or: string[]): Promise<string> =>
  policy(of, 'RICHNESS', { richness_assertions: [{ or }] });
const reasons = async (who: Actor, query: Record<string, string> = {}): Promise<Record<string, string>> => {
  const { status, body, text } = await who.call('GET', `/v1/compliance/${pump}`, { query });
  expect(status, text).toBe(200);
  for (const one of body.compliance) expect(one.compliant).toBe(one.reason === '');
  return Object.fromEntries(body.compliance.map((one: any) => [one.compliance_policy_identity, one.reason]));
};
const shareWith = (arrays: object): Promise<string> =>
  owner.policy(['attributes.kind=pump'], [], { subjects: [ofPartner], ...arrays });
const memberWho = async (of: Tenancy, arrays: object): Promise<Actor> => {
  await of.policy(['attributes.kind=pump'], ['jwt_role=reader'], arrays);
  return of.member({ role: 'reader' });
};

test("a partner's verdicts depend on its own policies and only on what is shared with it", async () => {
  await shareWith({ asset_attributes_read: ['kind', 'rad'], event_arc_display_type_read: ['Open', 'Theft'] });
  const policies = {
    open: await since(partner, 'Open'),
    inspection: await since(partner, 'Inspection'),
    closed: await closes(partner, 'Open', 'Close'),
    theft: await closes(partner, 'Inspection', 'Theft'),
    rad: await rich(partner, 'rad<7'),
    secret: await rich(partner, 'secret=x-1'),
    notSecret: await rich(partner, 'secret!=x-1'),
    hidden: await since(partner, 'Open', { asset_filter: [{ or: ['attributes.secret=x-1'] }] }),
    absent: await since(partner, 'Open', { asset_filter: [{ or: ['attributes.secret!=*'] }] }),
  };
  const wanted = {
    [policies.open]: '',
    [policies.inspection]: 'No event of type Inspection',
    [policies.closed]: 'No closing event for Open',
    [policies.theft]: '',
    [policies.rad]: '',
    [policies.secret]: 'secret=x-1 fails: there is no text secret',
    [policies.notSecret]: '',
    [policies.absent]: '',
  };
  expect(await reasons(partner)).toEqual(wanted);
  const { body } = await partner.call('GET', `/v1/compliance/${pump}`);
  expect(await reasons(partner, { compliant_at: body.compliant_at })).toEqual(wanted);
  // The owner has other policies and sees everything.
  expect(await reasons(owner)).toEqual({});
  const [ofOwner, secret] = [await closes(owner, 'Open', 'Close'), await rich(owner, 'secret=x-1')];
  expect(await reasons(owner)).toEqual({ [ofOwner]: '', [secret]: '' });
  expect(await reasons(partner)).toEqual(wanted);
  expect((await partner.call('GET', `/v1/${ofOwner}`)).status).toBe(404);
});

test('records that are shared later count from then on, for earlier moments too', async () => {
  const first = await shareWith({ asset_attributes_read: ['kind'], event_arc_display_type_read: ['Open'] });
  const closed = await closes(partner, 'Open', 'Close');
  const { compliant_at } = (await partner.call('GET', `/v1/compliance/${pump}`)).body;
  expect(await reasons(partner)).toEqual({ [closed]: 'No closing event for Open' });
  await shareWith({ event_arc_display_type_read: ['Close'] });
  expect(await reasons(partner)).toEqual({ [closed]: '' });
  expect(await reasons(partner, { compliant_at })).toEqual({ [closed]: '' });
  await owner.done('DELETE', `/iam/v1/${first}`);
  expect(await reasons(partner)).toEqual({ [closed]: '' });
});

test('a member gets the verdicts of their tenancy, with reasons only about what they may read', async () => {
  const member = await memberWho(owner, {
    asset_attributes_read: ['kind', 'rad', 'gone'],
    event_arc_display_type_read: ['Inspection', 'Open', 'Never'],
  });
  const told = {
    rad: [await rich(owner, 'rad>7'), 'rad>7 fails: rad is 5'],
    // A fulfilled policy has no reason to hide.
    secret: [await rich(owner, 'secret=x-1'), ''],
    closed: [await closes(owner, 'Open', 'Close'), ''],
    // A missing attribute or event is named to members who could read it.
    gone: [await rich(owner, 'gone=1'), 'gone=1 fails: there is no text gone'],
    never: [await since(owner, 'Never'), 'No event of type Never'],
    neverClosed: [await closes(owner, 'Inspection', 'Never'), 'No closing event for Inspection'],
  };
  const hushed = {
    secret: [await rich(owner, 'secret!=x-1'), 'secret!=x-1 fails: secret is x-1'],
    either: [await rich(owner, 'rad>7', 'secret=x-2'), 'rad>7 fails: rad is 5; secret=x-2 fails: secret is x-1'],
    map: [await rich(owner, 'secret.key=1'), 'secret.key=1 fails: there is no text secret.key'],
    unknown: [await rich(owner, 'other=1'), 'other=1 fails: there is no text other'],
    theft: [await closes(owner, 'Theft', 'Return'), 'No closing event for Theft'],
    closing: [await closes(owner, 'Inspection', 'Return'), 'No closing event for Inspection'],
    other: [await since(owner, 'Other'), 'No event of type Other'],
  };
  const all = Object.fromEntries([...Object.values(told), ...Object.values(hushed)]);
  expect(await reasons(owner)).toEqual(all);
  const wanted = { ...all, ...Object.fromEntries(Object.values(hushed).map(([identity]) => [identity, HUSHED])) };
  expect(await reasons(member)).toEqual(wanted);
  const { body, text } = await member.call('GET', `/v1/compliance/${pump}`);
  expect(body.compliant).toBe(false);
  expect(text).not.toMatch(/x-1|x-2|Theft|Return/);
  expect(await reasons(member, { compliant_at: body.compliant_at })).toEqual(wanted);
  // Administrators of the tenancy see everything, and a new one does so immediately.
  await owner.administrators(member);
  expect(await reasons(member)).toEqual(all);
});

test('a member whom a policy lets read everything gets all reasons', async () => {
  const member = await memberWho(owner, { asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] });
  const wanted = {
    [await rich(owner, 'secret=x-2')]: 'secret=x-2 fails: secret is x-1',
    [await rich(owner, 'never=1')]: 'never=1 fails: there is no text never',
    [await since(owner, 'Never')]: 'No event of type Never',
    [await closes(owner, 'Theft', 'Return')]: 'No closing event for Theft',
  };
  expect(await reasons(member)).toEqual(wanted);
});

test('filters of policies match what the tenancy may read, not what the member may read', async () => {
  const member = await memberWho(owner, { asset_attributes_read: ['kind'] });
  const identity = await since(owner, 'Never', { asset_filter: [{ or: ['attributes.secret=x-1'] }] });
  expect(await reasons(member)).toEqual({ [identity]: HUSHED });
});

test("a partner's member gets reasons only about what both tenancies let them read", async () => {
  await shareWith({ asset_attributes_read: ['kind', 'rad'], event_arc_display_type_read: ['Open', 'Inspection'] });
  const member = await memberWho(partner, {
    asset_attributes_read: ['rad', 'secret'],
    event_arc_display_type_read: ['Open', 'Close'],
  });
  const policies = {
    rad: [await rich(partner, 'rad>7'), 'rad>7 fails: rad is 5'],
    kind: [await rich(partner, 'kind=valve'), HUSHED],
    secret: [await rich(partner, 'secret=x-1'), HUSHED],
    open: [await since(partner, 'Open', { time_period_seconds: 3600 }), ''],
    closed: [await closes(partner, 'Open', 'Close'), HUSHED],
    inspection: [await since(partner, 'Inspection'), ''],
    theft: [await since(partner, 'Theft'), HUSHED],
  };
  expect(await reasons(member)).toEqual(Object.fromEntries(Object.values(policies)));
});

test('a caller who may not see the asset gets 404 at any time, and learns nothing through policies', async () => {
  const identity = await since(owner, 'Never');
  const stranger = await openTenancy(service, client, 'Stranger');
  const writer = await memberWho(owner, { behaviours: ['*'], asset_attributes_write: ['*'] });
  const nobody = await owner.member();
  await since(stranger, 'Never');
  const unknown = 'assets/c3b2a1f0-0000-4000-8000-000000000000';
  const { compliant_at } = (await owner.call('GET', `/v1/compliance/${pump}`)).body;
  for (const who of [stranger, partner, writer, nobody, await stranger.member()]) {
    for (const query of ['', `compliant_at=${compliant_at}`, 'page_size=1']) {
      const [answer, none] = await Promise.all(
        [pump, unknown].map((asset) => who.call('GET', `/v1/compliance/${asset}`, { query })),
      );
      expect([answer!.status, none!.status]).toEqual([404, 404]);
      expect(answer!.body.message.replace(pump, unknown)).toBe(none!.body.message);
    }
  }
  expect(await reasons(owner)).toEqual({ [identity]: 'No event of type Never' });
  expect((await client.call(undefined, 'GET', `/v1/compliance/${pump}`)).status).toBe(401);
});

test('a revoked right has no effect on the next request', async () => {
  const member = await memberWho(owner, { asset_attributes_read: ['secret'] });
  const identity = await rich(owner, 'secret=x-2');
  expect(await reasons(member)).toEqual({ [identity]: 'secret=x-2 fails: secret is x-1' });
  await owner.policy(['attributes.kind=pump'], ['jwt_role=guest'], { asset_attributes_read: ['kind'] });
  await owner.claims(member, { role: 'guest' });
  expect(await reasons(member)).toEqual({ [identity]: HUSHED });
  await owner.claims(member, {});
  expect((await member.call('GET', `/v1/compliance/${pump}`)).status).toBe(404);
});

test('a public asset has a compliance status for its owner only', async () => {
  const statue = await owner.asset({ kind: 'pump' }, { public: true });
  await shareWith({ asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] });
  await since(owner, 'Never');
  expect((await owner.call('GET', `/v1/compliance/${statue}`)).body.compliant).toBe(false);
  expect((await partner.call('GET', `/v1/compliance/${statue}`)).status).toBe(404);
  const member = await memberWho(owner, { asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] });
  expect((await member.call('GET', `/v1/compliance/${statue}`)).status).toBe(404);
});

test('events that a partner writes count for the owner, and for the partner as far as it may read them', async () => {
  await shareWith({
    asset_attributes_read: ['kind'],
    event_arc_display_type_read: ['Inspection'],
    behaviours: ['RecordEvidence'],
    event_arc_display_type_write: ['Repair'],
  });
  const [ofOwner, ofReader] = [await since(owner, 'Repair'), await since(partner, 'Repair')];
  await append(partner, 'Repair', 'r');
  expect(await reasons(owner)).toEqual({ [ofOwner]: '' });
  // The partner may not read what it wrote.
  expect(await reasons(partner)).toEqual({ [ofReader]: 'No event of type Repair' });
});

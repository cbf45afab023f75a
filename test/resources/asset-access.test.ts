import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { settled } from '../support/sharing.ts';
import { sized } from '../support/size.ts';
import { openTenancy, violationsOf, type Actor, type Arrays, type Tenancy } from '../support/tenancy.ts';
import { PATH, UNKNOWN } from './support/policies.ts';

let service: Service;
let client: Client;
let owner: Tenancy;
let partner: Tenancy;
let subject: string;

const ATTRIBUTES = { kind: 'pump', serial: 's-1', secret: 'x' };
const TYPES = ['Inspection', 'Repair'];

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Owner');
  partner = await openTenancy(service, client, 'Partner');
  [subject] = [await owner.knows(partner), await partner.knows(owner)] as [string, string];
});

type Names = { name: string; read: string[]; write: string[] };
type Access = {
  role: string;
  holders: { identity: string }[];
  attributes: Names[];
  event_types: Names[];
  behaviours: { name: string; policies: string[] }[];
};

const accessTo = async (asset: string, who: Actor = owner): Promise<any> => {
  const answer = await who.get(`/iam/v1/${asset}/access`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const groupOf = (access: { groups: Access[] }, identity: string): Access | undefined =>
  access.groups.find(({ holders }) => holders.some((holder) => holder.identity === identity));
const includes = (list: Names[] | undefined, name: string, right: 'read' | 'write'): boolean =>
  list?.some((each) => [name, '*'].includes(each.name) && each[right].length > 0) ?? false;

/** A new asset of the owner with an event of each type, and one without. */
async function pump(): Promise<string> {
  const asset = await owner.asset(ATTRIBUTES);
  for (const type of TYPES)
    expect((await owner.append(asset, { event_attributes: { arc_display_type: type } })).status).toBe(200);
  expect((await owner.append(asset, { event_attributes: { note: 'untyped' } })).status).toBe(200);
  return asset;
}

/** What a caller really reads of an asset: its attributes and its events, or the status of the refusal. */
async function readBy(who: Actor, asset: string) {
  const [seen, events] = [await who.get(`/v2/${asset}`), await who.get(`/v2/${asset}/events`)];
  return {
    asset: seen.status === 200 ? settled(seen.body) : seen.status,
    events: events.status === 200 ? events.body.events.map(settled) : events.status,
  };
}

/** Compares what a caller may record on an asset with what the service accepts. The attributes keep their values. */
async function writes(identity: string, who: Actor, asset: string, group: Access | undefined): Promise<void> {
  for (const [type, sets] of [
    ['Inspection', undefined],
    ['Repair', 'serial'],
    ['', 'grade'],
  ] as const) {
    const body = {
      event_attributes: type === '' ? { note: 'untyped' } : { arc_display_type: type },
      asset_attributes: sets === undefined ? {} : { [sets]: sets === 'serial' ? ATTRIBUTES.serial : 'g' },
    };
    const isAllowed =
      (group?.behaviours.some(({ name }) => name === 'RecordEvidence') ?? false) &&
      includes(group?.event_types, type, 'write') &&
      (sets === undefined || includes(group?.attributes, sets, 'write'));
    const answer = await who.append(asset, body);
    expect(answer.status === 200, `${identity} ${JSON.stringify(body)} ${answer.text}`).toBe(isAllowed);
  }
}

const names = (...all: string[]) => fc.subarray([...all, '*']);
const permission = fc.record({
  users: fc.constantFrom('none', 'jwt_role=a', 'jwt_role=b'),
  shared: fc.boolean(),
  behaviours: fc.constantFrom<string[]>([], ['RecordEvidence'], ['*']),
  asset_attributes_read: names('kind', 'serial', 'secret'),
  include_attributes: fc.constantFrom<string[]>([], [], ['serial']),
  asset_attributes_write: names('serial', 'grade'),
  event_arc_display_type_read: names(...TYPES),
  event_arc_display_type_write: names(...TYPES),
});
const policies = fc.array(
  fc.record({
    filter: fc.constantFrom('attributes.kind=pump', 'attributes.kind=pump', 'attributes.secret=*', 'attributes.kind=x'),
    permissions: fc.array(permission, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 3 },
);

test('the access to an asset agrees with what requests of each caller can do, for random policies', async () => {
  const [asset, other] = [await pump(), await pump()];
  const callers: [identity: string, who: Actor][] = [[subject, partner]];
  for (const role of ['a', 'b', 'c']) {
    const member = await owner.member({ role });
    callers.push([`applications/${member.id}`, member]);
  }
  const events: any[] = (await owner.get(`/v2/${asset}/events`)).body.events;
  let met = 0;
  await fc.assert(
    fc.asyncProperty(policies, async (all) => {
      const made: string[] = [];
      for (const { filter, permissions } of all) {
        const access_permissions = permissions.map(({ users, shared, ...lists }): Arrays => ({
          user_attributes: users === 'none' ? [] : [{ or: [users] }],
          subjects: shared ? [subject] : [],
          ...lists,
        }));
        const body = { display_name: filter, filters: [{ or: [filter] }], access_permissions };
        made.push((await owner.done('POST', PATH, { body })).identity);
      }
      const access = await accessTo(asset);
      for (const [identity, who] of callers) {
        const group = groupOf(access, identity);
        const read = await readBy(who, asset);
        const attributes = Object.entries(ATTRIBUTES).filter(([name]) => includes(group?.attributes, name, 'read'));
        const isVisible = [group?.attributes, group?.event_types].some((list) =>
          list?.some((each) => each.read.length > 0),
        );
        expect(read.asset === 404 ? 404 : read.asset.attributes).toEqual(
          isVisible ? Object.fromEntries(attributes) : 404,
        );
        const shown = events
          .filter((event) => includes(group?.event_types, event.event_attributes.arc_display_type ?? '', 'read'))
          .map((event) => event.identity);
        expect(read.events === 404 ? 404 : read.events.map((event: any) => event.identity)).toEqual(
          isVisible ? shown : 404,
        );
        const view = (await owner.get(`/iam/v1/${asset}:view`, { as: identity })).body;
        expect({ asset: view.visible ? settled(view.asset) : 404, events: view.events.map(settled) }).toEqual({
          ...read,
          events: read.events === 404 ? [] : read.events,
        });
        expect(view.visible).toBe(isVisible);
        met += Number(isVisible);
        await writes(identity, who, other, group);
      }
      for (const identity of made) await owner.done('DELETE', `/iam/v1/${identity}`);
    }),
    { numRuns: sized({ quick: 5, long: 60, full: 400 }), seed: 7 },
  );
  expect(met).toBeGreaterThan(4);
});

test('administrators and auditors need no policy, and each right names the policies that grant it', async () => {
  const tenancy = await openTenancy(service, client, 'Harbour Works');
  const asset = await tenancy.asset(ATTRIBUTES);
  const member = await tenancy.member({ role: 'a' });
  const twin = await tenancy.member({ role: 'a' });
  const second = await tenancy.member();
  const some = await tenancy.policy(['attributes.kind=pump'], ['jwt_role=a'], {
    asset_attributes_read: ['serial'],
    asset_attributes_write: ['serial'],
  });
  const all = await tenancy.policy(['attributes.serial=*'], ['jwt_role=a'], { asset_attributes_read: ['*'] });
  await tenancy.policy(['attributes.kind=crane'], ['jwt_role=a'], { asset_attributes_read: ['*'] });
  const access = await accessTo(asset);
  expect(access).toEqual({
    asset_identity: asset,
    public: false,
    groups: [
      { role: 'ADMINISTRATOR', holders: [expect.objectContaining({ identity: `applications/${tenancy.id}` })] },
      {
        role: 'MEMBER',
        holders: expect.arrayContaining(
          [member, twin].map(({ id }) => expect.objectContaining({ identity: `applications/${id}` })),
        ),
        attributes: [
          { name: '*', read: [all], write: [] },
          { name: 'kind', read: [all], write: [] },
          // Without an event that they may record, they set nothing.
          { name: 'serial', read: [all, some], write: [] },
          { name: 'secret', read: [all], write: [] },
        ],
      },
    ].map((group) => ({ attributes: [], event_types: [], behaviours: [], ...group })),
    policies: [all, some].map((identity) => ({ identity, display_name: 'policy' })),
    truncated: false,
  });
  // A policy that lets them record an event completes the right to set attributes.
  const records = await tenancy.policy(['attributes.kind=pump'], ['jwt_role=a'], {
    behaviours: ['RecordEvidence'],
    event_arc_display_type_write: ['Inspection'],
  });
  const group = groupOf(await accessTo(asset), `applications/${twin.id}`)!;
  expect(group.attributes.find(({ name }) => name === 'serial')!.write).toEqual([some]);
  expect(group.event_types).toEqual([{ name: 'Inspection', read: [], write: [records] }]);
  expect(group.behaviours).toEqual([{ name: 'RecordEvidence', policies: [records] }]);
  await tenancy.administrators(second);
  expect(groupOf(await accessTo(asset), `applications/${second.id}`)!.role).toBe('ADMINISTRATOR');
  const open = await tenancy.asset(ATTRIBUTES, { public: true });
  const everyone = await accessTo(open);
  expect([everyone.public, everyone.groups.map(({ role }: Access) => role)]).toEqual([true, ['ADMINISTRATOR']]);

  async function accessTo(of: string) {
    return tenancy.done('GET', `/iam/v1/${of}/access`);
  }
});

test('refuses the access and the views of an asset to all who do not oversee the tenancy that owns it', async () => {
  const asset = await pump();
  const member = await owner.member({ role: 'z' });
  const policy = await owner.policy(['attributes.kind=pump'], ['jwt_role=z'], {
    subjects: [subject],
    asset_attributes_read: ['kind'],
  });
  const both = async (who: Actor, of: string, status: number): Promise<void> => {
    expectProblem(await who.get(`/iam/v1/${of}/access`), status);
    expectProblem(await who.get(`/iam/v1/${of}:view`, { as: subject }), status);
  };
  await both(member, asset, 403);
  // A partner sees the asset, and not who else does.
  expectProblem(await partner.get(`/iam/v1/${asset}/access`), 403);
  const itself = await partner.knows(await openTenancy(service, client, 'Third'));
  expectProblem(await partner.get(`/iam/v1/${asset}:view`, { as: itself }), 404);
  await both(owner, `assets/${UNKNOWN}`, 404);
  await owner.done('DELETE', `/iam/v1/${policy}`);
  expectProblem(await partner.get(`/iam/v1/${asset}/access`), 404);
  // A partner has assets of their own, which a view as the partner does not show.
  const theirs = await partner.asset(ATTRIBUTES);
  expectProblem(await owner.get(`/iam/v1/${theirs}:view`, { as: subject }), 404);
  const bad = await owner.get(`/iam/v1/${asset}:view`, { as: 'users/x' });
  expectProblem(bad, 400);
  expect(Object.keys(violationsOf(bad))).toEqual(['as']);
  for (const as of [`users/${UNKNOWN}`, `applications/${UNKNOWN}`, `subjects/${UNKNOWN}`])
    expectProblem(await owner.get(`/iam/v1/${asset}:view`, { as }), 404);
  const shared = await partner.asset(ATTRIBUTES);
  await partner.policy(['attributes.kind=pump'], [], {
    subjects: [await theirName()],
    asset_attributes_read: ['kind'],
  });
  // Of an asset that a partner shares, a view shows what members of the own tenancy read.
  expect((await owner.get(`/v2/${shared}`)).body.attributes).toEqual({ kind: 'pump' });
  expect((await owner.get(`/iam/v1/${shared}:view`, { as: `applications/${member.id}` })).body.visible).toBe(false);
  expectProblem(await owner.get(`/iam/v1/${shared}:view`, { as: subject }), 404);

  async function theirName(): Promise<string> {
    const { subjects } = await partner.done('GET', '/iam/v1/subjects');
    return subjects.find((each: any) => each.confirmation_status === 'CONFIRMED').identity;
  }
});

test('the response is cut if policies have many names, and says so', async () => {
  const asset = await owner.asset({ kind: 'crane' });
  const member = await owner.member({ role: 'many' });
  const access_permissions = Array.from({ length: 6 }, (_, n) => ({
    user_attributes: [{ or: ['jwt_role=many'] }],
    asset_attributes_read: Array.from({ length: 200 }, (__, name) => `name_${n}_${name}`),
  }));
  const body = { display_name: 'Many', filters: [{ or: ['attributes.kind=crane'] }], access_permissions };
  const { identity } = await owner.done('POST', PATH, { body });
  const access = await accessTo(asset);
  expect(access.truncated).toBe(true);
  expect(groupOf(access, `applications/${member.id}`)!.attributes.length).toBeLessThan(1000);
  await owner.done('DELETE', `/iam/v1/${identity}`);
  expect((await accessTo(asset)).truncated).toBe(false);
});

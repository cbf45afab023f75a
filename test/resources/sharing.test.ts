import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, type Service } from '../support/service.ts';
import { sampled } from '../support/size.ts';
import {
  EVERYTHING,
  fieldsOf,
  importSubject,
  newMember,
  NOTHING,
  openSharing,
  READ,
  record,
  SELF,
  settled,
  WRITE,
  type Member,
  type Pair,
  type Sharing,
} from '../support/sharing.ts';

let service: Service;
let client: Client;
let on: Sharing;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  on = openSharing(service, client);
});

const statusOf = async (token: string, path: string): Promise<number> => (await on.call(token, 'GET', path)).status;

test('two tenancies import each other the way existing clients do, and both sides become CONFIRMED', async () => {
  const [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
  const first = await importSubject(client, { of: partner, into: owner, name: 'The partner' });
  expect(first).toMatchObject({ display_name: 'The partner', confirmation_status: 'PENDING', tenant: '' });
  const second = await importSubject(client, { of: owner, into: partner, name: 'The owner' });
  expect(second).toMatchObject({ confirmation_status: 'CONFIRMED', tenant: owner.tenant_identity });
  const again = await on.get(owner.token, `/iam/v1/${first.identity}`);
  expect(again).toEqual({ ...first, confirmation_status: 'CONFIRMED', tenant: partner.tenant_identity });
  const self = await on.get(partner.token, `/iam/v1/${SELF}`);
  expect([again.wallet_pub_key, again.tessera_pub_key, again.wallet_address]).toEqual([
    self.wallet_pub_key,
    self.tessera_pub_key,
    self.wallet_address,
  ]);
});

describe('a policy with one readable attribute and one event type', () => {
  let it: Pair;
  beforeAll(async () => {
    it = await on.pair();
    await on.share(it.owner, it.ofPartner, READ);
  });

  test("gives the partner the owner's record with exactly that attribute", async () => {
    const { owner, partner, pump } = it;
    const whole = await on.get(owner.token, `/v2/${pump}`);
    expect(Object.keys(whole.attributes)).toHaveLength(4);
    const read = await on.get(partner.token, `/v2/${pump}`);
    const expected = settled({ ...whole, attributes: { serial: 's-3' }, at_time: read.at_time });
    expect(settled(read)).toEqual(expected);
    const assets = await on.list(partner.token, '/v2/assets');
    expect(assets.items.map(settled)).toEqual([expected]);
    expect(assets.total).toBe(1);
  });

  test("gives the attribute's earlier value with at_time", async () => {
    const { owner, partner, pump, events } = it;
    const { timestamp_accepted: at_time } = await on.get(owner.token, `/v2/${events.created}`);
    const then = await on.call(partner.token, 'GET', `/v2/${pump}`, { query: { at_time } });
    expect([then.status, then.body.attributes]).toEqual([200, { serial: 's-1' }]);
  });

  test('gives lists that contain and count only events of that type, with only that attribute', async () => {
    const { owner, partner, pump, events } = it;
    const whole = await on.get(owner.token, `/v2/${events.inspection}`);
    expect(whole.asset_attributes).toEqual({ serial: 's-2', secret: 'x-2' });
    const expected = settled({ ...whole, asset_attributes: { serial: 's-2' } });
    for (const path of [`/v2/${pump}/events`, '/v2/assets/-/events']) {
      const found = await on.list(partner.token, path);
      expect(found.items.map(settled)).toEqual([expected]);
      expect(found.total).toBe(1);
    }
    expect(settled(await on.get(partner.token, `/v2/${events.inspection}`))).toEqual(expected);
    for (const hidden of [events.created, events.repair, events.untyped])
      expect(await statusOf(partner.token, `/v2/${hidden}`)).toBe(404);
  });

  test('gives the corrections of an event only if the policy lets the partner read them', async () => {
    const { owner, partner, ofPartner, pump, events } = await on.pair();
    await on.share(owner, ofPartner, READ);
    const correct = async (arc_display_type: string): Promise<string> => {
      const attributes = { arc_display_type, arc_corrects_event_identity: events.inspection };
      return (await on.post(owner.token, `/v2/${pump}/events`, { ...RECORD, event_attributes: attributes })).identity;
    };
    const corrections = async (token: string, value: string): Promise<string[]> => {
      const query = { 'event_attributes.arc_corrects_event_identity': value };
      const { items } = await on.list(token, `/v2/${pump}/events`, query);
      return items.map(({ identity }) => identity);
    };
    const hidden = await correct('Repair');
    for (const value of ['*', events.inspection]) {
      expect(await corrections(owner.token, value)).toEqual([hidden]);
      expect(await corrections(partner.token, value)).toEqual([]);
    }
    const readable = await correct('Inspection');
    expect(await corrections(partner.token, '*')).toEqual([readable]);
  });

  test('does not reveal whether hidden attributes or events exist', async () => {
    const { owner, partner, pump } = it;
    const before = await on.get(partner.token, `/v2/${pump}`);
    const hidden = { event_attributes: { arc_display_type: 'Repair' }, asset_attributes: { secret: 'x-2' } };
    const event = { ...RECORD, ...hidden };
    expect((await on.call(owner.token, 'POST', `/v2/${pump}/events`, { body: event })).status).toBe(200);
    expect(settled(await on.get(partner.token, `/v2/${pump}`))).toEqual(settled(before));
    const seen = await on.get(owner.token, `/v2/${pump}`);
    expect(seen.at_time > before.at_time).toBe(true);
    const counts = async (path: string, terms: string[]): Promise<number[]> => {
      const totals: number[] = [];
      for (const term of terms) {
        const { items, total } = await on.list(partner.token, path, Object.fromEntries(new URLSearchParams(term)));
        expect(total).toBe(items.length);
        totals.push(total);
      }
      return totals;
    };
    expect(
      await counts('/v2/assets', [
        'attributes.secret=x-2',
        'attributes.secret=*',
        'attributes.kind=pump',
        'filters=attributes.secret=x-2',
      ]),
    ).toEqual([0, 0, 0, 0]);
    expect(
      await counts('/v2/assets', [
        'attributes.secret!=x-2',
        'attributes.secret!=*',
        'attributes.kind!=pump',
        'attributes.serial=s-3',
        'filters=attributes.secret=x-2 OR attributes.serial=s-3',
      ]),
    ).toEqual([1, 1, 1, 1, 1]);
    for (const path of [`/v2/${pump}/events`, '/v2/assets/-/events']) {
      expect(
        await counts(path, [
          'asset_attributes.secret=x-2',
          'asset_attributes.secret=*',
          'asset.attributes.secret=x-2',
          'event_attributes.arc_display_type=Repair',
          'operation=NewAsset',
        ]),
      ).toEqual([0, 0, 0, 0, 0]);
      expect(
        await counts(path, [
          'asset_attributes.secret!=x-2',
          'asset.attributes.secret!=*',
          'asset_attributes.serial=s-2',
          'asset.attributes.serial=s-3',
        ]),
      ).toEqual([1, 1, 1, 1]);
    }
  });

  test('gives no right on other assets', async () => {
    const extra = await on.pair();
    const { owner, partner, pump } = extra;
    const valve = { attributes: { kind: 'valve', serial: 'v', secret: 'x-2' } };
    const other = (await on.post(owner.token, '/v2/assets', valve)).identity;
    await on.share(owner, extra.ofPartner, READ);
    await on.post(owner.token, '/iam/v1/access_policies', {
      display_name: 'valves',
      filters: [{ or: ['attributes.kind=valve'] }],
      access_permissions: [
        { subjects: [extra.ofPartner], asset_attributes_read: ['secret'], event_arc_display_type_read: ['*'] },
      ],
    });
    await on.passOn(partner, 'attributes.none!=*', EVERYTHING);
    const user = await on.operator(partner);
    for (const { token } of [partner, user]) {
      const found = async (path: string, term: string): Promise<string[]> => {
        const { items } = await on.list(token, path, Object.fromEntries([term.split('=')]));
        return items.map((item) => item.asset_identity ?? item.identity);
      };
      const both = await on.list(token, '/v2/assets');
      expect(both.items.map(({ attributes }) => attributes)).toEqual([{ secret: 'x-2' }, { serial: 's-3' }]);
      expect(await found('/v2/assets', 'attributes.secret=x-2')).toEqual([other]);
      expect(await found('/v2/assets', 'attributes.secret!=x-2')).toEqual([pump]);
      expect(await found('/v2/assets', 'attributes.serial=*')).toEqual([pump]);
      expect(await found('/v2/assets/-/events', 'asset.attributes.secret=x-2')).toEqual([other]);
      expect(await found('/v2/assets/-/events', 'asset_attributes.secret=*')).toEqual([other]);
      expect(await found('/v2/assets/-/events', 'asset_attributes.serial=*')).toEqual([pump]);
      expect(await found(`/v2/${pump}/events`, 'asset_attributes.secret=*')).toEqual([]);
    }
  });

  test('gives no right to write', async () => {
    const { owner, partner, pump } = it;
    const before = await on.list(owner.token, `/v2/${pump}/events`);
    const refused = await on.append(partner.token, pump, record('Inspection', { serial: 'forged' }));
    expect([refused.status, fieldsOf(refused)]).toEqual([
      403,
      ['asset_attributes.serial', 'behaviour', 'event_attributes.arc_display_type'],
    ]);
    expect((await on.list(owner.token, `/v2/${pump}/events`)).total).toBe(before.total);
  });

  test('adds up with other policies: each asset is listed once, counted and paged', async () => {
    const extra = await on.pair();
    const { owner, partner, pump } = extra;
    await on.share(extra.owner, extra.ofPartner, READ);
    const others: string[] = [];
    for (const [kind, note] of [
      ['pump', 'a'],
      ['valve', 'b'],
      ['pump', 'c'],
      ['tank', 'd'],
    ])
      others.unshift((await on.post(owner.token, '/v2/assets', { attributes: { kind, note } })).identity);
    const [tank, later, valve, earlier] = others as [string, string, string, string];
    const own = (await on.post(partner.token, '/v2/assets', { attributes: { kind: 'pump', note: 'own' } })).identity;
    await on.share(extra.owner, extra.ofPartner, { asset_attributes_read: ['note'] });
    await on.post(owner.token, '/iam/v1/access_policies', {
      display_name: 'valves too',
      filters: [{ or: ['attributes.kind=valve', 'attributes.note=c'] }],
      access_permissions: [{ subjects: [extra.ofPartner], include_attributes: ['kind'] }],
    });
    const found = await on.list(partner.token, '/v2/assets');
    expect(found.items.map(({ identity, attributes }) => [identity, attributes])).toEqual([
      [own, { kind: 'pump', note: 'own' }],
      [later, { kind: 'pump', note: 'c' }],
      [valve, { kind: 'valve' }],
      [earlier, { note: 'a' }],
      [pump, { serial: 's-3' }],
    ]);
    expect(found.total).toBe(5);
    expect(await statusOf(partner.token, `/v2/${tank}`)).toBe(404);
    const sorted = await on.list(partner.token, '/v2/assets', { order_by: 'SIMPLEHASHV1' });
    expect(sorted.items.map(({ identity }) => identity)).toEqual(
      found.items.map(({ identity }) => identity).toSorted(),
    );
  });
});

describe('what is shared stays with the partner', () => {
  test('users of the partner see nothing until its own policy grants it, and never more than the partner', async () => {
    const it = await on.pair();
    const { partner, pump, events } = it;
    await on.share(it.owner, it.ofPartner, READ);
    const user = await on.operator(partner);
    const other = await newMember(service, client, partner, { role: 'clerk' });
    expect(await on.sight(user.token, it)).toEqual(NOTHING);
    await on.passOn(partner, 'attributes.serial=*', EVERYTHING);
    expect(await on.sight(user.token, it)).toEqual({
      asset: { serial: 's-3' },
      assets: [[pump, { serial: 's-3' }]],
      assetTotal: 1,
      ofPump: [events.inspection],
      all: [events.inspection],
      eventTotal: 1,
      single: [404, 200, 404, 404],
    });
    expect((await on.get(user.token, `/v2/${events.inspection}`)).asset_attributes).toEqual({ serial: 's-2' });
    expect(fieldsOf(await on.append(user.token, pump, record('Inspection')))).toEqual([
      'behaviour',
      'event_attributes.arc_display_type',
    ]);
    expect(await on.sight(other.token, it)).toEqual(NOTHING);
  });

  test("users of the partner see only what the partner's own policy names", async () => {
    const it = await on.pair();
    await on.share(it.owner, it.ofPartner, { ...EVERYTHING, subjects: [it.ofPartner] });
    const user = await on.operator(it.partner);
    const policy = await on.passOn(it.partner, 'attributes.kind=pump', {
      asset_attributes_read: ['kind', 'serial'],
      event_arc_display_type_read: ['Repair'],
    });
    expect(await on.sight(user.token, it)).toMatchObject({
      asset: { kind: 'pump', serial: 's-3' },
      all: [it.events.repair],
      eventTotal: 1,
    });
    await on.remove(it.partner.token, `/iam/v1/${policy}`);
    expect(await on.sight(user.token, it)).toEqual(NOTHING);
  });

  const FILTERS: [string, boolean][] = [
    ['attributes.kind=pump', false],
    ['attributes.kind=*', false],
    ['attributes.secret=x-2', false],
    ['attributes.serial=s-2', false],
    ['attributes.serial!=s-3', false],
    ['attributes.serial=s-3', true],
    ['attributes.kind!=pump', true],
    ['attributes.secret!=*', true],
  ];
  describe('where only serial is shared', () => {
    let it: Pair;
    let user: Member;
    beforeAll(async () => {
      it = await on.pair();
      await on.share(it.owner, it.ofPartner, { ...READ, ...WRITE });
      user = await on.operator(it.partner);
    });
    test.each(sampled(FILTERS, FILTERS.length - 1))(
      'a policy of the partner with the filter %s, where only serial is shared: matches is %s',
      async (filter, seen) => {
        const { partner, pump } = it;
        const policy = await on.passOn(partner, filter, { ...EVERYTHING, event_arc_display_type_read: [] });
        onTestFinished(() => on.remove(partner.token, `/iam/v1/${policy}`));
        expect(await on.sight(user.token, it)).toMatchObject(
          seen ? { asset: { serial: 's-3' }, assetTotal: 1 } : NOTHING,
        );
        expect((await on.append(user.token, pump, record('Inspection'))).status).toBe(seen ? 200 : 404);
        const matched = await on.list(partner.token, `/iam/v1/${policy}/assets`);
        expect(matched.items.map(({ identity, attributes }) => [identity, attributes])).toEqual(
          seen ? [[pump, { serial: 's-3' }]] : [],
        );
        expect(matched.total).toBe(seen ? 1 : 0);
        const matching = await on.list(partner.token, `/iam/v1/${pump}/access_policies`);
        expect(matching.items.map(({ identity }) => identity)).toEqual(seen ? [policy] : []);
      },
    );
  });

  test('a partner cannot share the asset with a third tenancy', async () => {
    const it = await on.pair();
    await on.share(it.owner, it.ofPartner, EVERYTHING);
    const third = await newTenant(service, 'Third');
    const ofThird = (await importSubject(client, { of: third, into: it.partner, name: 'Third' })).identity;
    await importSubject(client, { of: it.partner, into: third, name: 'Partner' });
    await on.share(it.partner, ofThird, EVERYTHING);
    const own = (await on.post(it.partner.token, '/v2/assets', { attributes: { kind: 'pump' } })).identity;
    // The partner's own asset is shared; the one that the partner only sees is not.
    expect((await on.list(third.token, '/v2/assets')).items.map(({ identity }) => identity)).toEqual([own]);
    expect(await statusOf(third.token, `/v2/${it.pump}`)).toBe(404);
    expect((await on.append(third.token, it.pump, record('Inspection'))).status).toBe(404);
  });

  test.each<[string, (it: Pair) => Promise<unknown>]>([
    ['only the owner has imported', async ({ partner, ofOwner }) => on.remove(partner.token, `/iam/v1/${ofOwner}`)],
    ['only the partner has imported', async ({ owner, ofPartner }) => on.remove(owner.token, `/iam/v1/${ofPartner}`)],
  ])('nothing is shared while %s', async (_name, oneSided) => {
    const it = await on.pair();
    await oneSided(it);
    await on.share(it.owner, it.ofPartner, EVERYTHING);
    expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
    expect((await on.append(it.partner.token, it.pump, record('Inspection'))).status).toBe(404);
  });

  test('a policy that names a subject of another tenancy grants nothing', async () => {
    const it = await on.pair();
    // ofOwner is the partner's record of the owner; no tenancy can grant by another's subject.
    await on.share(it.owner, it.ofOwner, EVERYTHING);
    await on.share(it.owner, SELF, EVERYTHING);
    expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
  });

  test('a policy grants nothing to users of other tenancies', async () => {
    const it = await on.pair();
    await on.share(it.owner, it.ofPartner, READ);
    const user = await on.operator(it.partner);
    await on.passOn(it.owner, 'attributes.kind=pump', {
      ...EVERYTHING,
      subjects: [it.ofPartner],
      user_attributes: [{ or: [`subject=${user.client_id}`, `subject=${it.partner.client_id}`, 'jwt_role=operator'] }],
      asset_attributes_read: ['kind'],
    });
    expect(await on.sight(user.token, it)).toEqual(NOTHING);
    expect((await on.append(user.token, it.pump, record('Inspection'))).status).toBe(404);
    expect((await on.get(it.partner.token, `/v2/${it.pump}`)).attributes).toEqual({ kind: 'pump', serial: 's-3' });
  });

  test('public assets are not shared by policies', async () => {
    const it = await on.pair();
    const { owner, partner } = it;
    await on.share(it.owner, it.ofPartner, EVERYTHING);
    const user = await on.operator(partner);
    await on.passOn(partner, 'attributes.kind=pump', EVERYTHING);
    const body = { public: true, attributes: { kind: 'pump' } };
    const statue = (await on.post(owner.token, '/v2/assets', body)).identity;
    const { items } = await on.list(owner.token, `/v2/${statue}/events`);
    for (const { token } of [partner, user]) {
      expect((await on.list(token, '/v2/assets')).items.map(({ identity }) => identity)).toEqual([it.pump]);
      expect((await on.list(token, '/v2/assets/-/events')).total).toBe(4);
      for (const path of [statue, `${statue}/events`, `${statue}:publicurl`, items[0].identity])
        expect(await statusOf(token, `/v2/${path}`)).toBe(404);
      expect((await on.append(token, statue, record('Inspection'))).status).toBe(404);
      expect(await statusOf(token, `/public${statue}`)).toBe(200);
    }
    expect(await on.list(partner.token, `/iam/v1/${statue}/access_policies`)).toMatchObject({ status: 404 });
  });
});

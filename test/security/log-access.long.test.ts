import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { found, LogReader } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done, EVERYTHING, newMember, openSharing, record, type Pair, type Sharing } from '../support/sharing.ts';

/** What those who may read an event of a log may read of it, and what only administrators and auditors may. */
const HEAD = ['', '/checkpoint', '/keys', ':consistency?from=1', ':consistency?from=1&to=2'];
/** Paths below that of tiles that are not those of tiles. */
const NOT_TILES = ['/tile/0/1', '/tile/64/000', '/tile/entries/000.p/256'];
const WHOLE = ['/tile/0/000.p/1', '/tile/0/000.p/5', '/tile/entries/000.p/1', '/tile/entries/000.p/5'];

let service: Service;
let client: Client;
let sharing: Sharing;
let pair: Pair;
/** The two names of the log of the owner. */
let names: string[];

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  sharing = openSharing(service, client);
  pair = await sharing.pair();
  const uuid = pair.owner.tenant_identity.slice('tenant/'.length);
  const log = new LogReader(client, pair.owner.token, uuid);
  await log.grown(5);
  names = [uuid, (await log.describe()).log];
});

const call = (token: string | undefined, name: string, path: string): Promise<Answer> =>
  client.call(token, 'GET', `/v1/logs/${name}${path}`);

/**
 * The statuses of the paths of both kinds, in the quick tests of the first and the last one, by both names of the
 * log: one of each kind.
 */
async function access(
  token: string | undefined,
  of: readonly string[] = names,
): Promise<[head: number, whole: number]> {
  const statuses = async (paths: string[]): Promise<number> => {
    const answers = await Promise.all(of.flatMap((name) => paths.map((path) => call(token, name, path))));
    const found = new Set(answers.map(({ status }) => status));
    expect([...found]).toHaveLength(1);
    return answers[0]!.status;
  };
  return [await statuses(HEAD), await statuses(WHOLE)];
}

async function newAuditor(tenant: Tenant): Promise<{ identity: string; token: string }> {
  const body = { display_name: 'Auditor', permissions: ['auditor'] };
  const made = await done(client, tenant.token, 'POST', '/iam/v1/applications', body);
  return { identity: made.identity, token: await tokenOf(service, made.client_id, made.credentials[0].secret) };
}

const patch = (tenant: Tenant, identity: string, body: object, query = ''): Promise<Answer> =>
  client.call(tenant.token, 'PATCH', `/iam/v1/${identity}`, { body, query });

describe('the log of a tenancy', () => {
  test('is for its administrators and auditors, and not for members without a right', async () => {
    expect(await access(pair.owner.token)).toEqual([200, 200]);
    expect(await access((await newAuditor(pair.owner)).token)).toEqual([200, 200]);
    expect(await access((await newMember(service, client, pair.owner)).token)).toEqual([404, 404]);
  });

  test.each([
    ['every event', 'pump', EVERYTHING, [200, 403]],
    ['inspections', 'pump', { event_arc_display_type_read: ['Inspection'] }, [200, 403]],
    ['one of the types', 'pump', { event_arc_display_type_read: ['Nothing', 'Repair'] }, [200, 403]],
    ['a type that no event has', 'pump', { event_arc_display_type_read: ['Nothing'] }, [404, 404]],
    ['attributes only', 'pump', { asset_attributes_read: ['*'] }, [404, 404]],
    ['writing only', 'pump', { behaviours: ['*'], event_arc_display_type_write: ['*'] }, [404, 404]],
    ['every event of assets that do not exist', 'ship', EVERYTHING, [404, 404]],
  ])('shows a member its head only if a policy lets them read an event: %s', async (_, kind, permission, expected) => {
    const member = await newMember(service, client, pair.owner, { role: 'mechanic' });
    expect(await access(member.token)).toEqual([404, 404]);
    const policy = await sharing.policy(pair.owner, `attributes.kind=${kind}`, {
      user_attributes: [{ or: ['jwt_role=mechanic'] }],
      ...permission,
    });
    expect(await access(member.token)).toEqual(expected);
    expect(await access((await newMember(service, client, pair.owner)).token)).toEqual([404, 404]);
    await sharing.remove(pair.owner.token, `/iam/v1/${policy}`);
    expect(await access(member.token)).toEqual([404, 404]);
  });

  test('is not shown to a member who may read events of other tenancies only', async () => {
    const shared = await sharing.pair();
    await sharing.policy(shared.owner, 'attributes.kind=pump', { subjects: [shared.ofPartner], ...EVERYTHING });
    const member = await newMember(service, client, shared.partner, { role: 'mechanic' });
    await sharing.policy(shared.partner, 'attributes.kind=pump', {
      user_attributes: [{ or: ['jwt_role=mechanic'] }],
      ...EVERYTHING,
    });
    const namesOf = ({ tenant_identity }: Tenant): string[] => [tenant_identity.slice('tenant/'.length)];
    await sharing.post(shared.partner.token, '/v2/assets', { attributes: { kind: 'ship' } });
    for (const [tenant, size] of [
      [shared.owner, 5],
      [shared.partner, 2],
    ] as const)
      await new LogReader(client, tenant.token, namesOf(tenant)[0]!).grown(size);
    expect(await access(member.token, namesOf(shared.owner))).toEqual([200, 403]);
    expect(await access(member.token, namesOf(shared.partner))).toEqual([404, 404]);
  });

  test('is refused to all other callers, as if it did not exist', async () => {
    const stranger = await newTenant(service, 'Stranger');
    const others = [
      stranger.token,
      (await newAuditor(stranger)).token,
      (await newMember(service, client, stranger)).token,
      pair.partner.token,
      (await newAuditor(pair.partner)).token,
    ];
    for (const token of others) {
      expect(await access(token)).toEqual([404, 404]);
      for (const path of [...HEAD, ...WHOLE, ...NOT_TILES]) {
        const unknown = crypto.randomUUID();
        const [nothing, ...private_] = await Promise.all([unknown, ...names].map((name) => call(token, name, path)));
        const shown = ({ status, headers, text }: Answer, name: string): string =>
          `${status} ${headers.get('cache-control')} ` +
          `${text.replace(headers.get('x-request-id')!, '').replaceAll(name, 'NAME')}`;
        for (const [n, answer] of private_.entries()) expect(shown(answer, names[n]!)).toBe(shown(nothing!, unknown));
      }
    }
  });

  test('is refused to callers without a token, who get the same response for a log that does not exist', async () => {
    expect(await access(undefined)).toEqual([401, 401]);
    expect(await access(undefined, [crypto.randomUUID()])).toEqual([401, 401]);
    for (const name of [...names, crypto.randomUUID()])
      for (const path of NOT_TILES) expect((await call(undefined, name, path)).status, path).toBe(401);
    const { headers, text } = await call(undefined, names[0]!, '/checkpoint');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="archivist"');
    expect(text).not.toContain(names[1]);
  });

  test('responds to a path of no tile with 404 for readers of tiles, and as for a tile to others', async () => {
    for (const path of NOT_TILES) {
      const { status, body } = await call(pair.owner.token, names[0]!, path);
      expect([status, body.message], path).toEqual([404, expect.stringContaining('must be <level>/<index>')]);
      expect((await call(undefined, 'public', path)).status, path).toBe(404);
    }
  });

  test('is refused to tokens that are not valid, also for the public log', async () => {
    for (const token of ['garbage', 'a.b.c', pair.owner.client_secret])
      expect(await access(token, [...names, 'public'])).toEqual([401, 401]);
    const basic = { headers: { authorization: 'Basic Og==' } };
    expect((await client.call(undefined, 'GET', '/v1/logs/public', basic)).status).toBe(401);
  });

  test('is not opened by the public log, which has public events only', async () => {
    const attributes = { kind: 'pump', arc_display_name: 'public pump' };
    await sharing.post(pair.owner.token, '/v2/assets', { attributes, public: true });
    await found(client, undefined, '/v1/logs/public/tile/entries/000.p/2');
    const stranger = await newTenant(service, 'Reader of public assets');
    for (const token of [undefined, stranger.token, pair.owner.token])
      for (const path of [...HEAD, '/tile/0/000.p/2', '/tile/entries/000.p/2']) {
        const answer = await call(token, 'public', path);
        expect(answer.status, path).toBe(200);
        for (const name of names.slice(1)) expect(answer.text).not.toContain(name);
      }
    expect(await access(stranger.token)).toEqual([404, 404]);
    const [entry] =
      (await call(undefined, 'public', '/tile/entries/000.p/2')).text.match(/8:identity.*?\/events/) ?? [];
    expect(entry).toContain('publicassets/');
  });
});

describe('a tenancy with which assets are shared', () => {
  let fresh: Pair;
  let of: string[];
  beforeAll(async () => {
    fresh = await sharing.pair();
    of = [fresh.owner.tenant_identity.slice('tenant/'.length)];
    await new LogReader(client, fresh.owner.token, of[0]!).grown(5);
  });
  /** Shares pumps with these rights while `during` runs. */
  async function sharedWith(
    permission: object,
    during: () => Promise<void>,
    filter = 'attributes.kind=pump',
  ): Promise<void> {
    const policy = await sharing.policy(fresh.owner, filter, { subjects: [fresh.ofPartner], ...permission });
    await during();
    await sharing.remove(fresh.owner.token, `/iam/v1/${policy}`);
    expect(await access(fresh.partner.token, of)).toEqual([404, 404]);
  }
  const partner = (): Promise<[number, number]> => access(fresh.partner.token, of);

  test.each([
    ['every event', EVERYTHING, [200, 403]],
    ['inspections', { event_arc_display_type_read: ['Inspection'] }, [200, 403]],
    ['one of the types', { event_arc_display_type_read: ['Nothing', 'Repair'] }, [200, 403]],
    ['a type that no event has', { event_arc_display_type_read: ['Nothing'] }, [404, 404]],
    ['a type with a long name', { event_arc_display_type_read: ['N'.repeat(100)] }, [404, 404]],
    ['attributes only', { asset_attributes_read: ['*'] }, [404, 404]],
    ['writing only', { behaviours: ['*'], event_arc_display_type_write: ['*'] }, [404, 404]],
  ])('reads the head only if it may read an event: with rights on %s', async (_, permission, expected) => {
    await sharedWith(permission, async () => expect(await partner()).toEqual(expected));
  });

  test('may not read it if the policy matches no asset, or only public ones', async () => {
    await sharedWith(EVERYTHING, async () => expect(await partner()).toEqual([404, 404]), 'attributes.kind=ship');
    const attributes = { kind: 'statue' };
    await sharing.post(fresh.owner.token, '/v2/assets', { attributes, public: true });
    await sharedWith(EVERYTHING, async () => expect(await partner()).toEqual([404, 404]), 'attributes.kind=statue');
  });

  test('shares it with those of its members who may read an event', async () => {
    const [member, operator] = [await newMember(service, client, fresh.partner), await sharing.operator(fresh.partner)];
    await sharedWith({ event_arc_display_type_read: ['Inspection'], asset_attributes_read: ['kind'] }, async () => {
      expect(await access(member.token, of)).toEqual([404, 404]);
      const types = [
        [['Inspection'], [200, 403]],
        [['*'], [200, 403]],
        [['Repair'], [404, 404]],
      ] as const;
      for (const [event_arc_display_type_read, expected] of types) {
        const policy = await sharing.passOn(fresh.partner, 'attributes.kind=pump', { event_arc_display_type_read });
        expect(await access(operator.token, of)).toEqual(expected);
        await sharing.remove(fresh.partner.token, `/iam/v1/${policy}`);
      }
      expect(await access(operator.token, of)).toEqual([404, 404]);
    });
  });

  test('finds an event among many assets without one', async () => {
    const assets = Array.from({ length: 60 }, () => ({ attributes: { kind: 'buoy' } }));
    const { results } = await sharing.post(fresh.owner.token, '/v2/assets:batch', { assets });
    const [first] = results;
    await sharing.post(fresh.owner.token, `/v2/${first.asset.identity}/events`, record('Inspection'));
    const rights = { event_arc_display_type_read: ['Inspection'] };
    await sharedWith(rights, async () => expect(await partner()).toEqual([200, 403]), 'attributes.kind=buoy');
  });

  test('gets receipts of the events that it may read, from the log of the owner', async () => {
    await sharedWith({ event_arc_display_type_read: ['Inspection'] }, async () => {
      for (const verb of ['receipt', 'tlogproof']) {
        const [own, partners] = await Promise.all(
          [fresh.owner, fresh.partner].map(({ token }) =>
            client.call(token, 'GET', `/v2/${fresh.events.inspection}:${verb}`),
          ),
        );
        expect([partners!.status, partners!.bytes]).toEqual([200, own!.bytes]);
        for (const event of [fresh.events.repair, fresh.events.untyped, fresh.events.created])
          expect((await client.call(fresh.partner.token, 'GET', `/v2/${event}:${verb}`)).status).toBe(404);
      }
    });
  });
});

describe('an auditor', () => {
  test('loses the log with the request that takes the permission away, or deletes the application', async () => {
    const { identity, token } = await newAuditor(pair.owner);
    expect(await access(token)).toEqual([200, 200]);
    expect((await patch(pair.owner, identity, { permissions: [] })).body.permissions).toEqual([]);
    expect(await access(token)).toEqual([404, 404]);
    expect((await patch(pair.owner, identity, { permissions: ['auditor', 'auditor'] })).body.permissions).toEqual([
      'auditor',
    ]);
    expect(await access(token)).toEqual([200, 200]);
    expect((await patch(pair.owner, identity, {}, 'mask=permissions')).body.permissions).toEqual([]);
    expect(await access(token)).toEqual([404, 404]);
    expect((await patch(pair.owner, identity, { display_name: 'renamed' })).body.permissions).toEqual([]);
    await done(client, pair.owner.token, 'DELETE', `/iam/v1/${identity}`);
    expect(await access(token)).toEqual([401, 401]);
  });

  test('may read nothing else', async () => {
    const { token } = await newAuditor(pair.owner);
    for (const path of ['/v2/assets', '/v2/assets/-/events'])
      expect(
        (await client.call(token, 'GET', path, { headers: { 'x-request-total-count': 'true' } })).headers.get(
          'x-total-count',
        ),
      ).toBe('0');
    const { events, pump } = pair;
    for (const path of [
      `/v2/${pump}`,
      `/v2/${events.inspection}`,
      `/v2/${events.inspection}:receipt`,
      `/v2/${events.inspection}:tlogproof`,
    ])
      expect((await client.call(token, 'GET', path)).status, path).toBe(404);
    for (const path of ['/v1/audit', '/iam/v1/applications', '/iam/v1/access_policies', '/iam/v1/subjects'])
      expect((await client.call(token, 'GET', path)).status, path).toBe(403);
    const event = RECORD;
    expect((await client.call(token, 'POST', `/v2/${pump}/events`, { body: event })).status).toBe(404);
    expect((await client.call(token, 'POST', '/v2/assets', { body: {} })).status).toBe(403);
  });

  test('is made by administrators only, and the change is audited', async () => {
    const { identity, token } = await newMember(service, client, pair.owner);
    const refused = await client.call(token, 'PATCH', `/iam/v1/${identity}`, { body: { permissions: ['auditor'] } });
    expect(refused.status).toBe(403);
    const invalid = await patch(pair.owner, identity, { permissions: ['administrator'] });
    expect(invalid.status).toBe(400);
    expect((await patch(pair.owner, identity, { permissions: ['auditor'] })).status).toBe(200);
    const { audit } = (await client.call(pair.owner.token, 'GET', '/v1/audit')).body;
    expect(audit[0]).toMatchObject({ operation: 'updateApplication', resource: identity });
    expect(audit[0].before_hash).not.toBe(audit[0].after_hash);
    const foreign = await patch(pair.partner, identity, { permissions: ['auditor'] });
    expect(foreign.status).toBe(404);
  });
});

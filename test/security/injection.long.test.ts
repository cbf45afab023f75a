import { beforeAll, expect, test, vi } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { fieldsOf, sendRaw } from '../support/raw.ts';
import { listed, openMirror, READ, TEXTS, type Mirror } from '../support/mirror.ts';
import { sharedService, type Service } from '../support/service.ts';
import { identities, openTenancy, walk, type Actor, type Tenancy } from '../support/tenancy.ts';

// Each text is tried in each place: many small requests.
vi.setConfig({ testTimeout: 180_000 });

let service: Service;
let client: Client;
let mirror: Mirror;
let owner: Tenancy;
let stranger: Tenancy;
let member: Actor;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  mirror = await openMirror(service, client);
  ({ owner, stranger, member } = mirror);
});

test('text is never interpreted as the value of an attribute, in the filters of policies and of lists', async () => {
  const assets = await mirror.both(
    'values',
    TEXTS.map((v) => ({ v })),
    'in any order',
  );
  for (const [i, text] of TEXTS.entries()) {
    const what = JSON.stringify(text);
    await mirror.set(['attributes.set=values', `attributes.v=${text}`]);
    expect(await listed(member, assets), what).toEqual([i]);
    const near = assets[(i + 1) % assets.length]!;
    // SQL evaluates the list, and the ledger evaluates the append in memory.
    const appended = await Promise.all([assets[i]!, near].map((asset) => member.append(asset)));
    expect(
      appended.map(({ status }) => status),
      what,
    ).toEqual([200, 404]);
    await mirror.set(['attributes.set:values', `attributes.v!=${text}`]);
    const statuses = await Promise.all([near, assets[i]!].map((asset) => member.get(`/v2/${asset}`)));
    expect(
      statuses.map(({ status }) => status),
      what,
    ).toEqual([200, 404]);
    const query = { 'attributes.set': 'values', 'attributes.v': text };
    expect(await listed(owner, assets, query), what).toEqual([i]);
    const filters = `attributes.v='${text.replaceAll("'", "''")}' OR attributes.v='nothing'`;
    expect(await listed(owner, assets, { filters }), what).toEqual([i]);
  }
});

test('text is never interpreted as the name of an attribute, in records, filters and permissions', async () => {
  const names = TEXTS.filter((t) => !/[.\p{Cc}]|^__proto__$/u.test(t));
  const SOME = 9;
  const having = (from: number): object =>
    Object.fromEntries(names.slice(from, from + SOME).map((name) => [name, 'here']));
  const starts = names.map((_, i) => i).filter((i) => i % SOME === 0);
  const assets = await mirror.both('names', starts.map(having));
  const events = await walk(owner, '/v2/assets/-/events', { 'asset.attributes.set': 'names' });
  const newest = Math.max(...events.map(({ timestamp_accepted }) => Date.parse(timestamp_accepted)));
  const at_time = new Date(newest + 1000).toISOString();
  for (const [i, name] of names.entries()) {
    const what = JSON.stringify(name);
    const place = Math.floor(i / SOME);
    const rights = { behaviours: ['*'], event_arc_display_type_write: ['*'], asset_attributes_write: [name] };
    await mirror.set(['attributes.set=names'], {
      asset_attributes_read: [name],
      event_arc_display_type_read: ['*'],
      ...rights,
    });
    const expected = assets.map((_, at) => (at === place ? { [name]: 'here' } : {})).toReversed();
    const assetsNow = await walk(member, '/v2/assets');
    expect(
      assetsNow.map(({ attributes }) => attributes),
      what,
    ).toEqual(expected);
    const shown = await walk(member, '/v2/assets/-/events', { operation: 'NewAsset' });
    expect(
      shown.map(({ asset_attributes }) => asset_attributes),
      what,
    ).toEqual(expected);
    for (const query of [{}, { at_time }] as Record<string, string>[]) {
      const { attributes } = await member.done('GET', `/v2/${assets[place]}`, { query });
      expect(attributes, what).toEqual({ [name]: 'here' });
    }
    const near = names[(i + 1) % names.length]!;
    const filtered = (by: string): Promise<number[]> => listed(member, assets, { [by]: 'here' });
    if (!name.endsWith('!')) expect(await filtered(`attributes.${name}`), what).toEqual([place]);
    if (!near.endsWith('!')) expect(await filtered(`attributes.${near}`), what).toEqual([]);
    const wrote = [{ [name]: 'here' }, { [`${name}x`]: 'y' }, { [`x${name}`]: 'y' }, { secret: 'y' }];
    const statuses = wrote.map(
      async (asset_attributes) => (await member.append(assets[place]!, { asset_attributes })).status,
    );
    expect(await Promise.all(statuses), what).toEqual([200, 403, 403, 403]);
    if (/[=:]|!$/.test(name)) continue;
    await mirror.set(['attributes.set=names', `attributes.${name}:here`]);
    expect(await listed(member, assets), what).toEqual([place]);
    await mirror.set(['attributes.set=names', `attributes.${name}!=*`]);
    expect(await listed(member, assets), what).toEqual([...assets.keys()].filter((at) => at !== place));
  }
});

test('text is never interpreted as a key in a map or a list', async () => {
  const keys = TEXTS.filter((t) => !/[.=:]|^__proto__$|!$/u.test(t));
  const assets = await mirror.both(
    'keys',
    keys.map((key) => ({ m: { [key]: 'v' }, l: [{ [key]: 'v' }, { [key]: 'w' }] })),
    'in any order',
  );
  for (const [i, key] of keys.entries()) {
    await mirror.set(['attributes.set=keys', `attributes.m.${key}=v`, `attributes.l[].${key}=w`]);
    expect(await listed(member, assets), key).toEqual([i]);
    for (const path of [`m.${key}`, `l[].${key}`])
      expect(await listed(owner, assets, { [`attributes.${path}`]: '*' }), path).toEqual([i]);
  }
});

test('text is never interpreted as the type of an event, in reads and writes', async () => {
  const [asset] = (await mirror.both('types', [{}])) as [string];
  const event_attributes = (arc_display_type: string): object => ({ event_attributes: { arc_display_type } });
  for (const text of TEXTS) await owner.append(asset, event_attributes(text));
  await owner.append(asset);
  await stranger.append((await identities(stranger, '/v2/assets', { 'attributes.set': 'types' }))[0]!);
  for (const [i, text] of TEXTS.entries()) {
    const what = JSON.stringify(text);
    const types = { event_arc_display_type_read: [text], event_arc_display_type_write: [text], behaviours: ['*'] };
    await mirror.set(['attributes.set=types'], types);
    for (const path of ['/v2/assets/-/events', `/v2/${asset}/events`]) {
      const events = await walk(member, path);
      expect(
        events.map((event) => event.event_attributes.arc_display_type),
        what,
      ).toEqual([text]);
    }
    const near = TEXTS[(i + 1) % TEXTS.length]!;
    const statuses = [near, `${text}x`, '', '*'].map(
      async (t) => (await member.append(asset, event_attributes(t))).status,
    );
    expect(await Promise.all(statuses), what).toEqual([403, 403, 403, 403]);
  }
  await mirror.set(['attributes.set=types'], { event_arc_display_type_write: [`'`], behaviours: ['*'] });
  expect((await member.append(asset, event_attributes(`'`))).status).toBe(200);
});

test('text is never interpreted as the name and value of a claim', async () => {
  const [asset] = (await mirror.both('claims', [{}])) as [string];
  const [near, nobody] = [await owner.member(), await owner.member()];
  const seen = async (): Promise<number[]> =>
    Promise.all([member, near, nobody].map(async (who) => (await who.get(`/v2/${asset}`)).status));
  for (const [i, text] of TEXTS.entries()) {
    const what = JSON.stringify(text);
    await owner.claims(member, { c: text });
    await owner.claims(near, { c: TEXTS[(i + 1) % TEXTS.length]! });
    await mirror.set(['attributes.set=claims'], READ, [`jwt_c=${text}`]);
    expect(await seen(), what).toEqual([200, 404, 404]);
    if (text === '__proto__' || text.includes('=') || text.endsWith('!')) continue;
    await owner.claims(member, { [text]: text });
    await owner.claims(near, { [`${text}x`]: text });
    await mirror.set(['attributes.set=claims'], READ, [`jwt_${text}=${text}`]);
    expect(await seen(), what).toEqual([200, 404, 404]);
  }
  for (let from = 0; from < TEXTS.length; from += 30) {
    const users = TEXTS.slice(from, from + 30).flatMap((text) =>
      ['subject', 'email', 'group'].map((of) => `${of}=${text}`),
    );
    await mirror.set(['attributes.set=claims'], READ, users);
    expect(await seen()).toEqual([404, 404, 404]);
  }
  await owner.claims(member, { role: 'r' });
});

test('text is never interpreted as a display name and a description, and in the filter of a list', async () => {
  for (const text of TEXTS) {
    const body = { display_name: text, description: text };
    const made = await owner.done('POST', '/iam/v1/access_policies', { body });
    expect(made).toMatchObject(body);
    const listed = await owner.done('GET', '/iam/v1/access_policies', { query: { display_name: text } });
    expect(listed.access_policies).toEqual([made]);
    await owner.done('DELETE', `/iam/v1/${made.identity}`);
    const app = await owner.done('PATCH', `/iam/v1/applications/${member.id}`, { body: { display_name: text } });
    expect(app.display_name).toBe(text);
    const apps = await owner.done('GET', '/iam/v1/applications', { query: { display_name: text } });
    expect(apps.applications.map(({ client_id }: { client_id: string }) => client_id)).toEqual([member.id]);
  }
});

test('text is never interpreted as any other parameter: it finds nothing or is a 400 that names it', async () => {
  const fixed = 'operation behaviour from transaction_id principal_declared.email principal_accepted.subject'.split(
    ' ',
  );
  const checked = ['order_by', 'tracked', 'privacy', 'confirmation_status', 'page_size', 'page_token'];
  const items = ['/iam/v1/access_policies/', '/v2/assets/', '/iam/v1/applications/'];
  const quiet = await openTenancy(service, client, 'Quiet');
  await quiet.append(await quiet.asset({ a: 'x' }));
  for (const [i, text] of TEXTS.entries()) {
    // Each text is tried with two names of each list, in rotation.
    const [one, other] = [i % 3, 3 + (i % 3)];
    for (const name of [fixed[one]!, fixed[other]!])
      expect(await identities(quiet, '/v2/assets/-/events', { [name]: text }), name).toEqual([]);
    expect(await identities(quiet, '/v2/assets', { chain_id: text })).toEqual([]);
    for (const name of [checked[one]!, checked[other]!]) {
      const answer = await quiet.get('/v2/assets', { [name]: text });
      if (name === 'page_size' && /^\d+$/.test(text)) expect(answer.status).toBe(200);
      else expect([answer.status, ...fieldsOf(answer)], `${name}=${text} ${answer.text}`).toEqual([400, name]);
    }
    const answer = await sendRaw(service, 'GET', `/archivist${items[one]}x${encodeURIComponent(text)}`, quiet);
    expect([400, 404], items[one]! + text).toContain(answer.status);
  }
});

test('no request got a 5xx response', () => mirror.expectNoFaults());

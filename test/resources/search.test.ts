import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, walk, type Actor, type Tenancy } from '../support/tenancy.ts';

const SEARCH = '/v2/assets:search';
const READ_EVENTS = { event_arc_display_type_read: ['*'] };

let service: Service;
let client: Client;
let owner: Tenancy;
/** Identity -> the name of the asset in the tests. */
const names = new Map<string, string>();
const assets: Record<string, string> = {};

const ASSETS: [name: string, attributes: object, more?: object][] = [
  ['pump', { arc_display_name: 'Pump 7', arc_display_type: 'Pump', serial: 'SN-0007/b' }],
  ['house', { arc_display_name: 'House of pumps', arc_description: 'has the pump 7 of the harbor' }],
  ['harbor', { arc_display_name: 'Häfen', site: { city: 'Pumptown' }, tags: [{ t: 'pump' }] }],
  ['road', { arc_display_name: 'Straße ÅSE ﬁrst', owner: 'pump' }],
  ['tower', { arc_display_name: '東京タワー', arc_description: 'ΟΔΟΣ' }],
  ['open', { arc_display_name: 'Public pump 9' }, { public: true }],
];

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Search');
  for (const [name, attributes, more] of ASSETS) {
    assets[name] = await owner.asset(attributes, more);
    names.set(assets[name], name);
  }
});

/** The names of what a search finds, in its order, and `...` if it is not complete; or the problem. */
async function found(who: Actor, q: string, query: Record<string, string> = {}): Promise<string> {
  const { status, body } = await who.call('GET', SEARCH, { query: { q, ...query } });
  if (status !== 200) return `${status} ${body.message ?? body.detail ?? JSON.stringify(body)}`;
  expect(Object.keys(body).toSorted()).toEqual(['assets', 'complete', 'next_page_token']);
  const shown = body.assets.map(({ identity }: { identity: string }) => names.get(identity) ?? identity);
  return [...shown, ...(body.complete ? [] : ['...'])].join(' ');
}

describe('words and ranks', () => {
  test.each([
    ['pump', 'open pump house road', 'names before types, types before descriptions, all before other attributes'],
    ['pum', 'open house pump road', 'the last word as a prefix'],
    ['pump 7', 'pump house', 'all words'],
    ['7 pump', 'pump house', 'all words in any order'],
    ['pum 7', '', 'only the last word as a prefix'],
    ['PUMP', 'open pump house road', 'in any case'],
    ['hafen', 'harbor', 'without diacritics'],
    ['HA\u0308FEN', 'harbor', 'with diacritics in another form'],
    ['strasse ase', 'road', 'ß as ss'],
    ['first', 'road', 'compatibility forms'],
    ['京', 'tower', 'each ideograph'],
    ['東京', 'tower', 'several ideographs'],
    ['οδος', 'tower', 'the final sigma'],
    ['sn 0007', 'pump', 'the parts of a number'],
    ['SN-0007/b', 'pump', 'punctuation between words'],
    ['Pumptown', '', 'not the values in maps'],
    ['arc_display_name', '', 'not the names of attributes'],
    ['nothing', '', 'no match'],
  ])('a search for %s finds: %s (%s)', async (q, wanted) => {
    expect(await found(owner, q)).toBe(wanted);
  });

  test('a word is found by its first 32 characters, and a value by its first 100 words', async () => {
    const long = await owner.asset({
      note: `${'q'.repeat(40)} ${Array.from({ length: 120 }, (_, i) => `w${i}`).join(' ')}`,
    });
    names.set(long, 'long');
    expect(await found(owner, 'q'.repeat(32))).toBe('long');
    expect(await found(owner, `${'q'.repeat(39)}x`)).toBe('long');
    expect([await found(owner, 'w98'), await found(owner, 'w99'), await found(owner, 'w119')]).toEqual([
      'long',
      '',
      '',
    ]);
  });

  test('an asset with more than 1,000 different words is found by each of them', async () => {
    const word = (i: number): string => `m${i.toString(36)}`;
    const attributes = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `a${n}`,
        Array.from({ length: 100 }, (_, i) => word(n * 100 + i)).join(' '),
      ]),
    );
    const many = await owner.asset(attributes);
    names.set(many, 'many');
    expect([await found(owner, word(1)), await found(owner, word(1199))]).toEqual(['many', 'many']);
    // Without them it has few words again.
    await owner.append(many, {
      asset_attributes: Object.fromEntries(Object.keys(attributes).map((name) => [name, `short ${name}`])),
    });
    expect([await found(owner, word(1)), await found(owner, 'short a11')]).toEqual(['', 'many']);
  });
});

describe('changes', () => {
  test('an event that changes an attribute changes what finds the asset, with the response to the event', async () => {
    const asset = await owner.asset({ arc_display_name: 'blue crane', note: 'crane' });
    names.set(asset, 'crane');
    await owner.append(asset, { asset_attributes: { arc_display_name: 'green lift' } });
    expect(await found(owner, 'blue')).toBe('');
    expect(await found(owner, 'green lift')).toBe('crane');
    // Another attribute still has the word.
    expect(await found(owner, 'crane')).toBe('crane');
    await owner.append(asset, { asset_attributes: { note: { a: 'map' } } });
    expect(await found(owner, 'crane')).toBe('');
    await owner.append(asset, { event_attributes: { arc_description: 'orange' } });
    expect(await found(owner, 'orange')).toBe('');
  });

  test('untracked assets are found only if the search asks for them', async () => {
    const asset = await owner.asset({ arc_display_name: 'retired ladder' });
    names.set(asset, 'ladder');
    await owner.append(asset, { operation: 'StopTracking', behaviour: 'Builtin' });
    expect(await found(owner, 'ladder')).toBe('');
    expect(await found(owner, 'ladder', { tracked: 'NOT_TRACKED' })).toBe('ladder');
    expect(await found(owner, 'ladder', { tracked: 'ANY' })).toBe('ladder');
  });

  test('the words of a batch are found', async () => {
    const { results } = await owner.done('POST', '/v2/assets:batch', {
      body: { assets: ['one', 'two'].map((n) => ({ attributes: { arc_display_name: `batched ${n}` } })) },
    });
    for (const [i, { asset }] of results.entries()) names.set(asset.identity, `b${i}`);
    expect(await found(owner, 'batched')).toBe('b1 b0');
  });
});

describe('rights', () => {
  test('an attribute that a member may not read neither matches nor changes the order', async () => {
    const tenancy = await openTenancy(service, client, 'Redacted');
    const named = async (name: string, attributes: object): Promise<void> =>
      void names.set(await tenancy.asset({ kind: 'seen', ...attributes }), name);
    await named('first', { arc_display_name: 'winch', note: 'rope' });
    await named('second', { arc_display_name: 'rope', note: 'winch' });
    const member = await tenancy.member({ role: 'r' });
    expect(await found(member, 'winch')).toBe('');
    await tenancy.policy(['attributes.kind=seen'], ['jwt_role=r'], { asset_attributes_read: ['kind', 'note'] });
    expect(await found(tenancy, 'winch')).toBe('first second');
    expect(await found(member, 'winch')).toBe('second');
    expect(await found(member, 'rope')).toBe('first');
    // One attribute has one of the words, and a hidden one the other.
    expect(await found(member, 'winch rope')).toBe('');
    expect(await found(tenancy, 'winch rope')).toBe('second first');
    const blind = await tenancy.member({ role: 'b' });
    await tenancy.policy(['attributes.kind=seen'], ['jwt_role=b'], READ_EVENTS);
    expect((await blind.get('/v2/assets')).body.assets).toHaveLength(2);
    expect(await found(blind, 'seen')).toBe('');
  });

  test('a partner finds assets by the attributes that are shared, until the sharing ends', async () => {
    const [one, two] = [await openTenancy(service, client, 'One'), await openTenancy(service, client, 'Two')];
    const subject = await one.knows(two);
    await two.knows(one);
    names.set(await one.asset({ kind: 'shared', arc_display_name: 'anvil', secret: 'hammer' }), 'anvil');
    names.set(await two.asset({ arc_display_name: 'own anvil' }), 'own');
    expect(await found(two, 'anvil')).toBe('own');
    const { identity } = await one.done('POST', '/iam/v1/access_policies', {
      body: {
        display_name: 'share',
        filters: [{ or: ['attributes.kind=shared'] }],
        access_permissions: [{ subjects: [subject], asset_attributes_read: ['kind', 'arc_display_name'] }],
      },
    });
    expect([await found(two, 'anvil'), await found(two, 'hammer')]).toEqual(['own anvil', '']);
    await one.done('DELETE', `/iam/v1/${identity}`);
    expect(await found(two, 'anvil')).toBe('own');
  });

  test('another tenancy finds nothing, not even public assets', async () => {
    const other = await openTenancy(service, client, 'Other');
    expect(await found(other, 'pump')).toBe('');
  });
});

describe('pages', () => {
  test('pages have every match once, in the order of the ranks', async () => {
    const tenancy = await openTenancy(service, client, 'Pages');
    for (let i = 0; i < 9; i++)
      await tenancy.asset(i % 3 === 0 ? { arc_display_name: `bolt ${i}` } : { note: `bolt ${i}` });
    const all = await walk(tenancy, SEARCH, { q: 'bolt' }, 100);
    const paged = await walk(tenancy, SEARCH, { q: 'bolt' }, 2);
    expect(paged).toEqual(all);
    const shown = all.map(({ attributes }) => attributes.arc_display_name ?? attributes.note);
    expect(shown).toEqual([6, 3, 0, 8, 7, 5, 4, 2, 1].map((i) => `bolt ${i}`));
  });

  test.each([
    ['', 'q'],
    ['q=', 'q'],
    ['q=%2B-', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a+b+c+d+e+f+g+h+i', 'q'],
    ['q=a&order_by=DEFAULT', 'order_by'],
    ['q=a&tracked=MAYBE', 'tracked'],
  ])('a search with the query %s responds with 400 and names the field %s', async (query, field) => {
    const { status, text } = await owner.call('GET', `${SEARCH}?${query}`);
    expect(status).toBe(400);
    expect(text).toContain(`"field":"${field}"`);
  });
});

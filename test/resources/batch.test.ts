import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
import { fieldsOf, sendRaw } from '../support/raw.ts';
import { RECORD } from '../support/record.ts';
import { SECRETS, sharedService, type Service } from '../support/service.ts';
import { openTenancy, walk, type Actor, type Tenancy } from '../support/tenancy.ts';

const EVENTS = '/v2/assets/-/events:batch';
const ASSETS = '/v2/assets:batch';
const UNKNOWN = 'assets/9b5d7c51-9d4a-4d4c-8f4e-2a63b1f7c0de';

let service: Service;
let client: Client;
let owner: Tenancy;
let stranger: Tenancy;
let foreign: string;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Batches');
  stranger = await openTenancy(service, client, 'Stranger');
  foreign = await stranger.asset({ kind: 'pump' });
});

let keys = 0;
const newKey = (): string => `batch-${++keys}`;
const events = (items: unknown[], options: Options = {}, who: Actor = owner): Promise<Answer> =>
  who.call('POST', EVENTS, { body: { events: items }, ...options });
const assets = (items: unknown[], options: Options = {}, who: Actor = owner): Promise<Answer> =>
  who.call('POST', ASSETS, { body: { assets: items }, ...options });
const lines = (path: string, text: string, headers: Record<string, string> = {}): Promise<Answer> =>
  owner.call('POST', path, { raw: text, headers: { 'content-type': 'application/jsonl', ...headers } });
const history = (asset: string): Promise<any[]> => walk(owner, `/v2/${asset}/events`);
/** The body of an error without the id of its request. */
const problem = (body: { details: { '@type': string }[] }): object => ({
  ...body,
  details: body.details.filter((detail) => !detail['@type'].endsWith('RequestInfo')),
});
/** The codes of the errors, and 0 for a record. */
const codes = (answer: Answer): number[] => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results.map(({ error }: { error?: { code: number } }) => error?.code ?? 0);
};
const identities = (answer: Answer): string[] =>
  answer.body.results.map(
    ({ asset, event }: Record<string, { identity: string } | undefined>) => (asset ?? event)?.identity,
  );

test('a batch of events has the record or the error of a single request for every item, in their order', async () => {
  const asset = await owner.asset({});
  const used = newKey();
  expect((await owner.append(asset, {}, { 'idempotency-key': used })).status).toBe(200);
  const attachment = { arc_attribute_type: 'arc_attachment', arc_blob_identity: `blobs/${UNKNOWN.slice(7)}` };
  const refused: [item: any, code: number][] = [
    ['text', 3],
    [null, 3],
    [{}, 3],
    [{ ...RECORD, operation: 5 }, 3],
    [{ operation: 'Fly', behaviour: 'RecordEvidence' }, 3],
    [{ ...RECORD, timestamp_declared: 'yesterday' }, 3],
    [{ ...RECORD, event_attributes: { a: 1, b: [2] } }, 3],
    [{ ...RECORD, event_attributes: { a: '\ud800' } }, 3],
    [
      {
        ...RECORD,
        event_attributes: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`a${i}`, 'x'.repeat(4000)])),
      },
      3,
    ],
    [{ ...RECORD, note: 'x'.repeat(1_048_576) }, 3],
    [{ ...RECORD, asset_attributes: { drawing: { ...attachment, arc_blob_hash_value: 'ab'.repeat(32) } } }, 3],
    [{ ...RECORD, asset_attributes: { drawing: attachment } }, 3],
    [{ ...RECORD, asset_identity: UNKNOWN }, 5],
    [{ ...RECORD, asset_identity: UNKNOWN.replace('assets/', '').toUpperCase().replace(/^/, 'assets/') }, 5],
    [{ ...RECORD, asset_identity: foreign }, 5],
    [{ ...RECORD, event_attributes: { a: 'other' }, idempotency_key: used }, 6],
  ];
  const items = refused.flatMap(([item], i) => [
    { ...RECORD, asset_identity: asset, event_attributes: { n: String(i) } },
    item !== null && typeof item === 'object' ? { asset_identity: asset, ...item } : item,
  ]);
  const answer = await events(items);
  expect(codes(answer)).toEqual(refused.flatMap(([, code]) => [0, code]));
  for (const [i, [item]] of refused.entries()) {
    const { asset_identity = asset, idempotency_key, ...body } = item ?? {};
    const single = await owner.call('POST', `/v2/${asset_identity}/events`, {
      body: item !== null && typeof item === 'object' ? body : item,
      headers: idempotency_key ? { 'idempotency-key': idempotency_key } : {},
    });
    expect(problem(answer.body.results[2 * i + 1].error)).toEqual(problem(single.body));
    expect(answer.body.results[2 * i + 1].error.details[0].request_id).toBe(answer.headers.get('x-request-id'));
    expect(answer.body.results[2 * i].event.event_attributes).toEqual({ n: String(i) });
  }
  expect(await history(asset)).toHaveLength(2 + refused.length);
});

test('a batch of events names the identity of the asset and the key of an item that are not valid', async () => {
  const asset = await owner.asset({});
  const wrong = ['assets/x', asset.slice(7), asset.toUpperCase(), '', 5, undefined].map((asset_identity) => ({
    ...RECORD,
    asset_identity,
  }));
  const badKeys = ['', 'ä', 'k'.repeat(256), 'a\nb', ' a', 'a ', ' ', 5].map((idempotency_key) => ({
    ...RECORD,
    asset_identity: asset,
    idempotency_key,
  }));
  const { body } = await events([...wrong, ...badKeys]);
  expect(body.results.map(({ error }: any) => fieldsOf({ body: error }))).toEqual([
    ...wrong.map(() => ['asset_identity']),
    ...badKeys.map(() => ['idempotency_key']),
  ]);
});

test('a batch of events keeps the order of assets and declared times, with 1,000 events of five assets', async () => {
  const five = identities(await assets(Array.from({ length: 5 }, () => ({}))));
  const time = (n: number): string => new Date(Date.UTC(2001, 0, 1) + n * 60_000).toISOString().replace('.000', '');
  const items = Array.from({ length: 1000 }, (_, n) => ({
    ...RECORD,
    asset_identity: five[(n * 7) % 5],
    event_attributes: { n: String(n) },
    asset_attributes: { last: String(n) },
    timestamp_declared: time(n),
  }));
  const answer = await events(items);
  expect(codes(answer)).toEqual(items.map(() => 0));
  answer.body.results.forEach(({ event }: any, n: number) =>
    expect(event).toMatchObject({ asset_identity: items[n]!.asset_identity, event_attributes: { n: String(n) } }),
  );
  for (const asset of five) {
    const own = items.filter(({ asset_identity }) => asset_identity === asset);
    const stored = (await history(asset)).toReversed().slice(1);
    expect(stored.map((event) => [event.event_attributes.n, event.timestamp_declared])).toEqual(
      own.map((item) => [item.event_attributes.n, item.timestamp_declared]),
    );
    const { attributes } = await owner.done('GET', `/v2/${asset}`);
    expect(attributes.last).toBe(own.at(-1)!.event_attributes.n);
  }
});

test('a batch of events adds nothing when it is repeated with its key, and refuses the items that differ', async () => {
  const [a, b] = [await owner.asset({}), await owner.asset({})];
  const items = Array.from({ length: 30 }, (_, n) => ({
    ...RECORD,
    asset_identity: [a, b][n % 2],
    event_attributes: { n: String(n) },
  }));
  const headers = { 'idempotency-key': newKey() };
  const first = await events([...items, { ...RECORD, asset_identity: UNKNOWN }], { headers });
  const again = await events([...items, { ...RECORD, asset_identity: b }], { headers });
  expect(identities(again).slice(0, 30)).toEqual(identities(first).slice(0, 30));
  // The item that was refused has not used its key.
  expect([codes(first).at(-1), codes(again).at(-1)]).toEqual([5, 0]);
  const changed = items.map((item, n) => (n === 3 ? { ...item, event_attributes: { n: 'other' } } : item));
  expect(codes(await events(changed, { headers }))).toEqual(items.map((_, n) => (n === 3 ? 6 : 0)));
  expect([(await history(a)).length, (await history(b)).length]).toEqual([16, 17]);
});

test('a batch of events adds each event once when it is sent ten times at once', async () => {
  const asset = await owner.asset({});
  const items = Array.from({ length: 50 }, (_, n) => ({
    ...RECORD,
    asset_identity: asset,
    event_attributes: { n: String(n) },
  }));
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(Array.from({ length: 10 }, () => events(items, { headers })));
  for (const answer of answers) expect(identities(answer)).toEqual(identities(answers[0]!));
  const stored = (await history(asset)).toReversed().slice(1);
  expect(stored.map(({ event_attributes }) => event_attributes.n)).toEqual(items.map((_, n) => String(n)));
});

test('a batch of events has keys of items, which are those of single requests', async () => {
  const asset = await owner.asset({});
  const [before, after, twice] = [newKey(), newKey(), newKey()];
  const single = await owner.append(asset, {}, { 'idempotency-key': before });
  const item = (idempotency_key: string, more = {}) => ({ ...RECORD, asset_identity: asset, idempotency_key, ...more });
  const batch = [item(before), item(after), item(twice), item(twice), item(twice, { event_attributes: { a: '1' } })];
  const answer = await events(batch, { headers: { 'idempotency-key': newKey() } });
  expect(codes(answer)).toEqual([0, 0, 0, 0, 6]);
  const made = identities(answer);
  expect(made[0]).toBe(single.body.identity);
  expect(made[2]).toBe(made[3]);
  expect((await owner.append(asset, {}, { 'idempotency-key': after })).body.identity).toBe(made[1]);
  expect(identities(await events(batch)).slice(0, 4)).toEqual(made.slice(0, 4));
  expect(await history(asset)).toHaveLength(4);
});

test('a batch of events checks what a member may write for each item', async () => {
  const shared = await owner.asset({ shared: 'yes' });
  const hidden = await owner.asset({});
  const member = await owner.member({ role: 'writer' });
  const nobody = await owner.member();
  await owner.policy(['attributes.shared=yes'], ['jwt_role=writer'], {
    behaviours: ['RecordEvidence'],
    asset_attributes_write: ['state'],
    event_arc_display_type_write: ['*'],
  });
  const items = [
    { ...RECORD, asset_identity: shared, asset_attributes: { state: 'ok' } },
    { ...RECORD, asset_identity: shared, asset_attributes: { secret: 'x' } },
    { operation: 'StopTracking', behaviour: 'Builtin', asset_identity: shared },
    { ...RECORD, asset_identity: hidden },
    { ...RECORD, asset_identity: foreign },
    { ...RECORD, asset_identity: shared },
  ];
  const answer = await events(items, {}, member);
  expect(codes(answer)).toEqual([0, 7, 7, 5, 5, 0]);
  expect(fieldsOf({ body: answer.body.results[1].error })).toEqual(['asset_attributes.secret']);
  expect(codes(await events(items, {}, nobody))).toEqual(items.map(() => 5));
  expect(codes(await events(items, {}, stranger))).toEqual([5, 5, 5, 5, 0, 5]);
  expect(
    (await history(shared)).filter(({ principal_accepted }) => principal_accepted.subject === member.id),
  ).toHaveLength(2);
});

test('a batch of events of a deleted application is 401, with and without valid items', async () => {
  const asset = await owner.asset({});
  const gone = await owner.member({});
  await owner.done('DELETE', `/iam/v1/applications/${gone.id}`);
  expect((await events([{ ...RECORD, asset_identity: asset }], {}, gone)).status).toBe(401);
  expect((await events([{}], {}, gone)).status).toBe(401);
  expect((await assets([{ behaviours: ['none'] }], {}, gone)).status).toBe(401);
  expect((await events([], {}, gone)).status).toBe(401);
});

test('a batch of events appends to public and to KHIPU assets', async () => {
  const made = await assets([{ public: true }, { proof_mechanism: 'KHIPU' }]);
  expect(codes(made)).toEqual([0, 0]);
  const [open, khipu] = identities(made);
  const answer = await events([open, khipu].map((asset_identity) => ({ ...RECORD, asset_identity })));
  expect(codes(answer)).toEqual([0, 0]);
  const [ofOpen, ofKhipu] = identities(answer);
  const shown = await client.call(undefined, 'GET', `/public${ofOpen}`);
  expect([shown.status, shown.body.identity]).toEqual([200, `public${ofOpen}`]);
  expect((await owner.get(`/v2/${ofKhipu}`)).status).toBe(200);
  expect((await owner.get(`/v2/${khipu}`)).body).toMatchObject({
    proof_mechanism: 'KHIPU',
    storage_integrity: 'LEDGER',
  });
});

test('a batch of assets has the record or the error of a single request for every item, in their order', async () => {
  const refused: any[] = [
    7,
    { behaviours: ['Teleport'] },
    { public: 'true', proof_mechanism: 'NONE' },
    { chain_id: '1' },
    { access_policy: {} },
    { storage_integrity: 'LEDGER', proof_mechanism: 'SIMPLE_HASH' },
    { attributes: { a: { b: {} } } },
    { attributes: { arc_attachments: [{ arc_attachment_identity: 'blobs/none' }] } },
  ];
  const items = refused.flatMap((item, i) => [{ attributes: { n: String(i) } }, item]);
  const answer = await assets(items);
  expect(codes(answer)).toEqual(refused.flatMap(() => [0, 3]));
  for (const [i, body] of refused.entries()) {
    const single = await owner.call('POST', '/v2/assets', { body });
    expect(problem(answer.body.results[2 * i + 1].error)).toEqual(problem(single.body));
    const { asset } = answer.body.results[2 * i];
    expect(asset.attributes).toEqual({ n: String(i) });
    expect((await owner.get(`/v2/${asset.identity}`)).body).toEqual({
      ...asset,
      confirmation_status: expect.any(String),
    });
  }
});

test('a batch of assets creates each asset once when it is repeated with its key or with keys of items', async () => {
  const items = Array.from({ length: 20 }, (_, n) => ({
    attributes: { n: String(n) },
    ...(n % 2 ? { idempotency_key: newKey() } : {}),
  }));
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [await assets(items, { headers }), await assets(items, { headers })];
  expect(codes(first)).toEqual(items.map(() => 0));
  expect(identities(again)).toEqual(identities(first));
  expect(new Set(identities(first)).size).toBe(20);
  const third = await owner.call('POST', '/v2/assets', {
    body: { attributes: { n: '3' } },
    headers: { 'idempotency-key': items[3]!.idempotency_key! },
  });
  expect(third.body.identity).toBe(identities(first)[3]);
  expect(await walk(owner, '/v2/assets', { 'attributes.n': '19' })).toHaveLength(1);
});

test('a batch of assets of a member is refused for the items that no policy permits', async () => {
  const member = await owner.member({ role: 'maker' });
  await owner.policy(['attributes.made=yes'], ['jwt_role=maker'], {
    behaviours: ['RecordEvidence'],
    asset_attributes_write: ['made', 'n'],
    asset_attributes_read: ['made', 'n'],
  });
  const items = [
    { attributes: { made: 'yes', n: '1' } },
    { attributes: { made: 'no' } },
    { attributes: { made: 'yes', secret: '1' } },
    { attributes: { made: 'yes' }, public: true },
    { attributes: { made: 'yes', n: '2' } },
  ];
  expect(codes(await assets(items, {}, member))).toEqual([0, 7, 7, 7, 0]);
});

test('a batch of assets of KHIPU assets is 402 for these items if KHIPU is not enabled for the tenancy', async () => {
  const other = await openTenancy(service, client, 'No KHIPU');
  const operator = { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` };
  const set = await client.call(undefined, 'PATCH', `/operator/v1/tenants/${other.identity.slice(7)}`, {
    body: { khipu: 'off' },
    headers: operator,
  });
  expect(set.status).toBe(200);
  const answer = await assets([{ proof_mechanism: 'KHIPU' }, {}, { storage_integrity: 'LEDGER' }], {}, other);
  expect(codes(answer)).toEqual([8, 0, 8]);
  const single = await other.call('POST', '/v2/assets', { body: { proof_mechanism: 'KHIPU' } });
  expect(single.status).toBe(402);
  expect(problem(answer.body.results[0].error)).toEqual(problem(single.body));
  expect(answer.headers.get('retry-after')).toBeNull();
});

describe('the body of a batch', () => {
  test('the body of a batch may be JSON Lines, whose lines without text are ignored', async () => {
    const made = await lines(ASSETS, '{"attributes":{"n":"1"}}\r\n\n  \n{"attributes":{"n":"2"}}\n');
    expect(made.body.results.map(({ asset }: any) => asset.attributes)).toEqual([{ n: '1' }, { n: '2' }]);
    const [a, b] = identities(made);
    const item = (asset_identity: unknown) => JSON.stringify({ ...RECORD, asset_identity });
    const text = [item(a), '5', item(b), item('none')].join('\n');
    expect(codes(await lines(EVENTS, text))).toEqual([0, 3, 0, 3]);
    expect(codes(await lines(EVENTS, text, { 'content-type': 'application/jsonl; charset=utf-8' }))).toEqual([
      0, 3, 0, 3,
    ]);
  });

  test('the body of a batch in malformed JSON Lines is 400, which names the numbers of the lines', async () => {
    const answer = await lines(ASSETS, '{}\n{"attributes":\n\n[1,\n{}');
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['line 2', 'line 4']]);
    expect(answer.body.message).toBe('line 2: is not valid JSON; line 4: is not valid JSON');
  });

  test.each<[string, string, string]>([
    ['no item', '{"events":[]}', 'events'],
    ['more than 1,000 items', JSON.stringify({ events: Array.from({ length: 1001 }, () => ({})) }), 'events'],
    ['no list', '{}', 'events'],
    ['a list that is null', '{"events":null}', 'events'],
    ['an object as its list', '{"events":{}}', 'events'],
    ['another field', '{"events":[{}],"assets":[]}', 'assets'],
    ['a list instead of an object', '[{}]', 'body'],
    ['text that is not JSON', '{"events":[{},', 'body'],
    ['no text', '', 'body'],
  ])('the body of a batch with %s is 400', async (_what, raw, field) => {
    const answer = await owner.call('POST', EVENTS, { raw, headers: { 'content-type': 'application/json' } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  test.each<[string, string]>([
    ['no line', ' \n\n'],
    ['more than 1,000 lines', '{}\n'.repeat(1001)],
  ])('the body of a batch in JSON Lines with %s is 400', async (_what, text) => {
    const answer = await lines(EVENTS, text);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['events']]);
  });

  test('the body of a batch with a header Idempotency-Key that is not valid is 400', async () => {
    const answer = await assets([{}], { headers: { 'idempotency-key': 'k'.repeat(256) } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['idempotency-key']]);
  });

  test.each(['text/plain', 'application/ndjson', 'multipart/form-data; boundary=x'])(
    'the body of a batch of the type %s is 415',
    async (type) => {
      const answer = await owner.call('POST', EVENTS, { raw: '{}', headers: { 'content-type': type } });
      expect([answer.status, answer.body.message, answer.headers.get('accept')]).toEqual([
        415,
        'content-type must be application/json or application/jsonl or application/x-ndjson',
        'application/json, application/jsonl, application/x-ndjson',
      ]);
    },
  );

  test('the body of a batch in another charset than UTF-8 is 415', async () => {
    const headers = { 'content-type': 'application/json; charset=latin1' };
    const answer = await owner.call('POST', EVENTS, { raw: '{}', headers });
    expect([answer.status, answer.body.message]).toEqual([415, 'content-type: the charset must be utf-8']);
  });

  test('the body of a batch of the type application/x-ndjson is the same as JSON Lines', async () => {
    const made = await lines(ASSETS, '{"attributes":{"n":"1"}}\n{}\n', { 'content-type': 'Application/X-NDJSON' });
    expect(made.body.results.map(({ asset }: any) => asset.attributes)).toEqual([{ n: '1' }, {}]);
  });

  test('names 1,000 rejected fields in its response at most, and then one of each item', async () => {
    const invalid = { attributes: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, 1])) };
    const { body } = await assets(Array.from({ length: 30 }, () => invalid));
    const named = body.results.map(
      ({ error }: any) => error.details.find((detail: any) => 'field_violations' in detail).field_violations.length,
    );
    expect(named).toEqual([...Array.from({ length: 20 }, () => 50), ...Array.from({ length: 10 }, () => 1)]);
  });

  test('stops at the 50th line that is not JSON', async () => {
    const answer = await lines(EVENTS, 'x\n'.repeat(5000));
    expect([answer.status, fieldsOf(answer)]).toEqual([400, Array.from({ length: 50 }, (_, i) => `line ${i + 1}`)]);
  });

  test.each<[string, string, string, string]>([
    ['many lines', '\n'.repeat(10_001), 'body', 'must have at most 10000 lines'],
    [
      'many values',
      `{"event_attributes":{"a":[${'{},'.repeat(300_000)}{}]}}`,
      'events',
      'must have at most 300000 values',
    ],
  ])('the body of a batch in JSON Lines with %s is 400', async (_what, text, field, description) => {
    const answer = await lines(EVENTS, text);
    expect([answer.status, answer.body.message]).toEqual([400, `${field}: ${description}`]);
  });

  test('the body of a batch of 4 MiB is accepted, and one of more is 413, with or without its length', async () => {
    const text = (bytes: number): string => `{"attributes":{}}\n`.repeat(3).padEnd(bytes, ' ');
    expect(codes(await lines(ASSETS, text(4_194_304)))).toEqual([0, 0, 0]);
    const large = text(4_194_305);
    const streamed = await sendRaw(service, 'POST', `/archivist${ASSETS}`, {
      token: owner.token,
      headers: { 'content-type': 'application/jsonl' },
      body: [Buffer.from(large.slice(0, 1_000_000)), Buffer.from(large.slice(1_000_000))],
    });
    for (const answer of [await lines(ASSETS, large), streamed])
      expect([answer.status, answer.body.message]).toEqual([413, 'the body may have at most 4194304 bytes']);
  });

  test('has unknown fields that are ignored and named, unless the request is strict', async () => {
    const items = [{ attributes: {} }, { colour: 'red', owner: 'me', attributes: {} }, { colour: 'blue' }];
    const lenient = await assets(items);
    expect(codes(lenient)).toEqual([0, 0, 0]);
    expect(lenient.headers.get('archivist-ignored-fields')).toBe('assets[1].colour, assets[2].colour');
    const strict = await assets(items, { query: 'strict=true' });
    expect(codes(strict)).toEqual([0, 3, 3]);
    expect(strict.headers.get('archivist-ignored-fields')).toBeNull();
    expect(fieldsOf({ body: strict.body.results[1].error })).toEqual(['colour']);
  });
});

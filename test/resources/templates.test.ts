import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { newTenant, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const PATH = '/v1/templates';
const UUID = /^templates\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const INSPECTION = { display_name: 'Inspection', event_display_type: 'Inspection' };
const CONDITION = { name: 'condition', kind: 'CHOICE', choices: ['good', 'worn'] };

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Templates');
});

const call = (method: string, path: string, body?: unknown, token = tenant.token): Promise<Answer> =>
  client.call(token, method, path, { body });
const create = (body: object = INSPECTION): Promise<Answer> => call('POST', PATH, body);
const fieldsBody = (...fields: object[]): object => ({ ...INSPECTION, fields });

describe('the life of a template', () => {
  test('can be created, read, listed, changed and deleted, with an audit row for each change', async () => {
    const photo = { name: 'plate', display_name: 'Type plate', kind: 'PHOTO', required: true, help: 'Legible' };
    const made = await create({
      ...INSPECTION,
      description: 'Monthly',
      asset_display_types: ['Pump', 'Crane'],
      fields: [{ ...CONDITION, asset_attribute: 'condition' }, photo],
    });
    expect(made.status, made.text).toBe(200);
    expect(made.body).toEqual({
      identity: expect.stringMatching(UUID),
      ...INSPECTION,
      description: 'Monthly',
      asset_display_types: ['Pump', 'Crane'],
      fields: [
        { ...CONDITION, display_name: '', required: false, help: '', asset_attribute: 'condition' },
        { ...photo, choices: [], asset_attribute: '' },
      ],
      tenant: tenant.tenant_identity,
    });
    const at = `/v1/${made.body.identity}`;
    expect((await call('GET', at)).body).toEqual(made.body);
    expect((await call('GET', PATH)).body).toEqual({ templates: [made.body], next_page_token: '' });
    expect((await call('GET', `${PATH}?event_display_type=Repair`)).body.templates).toEqual([]);
    const changed = await call('PATCH', at, { fields: [{ name: 'note', kind: 'TEXT' }] });
    expect(changed.body).toMatchObject({ description: 'Monthly', fields: [{ name: 'note', kind: 'TEXT' }] });
    expect((await call('PATCH', `${at}?mask=fields,asset_display_types`, {})).body).toMatchObject({
      fields: [],
      asset_display_types: [],
    });
    const gone = await call('DELETE', at);
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    for (const method of ['GET', 'DELETE']) expectProblem(await call(method, at), 404);
    type Entry = { operation: string; resource: string };
    const audit = ((await call('GET', '/v1/audit')).body.audit as Entry[]).toReversed();
    expect(audit.filter(({ resource }) => resource === made.body.identity).map(({ operation }) => operation)).toEqual([
      'createTemplate',
      'updateTemplate',
      'updateTemplate',
      'deleteTemplate',
    ]);
  });

  test.each<[what: string, body: object, field: string]>([
    ['no type of event', { display_name: 'x' }, 'event_display_type'],
    ['an unknown field', { ...INSPECTION, feilds: [] }, 'feilds'],
    ['21 types of assets', { ...INSPECTION, asset_display_types: Array(21).fill('x') }, 'asset_display_types'],
    ['51 fields', fieldsBody(...Array.from({ length: 51 }, (_, i) => ({ name: `f${i}`, kind: 'TEXT' }))), 'fields'],
    ['an unknown kind', fieldsBody({ name: 'a', kind: 'COLOR' }), 'fields[0].kind'],
    ['a choice without choices', fieldsBody({ name: 'a', kind: 'CHOICE' }), 'fields[0].choices'],
    ['choices of a text', fieldsBody({ ...CONDITION, kind: 'TEXT' }), 'fields[0].choices'],
    ['one choice twice', fieldsBody({ ...CONDITION, choices: ['good', 'good'] }), 'fields[0].choices'],
    ['an empty choice', fieldsBody({ ...CONDITION, choices: [''] }), 'fields[0].choices[0]'],
    ['one name twice', fieldsBody(CONDITION, { name: 'condition', kind: 'TEXT' }), 'fields[1].name'],
    ['a name that no attribute has', fieldsBody({ name: 'a.b', kind: 'TEXT' }), 'fields[0].name'],
    ['the type as a field', fieldsBody({ name: 'arc_display_type', kind: 'TEXT' }), 'fields[0].name'],
    [
      'one attribute of the asset that two fields set',
      fieldsBody({ ...CONDITION, asset_attribute: 'x' }, { name: 'b', kind: 'TEXT', asset_attribute: 'x' }),
      'fields[1].asset_attribute',
    ],
    [
      'more than 30,000 characters of fields',
      fieldsBody(...Array.from({ length: 32 }, (_, i) => ({ name: `f${i}`, kind: 'TEXT', help: 'x'.repeat(1000) }))),
      'fields',
    ],
  ])('%s is 400 and names the field, at creation and after', async (_what, body, field) => {
    const refused = await create(body);
    expect([refused.status, fieldsOf(refused)], refused.text).toEqual([400, [field]]);
    const { fields, ...others } = body as { fields?: object[] };
    if (!fields && field === 'event_display_type') return;
    const { identity } = (await create()).body;
    const changed = await call('PATCH', `/v1/${identity}`, fields ? { fields } : others);
    expect([changed.status, fieldsOf(changed)], changed.text).toEqual([400, [field]]);
  });

  test('is read by members of the tenancy and changed by its administrators only', async () => {
    const { identity } = (await create()).body;
    const { body: app } = await call('POST', '/iam/v1/applications', { display_name: 'Inspector' });
    const token = await tokenOf(service, app.client_id, app.credentials[0].secret);
    expect((await call('GET', `/v1/${identity}`, undefined, token)).body.identity).toBe(identity);
    expectProblem(await call('PATCH', `/v1/${identity}`, { description: 'x' }, token), 403);
    expectProblem(await call('POST', PATH, INSPECTION, token), 403);
    expectProblem(await call('DELETE', `/v1/${identity}`, undefined, token), 403);
    const foreign = await newTenant(service, 'Foreign');
    expectProblem(await call('GET', `/v1/${identity}`, undefined, foreign.token), 404);
    expect((await call('GET', PATH, undefined, foreign.token)).body.templates).toEqual([]);
  });
});

test('a tenancy has at most 100 templates, also with concurrent creations', async () => {
  const made = await Promise.all(Array.from({ length: 103 }, () => create()));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(100);
  const refused = made.filter(({ status }) => status === 402);
  expect(refused.map(({ body }) => body.message)).toEqual(Array(3).fill('a tenancy can have at most 100 templates'));
  expect((await call('DELETE', `/v1/${made.find(({ status }) => status === 200)!.body.identity}`)).status).toBe(200);
  expect((await create()).status).toBe(200);
});

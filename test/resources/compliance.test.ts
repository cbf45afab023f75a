import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { fieldsOf } from '../support/raw.ts';
import { newMember } from '../support/sharing.ts';
import { LIMITED, newTenant, type Service, sharedService, type Tenant } from '../support/service.ts';
import { violationsOf } from '../support/tenancy.ts';

const PATH = '/v1/compliance_policies';
const UUID = /^compliance_policies\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN = 'compliance_policies/c3b2a1f0-0000-4000-8000-000000000000';
const QUOTA = Number(LIMITED.QUOTA_COMPLIANCE_POLICIES);

/** One of each type, with exactly the fields that it needs. */
const BODIES = {
  COMPLIANCE_SINCE: { event_display_type: 'Inspection', time_period_seconds: 10 },
  COMPLIANCE_CURRENT_OUTSTANDING: { event_display_type: 'Open', closing_event_display_type: 'Close' },
  COMPLIANCE_PERIOD_OUTSTANDING: {
    event_display_type: 'Open',
    closing_event_display_type: 'Close',
    time_period_seconds: 10,
  },
  COMPLIANCE_DYNAMIC_TOLERANCE: {
    event_display_type: 'Open',
    closing_event_display_type: 'Close',
    dynamic_window: 700,
    dynamic_variability: 1.5,
  },
  COMPLIANCE_RICHNESS: { richness_assertions: [{ or: ['rad<7', 'name=x'] }, { or: ['box.size>=1'] }] },
};
type Type = keyof typeof BODIES;
const TYPES = Object.keys(BODIES) as Type[];
/** The values of fields that the type of a policy does not use. */
const UNUSED = {
  description: '',
  asset_filter: [],
  event_display_type: '',
  closing_event_display_type: '',
  time_period_seconds: '0',
  dynamic_window: '0',
  dynamic_variability: 0,
  richness_assertions: [],
};
const since = (more: object = {}): object => ({
  compliance_type: 'COMPLIANCE_SINCE',
  display_name: 'Policy',
  ...BODIES.COMPLIANCE_SINCE,
  ...more,
});

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService(LIMITED);
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Compliant');
});

const call = (method: string, path: string, body?: unknown, token = tenant.token): Promise<Answer> =>
  client.call(token, method, path, { body });
const create = (body: object, token?: string): Promise<Answer> => call('POST', PATH, body, token);
const made = async (body: object = since()): Promise<any> => {
  const answer = await create(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** The violations of a policy that is refused. It does not count toward the quota. */
const refused = async (body: object): Promise<Record<string, string>> => {
  const answer = await client.call(tenant.token, 'POST', PATH, { body, query: 'strict=true' });
  expect(answer.status, `${JSON.stringify(body).slice(0, 200)} ${answer.text}`).toBe(400);
  return violationsOf(answer);
};
const fieldsRefused = async (body: object): Promise<string[]> => Object.keys(await refused(body)).toSorted();

describe('creation', () => {
  test.each(TYPES)('creates %s from the fields that it needs and shows unused fields as empty', async (type) => {
    const body = { compliance_type: type, display_name: 'Ünïcode ✓', ...BODIES[type] };
    const policy = await made(body);
    const texts = Object.fromEntries(
      ['time_period_seconds', 'dynamic_window'].flatMap((field) =>
        field in body ? [[field, String((body as Record<string, unknown>)[field])]] : [],
      ),
    );
    expect(policy).toEqual({ identity: expect.stringMatching(UUID), ...UNUSED, ...body, ...texts });
    expect((await call('GET', `/v1/${policy.identity}`)).body).toEqual(policy);
    // A policy that was read can be sent back and creates another one.
    const again = await made(policy);
    expect(again).toEqual({ ...policy, identity: expect.not.stringMatching(policy.identity) });
  });

  test.each(TYPES)('creation of %s names every missing field', async (type) => {
    const needed = Object.keys(BODIES[type]).toSorted();
    expect(await fieldsRefused({ compliance_type: type, display_name: 'x' })).toEqual(needed);
    expect(await fieldsRefused({ compliance_type: type })).toEqual(['display_name', ...needed].toSorted());
    for (const field of needed) {
      const { [field as never]: _gone, ...rest } = BODIES[type] as Record<string, unknown>;
      const body = { compliance_type: type, display_name: 'x', ...rest };
      expect(await fieldsRefused(body)).toEqual([field]);
      expect(await fieldsRefused({ ...body, [field]: null })).toEqual([field]);
      const none = { richness_assertions: [], event_display_type: '', closing_event_display_type: '' };
      expect(await fieldsRefused({ ...body, [field]: none[field as never] ?? 0 })).toEqual([field]);
    }
  });

  test('creation of a richness policy needs no event type, and keeps one that is given', async () => {
    const body = { compliance_type: 'COMPLIANCE_RICHNESS', display_name: 'x', ...BODIES.COMPLIANCE_RICHNESS };
    expect((await made({ ...body, event_display_type: 'Inspection' })).event_display_type).toBe('Inspection');
  });

  test('names everything that is wrong in one response', async () => {
    const body = {
      compliance_type: 'COMPLIANCE_DYNAMIC_TOLERANCE',
      description: 'x'.repeat(4097),
      asset_filter: [{ or: ['attributes.kind=pump', 'kind=pump'] }, { or: [] }, 'x'],
      event_display_type: 7,
      dynamic_window: 'a week',
      dynamic_variability: -1,
      time_period_seconds: 1.5,
      richness_assertions: [{ or: ['rad<7', 'rad'] }],
      surprise: 1,
    };
    expect(await fieldsRefused(body)).toEqual(
      [
        'asset_filter[0].or[1]',
        'asset_filter[1].or',
        'asset_filter[2]',
        'closing_event_display_type',
        'description',
        'display_name',
        'dynamic_variability',
        'dynamic_window',
        'event_display_type',
        'richness_assertions[0].or[1]',
        'surprise',
        'time_period_seconds',
      ].toSorted(),
    );
  });

  test('accepts only the five types', async () => {
    for (const type of [
      'COMPLIANCE_TYPE_UNDEFINED',
      'SINCE',
      '',
      'constructor',
      '__proto__',
      0,
      ['COMPLIANCE_SINCE'],
      {},
    ])
      expect(await fieldsRefused(since({ compliance_type: type })), String(type)).toEqual(['compliance_type']);
    expect(await fieldsRefused(since({ compliance_type: undefined }))).toEqual(['compliance_type']);
    expect(await fieldsRefused({})).toEqual(['compliance_type', 'display_name']);
    for (const body of [[], 'x', 1, null]) expect((await call('POST', PATH, body)).status).toBe(400);
  });

  test.each([
    [10, '10'],
    ['10', '10'],
    ['0010', '10'],
    [1, '1'],
    [31_556_952_000, '31556952000'],
    ['31556952000', '31556952000'],
  ])('a period of %j seconds', async (given, shown) => {
    expect((await made(since({ time_period_seconds: given }))).time_period_seconds).toBe(shown);
    const body = {
      compliance_type: 'COMPLIANCE_DYNAMIC_TOLERANCE',
      display_name: 'x',
      ...BODIES.COMPLIANCE_DYNAMIC_TOLERANCE,
    };
    expect((await made({ ...body, dynamic_window: given })).dynamic_window).toBe(shown);
  });

  test.each([[0, '0', -1, '-1', 1.5, '1.5', '1e3', ' 1', '', 'ten', 31_556_952_001, '9'.repeat(16), true, [10], {}]])(
    'refuses the period %j',
    async (...given) => {
      for (const time_period_seconds of given)
        expect(await fieldsRefused(since({ time_period_seconds })), JSON.stringify(time_period_seconds)).toEqual([
          'time_period_seconds',
        ]);
    },
  );

  test('accepts deviations as a number or as text', async () => {
    const body = (dynamic_variability: unknown): object => ({
      compliance_type: 'COMPLIANCE_DYNAMIC_TOLERANCE',
      display_name: 'x',
      ...BODIES.COMPLIANCE_DYNAMIC_TOLERANCE,
      dynamic_variability,
    });
    for (const [given, shown] of [
      [0.7, 0.7],
      ['0.70', 0.7],
      [3, 3],
      ['1000000', 1e6],
    ])
      await call('DELETE', `/v1/${(await expectShown(body(given), shown)).identity}`);
    for (const given of [0, '0', -0.5, '-0.5', 1_000_000.5, '1e3', 'NaN', '', true, [1]])
      expect(await fieldsRefused(body(given)), JSON.stringify(given)).toEqual(['dynamic_variability']);
  });
  const expectShown = async (body: object, shown: unknown): Promise<any> => {
    const policy = await made(body);
    expect(policy.dynamic_variability).toBe(shown);
    return policy;
  };

  test('enforces the limits of length', async () => {
    const most = {
      display_name: 'n'.repeat(1024),
      description: 'd'.repeat(4096),
      event_display_type: 'ü'.repeat(1024),
    };
    expect(await made(since(most))).toMatchObject(most);
    for (const [field, text] of Object.entries(most))
      expect(await fieldsRefused(since({ [field]: `${text}x` }))).toEqual([field]);
    expect(await fieldsRefused(since({ display_name: '' }))).toEqual(['display_name']);
    const closing = { ...since(), closing_event_display_type: 'x'.repeat(1025) };
    expect(await fieldsRefused(closing)).toEqual(['closing_event_display_type']);
  });

  test('enforces the limits of filters and assertions', async () => {
    const groups = (count: number, strings: number, text: string): object[] =>
      Array.from({ length: count }, () => ({ or: Array.from({ length: strings }, (_, i) => `${text}${i}`) }));
    const rich = (richness_assertions: unknown): object => ({
      compliance_type: 'COMPLIANCE_RICHNESS',
      display_name: 'x',
      richness_assertions,
    });
    expect((await made(since({ asset_filter: groups(20, 20, 'attributes.a=') }))).asset_filter).toHaveLength(20);
    expect((await made(rich(groups(20, 20, 'a=')))).richness_assertions).toHaveLength(20);
    expect(await fieldsRefused(since({ asset_filter: groups(21, 1, 'attributes.a=') }))).toEqual(['asset_filter']);
    expect(await fieldsRefused(since({ asset_filter: groups(1, 21, 'attributes.a=') }))).toEqual([
      'asset_filter[0].or',
    ]);
    expect(await fieldsRefused(rich(groups(21, 1, 'a=')))).toEqual(['richness_assertions']);
    expect(await fieldsRefused(rich(groups(1, 21, 'a=')))).toEqual(['richness_assertions[0].or']);
    for (const text of ['', 'rad', 'rad~7', '=7', `rad=${'x'.repeat(1024)}`])
      expect(await fieldsRefused(rich([{ or: [text] }])), text).toEqual(['richness_assertions[0].or[0]']);
    for (const text of ['', 'kind', 'kind=pump', 'event_attributes.kind=pump', 'attributes.=x', 'attributes.a..b=x'])
      expect(await fieldsRefused(since({ asset_filter: [{ or: [text] }] })), text).toEqual(['asset_filter[0].or[0]']);
    expect(await fieldsRefused(since({ asset_filter: [{ or: ['attributes.a=1'], and: [] }] }))).toEqual([
      'asset_filter[0].and',
    ]);
    expect(await fieldsRefused(since({ asset_filter: {} }))).toEqual(['asset_filter']);
  });

  test('has no operation that changes what a policy is about', async () => {
    const { identity } = await made();
    expect((await call('PATCH', `/v1/${identity}`, { display_name: 'x' })).status).toBe(405);
    expect((await call('PUT', `/v1/${identity}`, since())).status).toBe(405);
  });
});

describe('the quota', () => {
  const remaining = async (): Promise<string> => {
    const { body } = await call('GET', `${PATH}:caps`);
    expect(body.caps).toEqual([
      { resource_type: 'CompliancePolicies', resource_remaining: expect.any(String), resource_cap: String(QUOTA) },
    ]);
    return body.caps[0].resource_remaining;
  };

  test('counts policies in force, and a deletion frees a place', async () => {
    const policies: any[] = [];
    for (let left = QUOTA; left > 0; left--) {
      expect(await remaining()).toBe(String(left));
      policies.push(await made());
    }
    const full = await create(since());
    expect([full.status, full.body.code]).toEqual([402, 8]);
    expect(await remaining()).toBe('0');
    expect((await call('DELETE', `/v1/${policies[0].identity}`)).status).toBe(200);
    expect((await call('DELETE', `/v1/${policies[0].identity}`)).status).toBe(404);
    expect(await remaining()).toBe('1');
    await made();
    expect((await create(since())).status).toBe(402);
  });

  test('holds for concurrent creations', async () => {
    const answers = await Promise.all(Array.from({ length: 3 * QUOTA }, () => create(since())));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(QUOTA).fill(200), ...Array(2 * QUOTA).fill(402)]);
  });

  test('gains one place from concurrent deletions of one policy', async () => {
    const { identity } = await made();
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('DELETE', `/v1/${identity}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(await remaining()).toBe(String(QUOTA));
  });
});

describe('the list', () => {
  const list = (query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    client.call(tenant.token, 'GET', PATH, { query, headers });
  const names = async (query: Record<string, string> = {}): Promise<string[]> => {
    const { status, body, text } = await list(query);
    expect([200, 206], text).toContain(status);
    return body.compliance_policies.map((policy: { display_name: string }) => policy.display_name);
  };
  beforeEach(async () => {
    await made(since({ display_name: 'b', description: 'first' }));
    await made(since({ display_name: 'a', description: 'second' }));
    await made({ compliance_type: 'COMPLIANCE_RICHNESS', display_name: 'c', ...BODIES.COMPLIANCE_RICHNESS });
  });

  test('is ordered newest first or by name', async () => {
    expect(await names()).toEqual(['c', 'a', 'b']);
    expect(await names({ order_by: 'DEFAULT' })).toEqual(['c', 'a', 'b']);
    expect(await names({ order_by: 'DISPLAY_NAME' })).toEqual(['a', 'b', 'c']);
    expect(fieldsOf(await list({ order_by: 'CREATED' }))).toEqual(['order_by']);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ compliance_type: 'COMPLIANCE_SINCE' }, ['a', 'b']],
    [{ compliance_type: 'COMPLIANCE_RICHNESS' }, ['c']],
    [{ compliance_type: 'COMPLIANCE_TYPE_UNDEFINED' }, []],
    [{ display_name: 'a' }, ['a']],
    [{ display_name: 'A' }, []],
    [{ description: 'first' }, ['b']],
    [{ description: '' }, ['c']],
    [{ compliance_type: 'COMPLIANCE_SINCE', description: 'second' }, ['a']],
    [{ compliance_type: 'COMPLIANCE_RICHNESS', description: 'second' }, []],
  ])('filtered by %j', async (query, wanted) => {
    expect(await names(query)).toEqual(wanted);
    expect((await list(query)).headers.get('x-total-count')).toBe(String(wanted.length));
  });

  test('is paged and counted', async () => {
    const walked: string[] = [];
    for (let query: Record<string, string> = { page_size: '2' }; ;) {
      const { status, body, headers } = await list(query, { 'x-request-total-count': 'true' });
      expect([status, headers.get('x-total-count')]).toEqual([200, '3']);
      walked.push(...body.compliance_policies.map((policy: { display_name: string }) => policy.display_name));
      if (body.next_page_token === '') break;
      query = { page_size: '2', page_token: body.next_page_token };
    }
    expect(walked).toEqual(['c', 'a', 'b']);
    expect((await list()).status).toBe(200);
    await made();
    const long = await list();
    expect([long.status, long.headers.get('x-total-count')]).toEqual([206, '4']);
    expect((await list({ page_size: '10' })).status).toBe(200);
  });

  test('leaves out deleted policies', async () => {
    const { body } = await list();
    const [newest] = body.compliance_policies;
    const gone = await call('DELETE', `/v1/${newest.identity}`);
    expect([gone.status, gone.body]).toEqual([200, newest]);
    expect(await names()).toEqual(['a', 'b']);
    expect((await list()).headers.get('x-total-count')).toBe('2');
    for (const method of ['GET', 'DELETE']) {
      const again = await call(method, `/v1/${newest.identity}`);
      expect([again.status, again.body.code]).toEqual([404, 5]);
    }
  });
});

test('unknown identities are 404 and malformed ones 400', async () => {
  for (const method of ['GET', 'DELETE']) {
    expect((await call(method, `/v1/${UNKNOWN}`)).status).toBe(404);
    expect((await call(method, `${PATH}/x`)).status).toBe(400);
  }
});

test('members read what administrators write; other tenancies see nothing', async () => {
  const policy = await made();
  const member = await newMember(service, client, tenant);
  const other = await newTenant(service, 'Other');
  const path = `/v1/${policy.identity}`;
  expect((await call('GET', path, undefined, member.token)).body).toEqual(policy);
  expect((await call('GET', PATH, undefined, member.token)).body.compliance_policies).toEqual([policy]);
  expect((await create(since(), member.token)).status).toBe(403);
  // Authorization is checked before the body is validated.
  expect((await create({}, member.token)).status).toBe(403);
  expect((await call('DELETE', path, undefined, member.token)).status).toBe(403);
  for (const method of ['GET', 'DELETE']) {
    expect((await call(method, path, undefined, other.token)).status).toBe(404);
    expect((await client.call(undefined, method, path)).status).toBe(401);
  }
  expect((await call('GET', PATH, undefined, other.token)).body.compliance_policies).toEqual([]);
  expect((await call('GET', path)).body).toEqual(policy);
});

test('creation and deletion are in the audit log', async () => {
  const { identity } = await made();
  await call('DELETE', `/v1/${identity}`);
  const { body } = await client.call(tenant.token, 'GET', '/v1/audit', { query: { resource: identity } });
  const rows = Object.values<any>(body).find(Array.isArray) as { operation: string; resource: string }[];
  expect(rows.filter(({ resource }) => resource === identity).map(({ operation }) => operation)).toEqual([
    'deleteCompliancePolicy',
    'createCompliancePolicy',
  ]);
});

test('the descriptions of both groups are served', async () => {
  for (const path of [PATH, '/v1/compliance']) {
    const { status, body } = await call('GET', `${path}:openapi`);
    expect([status, body.swagger]).toEqual([200, '2.0']);
    expect((await call('GET', `${path}:openapi-ui`)).status).toBe(200);
  }
});

import { beforeAll, describe, expect, test } from 'vitest';
import { ownIdOf } from '../support/aliases.ts';
import { listedAs, upload } from '../support/blobs.ts';
import { vector } from '../support/certificates.ts';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
import { LogReader } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { sampled } from '../support/size.ts';
import { newTenant, SECRETS, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

/** A text in every record of our tenancy, which strangers must never see. */
const MARKER = 'ours-and-nobody-elses';
const UNKNOWN = 'c3b2a1f0-0000-4000-8000-000000000000';
/** A tile that every log has. */
const TILE = '0/000.p/1';
/** Keys of an organization that is not a tenancy of this service. */
const KEYS = {
  wallet_pub_key: [
    '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321' +
      'a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c',
  ],
  tessera_pub_key: [Buffer.alloc(32, 1).toString('base64')],
};

/**
 * `security`: how the operation is called. `optional`: with a token or without, as the record in the path or its
 * address requires.
 */
type Target = { id: string; method: string; template: string; security: string | undefined };
type Made = {
  app: string;
  asset: string;
  event: string;
  policy: string;
  subject: string;
  location: string;
  certificate: string;
  blob: string;
  /** The name of the log of the tenancy. */
  log: string;
};

let service: Service;
let client: Client;
let ours: Tenant;
let foreign: Tenant;
let made: Made;
let targets: Target[];

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  ours = await newTenant(service, MARKER);
  foreign = await newTenant(service, 'Foreign');
  targets = Object.entries(client.document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: ownIdOf(operation.operationId),
      method: method.toUpperCase(),
      template,
      security: securityOf(operation as { security?: Record<string, unknown>[] }),
    })),
  );
  const app = await newApplication(MARKER);
  const blob = await upload(client, ours.token, Buffer.from(MARKER), { name: MARKER });
  const arc_attachments = [listedAs(blob)];
  const asset = await client.call(ours.token, 'POST', '/v2/assets', {
    body: { attributes: { arc_display_name: MARKER, arc_attachments } },
  });
  const event = await client.call(ours.token, 'POST', `/v2/${asset.body.identity}/events`, {
    body: { ...RECORD, event_attributes: { note: MARKER, arc_attachments } },
  });
  const post = async (path: string, body: object): Promise<string> =>
    idOf((await client.call(ours.token, 'POST', path, { body: { ...body, display_name: MARKER } })).body.identity);
  made = {
    app: app.id,
    asset: idOf(asset.body.identity),
    event: idOf(event.body.identity),
    policy: await post('/iam/v1/access_policies', BODIES['createAccessPolicy'] as object),
    subject: await post('/iam/v1/subjects', KEYS),
    location: await post('/v2/locations', { latitude: 1, longitude: 2 }),
    certificate: await post('/v1/tlscacertificates', { certificate: vector('P-256') }),
    blob: idOf(blob.identity),
    log: idOf(ours.tenant_identity),
  };
  // The genesis, the asset and the event.
  await new LogReader(client, ours.token, made.log).grown(3);
});

function securityOf({ security = [] }: { security?: Record<string, unknown>[] }): string | undefined {
  const [first, ...others] = security.map((each) => Object.keys(each)[0]);
  return first === undefined && others.includes('bearer') ? 'optional' : first;
}

const idOf = (identity: string): string => identity.split('/').at(-1)!;

async function newApplication(name: string): Promise<{ id: string; secret: string; token: string }> {
  const { body } = await client.call(ours.token, 'POST', '/iam/v1/applications', { body: { display_name: name } });
  const secret = body.credentials[0].secret as string;
  return { id: body.client_id, secret, token: await tokenOf(service, body.client_id, secret) };
}

const setAdministrators = async (...subjects: string[]): Promise<void> => {
  const issuer = (await client.call(ours.token, 'GET', '/v1/tenancies/root_principals')).body.root_principals[0].issuer;
  const root_principals = [ours.client_id, ...subjects].map((subject) => ({ issuer, subject }));
  expect(
    (await client.call(ours.token, 'PATCH', '/v1/tenancies/root_principals', { body: { root_principals } })).status,
  ).toBe(200);
};

/** A path with our own ids. A parameter without a record gets an unknown id. */
function pathOf(template: string): string {
  const ids: [RegExp, string][] = [
    [/(?<=assets\/)\{(asset_)?uuid\}/, made.asset],
    [/(?<=events\/)\{(event_)?uuid\}/, made.event],
    [/(?<=\/(blobs|attachments)\/.*)\{uuid\}/, made.blob],
    [/(?<=applications\/)\{uuid\}/, made.app],
    [/(?<=access_policies\/)\{uuid\}/, made.policy],
    [/(?<=subjects\/)\{uuid\}/, made.subject],
    [/(?<=locations\/)\{uuid\}/, made.location],
    [/(?<=tlscacertificates\/)\{uuid\}/, made.certificate],
    [/\{log\}/, made.log],
    [/(?<=:search)$/, '?q=pump'],
  ];
  return unknownPathOf(ids.reduce((path, [pattern, id]) => path.replace(pattern, id), template));
}

/** A path whose parameters are unknown ids. */
const unknownPathOf = (template: string): string =>
  template
    .replace('{tile}', TILE)
    .replace('{file}', 'manifest.json')
    .replaceAll(/\{\w+\}/g, UNKNOWN);

function formOf(content: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]));
  return form;
}

/** Valid bodies, so that only authorization decides. */
const BODIES: Record<string, unknown> = {
  createApplication: { display_name: 'new' },
  updateApplication: { display_name: 'changed' },
  createAsset: { attributes: {} },
  createAssetBatch: { assets: [{ attributes: {} }] },
  createEvent: RECORD,
  eraseEvent: { reason: 'asked for' },
  createEventBatch: {
    events: [{ asset_identity: `assets/${UNKNOWN}`, ...RECORD }],
  },
  replaceRootPrincipals: { root_principals: [{ issuer: 'https://idp.example', subject: 'mallory' }] },
  replaceAdministrators: { administrators: [{ issuer: 'https://idp.example', subject: 'mallory' }] },
  updateTenancy: { display_name: 'changed' },
  createAccessPolicy: {
    display_name: 'new',
    filters: [{ or: ['attributes.arc_display_name=*'] }],
    access_permissions: [{ user_attributes: [{ or: ['jwt_role=auditor'] }], asset_attributes_read: ['*'] }],
  },
  updateAccessPolicy: { filters: [], access_permissions: [] },
  createSubject: { display_name: 'new', ...KEYS },
  updateSubject: { display_name: 'changed' },
  createLocation: { display_name: 'new', latitude: '51.5', longitude: 0 },
  updateLocation: { display_name: 'changed' },
  createTemplate: { display_name: 'new', event_display_type: 'Inspection' },
  updateTemplate: { display_name: 'changed' },
  createSigningKey: { display_name: 'new', enrolment: 'a.b.c' },
  revokeSigningKey: { reason: 'lost' },
  createTlsCaCertificate: { display_name: 'new', certificate: vector('ed25519') },
  updateTlsCaCertificate: { display_name: 'changed' },
  createBlob: formOf('new'),
  updateLocationPermissions: { subject_identities: ['jwt_role=auditor'] },
  createWebhook: {
    display_name: 'new',
    url: 'https://hooks.example.com/',
    application: `applications/${UNKNOWN}`,
    enabled: false,
  },
  updateWebhook: { display_name: 'changed' },
  updateUser: { auditor: true },
  createRecoveryLink: { keep_passkeys: true },
  createPasskeyEnrolment: { link: '0f'.repeat(32) },
  createPasskey: {
    link: '0f'.repeat(32),
    display_name: 'new',
    credential: { id: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
  },
  createCommandLineSession: { challenge: '0f'.repeat(32), name: 'laptop' },
  updatePasskey: { display_name: 'changed' },
  // Refused after authorization and without a lookup in the DNS.
  verifyTenancyDomain: { domain: 'nobody.invalid' },
  redeliverWebhook: { since: '2026-01-01T00:00:00Z' },
};
/** Valid queries of the operations that need one. */
const QUERIES: Record<string, Record<string, string>> = { getLogConsistency: { from: '1' } };
function bodyOf({ id, method }: Target): Options {
  if (QUERIES[id]) return { query: QUERIES[id] };
  if (method === 'GET' || method === 'DELETE') return {};
  const body = BODIES[id] ?? {};
  return body instanceof FormData ? { raw: body } : { body };
}

const bearer = (): Target[] => targets.filter(({ security }) => security === 'bearer');
const optional = (): Target[] => targets.filter(({ security }) => security === 'optional');
/** The operations that need a token, or need it for a record of a tenancy. */
const guarded = (): Target[] => [...bearer(), ...optional()];
const call = (token: string | undefined, target: Target, options = bodyOf(target)): Promise<Answer> =>
  client.call(token, target.method, pathOf(target.template), options);

/** Calls every operation and reports all problems at once. */
async function sweep(
  of: Target[],
  attempt: (target: Target, index: number) => Promise<string | undefined>,
): Promise<void> {
  expect(of.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const [i, target] of of.entries()) {
    const problem = await attempt(target, i).catch((error: unknown) => String(error));
    if (problem !== undefined) wrong.push(`${target.id}: ${target.method} ${target.template}: ${problem}`);
  }
  expect(wrong).toEqual([]);
}

const unless = (answer: Answer, ...statuses: number[]): string | undefined =>
  statuses.includes(answer.status) ? undefined : `${answer.status} ${answer.text.slice(0, 200)}`;

const refused = (answer: Answer): string | undefined =>
  unless(answer, 401) ?? (answer.headers.has('www-authenticate') ? undefined : 'no www-authenticate');

/** One of several ways to call an operation, by turns, in the quick tests; in the long tests, all of them. */
const byTurns = <T>(ways: readonly T[], index: number): T[] => sampled(ways, ways.length, index);

/** Our records as our administrator sees them. */
const snapshot = async (): Promise<string> => {
  const paths = [
    '/v1/tenancies/self',
    '/v1/tenancies/root_principals',
    '/iam/v1/applications',
    '/v2/assets',
    `/v2/assets/${made.asset}/events`,
    '/iam/v1/access_policies',
    '/iam/v1/subjects',
    '/v2/locations',
    '/v1/tlscacertificates',
    `/v2/locations/${made.location}/permissions`,
    `/v1/blobs/${made.blob}/info`,
    `/v1/blobs/${made.blob}`,
  ];
  await expect
    .poll(async () => {
      const query = { confirmation_status: 'PENDING' };
      return (await client.call(ours.token, 'GET', '/v2/assets/-/events', { query })).body.events;
    })
    .toEqual([]);
  return JSON.stringify(
    await Promise.all(paths.map(async (path) => (await client.call(ours.token, 'GET', path)).body)),
  );
};

test('the OpenAPI document declares for every operation who may call it', () => {
  expect(bearer().length).toBeGreaterThan(30);
  expect(targets.filter(({ security }) => security === undefined).map(({ id }) => id)).not.toContain('listAssets');
  expect(new Set(targets.map(({ security }) => security))).toEqual(
    new Set(['bearer', 'optional', undefined, 'client', 'session', 'operator']),
  );
  const others = optional().filter(({ template }) => !template.startsWith('/v1/logs/{log}'));
  // Addresses with a token of their own.
  expect(others.map(({ id }) => id)).toEqual(['getExportFile']);
});

describe('every bearer operation', () => {
  test('responds 401 without a token before it validates anything else', () =>
    sweep(bearer(), async (target, i) => {
      const ways = [
        () => call(undefined, target),
        () => client.call(undefined, target.method, target.template.replaceAll(/\{\w+\}/g, 'no-uuid')),
        () => call(undefined, target, { query: 'unknown=%ff&page_token=damaged' }),
        () =>
          call(
            undefined,
            target,
            target.method === 'GET' ? {} : { raw: '{', headers: { 'content-type': 'text/plain' } },
          ),
      ];
      const answers = await Promise.all(byTurns(ways, i).map((way) => way()));
      return answers.map(refused).find(Boolean);
    }));

  test('responds 401 without a token for the log of a tenancy, a file of an export, and one that does not exist', () =>
    sweep(optional(), async (target) => {
      const unknown = await client.call(undefined, 'GET', unknownPathOf(target.template), bodyOf(target));
      return refused(await call(undefined, target)) ?? refused(unknown);
    }));

  test('responds 401 to HEAD without a token', () =>
    sweep(
      guarded().filter(({ method }) => method === 'GET'),
      async (target) => refused(await client.call(undefined, 'HEAD', pathOf(target.template), bodyOf(target))),
    ));

  test('responds 401 when the token is garbage, a client secret or the operator secret', () =>
    sweep(guarded(), async (target, i) => {
      for (const token of byTurns(['garbage', 'a.b.c', ours.client_secret, SECRETS.OPERATOR_SECRET], i)) {
        const problem = refused(await call(token, target));
        if (problem) return problem;
      }
      return undefined;
    }));

  test('responds 401 to the token of a deleted application from the next request on', async () => {
    const gone = await newApplication('to be deleted');
    await setAdministrators(gone.id);
    const reads = guarded().filter(({ method }) => method === 'GET');
    // The token is valid, and isolates have cached that.
    for (const target of reads) {
      const { status } = await call(gone.token, target);
      expect(/blobs|attachments/.test(target.template) ? [200] : [200, 404], target.template).toContain(status);
    }
    expect((await client.call(ours.token, 'DELETE', `/iam/v1/applications/${gone.id}`)).status).toBe(200);
    await sweep(guarded(), async (target) => refused(await call(gone.token, target)));
    await sweep(sampled(guarded(), 4), async (target) =>
      refused(await call(gone.token, target, { query: 'page_size=x&unknown=1' })),
    );
    await sweep(
      sampled(
        guarded().filter(({ id }) => BODIES[id]),
        2,
      ),
      async (target) => refused(await call(gone.token, target, { body: { no: 'such field' } })),
    );
    const root = (await client.call(ours.token, 'GET', '/v1/tenancies/root_principals')).body.root_principals;
    expect(root).toHaveLength(1);
  });

  test.for<[string, Options]>([
    ['an unknown chain', { body: { chain_id: '1' } }],
    ['an Idempotency-Key that is too long', { body: {}, headers: { 'idempotency-key': 'k'.repeat(300) } }],
  ])('a deleted application that creates an asset with %s: 401, not 400', async ([, options]) => {
    const gone = await newApplication('to be deleted');
    await client.call(ours.token, 'DELETE', `/iam/v1/applications/${gone.id}`);
    expect((await client.call(gone.token, 'POST', '/v2/assets', options)).status).toBe(401);
  });

  test('neither returns nor changes records for an administrator of another tenancy', async () => {
    const before = await snapshot();
    await sweep(guarded(), async (target) => {
      const answer = await call(foreign.token, target);
      if (answer.text.includes(MARKER)) return `shows ${MARKER}: ${answer.text.slice(0, 200)}`;
      // An error may repeat ids of the request; a success must not contain them.
      if (answer.status < 300 && Object.values(made).some((id) => answer.text.includes(id)))
        return `shows an id of our tenancy`;
      // Only for people, and only in sessions.
      if (['acceptInvite', 'createDeviceKey'].includes(target.id)) return unless(answer, 403);
      return target.template.includes('{') ? unless(answer, 404) : unless(answer, 200, 400);
    });
    expect(await snapshot()).toBe(before);
    expect(
      (await client.call(ours.token, 'GET', '/v1/audit')).body.audit.every(
        (entry: { principal: { subject: string } }) => entry.principal.subject !== foreign.client_id,
      ),
    ).toBe(true);
  });

  test('gives the same response for an id of another tenancy and an unknown one', () =>
    sweep(
      guarded().filter(({ template }) => template.includes('{')),
      async (target) => {
        const [known, unknown] = [
          await call(foreign.token, target),
          await client.call(foreign.token, target.method, unknownPathOf(target.template), bodyOf(target)),
        ];
        const plain = (answer: Answer): string =>
          Object.values(made)
            .concat(answer.headers.get('x-request-id')!)
            .reduce((text, id) => text.replaceAll(id, UNKNOWN), `${answer.status} ${answer.text}`);
        return plain(known) === plain(unknown) ? undefined : `${plain(known)} but ${plain(unknown)}`;
      },
    ));
});

describe('every operation with a session', () => {
  const own = (): Target[] => targets.filter(({ security }) => security === 'session');
  let session: { cookie: string; 'x-csrf-token': string };
  const send = (target: Target, headers: Record<string, string>): Promise<Answer> => {
    const options = bodyOf(target);
    return client.call(undefined, target.method, pathOf(target.template), {
      ...options,
      headers: { ...options.headers, ...headers },
    });
  };

  beforeAll(async () => {
    const { client_id, client_secret } = ours;
    const answer = await client.call(undefined, 'POST', '/iam/v1/sessions', {
      body: { client_id, client_secret },
      headers: { 'x-csrf-token': 'new' },
    });
    session = { cookie: answer.headers.get('set-cookie')!.split(';')[0]!, 'x-csrf-token': answer.body.csrf_token };
  });

  test('responds 401 to the cookie alone, and changes nothing', async () => {
    const before = await snapshot();
    await sweep(guarded(), async (target) => refused(await send(target, { cookie: session.cookie })));
    await sweep(own(), async (target) => unless(await send(target, { cookie: session.cookie }), 403));
    expect(await snapshot()).toBe(before);
  });

  test('responds 401 to a page of another origin and to another CSRF token, and changes nothing', async () => {
    const before = await snapshot();
    const forged = [
      { ...session, origin: 'https://evil.example' },
      { ...session, 'sec-fetch-site': 'cross-site' },
      { ...session, 'x-csrf-token': 'f'.repeat(64) },
    ];
    await sweep(guarded(), async (target, i) => {
      const answers = await Promise.all(byTurns(forged, i).map((headers) => send(target, headers)));
      return answers.map(refused).find(Boolean);
    });
    await sweep(own(), async (target) => unless(await send(target, forged[0]!), 403));
    expect(await snapshot()).toBe(before);
  });

  test('responds to a read as to one with a token', () =>
    sweep(
      bearer().filter(({ method }) => method === 'GET'),
      async (target) => {
        const answers = [await send(target, session), await call(ours.token, target)];
        return unless(answers[0]!, answers[1]!.status);
      },
    ));
});

describe('a new application that is not an administrator', () => {
  /** The statuses of permitted operations; all others are for administrators and respond with 403. */
  const OPEN: Record<string, number[]> = {
    listAssets: [200],
    searchAssets: [200],
    listAllEvents: [200],
    getEventFeed: [200],
    getAsset: [404],
    getAssetPublicUrl: [404],
    getAssetHistory: [404],
    listEvents: [404],
    getEvent: [404],
    getEventPublicUrl: [404],
    createEvent: [404],
    // The items are refused one by one: see the table of isolation.
    createAssetBatch: [200],
    createEventBatch: [200],
    listLocations: [200],
    getLocation: [404],
    createBlob: [200],
    getBlob: [404],
    getBlobInfo: [404],
    getAssetAttachment: [404],
    getAssetAttachmentInfo: [404],
    getEventAttachment: [404],
    getEventAttachmentInfo: [404],
    getEventProof: [404],
    getEventReceipt: [404],
    getEventTlogProof: [404],
    getLog: [404],
    getLogCheckpoint: [404],
    getLogConsistency: [404],
    getLogKeys: [404],
    getLogTile: [404],
    getBlockchainTransactions: [404],
    listCompliance: [200],
    getComplianceNotices: [200],
    listCompliancePolicies: [200],
    getCompliancePolicy: [404],
    // Every caller enrols a key of their own; this enrolment is not valid.
    createSigningKey: [400],
    listSigningKeys: [200],
    getSigningKey: [404],
    revokeSigningKey: [404],
    getInviteOffer: [404],
    listTemplates: [200],
    getTemplate: [404],
    getCompliance: [404],
    getNode: [200],
    getBlock: [200],
    getTenancy: [200],
    getTenantId: [200],
    listOwnTenancies: [200],
    whoami: [200],
  };
  const expected = ({ id, template }: Target): number[] =>
    /:openapi(-ui)?$/.test(template) ? [200] : (OPEN[id] ?? [403]);
  let fresh: string;
  beforeAll(async () => {
    fresh = (await newApplication('new')).token;
  });

  test('can read and change nothing', async () => {
    const before = await snapshot();
    await sweep(guarded(), async (target) => {
      const answer = await call(fresh, target);
      if (answer.text.includes(MARKER) && !['getTenancy', 'listOwnTenancies'].includes(target.id))
        return `shows ${MARKER}`;
      return unless(answer, ...expected(target));
    });
    expect(await snapshot()).toBe(before);
  });

  test('gets empty lists with a total of 0', async () => {
    for (const [path, key] of [
      ['/v2/assets', 'assets'],
      ['/v2/assets/-/events', 'events'],
      ['/v2/locations', 'locations'],
      ['/v1/signing_keys', 'signing_keys'],
      ['/v1/templates', 'templates'],
    ] as const) {
      const answer = await client.call(fresh, 'GET', path, { headers: { 'x-request-total-count': 'true' } });
      expect(answer.body).toEqual({ [key]: [], next_page_token: '' });
      expect(answer.headers.get('x-total-count')).toBe('0');
    }
  });

  test('gets 403 from management operations before the request is validated', () =>
    sweep(
      bearer().filter(
        // The right to create an asset, and to change who is told what is due, depends on the content, so the body is
        // validated first. Any caller with a token can accept an invite.
        (target) =>
          expected(target).includes(403) &&
          !['createAsset', 'updateComplianceNotices', 'acceptInvite'].includes(target.id),
      ),
      async (target, i) => {
        const ways = [
          () => call(fresh, target, { query: 'page_size=x&page_token=damaged&mask=none' }),
          () => client.call(fresh, target.method, target.template.replaceAll(/\{\w+\}/g, 'no-uuid')),
        ];
        if (BODIES[target.id])
          ways.push(
            () => call(fresh, target, { body: { no: 'such field' } }),
            () => call(fresh, target, { raw: '{', headers: { 'content-type': 'application/json' } }),
            () => call(fresh, target, { raw: 'x', headers: { 'content-type': 'text/plain' } }),
          );
        const answers = await Promise.all(byTurns(ways, i).map((way) => way()));
        return answers.map((answer) => unless(answer, 403)).find(Boolean);
      },
    ));

  test('gains and loses the rights of an administrator with the next request', async () => {
    const app = await newApplication('up and down');
    const get = async (): Promise<number> => (await client.call(app.token, 'GET', `/v2/assets/${made.asset}`)).status;
    const apps = async (): Promise<number> => (await client.call(app.token, 'GET', '/iam/v1/applications')).status;
    const append = async (): Promise<number> =>
      (await client.call(app.token, 'POST', `/v2/assets/${made.asset}/events`, { body: BODIES['createEvent'] })).status;
    expect([await get(), await apps(), await append()]).toEqual([404, 403, 404]);
    await setAdministrators(app.id);
    expect([await get(), await apps(), await append()]).toEqual([200, 200, 200]);
    await setAdministrators();
    expect([await append(), await apps(), await get()]).toEqual([404, 403, 404]);
  });
});

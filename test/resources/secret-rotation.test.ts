import { beforeAll, describe, expect, test } from 'vitest';
import { isValidSecret, newSecret, rotated, type Secrets } from '../../src/access/identity/secrets.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { newTenant, SECRETS, type Service, sharedService, type Tenant, tokenOf } from '../support/service.ts';
import { done } from '../support/sharing.ts';

type Credential = { secret: string; valid_from: string; valid_until: string };

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Rotation');
});

async function application() {
  const made = await done(client, tenant.token, 'POST', '/iam/v1/applications', { display_name: 'Rotated' });
  return { id: made.client_id as string, identity: made.identity as string, first: made.credentials[0] as Credential };
}
const regenerate = (id: string, body?: object): Promise<Answer> =>
  client.call(tenant.token, 'POST', `/iam/v1/applications/${id}:regenerate-secret`, body === undefined ? {} : { body });
const credentialsOf = ({ body }: Answer): Credential[] => body.credentials;
const works = async (id: string, secret: string): Promise<boolean> =>
  tokenOf(service, id, secret).then(
    () => true,
    () => false,
  );
const inDays = (days: number): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;

describe('the rotation of a client secret', () => {
  test('accepts both secrets with previous_valid_until, and credentials lists the new one first', async () => {
    const { id, identity, first } = await application();
    const until = inDays(7);
    const renewed = await regenerate(id, { previous_valid_until: until });
    const [fresh, previous] = credentialsOf(renewed) as [Credential, Credential];
    expect(credentialsOf(renewed)).toHaveLength(2);
    expect(fresh.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(previous).toEqual({ secret: '', valid_from: first.valid_from, valid_until: until });
    for (const secret of [first.secret, fresh.secret]) expect(await works(id, secret)).toBe(true);
    const shown = [{ ...fresh, secret: '' }, previous];
    expect(credentialsOf(await client.call(tenant.token, 'GET', `/iam/v1/${identity}`))).toEqual(shown);
    const changed = await client.call(tenant.token, 'PATCH', `/iam/v1/${identity}`, { body: { display_name: 'Same' } });
    expect(credentialsOf(changed)).toEqual(shown);
    expect(await works(id, first.secret)).toBe(true);
  });

  test('ends the previous secret at its time, and credentials then lists one', async () => {
    const { id, identity, first } = await application();
    const renewed = await regenerate(id, { previous_valid_until: inDays(7) });
    await service.db
      .prepare('UPDATE applications SET previous_until_us = ? WHERE id = ?')
      .bind(Date.now() * 1000, id)
      .run();
    expect(await works(id, first.secret)).toBe(false);
    expect(await works(id, credentialsOf(renewed)[0]!.secret)).toBe(true);
    expect(credentialsOf(await client.call(tenant.token, 'GET', `/iam/v1/${identity}`))).toHaveLength(1);
  });

  test.each([
    ['no body', undefined],
    ['an empty body', {}],
    ['null', { previous_valid_until: null }],
    ['a time that has passed', { previous_valid_until: '2020-01-01T00:00:00Z' }],
  ])(
    'the rotation of a client secret with %s ends the old secrets at once; credentials has exactly one',
    async (_what, body) => {
      const { id, first } = await application();
      const second = credentialsOf(await regenerate(id, { previous_valid_until: inDays(1) }))[0]!;
      const last = await regenerate(id, body);
      expect(credentialsOf(last)).toHaveLength(1);
      expect([await works(id, first.secret), await works(id, second.secret)]).toEqual([false, false]);
      expect(await works(id, credentialsOf(last)[0]!.secret)).toBe(true);
    },
  );

  test('keeps at most two secrets: a second rotation ends the oldest', async () => {
    const { id, first } = await application();
    const second = credentialsOf(await regenerate(id, { previous_valid_until: inDays(9) }))[0]!;
    const third = credentialsOf(await regenerate(id, { previous_valid_until: inDays(9) }));
    expect(third).toHaveLength(2);
    const accepted = [first.secret, second.secret, third[0]!.secret].map((secret) => works(id, secret));
    expect(await Promise.all(accepted)).toEqual([false, true, true]);
  });

  test('never extends the validity of a secret', async () => {
    const { id, first } = await application();
    const [, previous] = credentialsOf(await regenerate(id, { previous_valid_until: inDays(1000) }));
    expect(previous!.valid_until).toBe(first.valid_until);
  });

  test.each([
    [{ previous_valid_until: 'tomorrow' }, 'previous_valid_until'],
    [{ previous_valid_until: 5 }, 'previous_valid_until'],
    [{ previous_valid_untill: '2027-01-01T00:00:00Z' }, 'previous_valid_untill'],
  ])('%j is 400, and no secret changes', async (body, field) => {
    const { id, first } = await application();
    const refused = await regenerate(id, body);
    expectProblem(refused, 400);
    expect(fieldsOf(refused)).toEqual([field]);
    expect(await works(id, first.secret)).toBe(true);
  });

  test('the rotation of a client secret by the operator ends both secrets', async () => {
    const other = await newTenant(service, 'Lost');
    const renewed = await client.call(
      other.token,
      'POST',
      `/iam/v1/applications/${other.client_id}:regenerate-secret`,
      { body: { previous_valid_until: inDays(3) } },
    );
    const again = await fetch(`${service.base}/operator/v1/tenants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ display_name: 'Lost', tenant_identity: other.tenant_identity }),
    });
    const { client_secret } = (await again.json()) as { client_secret: string };
    const old = [other.client_secret, credentialsOf(renewed)[0]!.secret].map((secret) =>
      works(other.client_id, secret),
    );
    expect(await Promise.all(old)).toEqual([false, false]);
    expect(await works(other.client_id, client_secret)).toBe(true);
  });
});

describe('two secrets at a time', () => {
  const SECOND = 1_000_000;
  const NOW = 1_800_000_000 * SECOND;
  const none = { previousSecretHash: '', previousFromUs: 0, previousUntilUs: 0 };

  test('are each valid within their own period', () => {
    const { secret: first, ...before } = newSecret(NOW);
    const { secret: second, ...after } = rotated({ ...before, ...none }, NOW + 10 * SECOND, NOW + 60 * SECOND);
    const valid = (at: number): boolean[] => [first, second].map((secret) => isValidSecret(secret, after, at));
    expect(valid(NOW + 9 * SECOND)).toEqual([true, false]);
    expect(valid(NOW + 10 * SECOND)).toEqual([true, true]);
    expect(valid(NOW + 60 * SECOND - 1)).toEqual([true, true]);
    expect(valid(NOW + 60 * SECOND)).toEqual([false, true]);
    expect(valid(after.secretUntilUs)).toEqual([false, false]);
  });

  test('are refused where no previous secret or no application exists', () => {
    const { secret, ...kept } = newSecret(NOW);
    const secrets: Secrets = { ...kept, ...none, previousUntilUs: NOW + 60 * SECOND };
    for (const given of ['', '0'.repeat(64), 'x']) expect(isValidSecret(given, secrets, NOW)).toBe(false);
    expect(isValidSecret(secret, undefined, NOW)).toBe(false);
  });
});

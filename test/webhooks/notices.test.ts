import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noticeMail } from '../../src/features/mail/webhook.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, newMember } from '../support/sharing.ts';
import { newAsset, newEvent, newWebhook, until } from './support/hooks.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

const ISSUER = 'https://login.example.com';
const GOOD = ['ada@example.com', 'bob@example.com'];

let service: Service;
let client: Client;
let receiver: Receiver;
let owner: Tenant;
beforeAll(async () => {
  receiver = await startReceiver();
  const trusted = [{ issuer: ISSUER, audience: 'evidence', tenants: '*', email_domains: 'example.com' }];
  service = await startService({
    mail: GOOD,
    vars: {
      MAIL_FROM: 'evidence@service.example',
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      TRUSTED_ISSUERS: JSON.stringify(trusted),
    },
  });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  receiver?.close();
});
beforeEach(async () => {
  receiver.respond();
  service.mails.length = 0;
  owner = await newTenant(service, 'Harbor');
});

const own = (path: string): Promise<any> => done(client, owner.token, 'GET', path);
/** Adds administrators with these addresses. */
async function administrators(...emails: string[]): Promise<void> {
  const { root_principals } = await own('/v1/tenancies/root_principals');
  await done(client, owner.token, 'PATCH', '/v1/tenancies/root_principals', {
    root_principals: [...root_principals, ...emails.map((email) => ({ issuer: ISSUER, email }))],
  });
}
const gone = (): void => receiver.respond((_received, response) => void response.writeHead(410).end());
/** Creates a webhook with a secret in its address, whose receiver responds with 410 to an event. */
async function disabledWebhook(): Promise<any> {
  gone();
  const asset = await newAsset(client, owner);
  const made = await newWebhook(client, owner, { url: `${receiver.url}?key=hidden` });
  await newEvent(client, owner, asset, 'Inspection');
  await until(async () => (await own(`/v1/${made.identity}`)).enabled, false);
  return made;
}
const entries = async (): Promise<any[]> =>
  (await own('/v1/audit')).audit.filter(({ operation }: any) => operation === 'disableWebhook');
const recipients = (): string[] => service.mails.flatMap(({ to }) => to).toSorted();

it('a receiver that responds with 410 ends in an audit entry and one mail to each administrator', async () => {
  await administrators(...GOOD);
  const { identity } = await disabledWebhook();
  await until(recipients, GOOD);
  const [mail] = service.mails;
  expect(mail!.subject).toBe('Webhook disabled: Receiver');
  expect(mail!.text).toContain('webhook "Receiver" of Harbor: the receiver responded with 410 (Gone).');
  expect(mail!.text).toContain(`evidence webhooks enable ${identity}`);
  expect(JSON.stringify(service.mails)).not.toMatch(/hidden|whsec_/);
  expect(await entries()).toEqual([
    expect.objectContaining({ resource: identity, principal: { issuer: 'service', subject: 'service' } }),
  ]);
  const other = await newTenant(service);
  expect(JSON.stringify(await done(client, other.token, 'GET', '/v1/audit'))).not.toContain(identity);
});

it('a webhook that is disabled again, after it was enabled, is announced again', async () => {
  await administrators(GOOD[0]!);
  const { identity } = await disabledWebhook();
  await until(recipients, [GOOD[0]]);
  await done(client, owner.token, 'PATCH', `/v1/${identity}`, { enabled: true });
  await until(recipients, [GOOD[0], GOOD[0]]);
  expect((await entries()).length).toBe(2);
});

it('a person who disables a webhook causes no mail and no entry of the service', async () => {
  await administrators(GOOD[0]!);
  const { identity } = await newWebhook(client, owner, receiver);
  await done(client, owner.token, 'PATCH', `/v1/${identity}`, { enabled: false });
  await disabledWebhook();
  await until(recipients, [GOOD[0]]);
  expect((await entries()).map(({ resource }) => resource)).not.toContain(identity);
});

it('a deleted application disables its webhook, with an entry of the audit log and a mail', async () => {
  await administrators(GOOD[1]!);
  const member = await newMember(service, client, owner);
  const made = await newWebhook(client, owner, receiver, { application: `applications/${member.client_id}` });
  await newWebhook(client, owner, receiver, { application: `applications/${member.client_id}`, enabled: false });
  await done(client, owner.token, 'DELETE', `/iam/v1/applications/${member.client_id}`);
  await until(recipients, [GOOD[1]]);
  expect(await own(`/v1/${made.identity}`)).toMatchObject({
    enabled: false,
    disabled_reason: 'the application was deleted',
  });
  const identity = expect.stringMatching(
    /^audit\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(await entries()).toEqual([expect.objectContaining({ identity, resource: made.identity })]);
});

it('an address that is refused does not keep the mail from the other administrators', async () => {
  await administrators('refused@example.com', GOOD[0]!);
  await disabledWebhook();
  await until(recipients, [GOOD[0]]);
});

it('sends at most 20 mails for a webhook', async () => {
  await administrators(...Array.from({ length: 21 }, (_, i) => `refused-${i}@example.com`), GOOD[0]!);
  await disabledWebhook();
  const told = await newTenant(service);
  [owner] = [told];
  await administrators(GOOD[1]!);
  await disabledWebhook();
  // The messages of the first webhook were queued before.
  await until(recipients, [GOOD[1]]);
});

it('text of users cannot add lines to the subject or markup to the mail', () => {
  const mail = noticeMail(
    {
      tenancy: '<b>A</b>',
      name: 'x\r\nBcc: y',
      url: 'https://a.example.com/?k=1',
      reason: 'the reason',
      disabledUs: 0,
    },
    'https://e.example.com/archivist/v1/webhooks/1',
  );
  expect(mail.subject).toBe('Webhook disabled: x Bcc: y');
  expect(mail.html).not.toContain('<b>');
  expect(mail.text).toContain('Receiver: a.example.com. Disabled at 1970-01-01T00:00:00Z.');
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationMail } from '../../src/features/mail/invitation.ts';
import { openClient, type Client } from '../support/client.ts';
import { mailsOf } from '../support/mail.ts';
import { newTenant, startService, type Service, type ServiceOptions } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';

const MAIL_FROM = 'evidence@service.example';
/** A deployment that has no address to send from. */
const SENDS_NOTHING = { vars: { QUOTA_INVITES: '3' } };
const started = new Map<object, Service>();
const start = async (options: ServiceOptions): Promise<{ service: Service; client: Client }> => {
  const service = started.get(options) ?? (await startService(options));
  started.set(options, service);
  return { service, client: await openClient(service) };
};
afterAll(() => Promise.all([...started.values()].map((service) => service.close())));

describe.each([
  ['without the binding', { mail: false, vars: { MAIL_FROM } }],
  ['without an address to send from', SENDS_NOTHING],
] as const)('a deployment %s', (_what, options) => {
  it('accepts invites and reports that no mail was sent', async () => {
    const { service, client } = await start(options);
    const { token } = await newTenant(service);
    const made = await done(client, token, 'POST', '/v1/invites', { email: 'a@example.com' });
    expect(made).toMatchObject({ mail_status: 'NOT_CONFIGURED', mail_error: 'this deployment sends no mail' });
    await service.cron('* * * * *');
    expect(await done(client, token, 'GET', `/v1/${made.identity}`)).toEqual(made);
    expect(await mailsOf(service).catch(() => [])).toEqual([]);
  });
});

describe('a mail that the mail service refuses', () => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    ({ service, client } = await start({ vars: { MAIL_FROM }, mail: ['good@example.com'] }));
  });
  const due = (id: string) => service.db.prepare('UPDATE invites SET mail_due_us = 0 WHERE id = ?').bind(id).run();
  const row = (id: string) =>
    service.db
      .prepare('SELECT mail_attempts AS attempts, mail_due_us AS due FROM invites WHERE id = ?')
      .bind(id)
      .first<{ attempts: number; due: number }>();

  it('is retried five times with growing delays and then FAILED with the reason, while others are sent', async () => {
    const { token } = await newTenant(service);
    const made = await done(client, token, 'POST', '/v1/invites', { email: 'bad@example.com' });
    const good = await done(client, token, 'POST', '/v1/invites', { email: 'good@example.com' });
    const id = idOf(made.identity);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect.poll(async () => (await row(id))?.attempts).toBe(attempt);
      await expect
        .poll(() => done(client, token, 'GET', `/v1/${made.identity}`))
        .toMatchObject({
          mail_status: attempt < 5 ? 'QUEUED' : 'FAILED',
          mail_error: expect.stringContaining('not allowed'),
        });
      pauses.push(Math.round(((await row(id))!.due / 1000 - Date.now()) / 1000));
      // The sweep ignores it before it is due.
      await service.cron('* * * * *');
      expect((await row(id))!.attempts).toBe(attempt);
      await due(id);
      await service.cron('* * * * *');
    }
    expect(pauses.every((pause, i) => Math.abs(pause - 30 * 4 ** i) < 10)).toBe(true);
    await expect
      .poll(() => done(client, token, 'GET', `/v1/${good.identity}`))
      .toMatchObject({ mail_status: 'SENT', mail_error: '' });
    // The invite remains valid, and can be sent again by deleting and creating it.
    expect((await done(client, token, 'GET', '/v1/invites')).invites.length).toBe(2);
  });

  it('a refused mail whose queue message was lost is sent once by the sweep', async () => {
    const { token } = await newTenant(service);
    const made = await done(client, token, 'POST', '/v1/invites', { email: 'good@example.com' });
    const status = () => done(client, token, 'GET', `/v1/${made.identity}`);
    await expect.poll(status).toMatchObject({ mail_status: 'SENT' });
    const mails = async () => (await mailsOf(service, idOf(made.identity))).length;
    await expect.poll(mails).toBe(1);
    // As after a crash before the message was sent, with two sweeps at once.
    await service.db
      .prepare("UPDATE invites SET mail_status = 'QUEUED', mail_due_us = 0, mail_attempts = 0 WHERE id = ?")
      .bind(idOf(made.identity))
      .run();
    await Promise.all([service.cron('* * * * *'), service.cron('* * * * *')]);
    await expect.poll(mails).toBe(2);
    await expect.poll(status).toMatchObject({ mail_status: 'SENT' });
    await service.cron('* * * * *');
    expect(await mails()).toBe(2);
  });
});

it('an invitation of a deployment with MAIL_LANGUAGE=de is in German, but not the text of the inviter', async () => {
  const { service, client } = await start({ vars: { MAIL_FROM, MAIL_LANGUAGE: 'de' }, mail: ['eva@example.com'] });
  const { token } = await newTenant(service, 'Hafen');
  const body = { email: 'eva@example.com', message: 'Welcome' };
  const { identity } = await done(client, token, 'POST', '/v1/invites', body);
  await expect.poll(async () => (await mailsOf(service, idOf(identity))).length).toBe(1);
  const [mail] = await mailsOf(service, idOf(identity));
  expect(mail!.subject).toBe('Einladung: Hafen');
  expect(mail!.text).toMatch(/^Administrator lädt Sie zu Hafen ein\.\n\nAdministrator schreibt:\n\n> Welcome\n/);
  expect(mail!.text).not.toMatch(/invites you|To accept|writes:/);
});

describe('the quota of invites', () => {
  it('is 402 when it is reached, for concurrent requests too, and an invite that ends frees a place', async () => {
    const { service, client } = await start(SENDS_NOTHING);
    const { token } = await newTenant(service);
    const post = (i: number) => client.call(token, 'POST', '/v1/invites', { body: { email: `p${i}@example.com` } });
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => post(i)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 402, 402, 402]);
    const made = answers.find(({ status }) => status === 200)!.body;
    await done(client, token, 'DELETE', `/v1/${made.identity}`);
    expect((await post(7)).status).toBe(200);
    expect((await done(client, token, 'GET', '/v1/invites:caps')).caps).toEqual([
      { resource_type: 'Invites', resource_remaining: '0', resource_cap: '3' },
    ]);
  });
});

describe('text from users in an invitation', () => {
  const evil = `</pre><script>alert(1)</script> "x" 'y' &amp;\r\nBcc: all@example.com\u2028\u202e`;
  const INVITATION = {
    tenancy: evil,
    inviter: evil,
    message: evil,
    expires: '2026-12-01T10:00:00Z',
    page: 'https://evidence.example/console/#/invites/x',
    passkeys: true,
    language: 'en' as const,
  };
  const mail = invitationMail(INVITATION);

  it('is escaped in HTML', () => {
    expect(mail.html).not.toMatch(/<script|<\/?pre>/s);
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot; &#39;y&#39; &amp;amp;');
  });

  it('cannot end a header line', () => {
    expect(mail.subject).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  });

  it('is cut where it is part of a line, and contains no invisible characters', () => {
    const { subject, text, html } = invitationMail({
      ...INVITATION,
      tenancy: 'x'.repeat(5000),
      inviter: 'y'.repeat(5000),
    });
    expect(subject).toBe(`Invitation to ${'x'.repeat(200)}`);
    expect([text.match(/y+/)![0].length, html.match(/y{9,}/)![0].length]).toEqual([200, 200]);
    for (const said of [mail.text, mail.html]) expect(said).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
  });

  it('is quoted in the text', () => {
    expect(mail.text).toMatch(/^> <\/pre>/m);
    expect(mail.text).not.toMatch(/^Bcc/m);
    const lines = invitationMail({ ...INVITATION, message: 'a\r\nb\rc\u2028d\u2029e' });
    expect(lines.text).toContain('\n> a\n> b\n> c\n> d\n> e\n');
  });
});

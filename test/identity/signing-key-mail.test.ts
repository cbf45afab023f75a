import { expect, it } from 'vitest';
import { signingKeyMail } from '../../src/features/mail/signing-key.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { toBase64Url } from '../../src/lib/text.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { mailsOf } from '../support/mail.ts';
import { ORIGIN } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { people } from './support.ts';

const { on, member } = people();

it('a member gets one mail about a key that was enrolled as theirs, and nobody else does', async () => {
  const [owner] = [await member(), await member()];
  const key = newAuthorKey();
  const body = {
    display_name: 'Phone <b>of</b> Ida',
    enrolment: key.enrolment(`${ORIGIN}/archivist`, claimsOf(owner.token, on.owner.tenant_identity)),
  };
  const { identity } = await done(on.client, owner.token, 'POST', '/v1/signing_keys', body);
  // An application has no address.
  const other = newAuthorKey().enrolment(`${ORIGIN}/archivist`, claimsOf(on.owner.token, on.owner.tenant_identity));
  const ofApplication = { display_name: 'Sensor', enrolment: other };
  const sensor = await done(on.client, on.owner.token, 'POST', '/v1/signing_keys', ofApplication);
  await expect.poll(async () => (await mailsOf(on.service, identity)).length).toBe(1);
  const [mail] = await mailsOf(on.service, identity);
  expect(mail).toMatchObject({ to: [owner.email], subject: 'New signing key: Phone <b>of</b> Ida' });
  expect(mail!.text).toContain('was enrolled as yours in Harbour Works at ');
  expect(mail!.text).toContain(`Thumbprint: ${toBase64Url(thumbprintOf(key.key))}`);
  expect(mail!.text).toContain(`evidence keys revoke ${identity} --reason "not mine"`);
  expect(mail!.html).toContain('Phone &lt;b&gt;of&lt;/b&gt; Ida');
  // A revocation needs none.
  await done(on.client, owner.token, 'POST', `/v1/${identity}:revoke`, { reason: 'lost' });
  expect(await mailsOf(on.service, identity)).toHaveLength(1);
  expect(await mailsOf(on.service, sensor.identity)).toEqual([]);
});

it('the mail about a key keeps a name in one line', () => {
  const { subject, text } = signingKeyMail(
    {
      tenancy: 'Harbour\r\nWorks',
      name: 'Phone\nBcc: eve@example.com',
      thumbprint: 'x',
      createdUs: 0,
      revokedUs: null,
    },
    'https://evidence.example/archivist/v1/signing_keys/1',
  );
  expect(subject).toBe('New signing key: Phone Bcc: eve@example.com');
  expect(text.split('\n')[0]).toContain('"Phone Bcc: eve@example.com" was enrolled as yours in Harbour Works at 1970');
});

it('the mail about a key that was revoked meanwhile says so', async () => {
  const owner = await member();
  const body = {
    display_name: 'Phone',
    enrolment: newAuthorKey().enrolment(`${ORIGIN}/archivist`, claimsOf(owner.token, on.owner.tenant_identity)),
  };
  const { identity } = await done(on.client, owner.token, 'POST', '/v1/signing_keys', body);
  await expect.poll(async () => (await mailsOf(on.service, identity)).length).toBe(1);
  const { revoked_at } = await done(on.client, owner.token, 'POST', `/v1/${identity}:revoke`, { reason: 'lost' });
  // As if the first mail had waited until now.
  await on.service.jobs.send({ kind: 'signing-key', key: identity.split('/')[1], attempt: 1 });
  await expect.poll(async () => (await mailsOf(on.service, identity)).length).toBe(2);
  const { text } = (await mailsOf(on.service, identity))[1]!;
  expect(text).toContain(`It was revoked at ${revoked_at.slice(0, 19)}`);
  expect(text).not.toContain('keys revoke');
});

import { z } from '@hono/zod-openapi';
import { enrol, prepareEnrolment, type Prepared } from '../../access/identity/passkeys/enrolment.ts';
import {
  ALGORITHMS,
  CHALLENGE_SECONDS,
  newChallenge,
  relyingPartyOf,
  SIGN_IN,
  userHandleOf,
} from '../../access/identity/passkeys/webauthn.ts';
import type { Config } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { asciiEmail, isEmail } from '../../lib/trusted-issuers.ts';
import { formatSeconds } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import * as schemas from '../schemas.ts';
import { newSession, refuseForgery, Session } from '../sessions/model.ts';
import { passkeys as group } from './group.ts';
import { CredentialBody, line, linkToken } from './model.ts';

const common = { group, method: 'post', auth: 'session', permission: 'none', rate: 'public' } as const;

const Options = z.looseObject({}).openapi({
  description: 'Options of the browser function, in its JSON form (WebAuthn 3, section 5.1)',
  example: { challenge: 'azE…', rpId: 'evidence.example.com' },
});

const PreparedEnrolment = z
  .object({
    purpose: z.enum(['invite', 'recovery', 'device', 'administrator']).openapi({
      description:
        'What the link is for: accept an invite; enrol a passkey of a member, by an administrator or the member; ' +
        'become an administrator',
    }),
    tenancy: schemas.displayName('the tenancy', 'Harbour works'),
    inviter: schemas.text('Who invites; empty except for an invite', { example: 'Ana <ana@example.com>' }),
    email: schemas.text('E-mail address of the person; empty for an administrator', { example: 'ines@example.com' }),
    display_name: schemas.text('Name of the person; empty if they say it themselves', { example: '' }),
    expires_at: schemas.timestamp('Until when the link can be used'),
    options: Options,
  })
  .openapi('PreparedEnrolment');

const NewPasskey = z
  .strictObject({
    link: linkToken,
    display_name: line(64, 'Name of the passkey, such as that of the device'),
    person_name: line(128, 'Name of the person; ignored if they have one').optional(),
    email: z
      .string()
      .max(128)
      .refine(isEmail, 'must be an e-mail address')
      .transform(asciiEmail)
      .optional()
      .openapi({ description: 'E-mail address of an administrator; ignored for other links', format: 'email' }),
    credential: CredentialBody.openapi({ description: 'What the browser has created with the prepared options' }),
  })
  .openapi('NewPasskey', {
    example: {
      link: '0f'.repeat(32),
      display_name: 'Phone',
      credential: { id: 'sKeYqw', response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRkbm9u' } },
    },
  });

/** The options of `navigator.credentials.create`. The name distinguishes the passkeys of several tenancies. */
function creationOptions({ link, challenge, subject, known }: Prepared, config: Config) {
  const { id } = relyingPartyOf(config);
  const name = `${link.email || 'administrator'} · ${link.tenancy}`.slice(0, 64).toWellFormed();
  return {
    challenge,
    rp: { id, name: id },
    user: { id: userHandleOf(subject), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none',
    excludeCredentials: known.map((each) => ({ type: 'public-key', ...each })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Counts a link that does not exist. Throws 429 if there were too many. */
const guarded = <T>(of: Promise<T>, countFailure: (client: string) => Promise<void>): Promise<T> =>
  of.catch(async (error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'not_found') await countFailure('link');
    throw error;
  });

export const enrolment = [
  operation(
    {
      ...common,
      id: 'createPasskeyChallenge',
      path: '/iam/v1/passkeys/challenges',
      summary: 'Start to sign in with a passkey',
      description:
        `Returns the options of \`navigator.credentials.get\`. Their challenge is valid for ${CHALLENGE_SECONDS} ` +
        'seconds and can be answered once, by the field `passkey` of a new session.',
      statuses: [200, 403, 404, 429],
      response: z.object({ options: Options }).openapi('PasskeyChallenge'),
    },
    async ({ request, config }) => {
      refuseForgery(request, config);
      const { id } = relyingPartyOf(config);
      const challenge = await newChallenge(config, SIGN_IN);
      const timeout = CHALLENGE_SECONDS * 1000;
      return { json: { options: { challenge, rpId: id, timeout, userVerification: 'required' } } };
    },
  ),
  operation(
    {
      ...common,
      id: 'createPasskeyEnrolment',
      path: '/iam/v1/passkeys/enrolments',
      summary: 'Start to enrol a passkey with a link',
      description:
        'Says what the link is for and returns the options of `navigator.credentials.create`. Does not use the ' +
        'link. Their challenge is valid for as long as one to sign in.',
      statuses: [200, 400, 403, 404, 429],
      body: z.strictObject({ link: linkToken }).openapi('PreparePasskey', { example: { link: '0f'.repeat(32) } }),
      response: PreparedEnrolment,
    },
    async ({ request, scope, config, body, countFailure }) => {
      refuseForgery(request, config);
      relyingPartyOf(config);
      const prepared = await guarded(prepareEnrolment(scope, config, body.link), countFailure);
      const { purpose, tenancy, inviter, email, displayName, expiresUs } = prepared.link;
      return {
        json: {
          purpose,
          tenancy,
          inviter,
          email,
          display_name: displayName,
          expires_at: formatSeconds(expiresUs),
          options: creationOptions(prepared, config),
        },
      };
    },
  ),
  operation(
    {
      ...common,
      id: 'createPasskey',
      path: `${group.path}:enrol`,
      summary: 'Enrol a passkey with a link',
      description:
        'Uses the link: the person accepts the invite, or becomes an administrator, or has one more passkey. Starts ' +
        'a session as `createSession` does.',
      statuses: [200, 400, 403, 404, 409, 429],
      body: NewPasskey,
      response: Session,
    },
    (c) =>
      newSession(c, async () => {
        const { scope, config, body, requestId, countFailure } = c;
        const { link, display_name: passkeyName, person_name: name, email, credential } = body;
        relyingPartyOf(config);
        const enrolling = enrol(scope, config, { link, passkeyName, credential, name, email }, requestId);
        const { person, passkey } = await guarded(enrolling, countFailure);
        return { who: { person }, secretHash: passkey };
      }),
  ),
];

import { z } from '@hono/zod-openapi';
import { utf8 } from '../../lib/text.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { applications as table } from '../../access/identity/tables.ts';
import { derived, field, fields } from '../../http/fields.ts';
import { CREATED, ID } from '../examples.ts';
import { displayName, identity, tenant } from '../fields.ts';
import * as schemas from '../schemas.ts';
import { TimestampText } from '../assets/requests.ts';

/** Claims that tokens contain, or that OpenID Connect and OAuth define. */
const RESERVED = new Set(
  `acr act active amr at_hash ath attest aud auth_time authorization_details azp c_hash client_id cnf cty dest
  entitlements events exp groups gty htm htu iat internalService iss jcard jku jti jwe jwk kid may_act mky nbf nonce
  object_id org_id org_name orig origid permissions roles rph s_hash sid sip_callid sip_cseq_num sip_date sip_from_tag
  sip_via_branch sub sub_jwk toe txn typ uuid vot vtm x5t#S256 scope alg name given_name family_name middle_name
  nickname preferred_username profile picture website email email_verified gender birthdate zoneinfo locale phone_number
  phone_number_verified address updated_at`.split(/\s+/),
);
/** Maximum size of all claims as JSON, in bytes: a token must fit into a request header. */
const CLAIM_BYTES = 4096;

export const CustomClaims = z
  .custom<Record<string, string>>(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
    'must be an object of strings',
  )
  .superRefine((claims, context) => {
    const bytes = utf8(JSON.stringify(claims)).length;
    if (bytes > CLAIM_BYTES) {
      context.addIssue({ code: 'custom', message: `must have at most ${CLAIM_BYTES} bytes as JSON` });
      return;
    }
    const refuse = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message });
    for (const [name, value] of Object.entries(claims ?? {})) {
      if (typeof value !== 'string') refuse(name, 'must be a string');
      if (name.length === 0 || name.length > 128) refuse(name, 'a claim name must have 1 to 128 characters');
      else if (name.toLowerCase().startsWith('jit_')) refuse(name, 'a claim name must not start with jit_');
      else if (RESERVED.has(name) || RESERVED.has(name.toLowerCase())) refuse(name, 'is a reserved claim name');
    }
  })
  .openapi({ type: 'object', additionalProperties: { type: 'string' } });

const PERMISSIONS = 'Permissions in addition to those of access policies: `auditor` reads the log of the tenancy';

export const application = fields(
  table,
  {
    identity: identity('applications', 'the application'),
    client_id: derived({ response: schemas.clientId, json: ({ id }) => id, example: ID.applications }),
    tenant_id: tenant,
    display_name: field({ column: table.displayName, ...displayName('the application'), example: 'Pump sensors' }),
    custom_claims: field({
      column: table.customClaims,
      description:
        'Claims that are copied into the tokens of the application; a policy addresses each as `jwt_<claim>`',
      request: CustomClaims,
      response: (description: string) => z.record(z.string(), z.string()).openapi({ description }),
      empty: {},
      example: { role: 'sensor' },
    }),
    permissions: field({
      column: table.auditor,
      description: `${PERMISSIONS}, with its tiles and entries, and nothing else. Default: none`,
      request: z.array(z.enum(['auditor'])).max(10),
      response: () => z.array(z.enum(['auditor'])).openapi({ description: PERMISSIONS }),
      toColumn: (permissions) => permissions.includes('auditor'),
      toJson: (auditor) => (auditor ? ['auditor' as const] : []),
      empty: [],
      example: [],
    }),
    credentials: derived({
      response: z
        .array(
          z.object({
            secret: schemas.text(
              'The client secret, only in the responses that create or regenerate it; empty in all others',
            ),
            valid_from: schemas.timestamp('From when the secret is accepted'),
            valid_until: schemas.timestamp('Until when the secret is accepted; tokens issued before stay valid'),
          }),
        )
        .openapi({ description: 'The secrets that are accepted, the newest first' }),
      json: (row, now) => [
        credential(row.secretFromUs, row.secretUntilUs),
        ...(now < row.previousUntilUs ? [credential(row.previousFromUs, row.previousUntilUs)] : []),
      ],
      example: [{ secret: '', valid_from: CREATED, valid_until: '2027-11-20T08:46:00Z' }],
    }),
  },
  { name: 'Application', patchExample: { display_name: 'Pump sensors, quay 4' } },
);

const credential = (from: Micros, until: Micros) => ({
  secret: '',
  valid_from: formatSeconds(from),
  valid_until: formatSeconds(until),
});

type ApplicationJson = z.infer<typeof application.response>;

/** Adds the newest secret, which only the response that creates it contains. */
export const withSecret = (json: ApplicationJson, secret: string): ApplicationJson => ({
  ...json,
  credentials: json.credentials.map((each, i) => (i === 0 ? { ...each, secret } : each)),
});

/** A response that contains the secret. */
export const WITH_SECRET = withSecret(application.example, '<CLIENT_SECRET>');

export const RegenerateSecret = z
  .strictObject({
    previous_valid_until: TimestampText.optional().openapi({
      description:
        'Until when the service accepts the replaced secret too, at most until its own `valid_until`. ' +
        'Absent or in the past: the replaced secret is rejected from now on.',
      format: 'date-time',
    }),
  })
  .openapi('RegenerateSecret', { example: { previous_valid_until: '2027-01-31T00:00:00Z' } });

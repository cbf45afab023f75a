import { EmbeddedJWK, errors, jwtVerify } from 'jose';
import { readAuthorKey, thumbprintOf, type AuthorKey } from '../../formats/statement/key.ts';
import { invalid } from '../../lib/errors.ts';
import { toBase64Url } from '../../lib/text.ts';
import { ambient } from '../../lib/time.ts';
import { ENROLMENT_TYPE } from './model.ts';

/** The age of an enrolment, and how far a clock may be off, in seconds. */
const MAX_AGE = 600;
const CLOCK_TOLERANCE = 60;

/** Whom a key is enrolled for: issuer and subject as events show them, and `tenant/<uuid>`. */
export type EnrolmentOwner = { issuer: string; subject: string; tenant_identity: string };

/**
 * The key that has signed an enrolment for this owner and the service with this base URL, and its thumbprint
 * (base64url). Throws 400 that says what is wrong.
 */
export async function verifiedEnrolment(
  token: string,
  baseUrl: string,
  { issuer, subject, tenant_identity }: EnrolmentOwner,
): Promise<{ publicJwk: AuthorKey; thumbprint: string }> {
  const refused = (description: string) => invalid([{ field: 'enrolment', description }]);
  const { protectedHeader, payload } = await jwtVerify(token, EmbeddedJWK, {
    algorithms: ['ES256', 'EdDSA'],
    typ: ENROLMENT_TYPE,
    audience: baseUrl,
    issuer,
    subject,
    maxTokenAge: MAX_AGE,
    clockTolerance: CLOCK_TOLERANCE,
    currentDate: new Date(ambient.now()),
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
      throw refused(`must be a JWT that the key in its header has signed: ${error.message}`);
    throw error;
  });
  if (payload['tenant_identity'] !== tenant_identity)
    throw refused(`tenant_identity in its claims: must be ${tenant_identity}, the tenancy of the caller`);
  try {
    const publicJwk = readAuthorKey({ ...protectedHeader.jwk });
    return { publicJwk, thumbprint: toBase64Url(thumbprintOf(publicJwk)) };
  } catch (error) {
    if (error instanceof RangeError) throw refused(`jwk in its header: ${error.message}`);
    throw error;
  }
}

import { derivedUuid } from '../../lib/identifiers.ts';

/**
 * The UUID of the event of a statement. It depends on nothing else, so a statement that is stored again as another
 * event is found without the service. `thumbprint`: of the key, base64url; `payloadHash`: the SHA-256 of the payload,
 * 64 hexadecimal digits.
 */
export const signedEventId = (thumbprint: string, payloadHash: string): string =>
  derivedUuid('statement', thumbprint, payloadHash);

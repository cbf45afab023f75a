import { z } from '@hono/zod-openapi';
import { readAuthority } from '../../certificates/authority.ts';
import { nowMicros } from '../../core/time.ts';

/** compat 6: characters. */
const LIMITS = { displayName: 128, pem: 300_000 } as const;

const DisplayName = z.string().min(1).max(LIMITS.displayName);

const Pem = z
  .string()
  .max(LIMITS.pem, { abort: true })
  .superRefine((text, context) => {
    const read = readAuthority(text, nowMicros());
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  })
  .openapi({
    description:
      'PEM of one CA certificate, within its validity; line breaks may be LF, CR LF, or the two characters backslash and n. Either name will do; both only with the same text',
  });

/** Of nobody. */
const EXAMPLE = `-----BEGIN CERTIFICATE-----
MIIBRDCB96ADAgECAhBFcOj0tkRMDs7RcWMCU1SXMAUGAytlcDArMRYwFAYDVQQK
DA1FeGFtcGxlLCBJbmMuMREwDwYDVQQDDAhQbGFudCBDQTAgFw0yMDAxMDEwMDAw
MDBaGA85OTk5MTIzMTIzNTk1OVowKzEWMBQGA1UECgwNRXhhbXBsZSwgSW5jLjER
MA8GA1UEAwwIUGxhbnQgQ0EwKjAFBgMrZXADIQBWVA7lQE+fjGspt6OLrlGZ3JAO
7nyNj88zbLd8eD45saMvMC0wDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQUafaWuxTL
OYVQ9mVWxBiCsZAZ21EwBQYDK2VwA0EAJXAU7kGI9Swg31Wqcln5j0jm7sdoJNZ6
4Bzsf+Ev2A+vZMdCCuHU8FRbsfQfwIyVd1fDys8go6jSNJd90IfbCg==
-----END CERTIFICATE-----
`;

export const CreateTlsCaCertificate = z
  .strictObject({ display_name: DisplayName, tlscacertificate: Pem.optional(), certificate: Pem.optional() })
  .superRefine(
    (body, context) => {
      const { tlscacertificate, certificate } = body as Record<string, unknown>;
      const refuse = (field: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (tlscacertificate === undefined && certificate === undefined)
        refuse('tlscacertificate', 'is required (certificate is another name for it)');
      else if (
        typeof tlscacertificate === 'string' &&
        typeof certificate === 'string' &&
        tlscacertificate !== certificate
      )
        refuse('certificate', 'is not the same as tlscacertificate; give one of the two');
    },
    // Also where other fields are wrong, so that one answer names all.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .openapi('CreateTlsCaCertificate', {
    example: { display_name: 'Plant CA', tlscacertificate: EXAMPLE },
  });

/** A certificate is what it is: another one is another record. */
const Unchangeable = z
  .unknown()
  .refine((value) => value === undefined, 'cannot be changed; create another one with the new certificate')
  .optional()
  .openapi({ type: 'string', description: 'Cannot be changed: 400' });

export const PatchTlsCaCertificate = z
  .strictObject({
    display_name: DisplayName.optional(),
    tlscacertificate: Unchangeable,
    certificate: Unchangeable,
  })
  .openapi('PatchTlsCaCertificate', { example: { display_name: 'Plant CA, old' } });

export const TlsCaCertificate = z
  .object({
    identity: z.string().openapi({ description: 'tlscacertificates/<uuid>' }),
    display_name: z.string(),
    tlscacertificate: z.string().openapi({ description: 'The PEM as it was given, with LF' }),
    certificate: z.string().openapi({ description: 'The same as tlscacertificate' }),
    subject: z.string().openapi({ description: 'RFC 4514' }),
    issuer: z.string().openapi({ description: 'RFC 4514' }),
    serial_number: z.string().openapi({ description: 'Lower-case hexadecimal' }),
    not_before: z.string(),
    not_after: z.string(),
    fingerprint_sha256: z.string().openapi({ description: 'SHA-256 of the DER, lower-case hexadecimal' }),
  })
  .openapi('TlsCaCertificate');

import { z } from '@hono/zod-openapi';
import { readAuthority } from '../../formats/certificates/authority.ts';
import { nowMicros } from '../../lib/time.ts';
import { exampleOf, hashLike } from '../examples.ts';
import * as schemas from '../schemas.ts';

/** Maximum lengths in characters (docs/api/compatibility.md). */
const LIMITS = { displayName: 128, pem: 300_000 } as const;

const DisplayName = z
  .string()
  .min(1)
  .max(LIMITS.displayName)
  .openapi({ description: 'Name of the certificate, shown to people' });

const Pem = z
  .string()
  .max(LIMITS.pem, { abort: true })
  .superRefine((text, context) => {
    const read = readAuthority(text, nowMicros());
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  })
  .openapi({
    description:
      'PEM of one CA certificate that is currently valid. Line breaks are LF, CR LF, or the two characters backslash and n. `tlscacertificate` and `certificate` are two names of the same field; one of them is required.',
  });

/** A certificate of a fictitious authority. */
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
        refuse('tlscacertificate', 'is required (or certificate, which is another name for it)');
      else if (
        typeof tlscacertificate === 'string' &&
        typeof certificate === 'string' &&
        tlscacertificate !== certificate
      )
        refuse('certificate', 'is not the same as tlscacertificate; send only one of them');
    },
    // Also runs if other fields are invalid, so that one response names all of them.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .openapi('CreateTlsCaCertificate', {
    example: { display_name: 'Plant CA', tlscacertificate: EXAMPLE },
  });

/** The certificate of a record cannot be changed. */
const Unchangeable = z
  .unknown()
  .refine((value) => value === undefined, 'cannot be changed; create another one with the new certificate')
  .optional()
  .openapi({ type: 'string', description: 'Rejected with 400: create another record for another certificate' });

export const PatchTlsCaCertificate = z
  .strictObject({
    display_name: DisplayName.optional(),
    tlscacertificate: Unchangeable,
    certificate: Unchangeable,
  })
  .openapi('PatchTlsCaCertificate', { example: { display_name: 'Plant CA, old' } });

export const TlsCaCertificate = z
  .object({
    identity: schemas.identity('tlscacertificates', 'the certificate'),
    display_name: schemas.displayName('the certificate'),
    tlscacertificate: schemas.text('PEM of the certificate as uploaded, with LF as line break'),
    certificate: schemas.text('The same as `tlscacertificate`'),
    subject: schemas.text('Subject of the certificate (RFC 4514)'),
    issuer: schemas.text('Issuer of the certificate (RFC 4514)'),
    serial_number: schemas.text('Serial number of the certificate, in lower-case hexadecimal'),
    not_before: schemas.timestamp('Start of the validity of the certificate'),
    not_after: schemas.timestamp('End of the validity of the certificate'),
    fingerprint_sha256: schemas.text('SHA-256 of the DER encoding, in lower-case hexadecimal'),
  })
  .openapi('TlsCaCertificate', {
    example: {
      identity: exampleOf('tlscacertificates'),
      display_name: 'Plant CA',
      tlscacertificate: EXAMPLE,
      certificate: EXAMPLE,
      subject: 'CN=Plant CA,O=Example\\, Inc.',
      issuer: 'CN=Plant CA,O=Example\\, Inc.',
      serial_number: '4570e8f4b6444c0eced1716302535497',
      not_before: '2020-01-01T00:00:00Z',
      not_after: '9999-12-31T23:59:59Z',
      fingerprint_sha256: hashLike('d2'),
    },
  });

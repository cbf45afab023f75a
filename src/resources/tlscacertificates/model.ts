import { z } from '@hono/zod-openapi';
import { readAuthority } from '../../formats/certificates/authority.ts';
import { nowMicros } from '../../lib/time.ts';
import { derived, field, fields } from '../../http/fields.ts';
import { hashLike } from '../examples.ts';
import { displayName, identity } from '../fields.ts';
import * as schemas from '../schemas.ts';
import { tlsCaCertificates as table } from './table.ts';

/** Maximum length in characters (docs/api/compatibility.md). */
const MAX_PEM = 300_000;

const Pem = z
  .string()
  .max(MAX_PEM, { abort: true })
  .superRefine((text, context) => {
    const read = readAuthority(text, nowMicros());
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  })
  .openapi({
    description:
      'PEM of one CA certificate that is currently valid. Line breaks are LF, CR LF, or the two characters ' +
      'backslash and n. `tlscacertificate` and `certificate` are two names of the same field; one of them ' +
      'is required.',
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

/** The certificate of a record cannot be changed. */
const Unchangeable = z
  .unknown()
  .refine((value) => value === undefined, 'cannot be changed; create another one with the new certificate')
  .optional()
  .openapi({ type: 'string', description: 'Rejected with 400: create another record for another certificate' });

export const tlsCaCertificate = fields(
  table,
  {
    identity: identity('tlscacertificates', 'the certificate'),
    display_name: field({ column: table.displayName, ...displayName('the certificate'), example: 'Plant CA' }),
    tlscacertificate: derived({
      create: Pem.optional(),
      patch: Unchangeable,
      response: schemas.text('PEM of the certificate as uploaded, with LF as line break'),
      json: (row) => row.certificate,
      example: EXAMPLE,
    }),
    certificate: derived({
      create: Pem.optional(),
      patch: Unchangeable,
      response: schemas.text('The same as `tlscacertificate`'),
      json: (row) => row.certificate,
      responseExample: EXAMPLE,
    }),
    subject: derived({
      response: schemas.text('Subject of the certificate (RFC 4514)'),
      json: (row) => row.subject,
      example: 'CN=Plant CA,O=Example\\, Inc.',
    }),
    issuer: derived({
      response: schemas.text('Issuer of the certificate (RFC 4514)'),
      json: (row) => row.issuer,
      example: 'CN=Plant CA,O=Example\\, Inc.',
    }),
    serial_number: derived({
      response: schemas.text('Serial number of the certificate, in lower-case hexadecimal'),
      json: (row) => row.serialNumber,
      example: '4570e8f4b6444c0eced1716302535497',
    }),
    not_before: derived({
      response: schemas.timestamp('Start of the validity of the certificate'),
      json: (row) => row.notBefore,
      example: '2020-01-01T00:00:00Z',
    }),
    not_after: derived({
      response: schemas.timestamp('End of the validity of the certificate'),
      json: (row) => row.notAfter,
      example: '9999-12-31T23:59:59Z',
    }),
    fingerprint_sha256: derived({
      response: schemas.text('SHA-256 of the DER encoding, in lower-case hexadecimal'),
      json: (row) => row.fingerprint,
      example: hashLike('d2'),
    }),
  },
  {
    name: 'TlsCaCertificate',
    patchExample: { display_name: 'Plant CA, old' },
    check: ({ tlscacertificate, certificate }, refuse) => {
      if (tlscacertificate === undefined && certificate === undefined)
        refuse('tlscacertificate', 'is required (or certificate, which is another name for it)');
      else if (
        typeof tlscacertificate === 'string' &&
        typeof certificate === 'string' &&
        tlscacertificate !== certificate
      )
        refuse('certificate', 'is not the same as tlscacertificate; send only one of them');
    },
  },
);

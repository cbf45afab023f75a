import type { z } from '@hono/zod-openapi';
import { damage, readAuthority } from '../../formats/certificates/authority.ts';
import { withLineBreaks } from '../../formats/certificates/pem.ts';
import { invalid } from '../../lib/errors.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { collection } from '../../http/collection.ts';
import { tlsCaCertificates } from './group.ts';
import { CreateTlsCaCertificate, PatchTlsCaCertificate, TlsCaCertificate } from './model.ts';
import { tlsCaCertificates as table } from './table.ts';

type Row = typeof table.$inferSelect;

const present = (row: Row): z.infer<typeof TlsCaCertificate> => ({
  identity: `tlscacertificates/${row.id}`,
  display_name: row.displayName,
  tlscacertificate: row.certificate,
  certificate: row.certificate,
  subject: row.subject,
  issuer: row.issuer,
  serial_number: row.serialNumber,
  not_before: row.notBefore,
  not_after: row.notAfter,
  fingerprint_sha256: row.fingerprint,
});

/** The columns of a certificate. Throws 400 if it is not accepted; `field` is its name in the request. */
async function columnsOf(pem: string, field: string, now: Micros) {
  const read = readAuthority(pem, now);
  const problem = typeof read === 'string' ? read : await damage(read);
  if (typeof read === 'string' || problem) throw invalid([{ field, description: problem! }]);
  const { x509, fingerprint } = read;
  const certificate = withLineBreaks(pem);
  return {
    certificate,
    subject: x509.subject,
    issuer: x509.issuer,
    serialNumber: x509.serialNumber,
    notBefore: formatSeconds(x509.notBefore),
    notAfter: formatSeconds(x509.notAfter),
    fingerprint,
    // Lists have two keys, and each record contains the PEM under two names.
    size: 2 * (2 * certificate.length + x509.subject.length + x509.issuer.length),
  };
}

const STATUSES = [200, 400, 401, 403, 429, 500];

export default collection({
  singular: 'TlsCaCertificate',
  noun: { one: 'a TLS CA certificate', many: 'TLS CA certificates' },
  about: 'A TLS CA certificate is a certificate authority of the tenancy, kept with what its PEM says.',
  notes: {
    create: 'Responds with 400 unless the PEM contains one CA certificate that is currently valid.',
    update: 'Only `display_name` can be changed.',
  },
  plural: 'tlscacertificates',
  alias: 'certificates',
  quota: 'tls_ca_certificates',
  group: tlsCaCertificates,
  table,
  audience: 'administrators',
  resource: TlsCaCertificate,
  create: CreateTlsCaCertificate,
  patch: PatchTlsCaCertificate,
  filters: { display_name: table.displayName },
  cleared: { display_name: undefined },
  readOnly: ['identity', 'subject', 'issuer', 'serial_number', 'not_before', 'not_after', 'fingerprint_sha256'],
  statuses: { list: STATUSES, create: [...STATUSES, 402], read: [...STATUSES, 404] },
  size: table.size,
  values: async ({ display_name, tlscacertificate, certificate }, { now }) => {
    const [pem, field] =
      tlscacertificate === undefined ? [certificate!, 'certificate'] : [tlscacertificate, 'tlscacertificate'];
    return { values: { displayName: display_name, ...(await columnsOf(pem, field, now)) } };
  },
  changes: ({ display_name }) => (display_name === undefined ? {} : { displayName: display_name }),
  present: (row) => present(row as Row),
});

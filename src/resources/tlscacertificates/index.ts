import { damage, readAuthority } from '../../formats/certificates/authority.ts';
import { withLineBreaks } from '../../formats/certificates/pem.ts';
import { invalid } from '../../lib/errors.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { collection } from '../../http/collection.ts';
import { tlsCaCertificates } from './group.ts';
import { tlsCaCertificate } from './model.ts';
import { tlsCaCertificates as table } from './table.ts';

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
  fields: tlsCaCertificate,
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
  audience: 'administrators',
  statuses: { list: STATUSES, create: [...STATUSES, 402], read: [...STATUSES, 404] },
  size: table.size,
  values: async ({ tlscacertificate, certificate }, { now }) => {
    const [pem, field] =
      tlscacertificate === undefined ? [certificate!, 'certificate'] : [tlscacertificate, 'tlscacertificate'];
    return { values: await columnsOf(pem, field, now) };
  },
});

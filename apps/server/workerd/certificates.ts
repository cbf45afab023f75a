import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';

/**
 * Has workerd trust the certificates of NODE_EXTRA_CA_CERTS, in addition to those of the system, in all requests of the
 * Worker. Returns the environment variables for workerd: it reads one file of PEM certificates instead of those of the
 * system, so that file is written into `runDir` and contains both.
 */
export function certificateEnv(runDir: string): Record<string, string> {
  const extra = getCACertificates('extra');
  if (extra.length === 0) return {};
  const file = join(runDir, 'certificates.pem');
  writeFileSync(file, [...new Set([...getCACertificates('system'), ...extra])].join('\n'));
  return { SSL_CERT_FILE: file };
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseSecrets } from '../../apps/server/state/secrets.ts';
import { atBaseUrl, readCredentials, statePaths, writeCredentials } from '../../apps/server/state/directory.ts';

const paths = statePaths(mkdtempSync(join(tmpdir(), 'credentials-')));
afterAll(() => rmSync(paths.dir, { recursive: true }));

const base_url = 'http://127.0.0.1:8787/archivist';
const credentials = { base_url, tenant_identity: 'tenant/1', client_id: 'id', client_secret: 'secret' };

it('reads the credentials that it has written, and rejects those without an origin', () => {
  writeCredentials(paths, { ...credentials, origin: '' });
  expect(readCredentials(paths)).toEqual({ ...credentials, origin: 'http://127.0.0.1:8787' });
  writeFileSync(paths.admin, JSON.stringify(credentials));
  expect(() => readCredentials(paths)).toThrow('origin is missing');
});

it('writes credentials with the origin of the base address', () => {
  writeCredentials(paths, atBaseUrl(credentials, 'https://evidence.example.com/archivist'));
  const written = JSON.parse(readFileSync(paths.admin, 'utf8')) as object;
  expect(Object.entries(written).slice(0, 2)).toEqual([
    ['base_url', 'https://evidence.example.com/archivist'],
    ['origin', 'https://evidence.example.com'],
  ]);
});

it('reads further settings in secrets.env', () => {
  const content = Buffer.from("OPERATOR_SECRET=x\nKNOWN_BAD_SHA256='ab'\nTRUSTED_ISSUERS=[]\n");
  const { values } = parseSecrets(content, 'secrets.env');
  expect(values).toEqual({ OPERATOR_SECRET: 'x', KNOWN_BAD_SHA256: 'ab', TRUSTED_ISSUERS: '[]' });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configOf, ConfigError } from '../../src/settings/config.ts';
import { readWorkerConfig } from '../../apps/server/workerd/worker-config.ts';
import { formatVkey, SIGNATURE_TYPES, verifierKey } from '../../src/formats/log/note.ts';
import { SECRETS, startService, type Service } from '../support/service.ts';
import { sampled } from '../support/size.ts';

type Case = { setting: string; value: string; in: 'vars' | 'secrets' };

const key = (bytes: number): string => `k1:${Buffer.alloc(bytes, 7).toString('base64')}`;
const vars = (setting: string, value: string): Case => ({ setting, value, in: 'vars' });
const secret = (setting: keyof typeof SECRETS | 'CHAIN_SIGNER_KEY' | 'CHAIN_VALIDATOR_KEY', value: string): Case => ({
  setting,
  value,
  in: 'secrets',
});

/** Valid private keys, and two invalid numbers: 0 and the order of secp256k1. */
const [KEY_1, KEY_2] = [`0x${'b5'.repeat(32)}`, `0x${'c6'.repeat(32)}`];
const NO_KEYS = [`0x${'00'.repeat(32)}`, '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'];

const ISSUER = { issuer: 'https://id.example', audience: 'evidence', tenants: '*', email_domains: 'example.com' };
/** The setting of trusted issuers: valid ones, changed by the given fields. */
const trust = (...issuers: object[]): Case =>
  vars('TRUSTED_ISSUERS', JSON.stringify(issuers.map((more) => ({ ...ISSUER, ...more }))));

/** The vkey of a witness, or with the type of checkpoints that of a log. */
const vkeyOf = (name: string, type: number = SIGNATURE_TYPES.cosignature): string =>
  formatVkey(verifierKey(name, type, new Uint8Array(32).fill(7)));
const WITNESS = `${vkeyOf('w.example')} https://w.example`;
const WITNESSES = Array.from({ length: 9 }, (_, n) => `${vkeyOf(`${n}.example`)} https://${n}.example/4711`);
const CERTIFICATE = readFileSync(join(import.meta.dirname, '../vectors/certificates/example.pem'), 'utf8').replaceAll(
  /-----.*-----|\s/g,
  '',
);
const AUTHORITIES = Array.from({ length: 5 }, (_, n) => `a${n} http://tsa.example/4711 ${CERTIFICATE}`);

const TRUSTED_TENANT = '7d6a2f0e-31c4-4b6e-9a55-0c9f3f1f2a01';

/** One of each kind, sent over HTTP; the rest of the table needs no runtime. */
const SERVED: Case[] = [
  vars('ORIGIN', ''),
  vars('RESULT_LIMIT', 'plenty-4711'),
  secret('KEY_ENCRYPTION_KEYS', key(31)),
  secret('WALLET_SEED', 'ab'.repeat(31)),
  secret('OPERATOR_SECRET', 'short-operator-secret-4711'),
  secret('CHAIN_SIGNER_KEY', `0x${'b5'.repeat(31)}`),
  secret('CHAIN_VALIDATOR_KEY', `0x${'b5'.repeat(31)}`),
];

const WRONG: Case[] = [
  ...SERVED,
  vars('ORIGIN', 'evidence.example'),
  vars('ORIGIN', 'ftp://wrong.example'),
  vars('ORIGIN', 'https://wrong.example/'),
  vars('ORIGIN', 'https://wrong.example/with/a/path'),
  vars('ORIGIN', 'https://user:password4711@wrong.example'),
  vars('PAGE_SIZE_MAX', '0'),
  vars('PAGE_SIZE_DEFAULT', '-4711'),
  vars('RESULT_LIMIT', '1e99'),
  vars('QUOTA_ASSETS', '47.11'),
  vars('QUOTA_APPLICATIONS', '-2'),
  vars('QUOTA_LOCATIONS', '-2'),
  vars('QUOTA_LOCATIONS', '1000001'),
  // Every request of a user evaluates the policies of the tenancy, so their number is limited.
  vars('QUOTA_ACCESS_POLICIES', '-1'),
  vars('QUOTA_ACCESS_POLICIES', '101'),
  vars('QUOTA_ACCESS_POLICIES', '4711.5'),
  vars('QUOTA_BLOBS', '-2'),
  vars('QUOTA_BLOB_BYTES', '47.11'),
  vars('QUOTA_BLOB_BYTES', String(2 ** 51)),
  vars('MAX_BLOB_BYTES', '0'),
  vars('MAX_BLOB_BYTES', '-1'),
  vars('MAX_BLOB_BYTES', '50MB4711'),
  vars('RESCAN_DAYS', '-1'),
  vars('RESCAN_DAYS', '3651'),
  vars('CLAMD_ADDRESS', 'clamd4711'),
  vars('CLAMD_ADDRESS', 'clamd.example:0'),
  vars('CLAMD_ADDRESS', 'clamd.example:65536'),
  vars('CLAMD_ADDRESS', 'tcp://clamd.example:3310'),
  vars('CLAMD_ADDRESS', 'user:password4711@clamd.example:3310'),
  vars('CLAMD_ADDRESS', '::1:3310'),
  vars('KNOWN_BAD_SHA256', 'not-a-hash-4711'),
  vars('KNOWN_BAD_SHA256', `${'ab'.repeat(32)},${'ab'.repeat(31)}`),
  vars('SIGNING_KEY_DAYS', '0x4711zz'),
  vars('PUBLIC_MAX_AGE', 'NaN'),
  vars('CHAIN_ID', '9223372036854775807'),
  vars('CHAIN_ID', '0'),
  vars('CHAIN_ID', String(2 ** 52 + 1)),
  vars('CHAIN_ID', '47.11'),
  vars('CHAIN_RPC_URL', 'node4711.example:8545'),
  vars('CHAIN_RPC_URL', 'ws://node4711.example'),
  vars('CHAIN_RPC_URL', 'https://node4711.example/with a space'),
  vars('CHAIN_CONFIRMATIONS', '0'),
  vars('CHAIN_CONFIRMATIONS', '10001'),
  vars('CHAIN_IN_FLIGHT', '0'),
  vars('CHAIN_IN_FLIGHT', '10001'),
  vars('CHAIN_POLL_SECONDS', '0'),
  vars('CHAIN_POLL_SECONDS', '3601'),
  vars('CHAIN_STUCK_SECONDS', '0'),
  vars('CHAIN_STUCK_SECONDS', '86401'),
  vars('ANCHOR_WINDOW_SECONDS', '0'),
  vars('ANCHOR_WINDOW_SECONDS', '4711.5'),
  vars('ANCHOR_WINDOW_SECONDS', String(30 * 86_400 + 1)),
  vars('ANCHOR_MAX_EVENTS', '0'),
  vars('ANCHOR_MAX_EVENTS', '20001'),
  secret('CHAIN_SIGNER_KEY', 'b5'.repeat(32)),
  secret('CHAIN_SIGNER_KEY', `0x${'b5'.repeat(33)}`),
  secret('CHAIN_SIGNER_KEY', `0x${'no-key-4711'.padEnd(64, '-')}`),
  ...NO_KEYS.map((value) => secret('CHAIN_SIGNER_KEY', value)),
  ...NO_KEYS.map((value) => secret('CHAIN_VALIDATOR_KEY', value)),
  secret('CHAIN_VALIDATOR_KEY', `${KEY_1},`),
  secret('CHAIN_VALIDATOR_KEY', `${KEY_1},${KEY_1}`),
  secret('CHAIN_VALIDATOR_KEY', `${KEY_1},${KEY_1},${'c6'.repeat(32)}`),
  secret('CHAIN_VALIDATOR_KEY', `${KEY_1} ${KEY_2}`),
  secret('CHAIN_VALIDATOR_KEY', `${KEY_1},seeds`),
  secret('KEY_ENCRYPTION_KEYS', ''),
  secret('KEY_ENCRYPTION_KEYS', 'not-a-key-ring-4711'),
  secret('KEY_ENCRYPTION_KEYS', `${key(32)},${key(32)}`),
  secret('KEY_ENCRYPTION_KEYS', `${key(32)},`),
  secret('WALLET_SEED', ''),
  secret('WALLET_SEED', 'not-hexadecimal-4711'.repeat(4)),
  vars('TRUSTED_ISSUERS', 'no JSON 4711'),
  vars('TRUSTED_ISSUERS', JSON.stringify(ISSUER)),
  vars('TRUSTED_ISSUERS', '["https://id4711.example"]'),
  vars('TRUSTED_ISSUERS', '[null]'),
  vars('TRUSTED_ISSUERS', '[[4711]]'),
  trust({ issuer: undefined }),
  trust({ issuer: 'id4711.example' }),
  trust({ issuer: 'http://id4711.example' }),
  trust({ issuer: 'ftp://127.0.0.1/4711' }),
  trust({ issuer: 'https://user:4711@id.example' }),
  trust({ issuer: 'https://user4711@id.example' }),
  trust({ issuer: 'https://:4711@id.example' }),
  trust({ issuer: 'https://id.example/#4711' }),
  trust({ issuer: 'https://evidence.example/appidpv1' }),
  trust({}, { audience: '4711' }),
  trust({ audience: undefined }),
  trust({ audience: [] }),
  trust({ audience: '' }),
  trust({ audience: ['evidence', ''] }),
  trust({ audience: ['evidence', 4711] }),
  trust({ tenants: undefined }),
  trust({ tenants: [] }),
  trust({ tenants: ['*', 'tenant/4711'] }),
  trust({ email_domains: undefined }),
  trust({ email_domains: [] }),
  trust({ email_domains: { 'example.com': 4711 } }),
  trust({ jwks_uri: 'http://keys4711.example/jwks' }),
  trust({ jwks_uri: null }),
  trust({ algorithms: 'HS256' }),
  trust({ algorithms: ['RS256', 'none'] }),
  trust({ algorithms: [] }),
  trust({ groups_claim: 4711 }),
  trust({ audiences: 'evidence4711' }),
  vars('LOG_WITNESSES', 'witness4711.example'),
  vars('LOG_WITNESSES', 'https://witness4711.example'),
  vars('LOG_WITNESSES', `w4711.example+00000000+BwcH https://w.example`),
  vars('LOG_WITNESSES', vkeyOf('w4711.example')),
  vars('LOG_WITNESSES', `${vkeyOf('log4711.example', SIGNATURE_TYPES.ed25519)} https://w.example`),
  vars('LOG_WITNESSES', `${vkeyOf('w.example')} http://w4711.example`),
  vars('LOG_WITNESSES', `${vkeyOf('w.example')} http://localhost.w4711.example`),
  vars('LOG_WITNESSES', `${vkeyOf('w.example')} https://user4711@w.example`),
  vars('LOG_WITNESSES', `${vkeyOf('w.example')} https://w.example/?4711`),
  vars('LOG_WITNESSES', `${WITNESS} 4711`),
  vars('LOG_WITNESSES', `${WITNESS},`),
  vars('LOG_WITNESSES', `${WITNESS}, ${WITNESS}/4711`),
  vars('LOG_WITNESSES', WITNESSES.join(', ')),
  vars('TIMESTAMP_AUTHORITIES', `tsa4711 ${CERTIFICATE}`),
  vars('TIMESTAMP_AUTHORITIES', 'tsa http://tsa4711.example'),
  vars('TIMESTAMP_AUTHORITIES', `TSA4711 http://tsa.example ${CERTIFICATE}`),
  vars('TIMESTAMP_AUTHORITIES', `tsa ftp://tsa4711.example ${CERTIFICATE}`),
  vars('TIMESTAMP_AUTHORITIES', `tsa http://tsa.example 1.40.4711 ${CERTIFICATE}`),
  vars('TIMESTAMP_AUTHORITIES', `tsa4711 http://tsa.example ${CERTIFICATE.slice(4)}`),
  vars('TIMESTAMP_AUTHORITIES', `a4711 http://a.example ${CERTIFICATE}, a4711 http://b.example ${CERTIFICATE}`),
  vars('TIMESTAMP_AUTHORITIES', AUTHORITIES.join(',')),
  vars('COMPLETENESS_SECONDS', '86401'),
  vars('TIMESTAMP_SECONDS', '599'),
  vars('TIMESTAMP_SECONDS', '604801'),
  vars('JWKS_MAX_AGE_SECONDS', '86401'),
  vars('JWKS_COOLDOWN_SECONDS', '3601'),
  vars('SESSION_HOURS', '0'),
  vars('SESSION_HOURS', '169'),
  vars('SESSION_IDLE_MINUTES', '4'),
  vars('SESSION_IDLE_MINUTES', '10081'),
  vars('FIELD_SESSION_IDLE_MINUTES', '4'),
  vars('INVITE_DAYS', '0'),
  vars('INVITE_DAYS', '366'),
  vars('MAIL_FROM', 'Evidence <evidence4711@example.com>'),
  vars('MAIL_LANGUAGE', 'fr'),
  vars('AZURE_ANSWER_SECONDS', '0'),
  vars('AZURE_ANSWER_SECONDS', '301'),
  vars('BUS_SOURCES', '101'),
];

const REQUESTS = [
  ['GET', '/archivist/v2/assets'],
  ['GET', '/archivist/openapi.json'],
  ['GET', '/archivist/publicassets/-/events'],
  ['POST', '/archivist/iam/v1/appidp/token'],
  ['POST', '/archivist/operator/v1/tenants'],
  ['GET', '/appidpv1/.well-known/jwks.json'],
] as const;

async function refusesEverything(service: Service, wrong: Case): Promise<void> {
  for (const [method, path] of REQUESTS) {
    const response = await fetch(`${service.at}${path}`, {
      method,
      headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path} ${text}`).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    const body = JSON.parse(text);
    if (path.endsWith('/token')) expect(Object.keys(body)).toEqual(['error', 'error_description']);
    else {
      const retry_delay = `${response.headers.get('retry-after')}s`;
      const details = [expect.any(Object), expect.objectContaining({ retry_delay })];
      expect(body).toEqual({ code: 14, message: expect.any(String), details });
    }
    expect(text).not.toContain(wrong.setting);
    if (wrong.value !== '') expect(text).not.toContain(wrong.value);
  }
}

async function saysWhich(service: Service, wrong: Case): Promise<void> {
  const lines = (await service.logged()).filter((line) => line.includes(wrong.setting));
  expect(lines.length, 'lines that name the setting').toBeGreaterThan(0);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', status: 503 });
  const all = service.logs().join('\n');
  if (wrong.value !== '') expect(all).not.toContain(wrong.value);
  for (const each of wrong.value.split(/[:,]/).filter((part) => part.length > 3)) expect(all).not.toContain(each);
  for (const each of Object.values(SECRETS)) expect(all).not.toContain(each);
}

test.each(sampled(SERVED, SERVED.length, 1))(
  '$setting=$value makes every request fail, and the log names the setting',
  async (wrong) => {
    const service = await startService({ [wrong.in]: { [wrong.setting]: wrong.value } });
    try {
      await refusesEverything(service, wrong);
      await expect.poll(() => service.logs().some((line) => line.includes(wrong.setting))).toBe(true);
      await saysWhich(service, wrong);
    } finally {
      await service.close();
    }
  },
);

test.each(WRONG)('the error for $setting=$value names the setting and not its value', (wrong) => {
  const env = { ORIGIN: 'https://evidence.example', ...SECRETS, [wrong.setting]: wrong.value };
  let message = '';
  try {
    configOf(env as never);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as Error).message;
  }
  expect(message).toMatch(new RegExp(`^${wrong.setting}: \\S`));
  if (wrong.value.length > 2) expect(message).not.toContain(wrong.value);
  expect(message).not.toMatch(/4711|BwcH/);
});

test.each([
  [vars('QUOTA_ACCESS_POLICIES', '0'), 'access_policies', 0],
  [vars('QUOTA_ACCESS_POLICIES', '100'), 'access_policies', 100],
  [vars('QUOTA_ACCESS_POLICIES', ''), 'access_policies', 100],
  [vars('QUOTA_LOCATIONS', '-1'), 'locations', -1],
  [vars('QUOTA_LOCATIONS', '0'), 'locations', 0],
  [vars('QUOTA_LOCATIONS', ''), 'locations', 1000],
  [vars('QUOTA_TLS_CA_CERTIFICATES', ''), 'tls_ca_certificates', 1000],
  [vars('QUOTA_TLS_CA_CERTIFICATES', '7'), 'tls_ca_certificates', 7],
  [vars('QUOTA_LEDGER_BYTES', '4000'), 'ledger_bytes', 4000],
  [vars('QUOTA_LEDGER_BYTES', ''), 'ledger_bytes', -1],
  [vars('QUOTA_BLOBS', '-1'), 'blobs', -1],
  [vars('QUOTA_BLOBS', ''), 'blobs', 1_000_000],
  [vars('QUOTA_BLOB_BYTES', '-1'), 'blob_bytes', -1],
  [vars('QUOTA_BLOB_BYTES', ''), 'blob_bytes', 2 ** 40],
] as const)('$setting=$value is a quota', ({ setting, value }, name, quota) => {
  const env = { ORIGIN: 'https://evidence.example', ...SECRETS, [setting]: value };
  expect(configOf(env as never).quotas[name]).toBe(quota);
});

const HASH = 'ab'.repeat(32);
test.each([
  [vars('MAX_BLOB_BYTES', ''), { maxBlobBytes: 50 * 2 ** 20 }],
  [vars('MAX_BLOB_BYTES', '1'), { maxBlobBytes: 1 }],
  [vars('RESCAN_DAYS', ''), { rescanDays: 0 }],
  [vars('CLAMD_ADDRESS', ''), { clamd: undefined }],
  [vars('CLAMD_ADDRESS', 'clamd.example:3310'), { clamd: { hostname: 'clamd.example', port: 3310 } }],
  [vars('CLAMD_ADDRESS', '[::1]:3310'), { clamd: { hostname: '[::1]', port: 3310 } }],
  [vars('KNOWN_BAD_SHA256', ''), { badHashes: [] }],
  [vars('KNOWN_BAD_SHA256', ` ${HASH.toUpperCase()},\n${HASH} `), { badHashes: [HASH, HASH] }],
  [vars('CHAIN_ID', ''), { chainId: '8275868384' }],
  [vars('CHAIN_ID', '1'), { chainId: '1' }],
  [vars('CHAIN_ID', String(2 ** 52)), { chainId: '4503599627370496' }],
  [vars('CHAIN_RPC_URL', ''), { chain: { rpcUrl: undefined } }],
  [vars('CHAIN_RPC_URL', 'http://[::1]:8545/v3/k'), { chain: { rpcUrl: 'http://[::1]:8545/v3/k' } }],
  [secret('CHAIN_SIGNER_KEY', `0x${HASH}`), { chain: { signerKey: `0x${HASH}` } }],
  [vars('CHAIN_CONFIRMATIONS', ''), { chain: { confirmations: 12 } }],
  [vars('CHAIN_CONFIRMATIONS', '10000'), { chain: { confirmations: 10_000 } }],
  [vars('CHAIN_IN_FLIGHT', ''), { chain: { inFlight: 16 } }],
  [vars('CHAIN_IN_FLIGHT', '1'), { chain: { inFlight: 1 } }],
  [vars('CHAIN_POLL_SECONDS', ''), { chain: { pollSeconds: 4 } }],
  [vars('CHAIN_POLL_SECONDS', '3600'), { chain: { pollSeconds: 3600 } }],
  [vars('CHAIN_STUCK_SECONDS', ''), { chain: { stuckSeconds: 120 } }],
  [vars('CHAIN_STUCK_SECONDS', '86400'), { chain: { stuckSeconds: 86_400 } }],
  [vars('CHAIN_NODE_IDENTITY', ''), { chain: { nodeIdentity: '' } }],
  [vars('CHAIN_NODE_IDENTITY', 'node 1'), { chain: { nodeIdentity: 'node 1' } }],
  [vars('ANCHOR_WINDOW_SECONDS', ''), { anchoring: { windowSeconds: 3600 } }],
  [vars('ANCHOR_WINDOW_SECONDS', '2592000'), { anchoring: { windowSeconds: 2_592_000 } }],
  [vars('ANCHOR_MAX_EVENTS', ''), { anchoring: { maxEvents: 10_000 } }],
  [vars('ANCHOR_MAX_EVENTS', '20000'), { anchoring: { maxEvents: 20_000 } }],
  [vars('LOG_WITNESSES', ''), { logWitnesses: [] }],
  [
    vars('LOG_WITNESSES', `${WITNESS}/,\n ${vkeyOf('local')}  http://127.0.0.1:8080/w`),
    {
      logWitnesses: [
        { vkey: vkeyOf('w.example'), url: 'https://w.example' },
        { vkey: vkeyOf('local'), url: 'http://127.0.0.1:8080/w' },
      ],
    },
  ],
  [vars('LOG_WITNESSES', WITNESSES.slice(1).join(',')), { logWitnesses: { length: 8 } }],
  [vars('TIMESTAMP_AUTHORITIES', ''), { timestamps: { authorities: [] } }],
  [
    vars('TIMESTAMP_AUTHORITIES', `a http://a.example/tsr 1.2.3 ${CERTIFICATE},\nb https://b.example ${CERTIFICATE}`),
    {
      timestamps: {
        authorities: [
          { name: 'a', url: 'http://a.example/tsr', policy: '1.2.3', trusted: { length: 1 } },
          { name: 'b', url: 'https://b.example', policy: undefined, trusted: { length: 1 } },
        ],
      },
    },
  ],
  [vars('TIMESTAMP_AUTHORITIES', AUTHORITIES.slice(1).join(',')), { timestamps: { authorities: { length: 4 } } }],
  [vars('COMPLETENESS_SECONDS', ''), { completenessSeconds: 60 }],
  [vars('COMPLETENESS_SECONDS', '86400'), { completenessSeconds: 86_400 }],
  [vars('TIMESTAMP_SECONDS', ''), { timestamps: { seconds: 3600 } }],
  [vars('TIMESTAMP_SECONDS', '604800'), { timestamps: { seconds: 604_800 } }],
  [vars('TRUSTED_ISSUERS', ''), { trustedIssuers: [] }],
  [
    trust({}),
    {
      trustedIssuers: [
        {
          issuer: 'https://id.example',
          audience: ['evidence'],
          jwksUri: undefined,
          // No symmetric algorithms, with which a verifier could sign.
          algorithms: 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '),
          tenants: ['*'],
          emailDomains: ['example.com'],
          groupsClaim: undefined,
        },
      ],
    },
  ],
  [
    trust(
      {
        tenants: [`tenant/${TRUSTED_TENANT}`, TRUSTED_TENANT],
        email_domains: ['Example.COM', '*'],
        algorithms: 'ES256',
        jwks_uri: 'https://keys.example/jwks?v=1',
        groups_claim: 'teams',
      },
      { issuer: 'http://127.0.0.1:8080/a' },
      { issuer: 'http://[::1]:8080' },
      { issuer: 'http://localhost' },
    ),
    {
      trustedIssuers: [
        {
          tenants: [TRUSTED_TENANT, TRUSTED_TENANT],
          emailDomains: ['example.com', '*'],
          algorithms: ['ES256'],
          jwksUri: 'https://keys.example/jwks?v=1',
          groupsClaim: 'teams',
        },
        { issuer: 'http://127.0.0.1:8080/a' },
        { issuer: 'http://[::1]:8080' },
        { issuer: 'http://localhost' },
      ],
    },
  ],
] as const)('$setting=$value is read', ({ setting, value }, config) => {
  const env = { ORIGIN: 'https://evidence.example', ...SECRETS, [setting]: value };
  expect(configOf(env as never)).toMatchObject(config);
});

test('the default signer is derived from the seed and the chain, and differs between them', () => {
  const signer = (more: object): string =>
    configOf({ ORIGIN: 'https://evidence.example', ...SECRETS, ...more } as never).chain.signerKey;
  const keys = [signer({}), signer({ CHAIN_ID: '1' }), signer({ WALLET_SEED: '5f'.repeat(32) })];
  expect(signer({ CHAIN_SIGNER_KEY: '' })).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
  for (const each of keys) expect(each).toMatch(/^0x[0-9a-f]{64}$/);
});

test('the default validator is derived from the seed and the chain; "seed" names it in a list of keys', () => {
  const validators = (more: object): string[] =>
    configOf({ ORIGIN: 'https://evidence.example', ...SECRETS, ...more } as never).chain.validatorKeys.map(
      (key) => `0x${Buffer.from(key).toString('hex')}`,
    );
  const [derived] = validators({});
  const others = [validators({ CHAIN_ID: '1' }), validators({ WALLET_SEED: '5f'.repeat(32) })].flat();
  expect(new Set([derived, ...others]).size).toBe(3);
  expect(validators({ CHAIN_VALIDATOR_KEY: '' })).toEqual([derived]);
  expect(validators({ CHAIN_VALIDATOR_KEY: KEY_1 })).toEqual([KEY_1]);
  expect(validators({ CHAIN_VALIDATOR_KEY: `${KEY_2}, ${KEY_1.toUpperCase().replace('0X', '0x')}` })).toEqual([
    KEY_2,
    KEY_1,
  ]);
  expect(validators({ CHAIN_VALIDATOR_KEY: `${KEY_1},seed` })).toEqual([KEY_1, derived]);
  expect(validators({ CHAIN_VALIDATOR_KEY: KEY_1, WALLET_SEED: '5f'.repeat(32) })).toEqual([KEY_1]);
});

test('the operations of the operator are 404 without an operator secret, and all others work', async () => {
  const service = await startService({ secrets: { OPERATOR_SECRET: '' } });
  try {
    for (const authorization of ['', 'Bearer ', `Bearer ${SECRETS.OPERATOR_SECRET}`]) {
      const response = await fetch(`${service.base}/operator/v1/tenants`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"display_name":"x"}',
      });
      expect(response.status).toBe(404);
      await response.body?.cancel();
    }
    expect((await fetch(`${service.base}/openapi.json`)).status).toBe(200);
  } finally {
    await service.close();
  }
});

test('no two jobs share a run of the Worker, as RUN_STATEMENTS assumes', () => {
  expect(readWorkerConfig().queues.consumers.map(({ max_batch_size }) => max_batch_size)).toEqual([1]);
});

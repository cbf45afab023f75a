import { fromHex, toHex } from './core/text.ts';
import { privateKeyOf } from './core/wallet.ts';
import { KeyRing } from './core/seal.ts';
import { isEmail, parseTrustedIssuers, type TrustedIssuer } from './core/trust.ts';
import type { Quotas } from './store/conditions.ts';

/** The fixed first path segment of the service (compat 1.1). */
export const BASE_PATH = '/archivist';

/** Bindings and settings as the runtime hands them over. Settings are strings. */
export interface Env {
  DB: D1Database;
  BLOBS: R2Bucket;
  JOBS: Queue<unknown>;
  ASSET_LEDGER: DurableObjectNamespace;
  WINDOW_TIMER: DurableObjectNamespace;
  CHAIN_OUTBOX: DurableObjectNamespace;
  EMBEDDED_CHAIN: DurableObjectNamespace;
  BUS_SOURCE: DurableObjectNamespace;
  RATE_API: RateLimit;
  RATE_TOKEN: RateLimit;
  RATE_PUBLIC: RateLimit;
  /** Sends mail; a deployment may do without. */
  EMAIL?: SendEmail;
  ORIGIN?: string;
  KEY_ENCRYPTION_KEYS?: string;
  WALLET_SEED?: string;
  OPERATOR_SECRET?: string;
  [setting: string]: unknown;
}

export type Config = {
  /** `https://host`, no trailing slash: what every address in an answer starts with. Never the Host header. */
  origin: string;
  /** `{origin}/archivist`. */
  baseUrl: string;
  /** `{origin}/appidpv1`: the issuer of the service's own tokens. */
  issuer: string;
  keys: KeyRing;
  walletSeed: Uint8Array;
  /** Guards the operator's operations; undefined: they do not exist. */
  operatorSecret: string | undefined;
  chainId: string;
  pageSize: { default: number; max: number };
  /** Above this many results an un-paged list answers 206, and totals are not counted further unless asked. */
  resultLimit: number;
  /** Seconds for which public answers may be served from a cache. */
  publicMaxAge: number;
  /** Days for which a signing key signs; the next one is published a day before. */
  signingKeyDays: number;
  quotas: Quotas;
  /** OpenID Connect providers by which people sign in. */
  trustedIssuers: TrustedIssuer[];
  /** Seconds for which a provider's keys are taken without asking again, and between two looks for an unknown key. */
  jwks: { maxAgeSeconds: number; cooldownSeconds: number };
  /** Days for which an invite can be accepted. */
  inviteDays: number;
  /** Who mail comes from; undefined: no mail is sent, because this or the binding EMAIL is missing. */
  mailFrom: string | undefined;
  anchoring: {
    /** Seconds from the first event of a window to its end. */
    windowSeconds: number;
    /** Events that one window holds. */
    maxEvents: number;
  };
  chain: {
    /** The JSON-RPC address of an Ethereum node; undefined: the embedded chain. */
    rpcUrl: string | undefined;
    /** The private key that signs, 0x and 64 hexadecimal digits. */
    signerKey: `0x${string}`;
    /** Blocks after which a transaction is final, where the node does not say. */
    confirmations: number;
    /** Transactions that may wait for a block at once. */
    inFlight: number;
    /** Seconds between looks at the chain, and until fees are raised. */
    pollSeconds: number;
    stuckSeconds: number;
    /** What the node is called in answers; empty: what it calls itself. */
    nodeIdentity: string;
  };
  /** Hosts (with ports) beside the cloud's own to which imports and sources may go. */
  azureHosts: string[];
  /** Seconds within which a hub or bus must have answered, beside those that it was asked to wait. */
  azureSeconds: number;
  /** Sources that one tenant may have at once. */
  busSources: number;
  /** Bytes that one blob may have. */
  maxBlobBytes: number;
  /** clamd's `host:port`; undefined: the embedded scanner. */
  clamd: { hostname: string; port: number } | undefined;
  /** SHA-256 of files, in lower-case hex, that the embedded scanner calls bad. */
  badHashes: string[];
  /** Days after which a blob is scanned again; 0: never. */
  rescanDays: number;
};

/** A setting is missing or wrong: the service answers nothing until it is mended. */
export class ConfigError extends Error {}

/** EIP-155 writes twice the id and some into a signature, exactly. */
const MAX_CHAIN_ID = 2 ** 52;

const cache = new WeakMap<Env, Config>();

/** env -> Config, once per isolate. Throws a ConfigError that names the setting, never its value. */
export function configOf(env: Env): Config {
  const known = cache.get(env);
  if (known) return known;
  const config = read(env);
  cache.set(env, config);
  return config;
}

function read(env: Env): Config {
  const origin = text(env, 'ORIGIN');
  if (!/^https?:\/\/[^/?#@\s]+$/.test(origin))
    throw new ConfigError('setting ORIGIN must be http(s)://host[:port] without a path');
  const max = whole(env, 'PAGE_SIZE_MAX', 500, 1, 1000);
  const chainId = String(whole(env, 'CHAIN_ID', 8_275_868_384, 1, MAX_CHAIN_ID));
  return {
    origin,
    baseUrl: `${origin}${BASE_PATH}`,
    issuer: `${origin}/appidpv1`,
    keys: parsed('KEY_ENCRYPTION_KEYS', () => KeyRing.parse(text(env, 'KEY_ENCRYPTION_KEYS'))),
    walletSeed: parsed('WALLET_SEED', () => {
      const seed = fromHex(text(env, 'WALLET_SEED'));
      if (seed.length < 32) throw new RangeError('expected at least 64 hexadecimal digits');
      return seed;
    }),
    operatorSecret: operatorSecret(env),
    chainId,
    pageSize: { max, default: Math.min(max, whole(env, 'PAGE_SIZE_DEFAULT', 100, 1, 1000)) },
    resultLimit: whole(env, 'RESULT_LIMIT', 500, 1, 100_000),
    publicMaxAge: whole(env, 'PUBLIC_MAX_AGE', 5, 0, 86_400),
    signingKeyDays: whole(env, 'SIGNING_KEY_DAYS', 30, 1, 3650),
    quotas: {
      // At most what is proven to keep lists fast: test/access/policies.test.ts has twice as many.
      access_policies: whole(env, 'QUOTA_ACCESS_POLICIES', 100, 0, 100),
      applications: whole(env, 'QUOTA_APPLICATIONS', 1000, -1, 1_000_000),
      assets: whole(env, 'QUOTA_ASSETS', 1_000_000, -1, 1_000_000_000),
      blob_bytes: whole(env, 'QUOTA_BLOB_BYTES', 2 ** 40, -1, 2 ** 50),
      blobs: whole(env, 'QUOTA_BLOBS', 1_000_000, -1, 1_000_000_000),
      compliance_policies: whole(env, 'QUOTA_COMPLIANCE_POLICIES', 100, 0, 1000),
      invites: whole(env, 'QUOTA_INVITES', 1000, -1, 1_000_000),
      locations: whole(env, 'QUOTA_LOCATIONS', 1000, -1, 1_000_000),
      tls_ca_certificates: whole(env, 'QUOTA_TLS_CA_CERTIFICATES', 1000, -1, 1_000_000),
    },
    trustedIssuers: trustedIssuers(env, origin),
    jwks: {
      maxAgeSeconds: whole(env, 'JWKS_MAX_AGE_SECONDS', 600, 0, 86_400),
      cooldownSeconds: whole(env, 'JWKS_COOLDOWN_SECONDS', 30, 0, 3600),
    },
    inviteDays: whole(env, 'INVITE_DAYS', 10, 1, 365),
    mailFrom: mailFrom(env),
    anchoring: {
      windowSeconds: whole(env, 'ANCHOR_WINDOW_SECONDS', 3600, 1, 2_592_000),
      maxEvents: whole(env, 'ANCHOR_MAX_EVENTS', 10_000, 1, 20_000),
    },
    chain: chain(env, chainId),
    azureHosts: (optional(env, 'AZURE_ALLOWED_HOSTS') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((host) => host !== ''),
    azureSeconds: whole(env, 'AZURE_ANSWER_SECONDS', 20, 1, 300),
    busSources: whole(env, 'BUS_SOURCES', 2, 0, 100),
    maxBlobBytes: whole(env, 'MAX_BLOB_BYTES', 50 * 2 ** 20, 1, 5 * 2 ** 30),
    clamd: clamd(env),
    badHashes: badHashes(env),
    rescanDays: whole(env, 'RESCAN_DAYS', 0, 0, 3650),
  };
}

function optional(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === '' ? undefined : String(value);
}

function text(env: Env, name: string): string {
  const value = optional(env, name);
  if (value === undefined) throw new ConfigError(`setting ${name} is missing`);
  return value;
}

function parsed<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `setting ${name} is wrong: ${error instanceof RangeError ? error.message : 'it does not parse'}`,
    );
  }
}

function whole(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = optional(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`setting ${name} must be a whole number from ${min} to ${max}`);
  }
  return number;
}

function trustedIssuers(env: Env, origin: string): TrustedIssuer[] {
  const issuers = parsed('TRUSTED_ISSUERS', () => parseTrustedIssuers(optional(env, 'TRUSTED_ISSUERS') ?? '[]'));
  if (issuers.some(({ issuer }) => issuer.startsWith(`${origin}/`)))
    throw new ConfigError('setting TRUSTED_ISSUERS must not name an issuer at ORIGIN');
  return issuers;
}

function mailFrom(env: Env): string | undefined {
  const from = optional(env, 'MAIL_FROM');
  if (from !== undefined && !isEmail(from)) throw new ConfigError('setting MAIL_FROM must be an e-mail address');
  return env.EMAIL === undefined ? undefined : from;
}

function chain(env: Env, chainId: string): Config['chain'] {
  const rpcUrl = optional(env, 'CHAIN_RPC_URL');
  if (rpcUrl !== undefined && !/^https?:\/\/[^\s]+$/.test(rpcUrl))
    throw new ConfigError('setting CHAIN_RPC_URL must be an http(s) address');
  const key = optional(env, 'CHAIN_SIGNER_KEY');
  if (key !== undefined && !/^0x[0-9a-f]{64}$/i.test(key))
    throw new ConfigError('setting CHAIN_SIGNER_KEY must be 0x and 64 hexadecimal digits');
  const seed = parsed('WALLET_SEED', () => fromHex(text(env, 'WALLET_SEED')));
  return {
    rpcUrl,
    signerKey: (key as `0x${string}` | undefined) ?? `0x${toHex(privateKeyOf(seed, `signer|${chainId}`))}`,
    confirmations: whole(env, 'CHAIN_CONFIRMATIONS', 12, 1, 10_000),
    inFlight: whole(env, 'CHAIN_IN_FLIGHT', 16, 1, 10_000),
    pollSeconds: whole(env, 'CHAIN_POLL_SECONDS', 4, 1, 3600),
    stuckSeconds: whole(env, 'CHAIN_STUCK_SECONDS', 120, 1, 86_400),
    nodeIdentity: optional(env, 'CHAIN_NODE_IDENTITY') ?? '',
  };
}

function clamd(env: Env): Config['clamd'] {
  const address = optional(env, 'CLAMD_ADDRESS');
  if (address === undefined) return undefined;
  const [, hostname, port] = /^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(address) ?? [];
  if (!hostname || Number(port) < 1 || Number(port) > 65_535)
    throw new ConfigError('setting CLAMD_ADDRESS must be host:port');
  return { hostname, port: Number(port) };
}

function badHashes(env: Env): string[] {
  const hashes = (optional(env, 'KNOWN_BAD_SHA256') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((hash) => hash !== '');
  if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
    throw new ConfigError('setting KNOWN_BAD_SHA256 must be a list of SHA-256 hashes, 64 hexadecimal digits each');
  return hashes;
}

function operatorSecret(env: Env): string | undefined {
  const secret = optional(env, 'OPERATOR_SECRET');
  if (secret !== undefined && secret.length < 32)
    throw new ConfigError('setting OPERATOR_SECRET must have at least 32 characters');
  return secret;
}

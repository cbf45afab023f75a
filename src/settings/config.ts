import type { KeyRing } from '../lib/seal.ts';
import { toHex } from '../lib/text.ts';
import type { Witness } from '../formats/log/witness.ts';
import type { TimestampAuthority } from '../formats/timestamp/authority.ts';
import type { TrustedIssuer } from '../lib/trusted-issuers.ts';
import { privateKeyOf, validatorKeysOf } from '../formats/ethereum/wallet.ts';
import { relyingPartyAt, type RelyingParty } from './relying-party.ts';
import type { SettingName } from './settings.ts';
import { checkTogether, dnsResolverOf, requiredValue, settingValue } from './setting-values.ts';
import type { Quotas } from '../settings/quotas.ts';

export { ConfigError } from './setting-values.ts';

/** The first path segment of the API, which existing clients expect. */
export const BASE_PATH = '/archivist';

/** Bindings and settings from the runtime. Settings are strings. */
export interface Env {
  DB: D1Database;
  /** The cell of a tenancy whose bindings these are; absent: the first one (src/platform/cells). */
  CELL_NAME?: string;
  BLOBS: R2Bucket;
  JOBS: Queue<unknown>;
  ASSET_LEDGER: DurableObjectNamespace;
  LEDGER_WRITER: DurableObjectNamespace;
  LOG_SEQUENCER: DurableObjectNamespace;
  EVENT_FEED: DurableObjectNamespace;
  METRICS: DurableObjectNamespace;
  WINDOW_TIMER: DurableObjectNamespace;
  CHAIN_OUTBOX: DurableObjectNamespace;
  EMBEDDED_CHAIN: DurableObjectNamespace;
  BUS_SOURCE: DurableObjectNamespace;
  WEBHOOK_SENDER: DurableObjectNamespace;
  /** Reaches public addresses only; optional. On Cloudflare, `fetch` reaches no private ones. */
  PUBLIC_NETWORK?: Fetcher;
  RATE_API: RateLimit;
  RATE_TOKEN: RateLimit;
  RATE_PUBLIC: RateLimit;
  RATE_PUBLIC_LIST: RateLimit;
  /** Sends mail; optional. */
  EMAIL?: SendEmail;
  ORIGIN?: string;
  KEY_ENCRYPTION_KEYS?: string;
  WALLET_SEED?: string;
  OPERATOR_SECRET?: string;
  [setting: string]: unknown;
}

export type Config = {
  /** `https://host`, without a trailing slash: the start of all URLs in responses. Never taken from the Host header. */
  origin: string;
  /** `{origin}/archivist`. */
  baseUrl: string;
  /** `{origin}/appidpv1`: the issuer of the service's own tokens. */
  issuer: string;
  keys: KeyRing;
  walletSeed: Uint8Array;
  /** The password of the operator API; undefined: the operator API is off. */
  operatorSecret: string | undefined;
  chainId: string;
  pageSize: { default: number; max: number };
  /** Above this many results, a list without page_size responds 206, and totals are not counted unless requested. */
  resultLimit: number;
  /** Seconds for which public responses may be served from a cache. */
  publicMaxAge: number;
  /** Days for which a key signs tokens; the next key is published one day before. */
  signingKeyDays: number;
  quotas: Quotas;
  /** Witnesses of the log of public events. */
  logWitnesses: Witness[];
  /** Authorities that stamp the trees of all logs, and the seconds between two stamps of one. */
  timestamps: { authorities: TimestampAuthority[]; seconds: number };
  /** Seconds after an event until the map of its log covers it; 0: logs have no maps. */
  completenessSeconds: number;
  /** OpenID Connect providers of users. */
  trustedIssuers: TrustedIssuer[];
  /** Of what passkeys are made; undefined: people cannot sign in with passkeys. */
  passkeys: RelyingParty | undefined;
  /** Seconds for which a provider's keys are cached, and between two fetches for an unknown key. */
  jwks: { maxAgeSeconds: number; cooldownSeconds: number };
  /** Seconds after which a session ends: in total; without a request; and that for sessions of the field page. */
  sessions: { seconds: number; idleSeconds: number; fieldIdleSeconds: number };
  /** Days for which an invite can be accepted. */
  inviteDays: number;
  /** The sender of mail; undefined: no mail is sent, because the setting or the binding EMAIL is missing. */
  mailFrom: string | undefined;
  mailLanguage: 'en' | 'de';
  /** Days until a tenancy is deleted whose deletion the operator has requested. */
  deletionDays: number;
  /** The maximum size of the database in bytes. */
  databaseBytes: number;
  /** How alarms reach the operator, and the milliseconds between two notices of the same one. */
  alarms: {
    channels: ('webhook' | 'mail')[];
    webhook: string | undefined;
    mailTo: string | undefined;
    repeatMs: number;
  };
  anchoring: {
    /** Seconds from the first event of a window until it closes. */
    windowSeconds: number;
    /** Maximum number of events in a window. */
    maxEvents: number;
  };
  chain: {
    /** The JSON-RPC address of an Ethereum node; undefined: the embedded chain. */
    rpcUrl: string | undefined;
    /** The private key that signs transactions, 0x and 64 hexadecimal digits. */
    signerKey: `0x${string}`;
    /**
     * Private keys of the embedded chain: that of the validator, and those of earlier ones, for a change of the key.
     */
    validatorKeys: [Uint8Array, ...Uint8Array[]];
    /** Blocks after which a transaction is final, if the node does not report finality. */
    confirmations: number;
    /** Maximum number of pending transactions. */
    inFlight: number;
    /** Seconds between polls of the chain, and until the fees of a pending transaction are raised. */
    pollSeconds: number;
    stuckSeconds: number;
    /** The name of the node in responses; empty: the name that the node reports. */
    nodeIdentity: string;
  };
  /** Hosts (with ports), besides those of Azure, to which imports and sources may connect. */
  azureHosts: string[];
  /** Seconds within which a hub or bus must respond, in addition to the requested waiting time. */
  azureSeconds: number;
  /** Maximum number of sources per tenant. */
  busSources: number;
  /** Maximum number of webhooks per tenant. */
  webhooks: number;
  /** Hosts (with ports), besides public names, to which webhooks may be sent. */
  webhookHosts: string[];
  /** Seconds within which the receiver of a webhook must respond. */
  webhookSeconds: number;
  /** Maximum number of deliveries of a webhook that wait. */
  webhookWaiting: number;
  /** The address of the DNS over HTTPS resolver. */
  dnsResolver: string;
  /** Maximum number of exports per tenant that have files or are running. */
  exports: number;
  /** Days for which the files of an export are kept. */
  exportDays: number;
  /** Maximum size of a blob in bytes. */
  maxBlobBytes: number;
  /** clamd's `host:port`; undefined: the embedded scanner. */
  clamd: { hostname: string; port: number } | undefined;
  /** SHA-256 hashes of files that the embedded scanner rejects, in lower-case hexadecimal. */
  badHashes: string[];
  /** Days after which a blob is scanned again; 0: never. */
  rescanDays: number;
};

const cache = new WeakMap<Env, Config>();

/** Reads the configuration, once per isolate. Throws a ConfigError that names the setting, never its value. */
export function configOf(env: Env): Config {
  const known = cache.get(env);
  if (known) return known;
  const config = read(env);
  cache.set(env, config);
  return config;
}

const readerOf =
  (env: Env) =>
  <N extends SettingName>(name: N) =>
    settingValue(name, env[name]);

const sessionsOf = (value: ReturnType<typeof readerOf>): Config['sessions'] => ({
  seconds: value('SESSION_HOURS') * 3600,
  idleSeconds: value('SESSION_IDLE_MINUTES') * 60,
  fieldIdleSeconds: value('FIELD_SESSION_IDLE_MINUTES') * 60,
});

function read(env: Env): Config {
  const value = readerOf(env);
  const origin = requiredValue('ORIGIN', env.ORIGIN);
  const walletSeed = requiredValue('WALLET_SEED', env.WALLET_SEED);
  const trustedIssuers = value('TRUSTED_ISSUERS') ?? [];
  checkTogether(origin, trustedIssuers);
  const pageSizeMax = value('PAGE_SIZE_MAX');
  const chainId = String(value('CHAIN_ID'));
  const [mailFrom, webhook, mailTo] = [value('MAIL_FROM'), value('ALARM_WEBHOOK_URL'), value('ALARM_MAIL_TO')];
  return {
    origin,
    baseUrl: `${origin}${BASE_PATH}`,
    issuer: `${origin}/appidpv1`,
    keys: requiredValue('KEY_ENCRYPTION_KEYS', env.KEY_ENCRYPTION_KEYS),
    walletSeed,
    operatorSecret: value('OPERATOR_SECRET'),
    chainId,
    pageSize: { max: pageSizeMax, default: Math.min(pageSizeMax, value('PAGE_SIZE_DEFAULT')) },
    resultLimit: value('RESULT_LIMIT'),
    publicMaxAge: value('PUBLIC_MAX_AGE'),
    signingKeyDays: value('SIGNING_KEY_DAYS'),
    quotas: quotasOf(env),
    trustedIssuers,
    passkeys: value('PASSKEYS') === 'off' ? undefined : relyingPartyAt(origin),
    jwks: { maxAgeSeconds: value('JWKS_MAX_AGE_SECONDS'), cooldownSeconds: value('JWKS_COOLDOWN_SECONDS') },
    sessions: sessionsOf(value),
    inviteDays: value('INVITE_DAYS'),
    mailFrom: env.EMAIL === undefined ? undefined : mailFrom,
    mailLanguage: value('MAIL_LANGUAGE') ?? 'en',
    deletionDays: value('TENANCY_DELETION_DAYS'),
    databaseBytes: value('DATABASE_MAX_BYTES'),
    alarms: {
      channels: [
        ...(webhook === undefined ? [] : ['webhook' as const]),
        ...(mailTo === undefined ? [] : ['mail' as const]),
      ],
      webhook,
      mailTo,
      repeatMs: value('ALARM_REPEAT_MINUTES') * 60_000,
    },
    anchoring: { windowSeconds: value('ANCHOR_WINDOW_SECONDS'), maxEvents: value('ANCHOR_MAX_EVENTS') },
    chain: {
      rpcUrl: value('CHAIN_RPC_URL'),
      signerKey: value('CHAIN_SIGNER_KEY') ?? `0x${toHex(privateKeyOf(walletSeed, `signer|${chainId}`))}`,
      validatorKeys: validatorKeysOf(value('CHAIN_VALIDATOR_KEY'), walletSeed, chainId),
      confirmations: value('CHAIN_CONFIRMATIONS'),
      inFlight: value('CHAIN_IN_FLIGHT'),
      pollSeconds: value('CHAIN_POLL_SECONDS'),
      stuckSeconds: value('CHAIN_STUCK_SECONDS'),
      nodeIdentity: value('CHAIN_NODE_IDENTITY') ?? '',
    },
    logWitnesses: value('LOG_WITNESSES') ?? [],
    timestamps: { authorities: value('TIMESTAMP_AUTHORITIES') ?? [], seconds: value('TIMESTAMP_SECONDS') },
    completenessSeconds: value('COMPLETENESS_SECONDS'),
    azureHosts: value('AZURE_ALLOWED_HOSTS') ?? [],
    azureSeconds: value('AZURE_ANSWER_SECONDS'),
    busSources: value('BUS_SOURCES'),
    webhooks: value('WEBHOOKS'),
    webhookHosts: value('WEBHOOK_ALLOWED_HOSTS') ?? [],
    webhookSeconds: value('WEBHOOK_ANSWER_SECONDS'),
    webhookWaiting: value('WEBHOOK_WAITING'),
    dnsResolver: dnsResolverOf(value('DNS_RESOLVER_URL'), value('WEBHOOK_ALLOWED_HOSTS') ?? []),
    exports: value('EXPORTS'),
    exportDays: value('EXPORT_DAYS'),
    maxBlobBytes: value('MAX_BLOB_BYTES'),
    clamd: value('CLAMD_ADDRESS'),
    badHashes: value('KNOWN_BAD_SHA256') ?? [],
    rescanDays: value('RESCAN_DAYS'),
  };
}

function quotasOf(env: Env): Quotas {
  const value = readerOf(env);
  return {
    access_policies: value('QUOTA_ACCESS_POLICIES'),
    applications: value('QUOTA_APPLICATIONS'),
    assets: value('QUOTA_ASSETS'),
    blob_bytes: value('QUOTA_BLOB_BYTES'),
    blobs: value('QUOTA_BLOBS'),
    compliance_policies: value('QUOTA_COMPLIANCE_POLICIES'),
    invites: value('QUOTA_INVITES'),
    ledger_bytes: value('QUOTA_LEDGER_BYTES'),
    locations: value('QUOTA_LOCATIONS'),
    tls_ca_certificates: value('QUOTA_TLS_CA_CERTIFICATES'),
  };
}

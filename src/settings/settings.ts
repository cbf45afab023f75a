import { KeyRing } from '../lib/seal.ts';
import { fromHex } from '../lib/text.ts';
import type { Witness } from '../formats/log/witness.ts';
import { isEmail, parseTrustedIssuers, type TrustedIssuer } from '../lib/trusted-issuers.ts';
import type { TimestampAuthority } from '../formats/timestamp/authority.ts';
import { integer, text, type IntegerSetting, type TextSetting } from './declaration.ts';
import { hostAndPort, items, matching, privateKey, timestampAuthorities, validatorKeys, witnesses } from './values.ts';

/** EIP-155 puts 2 × id + 36 into a signature, which must be an exact integer. */
const MAX_CHAIN_ID = 2 ** 52;

/** How a connection to an SMTP server is encrypted. */
export type SmtpTls = 'starttls' | 'tls' | 'none';
const SMTP_TLS_MODES: readonly SmtpTls[] = ['starttls', 'tls', 'none'];

const PRIVATE_KEY = '0x and 64 hexadecimal digits that are a private key of secp256k1';

/** Every setting and secret. docs/api/settings.md is generated from it (`npm run reference`). */
export const SETTINGS = {
  ORIGIN: text(
    'address that clients use: the start of the token issuer and of every address in responses. `npm start` sets ' +
      'it with `--origin`',
    'http(s)://host[:port] without a path',
    matching(/^https?:\/\/[^/?#@\s]+$/),
    { required: true },
  ),
  CHAIN_ID: integer(
    8_275_868_384,
    1,
    MAX_CHAIN_ID,
    'chain id of new assets; a request that names another one responds 400',
  ),
  PAGE_SIZE_DEFAULT: integer(100, 1, 1000, 'records on a page if the request does not set `page_size`'),
  PAGE_SIZE_MAX: integer(500, 1, 1000, 'maximum of `page_size`'),
  RESULT_LIMIT: integer(
    500,
    1,
    100_000,
    'a list with more results than this responds 206 if the request does not set `page_size`; totals are counted ' +
      'up to it unless a request asks for more',
  ),
  PUBLIC_MAX_AGE: integer(5, 0, 86_400, 'seconds for which caches may keep public responses'),
  SIGNING_KEY_DAYS: integer(30, 1, 3650, 'days for which a key signs tokens; the next key is published a day earlier'),
  // At most half of the number with which test/access/policies.long.test.ts shows that lists are fast.
  QUOTA_ACCESS_POLICIES: integer(100, 0, 100, 'access policies per tenant; 100 is the maximum'),
  QUOTA_APPLICATIONS: integer(1000, -1, 1_000_000, 'applications per tenant; -1 is unlimited'),
  QUOTA_ASSETS: integer(1_000_000, -1, 1_000_000_000, 'assets per tenant; -1 is unlimited'),
  QUOTA_BLOB_BYTES: integer(2 ** 40, -1, 2 ** 50, 'bytes of all files per tenant; -1 is unlimited'),
  QUOTA_BLOBS: integer(1_000_000, -1, 1_000_000_000, 'files per tenant; -1 is unlimited'),
  QUOTA_COMPLIANCE_POLICIES: integer(100, 0, 1000, 'compliance policies in force per tenant'),
  QUOTA_INVITES: integer(1000, -1, 1_000_000, 'pending invites per tenant; -1 is unlimited'),
  QUOTA_LEDGER_BYTES: integer(
    -1,
    -1,
    2 ** 50,
    'bytes of all events per tenant, 200 and the attributes of each, see ' +
      '[scaling](../scaling.md#limit-the-bytes-of-a-tenancy); -1 is unlimited',
  ),
  QUOTA_LOCATIONS: integer(1000, -1, 1_000_000, 'locations per tenant; -1 is unlimited'),
  QUOTA_TLS_CA_CERTIFICATES: integer(1000, -1, 1_000_000, 'CA certificates per tenant; -1 is unlimited'),
  MAX_BLOB_BYTES: integer(50 * 2 ** 20, 1, 5 * 2 ** 30, 'bytes of one file; a larger one responds 402'),
  CLAMD_ADDRESS: text(
    'ClamAV daemon (TLS unless loopback); without it, the embedded scanner is used',
    'host:port',
    hostAndPort,
  ),
  KNOWN_BAD_SHA256: text(
    'SHA-256 hashes of files that the embedded scanner rejects',
    'a list of SHA-256 hashes, 64 hexadecimal digits each',
    (given) => {
      const hashes = items(given);
      return hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)) ? hashes : undefined;
    },
  ),
  RESCAN_DAYS: integer(0, 0, 3650, 'days after which a file is scanned again; 0 is never'),
  ANCHOR_WINDOW_SECONDS: integer(
    3600,
    1,
    2_592_000,
    'seconds from the first event of a window until it closes; `npm start` uses 10',
  ),
  ANCHOR_MAX_EVENTS: integer(10_000, 1, 20_000, 'maximum number of events of one window'),
  CHAIN_RPC_URL: text(
    'JSON-RPC address of an Ethereum node; without it, the embedded chain is used',
    'an http(s) address',
    matching(/^https?:\/\/[^\s]+$/),
  ),
  CHAIN_CONFIRMATIONS: integer(
    12,
    1,
    10_000,
    'blocks after which a transaction is final, if the node has no `finalized` tag',
  ),
  CHAIN_IN_FLIGHT: integer(16, 1, 10_000, 'unconfirmed transactions at once'),
  CHAIN_POLL_SECONDS: integer(4, 1, 3600, 'seconds between polls of the chain'),
  CHAIN_STUCK_SECONDS: integer(120, 1, 86_400, 'seconds after which the fees of a waiting transaction are raised'),
  CHAIN_NODE_IDENTITY: text(
    'name of the node in `/v1/node`; without it, the name that the node reports',
    'any text',
    (given) => given,
  ),
  LOG_WITNESSES: text<Witness[]>(
    'witnesses to which the checkpoint of the log of public events is submitted every minute, see ' +
      '[monitoring](../monitoring.md)',
    'a list of at most 8 witnesses, each the vkey of its cosignatures, a space, and the prefix of its addresses ' +
      '(https, or http on loopback)',
    witnesses,
  ),
  TIMESTAMP_AUTHORITIES: text<TimestampAuthority[]>(
    'time-stamping authorities (RFC 3161) that stamp the checkpoints of all logs, see [trust](../trust.md#time-stamps)',
    'a list of at most 4 authorities, each a name (a-z, 0-9, -), an http(s) address, optionally the OID of a policy, ' +
      'and 1 to 4 trusted certificates (DER in base64), separated by spaces',
    timestampAuthorities,
  ),
  COMPLETENESS_SECONDS: integer(
    60,
    0,
    86_400,
    'seconds after an event until the map of its log covers it, see [trust](../trust.md#complete-histories); 0: never',
  ),
  TIMESTAMP_SECONDS: integer(3600, 600, 604_800, 'seconds between two time stamps of one authority'),
  TRUSTED_ISSUERS: text<TrustedIssuer[]>(
    'OpenID Connect providers at which people sign in, see [people](../people.md)',
    'a JSON list',
    parseTrustedIssuers,
  ),
  JWKS_MAX_AGE_SECONDS: integer(600, 0, 86_400, "seconds for which a provider's keys are cached"),
  JWKS_COOLDOWN_SECONDS: integer(
    30,
    0,
    3600,
    'seconds between two fetches for an unknown key, or from a provider that does not respond',
  ),
  PASSKEYS: text(
    'whether people can sign in with passkeys at the service itself, see [people](../people.md); without it, `on`',
    'on or off',
    (given): 'on' | 'off' | undefined => (['on', 'off'] as const).find((each) => each === given),
  ),
  SESSION_HOURS: integer(12, 1, 168, 'hours after which a session of the console ends even if it is in use'),
  SESSION_IDLE_MINUTES: integer(60, 5, 10_080, 'minutes without a request after which a session of the console ends'),
  FIELD_SESSION_IDLE_MINUTES: integer(720, 5, 10_080, 'the same for a session that was started in the field page'),
  INVITE_DAYS: integer(10, 1, 365, 'days for which an invite can be accepted'),
  MAIL_FROM: text(
    'sender of invitations, of alarms and of notices about disabled webhooks; without it, no mail is sent. `npm ' +
      'start` uses `evidence@example.com`',
    'an e-mail address',
    (given) => (isEmail(given) ? given : undefined),
  ),
  MAIL_LANGUAGE: text(
    'language of invitations and digests; without it, `en`',
    'en or de',
    (given): 'en' | 'de' | undefined => (['en', 'de'] as const).find((each) => each === given),
  ),
  SMTP_HOST: text(
    'SMTP server to which `npm start` gives mail, see [people](../people.md#mail); needs `MAIL_FROM`. Without it, ' +
      'mail is written to files and not sent',
    'a host name or an IP address',
    matching(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[?[0-9a-f:.]*:[0-9a-f:.]*\]?)$/i),
    { scope: 'local' },
  ),
  SMTP_PORT: integer(587, 1, 65_535, 'port of the SMTP server', 'local'),
  SMTP_TLS: text(
    'encryption of the connection to the SMTP server; without it, `starttls`. `tls` is TLS from the first byte, ' +
      'usually at port 465; `none` is accepted for a host on loopback only',
    'starttls, tls or none',
    (given): SmtpTls | undefined => SMTP_TLS_MODES.find((mode) => mode === given),
    { scope: 'local' },
  ),
  SMTP_USER: text(
    'user at the SMTP server, with the secret `SMTP_PASSWORD`; without it, mail is sent without authentication',
    'a text of at most 255 characters',
    matching(/^.{1,255}$/u),
    { scope: 'local' },
  ),
  ALARM_WEBHOOK_URL: text(
    'address to which alarms are sent as JSON, see [alarms](../alarms.md); a secret, because it may contain a token',
    'an https address (http on loopback)',
    matching(/^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)[:/])[^\s@#]+$/),
    { secret: true },
  ),
  ALARM_MAIL_TO: text(
    'address to which alarms are mailed, from `MAIL_FROM`, see [alarms](../alarms.md)',
    'an e-mail address',
    (given) => (isEmail(given) ? given : undefined),
  ),
  ALARM_REPEAT_MINUTES: integer(60, 1, 10_080, 'minutes between two webhooks or mails of the same alarm'),
  TENANCY_DELETION_DAYS: integer(
    30,
    0,
    3650,
    'days from the request of the operator to delete a tenancy until it is deleted; it can be cancelled until then',
  ),
  DATABASE_MAX_BYTES: integer(
    10_000_000_000,
    100_000,
    2 ** 50,
    'maximum size of the database: that of D1, or what the disk has room for; the operator is warned at 70 % and ' +
      'gets an alarm at 85 %',
  ),
  BUS_SOURCES: integer(2, 0, 100, 'message-bus sources per tenant at once; one more responds 429'),
  EXPORTS: integer(5, 1, 100, 'exports per tenant that are running or have files; one more responds 429'),
  EXPORT_DAYS: integer(7, 1, 90, 'days after which the files of an export are deleted'),
  AZURE_ALLOWED_HOSTS: text(
    'hosts that imports and sources may use besides those of the cloud',
    'a list of hosts with ports',
    items,
  ),
  AZURE_ANSWER_SECONDS: integer(
    20,
    1,
    300,
    'seconds within which a hub or a bus must respond, not counting a wait that the request asked for',
  ),
  WEBHOOKS: integer(20, 0, 100, 'webhooks per tenant; one more responds 429'),
  WEBHOOK_ALLOWED_HOSTS: text(
    'hosts that webhooks may use besides public names over https, such as private addresses; http is accepted for them',
    'a list of hosts with ports',
    items,
  ),
  WEBHOOK_ANSWER_SECONDS: integer(15, 1, 60, 'seconds within which the receiver of a webhook must respond'),
  WEBHOOK_WAITING: integer(
    10_000,
    1,
    1_000_000,
    'deliveries of a webhook that wait at once; further ones are created when these are sent',
  ),

  DNS_RESOLVER_URL: text(
    'DNS over HTTPS resolver (RFC 8484) by which domains are verified; without it, ' +
      '`https://cloudflare-dns.com/dns-query`. A public name over https, or a host of `WEBHOOK_ALLOWED_HOSTS`',
    'an http(s) address',
    matching(/^https?:\/\/[^\s@#?]+$/),
  ),

  DISK_WARN_MB: integer(500, 0, 1_000_000, 'MB of free disk space below which a warning is logged', 'local'),
  DISK_MIN_MB: integer(64, 0, 1_000_000, 'MB of free disk space below which writes respond 503', 'local'),
  LOG_MAX_MB: integer(20, 1, 10_000, 'MB at which `service.log` is rotated', 'local'),
  LOG_FILES: integer(5, 1, 100, 'files of `service.log` that are kept, including the current one', 'local'),
  MAIL_FILES: integer(1000, 1, 1_000_000, '`.eml` files that are kept; the oldest are removed', 'local'),

  KEY_ENCRYPTION_KEYS: text(
    'keys that encrypt secrets in the database and page tokens; the first encrypts, all decrypt',
    'id:base64 of 32 bytes, comma separated, newest first',
    (given) => KeyRing.parse(given),
    { secret: true, required: true },
  ),
  WALLET_SEED: text(
    "seed of every tenant's wallet",
    'at least 32 pairs of hexadecimal digits',
    (given) => (/^(?:[0-9a-f]{2}){32,}$/i.test(given) ? fromHex(given) : undefined),
    { secret: true, required: true },
  ),
  OPERATOR_SECRET: text(
    'password of the operator; without it, the operator operations are not served',
    'at least 32 characters long',
    (given) => (given.length < 32 ? undefined : given),
    { secret: true },
  ),
  SMTP_PASSWORD: text(
    'password of `SMTP_USER` at the SMTP server; read by `npm start` only',
    'at most 1024 characters',
    matching(/^.{1,1024}$/u),
    { secret: true, scope: 'local' },
  ),
  CHAIN_VALIDATOR_KEY: text(
    'private key of the validator of the embedded chain; without it, the key is derived from `WALLET_SEED`',
    `${PRIVATE_KEY} or "seed"; comma separated, newest first`,
    validatorKeys,
    { secret: true },
  ),
  CHAIN_SIGNER_KEY: text(
    'private key that signs the transactions of anchors; without it, the key is derived from `WALLET_SEED`',
    PRIVATE_KEY,
    (given) => (privateKey(given) ? (given as `0x${string}`) : undefined),
    { secret: true },
  ),
} satisfies Record<string, IntegerSetting | TextSetting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

export const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

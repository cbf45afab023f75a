import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isLoopback } from '../../src/lib/loopback.ts';
import { TrustedProxies } from '../server/listener/forwarding.ts';
import { UsageError } from './usage.ts';

/** The directory that holds wrangler.toml and package.json. */
export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

const DEFAULT_STATE = resolve(PROJECT_DIR, '.state');
const DEFAULT_PORT = 8787;

const START_USAGE = 'npm start [-- OPTIONS]';
const FSCK_USAGE = 'npm run fsck [-- OPTIONS]';
const BACKUP_USAGE = 'npm run backup -- DIR [OPTIONS]';
const RESTORE_USAGE = 'npm run restore -- DIR --state NEW [OPTIONS]';
const TENANT_USAGE = 'npm run -s tenant -- create NAME [OPTIONS]';

export interface StartArguments {
  /** 1 to 65535. */
  port: number;
  /** An absolute path. */
  state: string;
  /** The IP address to listen on. */
  host: string;
  /** `scheme://host[:port]` that clients use. */
  origin: string;
  /** IP addresses and CIDR blocks of proxies whose forwarding headers are trusted. */
  trustedProxies: string[];
  /** Unchecked `NAME=VALUE` strings, for `readSettings`. */
  vars: string[];
  /** Start a restored state that is older than what was served before. */
  acceptRestored: boolean;
}

/** Reads the arguments of `npm start`; throws a UsageError. */
export function startArguments(argv: string[]): StartArguments {
  const { values } = parsed(START_USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        port: { type: 'string' },
        state: { type: 'string' },
        host: { type: 'string' },
        origin: { type: 'string' },
        'trust-proxy': { type: 'string', multiple: true, default: [] },
        'insecure-http': { type: 'boolean', default: false },
        var: { type: 'string', multiple: true, default: [] },
        'accept-restored': { type: 'boolean', default: false },
      },
    }),
  );
  const port = portNumber(values.port);
  const host = hostAddress(values.host ?? '127.0.0.1');
  const trustedProxies = values['trust-proxy'];
  assertProxies(trustedProxies);
  return {
    port,
    state: stateDirectory(values.state),
    host,
    origin: clientOrigin(values.origin, host, port, values['insecure-http']),
    trustedProxies,
    vars: values.var,
    acceptRestored: values['accept-restored'],
  };
}

/** Throws a UsageError for an entry that is neither an IP address nor a CIDR block. */
function assertProxies(blocks: readonly string[]): void {
  try {
    void new TrustedProxies(blocks);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** Returns the IP address without brackets. */
function hostAddress(text: string): string {
  if (text.toLowerCase() === 'localhost') return '127.0.0.1';
  const address = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0 || address.includes('%'))
    throw new UsageError(`--host: must be an IP address of this machine, not "${text}"`);
  return address;
}

/**
 * Returns the origin that clients use. Without TLS, tokens and secrets can be read in transit, so http is accepted
 * for loopback addresses only, unless the operator passes --insecure-http.
 */
function clientOrigin(text: string | undefined, host: string, port: number, insecure: boolean): string {
  if (text === undefined) {
    if (!isLoopback(inUrl(host)) && !insecure) {
      throw new UsageError(
        `--host: ${host} can be reached from other machines: set --origin to the https address of the TLS proxy, ` +
          'or accept unencrypted connections with --insecure-http',
      );
    }
    return `http://${addressInUrl(host)}:${port}`;
  }
  const url = /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) ? URL.parse(text) : null;
  if (!url) throw new UsageError(`--origin: must be https://host[:port], not "${text}"`);
  const secure = url.protocol === 'https:' || (isLoopback(inUrl(host)) && isLoopback(url.hostname));
  if (!secure && !insecure) {
    throw new UsageError(
      `--origin: must start with https:// when other machines use the service, not "${text}": ` +
        'use an https address, or accept unencrypted connections with --insecure-http',
    );
  }
  return url.origin;
}

/** The host of a URL with this IP address, in its canonical form. */
const inUrl = (address: string): string => (isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address);

function addressInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIP(host) === 6 ? `[${host}]` : host;
}

/**
 * `url` is a base_url without a trailing slash, undefined when not given. `stateGiven` is true if the arguments name
 * the state directory.
 */
export interface ServiceArguments {
  url: string | undefined;
  state: string;
  stateGiven: boolean;
}

export interface TenantArguments extends ServiceArguments {
  name: string;
}

/**
 * `tenant` is `tenant/<uuid>`, undefined for all. With `acceptLoss`, the database continues without the changes that it lacks.
 */
export interface FsckArguments extends ServiceArguments {
  tenant: string | undefined;
  acceptLoss: boolean;
  /** Read every file and compare its bytes. */
  files: boolean;
  /** Add erased events that the erasure register lacks to it. */
  registerErasures: boolean;
}

/** Reads the arguments of `npm run fsck`; throws a UsageError. */
export function fsckArguments(argv: string[]): FsckArguments {
  const { values } = parsed(FSCK_USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        url: { type: 'string' },
        state: { type: 'string' },
        tenant: { type: 'string' },
        'accept-loss': { type: 'boolean', default: false },
        files: { type: 'boolean', default: false },
        'register-erasures': { type: 'boolean', default: false },
      },
    }),
  );
  if (values.tenant !== undefined && !/^tenant\/[0-9a-f-]{36}$/.test(values.tenant)) {
    throw new UsageError(`--tenant: must be tenant/<uuid>, not "${values.tenant}"`);
  }
  return {
    tenant: values.tenant,
    acceptLoss: values['accept-loss'],
    files: values.files,
    registerErasures: values['register-erasures'],
    ...service(values),
  };
}

/** The service of the options `--url` and `--state`. */
export function service(values: { url?: string; state?: string }): ServiceArguments {
  return {
    url: values.url === undefined ? undefined : baseUrl(values.url),
    state: stateDirectory(values.state),
    stateGiven: values.state !== undefined,
  };
}

/** Reads the arguments of `npm run tenant`; throws a UsageError. */
export function tenantArguments(argv: string[]): TenantArguments {
  const { values, positionals } = parsed(TENANT_USAGE, () =>
    parseArgs({
      args: argv,
      options: { url: { type: 'string' }, state: { type: 'string' } },
      allowPositionals: true,
    }),
  );
  const [command, name, ...rest] = positionals;
  if (command !== 'create' || name === undefined || rest.length > 0) {
    throw new UsageError(`usage: ${TENANT_USAGE} (--help explains it)`);
  }
  if (name.trim() === '') throw new UsageError('NAME: must not be empty');
  return { name, ...service(values) };
}

/** Directories are absolute paths. `maxPause` is in milliseconds. */
export interface BackupArguments {
  target: string;
  state: string;
  withSecrets: boolean;
  maxPause: number;
}

/** Reads the arguments of `npm run backup`; throws a UsageError. */
export function backupArguments(argv: string[]): BackupArguments {
  const { values, positionals } = parsed(BACKUP_USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        state: { type: 'string' },
        'with-secrets': { type: 'boolean', default: false },
        'max-pause': { type: 'string', default: '10' },
      },
      allowPositionals: true,
    }),
  );
  const seconds = /^\d{1,2}$/.test(values['max-pause']) ? Number(values['max-pause']) : 0;
  if (seconds < 1 || seconds > 60)
    throw new UsageError(`--max-pause: must be a whole number from 1 to 60, not "${values['max-pause']}"`);
  return {
    target: onlyDirectory(positionals, BACKUP_USAGE),
    state: stateDirectory(values.state),
    withSecrets: values['with-secrets'],
    maxPause: seconds * 1000,
  };
}

/** Paths are absolute; `secrets` is undefined when not given. With `acceptUnsealed`, the backup needs no seal. */
export interface RestoreArguments {
  source: string;
  state: string;
  secrets: string | undefined;
  acceptUnsealed: boolean;
  /** A state directory or a backup whose erasures are repeated; undefined: none. */
  erasures: string | undefined;
}

/** Reads the arguments of `npm run restore`; throws a UsageError. */
export function restoreArguments(argv: string[]): RestoreArguments {
  const { values, positionals } = parsed(RESTORE_USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        state: { type: 'string' },
        secrets: { type: 'string' },
        'accept-unsealed': { type: 'boolean', default: false },
        erasures: { type: 'string' },
      },
      allowPositionals: true,
    }),
  );
  const source = onlyDirectory(positionals, RESTORE_USAGE);
  if (values.state === undefined) throw new UsageError('--state: must name the directory to create');
  return {
    source,
    state: stateDirectory(values.state),
    secrets: values.secrets === undefined ? undefined : resolve(values.secrets),
    acceptUnsealed: values['accept-unsealed'],
    erasures: values.erasures === undefined ? undefined : resolve(values.erasures),
  };
}

function onlyDirectory(positionals: readonly string[], usage: string): string {
  const [directory, ...rest] = positionals;
  if (!directory || rest.length > 0) throw new UsageError(`usage: ${usage} (--help explains it)`);
  return resolve(directory);
}

/** Parses arguments; converts errors to a UsageError. */
export function parsed<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0];
    throw new UsageError(`${reason} (usage: ${usage}; --help lists the options)`, { cause: error });
  }
}

/** Parses a port; undefined selects the default. Throws a UsageError. */
export function portNumber(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw new UsageError(`--port: must be a whole number from 1 to 65535, not "${text}"`);
  return port;
}

function stateDirectory(text: string | undefined): string {
  if (text === undefined) return DEFAULT_STATE;
  if (text === '') throw new UsageError('--state: must name a directory');
  return resolve(text);
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`--url: must be an http or https address, not "${text}"`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

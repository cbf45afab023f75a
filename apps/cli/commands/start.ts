import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isLoopback } from '../../../src/lib/loopback.ts';
import { TrustedProxies } from '../../server/listener/proxy-headers.ts';
import { onNpmEnd } from '../../server/processes.ts';
import type { LocalService } from '../../server/service.ts';
import {
  atBaseUrl,
  ensureBootstrapTenant,
  makeStateDirectory,
  readCredentials,
  statePaths,
  writeCredentials,
  type AdminCredentials,
} from '../../server/state/directory.ts';
import { MISUSE, operatorCommand, repeatable, UsageError, wholeNumber } from '../command-line.ts';
import { DEMO_STATE, DEMO_TENANT, fillDemo, prepareDemo } from '../demo/demo.ts';
import { administratorLink, createTenant } from '../operator.ts';
import { DEFAULT_STATE, stateOption } from '../service-options.ts';
import { readSettings } from '../settings.ts';
import { terminalOn } from '../terminal.ts';
import { isTrial, welcome } from '../welcome.ts';

type Options = {
  port: number;
  state?: string;
  host?: string;
  origin?: string;
  trustProxy?: string[];
  insecureHttp?: boolean;
  var?: string[];
  acceptRestored?: boolean;
  demo?: boolean;
};

type StartOptions = {
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
  /** The first tenant has trial data. */
  demo: boolean;
};

export const command = (run: (options: StartOptions) => void | Promise<void> = serve): Command =>
  operatorCommand(
    'npm start --',
    'Runs the service on this machine until it receives Ctrl-C or SIGTERM. The first start creates the state ' +
      'directory, the secrets and a tenant, and prints the credentials of its administrator and a link to the console.',
    {
      examples: [
        ['try it with the data of a harbour', 'npm start -- --demo'],
        ['run a second service beside the first', 'npm start -- --port 8788 --state .state-2'],
        [
          'run behind a TLS proxy on this machine',
          'npm start -- --origin https://evidence.example.com --trust-proxy 127.0.0.1',
        ],
      ],
      exitCodes: [[0, 'stopped by Ctrl-C or SIGTERM'], [1, 'failure; the reason is one line on stderr'], MISUSE],
    },
  )
    .option('--port <number>', 'TCP port, 1 to 65535', wholeNumber('--port', 1, 65_535), 8787)
    .addOption(stateOption())
    .option('--host <address>', 'IP address to listen on (default: 127.0.0.1)', hostAddress)
    .option('--origin <url>', 'https://host[:port] that clients use (default: http://127.0.0.1:PORT)')
    .addOption(
      repeatable(
        '--trust-proxy <cidr>',
        'IP address or CIDR block of a proxy whose X-Forwarded-For is trusted. Without it, all clients of a ' +
          'proxy share one rate limit',
      ),
    )
    .option('--insecure-http', 'accept unencrypted connections from other machines')
    .addOption(
      repeatable(
        '--var <name=value>',
        'one of the settings in docs/api/settings.md; overrides settings.env in the state directory. Secrets are ' +
          'set in secrets.env there',
      ),
    )
    .option('--demo', 'add the data of a harbour to a new state directory (default: .state-demo), to try the service')
    .option('--accept-restored', 'start a restored state that is older than what was served before')
    .action(({ port, host = '127.0.0.1', trustProxy = [], demo = false, ...options }: Options) => {
      assertProxies(trustProxy);
      return run({
        port,
        demo,
        state: options.state ?? (demo ? DEMO_STATE : DEFAULT_STATE),
        host,
        origin: clientOrigin(options.origin, host, port, options.insecureHttp ?? false),
        trustedProxies: trustProxy,
        vars: options.var ?? [],
        acceptRestored: options.acceptRestored ?? false,
      });
    });

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

/** Runs the service until it receives a signal. */
async function serve({ vars, demo, ...options }: StartOptions): Promise<void> {
  const terminal = terminalOn(process.stdout);
  // A closed stdout must not stop the service.
  process.stdout.on('error', () => undefined);
  const settings = readSettings(vars, join(options.state, 'settings.env'));
  const paths = statePaths(options.state);
  if (demo) {
    makeStateDirectory(paths.dir);
    prepareDemo(paths);
  }
  // Loaded here: the help and errors of arguments need no runtime.
  const { startLocalService } = await import('../../server/service.ts');
  const starting = startLocalService({ ...options, ...settings, progress: terminal.progress });
  const isStopping = stopOnRequest(starting);
  const service = await starting.catch((error: unknown) => {
    // Ctrl-C in a terminal also ends the process that builds the Worker, so that the build fails.
    if (isStopping()) process.exit(0);
    throw error;
  });
  const { credentials, isFirst } = await administrator(service, options.origin, demo ? DEMO_TENANT : 'First tenant');
  if (demo) {
    terminal.progress('Adding the trial data');
    await fillDemo(paths, `${service.address}/archivist`, credentials);
  }
  const link =
    isFirst && isTrial(options.origin) ? await firstLink(service, credentials, settings.settings) : undefined;
  terminal.print(welcome({ ...paths, smtp: settings.smtp }, credentials, { isFirst, link, demo }));
  for (const warning of service.warnings) terminal.warn(warning);
}

/** The link that signs the first administrator in, once; undefined if people do not sign in with passkeys. */
async function firstLink(
  { secrets, address }: LocalService,
  { tenant_identity }: AdminCredentials,
  settings: Record<string, string>,
): Promise<string | undefined> {
  if (settings['PASSKEYS'] === 'off') return undefined;
  return administratorLink(`${address}/archivist`, secrets.OPERATOR_SECRET, tenant_identity);
}

/** Returns the credentials of the first tenant's administrator, and whether this start has created them. */
async function administrator(
  { paths, secrets, address }: LocalService,
  origin: string,
  display_name: string,
): Promise<{ credentials: AdminCredentials; isFirst: boolean }> {
  const existing = readCredentials(paths);
  const base_url = `${origin}/archivist`;
  if (existing?.base_url === base_url && existing.origin === origin) return { credentials: existing, isFirst: false };
  const tenant_identity = ensureBootstrapTenant(paths, existing);
  const created =
    existing ??
    (await createTenant(`${address}/archivist`, secrets.OPERATOR_SECRET, { display_name, tenant_identity }));
  const credentials = atBaseUrl(created, base_url);
  writeCredentials(paths, credentials);
  return { credentials, isFirst: existing === undefined };
}

/**
 * Stops the service on Ctrl-C, a termination signal or the end of npm: requests in flight are finished, and the exit
 * code is 0. One Ctrl-C can arrive twice, from the terminal and through npm, so a second signal within a second is
 * ignored. A later one exits at once. Returns whether it was requested.
 */
function stopOnRequest(starting: Promise<LocalService>): () => boolean {
  let since: number | undefined;
  const stop = (): void => {
    if (since !== undefined && Date.now() - since < 1_000) return;
    if (since !== undefined) process.exit(1);
    since = Date.now();
    void starting.then(
      (service) =>
        service.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        ),
      () => process.exit(0),
    );
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  onNpmEnd(stop);
  return () => since !== undefined;
}

import { onNpmEnd } from '../local/processes.ts';
import { startLocalService, type LocalService } from '../local/service.ts';
import { ensureBootstrapTenant, readCredentials, writeCredentials, type Credentials } from '../local/state.ts';
import { startArguments } from './arguments.ts';
import { createTenant } from './operator.ts';
import { welcome } from './welcome.ts';

/** Runs the service until it is asked to stop. */
export async function main(): Promise<void> {
  const { port, state } = startArguments(process.argv.slice(2));
  // A reader of the terminal output that goes away does not end the service.
  process.stdout.on('error', () => undefined);
  const origin = `http://127.0.0.1:${port}`;
  const starting = startLocalService({
    state,
    host: '127.0.0.1',
    port,
    origin,
    trustedProxies: [],
    settings: {},
    disk: { warnMb: 500, minMb: 64 },
    log: { maxMb: 20, files: 5 },
    mailFiles: 1000,
    progress: (text) => process.stdout.write(`${text} ...\n`),
  });
  stopOnRequest(starting);
  const service = await starting;
  process.stdout.write(welcome(service.paths, await administrator(service, origin)));
}

/** The credentials of the first tenant's administrator, who is created by the first start. */
async function administrator({ paths, secrets, address }: LocalService, origin: string): Promise<Credentials> {
  const base_url = `${origin}/archivist`;
  const existing = readCredentials(paths);
  if (existing?.base_url === base_url && existing.origin === origin) return existing;
  const tenant_identity = ensureBootstrapTenant(paths, existing);
  const created =
    existing ??
    (await createTenant(`${address}/archivist`, secrets.OPERATOR_SECRET, {
      display_name: 'First tenant',
      tenant_identity,
    }));
  const credentials = { ...created, base_url, origin };
  writeCredentials(paths, credentials);
  return credentials;
}

/**
 * Ctrl-C, a termination signal or the end of npm stops the service: requests in flight are finished, and the exit
 * code is 0. One Ctrl-C may come twice, from the terminal and passed on by npm; a later one does not wait.
 */
function stopOnRequest(starting: Promise<LocalService>): void {
  let since: number | undefined;
  const stop = (): void => {
    if (since !== undefined && Date.now() - since < 1_000) return;
    if (since !== undefined) process.exit(1);
    since = Date.now();
    void starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  onNpmEnd(stop);
}

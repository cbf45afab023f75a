import { join } from 'node:path';
import { onNpmEnd } from '../../server/processes.ts';
import { startLocalService, type LocalService } from '../../server/service.ts';
import {
  atBaseUrl,
  ensureBootstrapTenant,
  readCredentials,
  writeCredentials,
  type Credentials,
} from '../../server/state/directory.ts';
import { startArguments } from '../arguments.ts';
import { createTenant } from '../operator.ts';
import { readSettings } from '../settings.ts';
import { terminalOn } from '../terminal.ts';
import { welcome } from '../welcome.ts';

/** Runs the service until it receives a signal. */
export async function main(): Promise<void> {
  const { vars, ...options } = startArguments(process.argv.slice(2));
  const terminal = terminalOn(process.stdout);
  // A closed stdout must not stop the service.
  process.stdout.on('error', () => undefined);
  const starting = startLocalService({
    ...options,
    ...readSettings(vars, join(options.state, 'settings.env')),
    progress: terminal.progress,
  });
  const isStopping = stopOnRequest(starting);
  const service = await starting.catch((error: unknown) => {
    // Ctrl-C in a terminal also ends the process that builds the Worker, so that the build fails.
    if (isStopping()) process.exit(0);
    throw error;
  });
  terminal.print(welcome(service.paths, await administrator(service, options.origin)));
  for (const warning of service.warnings) terminal.warn(warning);
}

/** Returns the credentials of the first tenant's administrator, which the first start creates. */
async function administrator({ paths, secrets, address }: LocalService, origin: string): Promise<Credentials> {
  const existing = readCredentials(paths);
  const base_url = `${origin}/archivist`;
  if (existing?.base_url === base_url && existing.origin === origin) return existing;
  const tenant_identity = ensureBootstrapTenant(paths, existing);
  const request = { display_name: 'First tenant', tenant_identity };
  const created = existing ?? (await createTenant(`${address}/archivist`, secrets.OPERATOR_SECRET, request));
  const credentials = atBaseUrl(created, base_url);
  writeCredentials(paths, credentials);
  return credentials;
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

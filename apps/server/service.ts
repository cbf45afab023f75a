import { existsSync } from 'node:fs';
import { Launcher, type ServiceOptions } from './launcher.ts';
import { openFiles } from './listener/open-files.ts';
import { TrustedProxies } from './listener/proxy-headers.ts';
import { endProcesses, stateId, workerdsOf } from './processes.ts';
import {
  dataLost,
  lockState,
  makeStateDirectory,
  readCredentials,
  statePaths,
  type StatePaths,
} from './state/directory.ts';
import { ensureSecrets, type ServiceSecrets } from './state/secrets.ts';
import { removeRunDirs } from './workerd/run-dir.ts';

export type LocalService = {
  paths: StatePaths;
  secrets: ServiceSecrets;
  /** `http://host:port` at which this machine reaches the service. */
  address: string;
  /** Texts for the user. */
  warnings: string[];
  /** Stops accepting requests, finishes those in flight (10 s at most) and stops all processes. */
  stop: () => Promise<void>;
};

/**
 * Starts the service on one machine over a state directory. Resolves when it is ready. Throws an Error with a message
 * for the user if it cannot start; all its processes have then been stopped.
 */
export async function startLocalService(options: ServiceOptions): Promise<LocalService> {
  const paths = statePaths(options.state);
  makeStateDirectory(paths.dir);
  const proxies = new TrustedProxies(options.trustedProxies);
  const files = openFiles();
  lockState(paths, options.port);
  const orphans = workerdsOf(paths.dir);
  if (orphans.length > 0) await endProcesses(orphans);
  const owner = stateId(paths.dir)!;
  removeRunDirs(owner);
  const secrets = ensureSecrets(paths);
  if (readCredentials(paths) && !existsSync(paths.data)) throw dataLost(paths);
  const launcher = new Launcher(options, paths, owner);
  const stop = (): Promise<void> => launcher.stop();
  try {
    const address = await launcher.start(secrets, proxies, files);
    return { paths, secrets, address, warnings: files.warning === undefined ? [] : [files.warning], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

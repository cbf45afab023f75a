import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { listenProblem, reachable } from './address.ts';
import { LauncherAlarms } from './alarms.ts';
import { watchClock } from './clock-watch.ts';
import { bundle, type WorkerBundle } from './build/bundle.ts';
import { compactErased } from './state/compaction.ts';
import { serveControl } from './control.ts';
import { scheduleCrons } from './crons.ts';
import { DiskWatch } from './disk.ts';
import { TrustedProxies } from './listener/proxy-headers.ts';
import { repeatKeptErasures } from './state/erasures.ts';
import { collectGarbage } from './listener/garbage.ts';
import { listen } from './listener/listener.ts';
import { openFiles } from './listener/open-files.ts';
import { RotatingLog } from './logs.ts';
import { keepMail } from './mail.ts';
import { keepStoresOpen } from './state/open-stores.ts';
import { readMigrations } from './state/migrations.ts';
import { pauseHandler } from './backup/pause.ts';
import { endProcesses, STATE_MARK, stateId, workerdsOf } from './processes.ts';
import { admitState, watchMarks } from './state/restore-check.ts';
import { removeRunDirs } from './workerd/run-dir.ts';
import { startRuntime, type Runtime } from './workerd/runtime.ts';
import { ensureSecrets, type ServiceSecrets } from './state/secrets.ts';
import {
  damaged,
  dataLost,
  lockState,
  makeStateDirectory,
  readCredentials,
  recordService,
  statePaths,
  type StatePaths,
} from './state/directory.ts';
import { settingValue } from '../../src/settings/setting-values.ts';
import { readWorkerConfig } from './workerd/worker-config.ts';

/** Milliseconds that requests in flight get to finish when the service stops. */
const DRAIN_MS = 10_000;

export type ServiceOptions = {
  /** The state directory; created if it is missing. */
  state: string;
  host: string;
  port: number;
  /** `scheme://host[:port]` that clients use. */
  origin: string;
  /** Addresses and CIDR blocks of the proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Settings of the Worker, by name. */
  settings: Record<string, string>;
  disk: { warnMb: number; minMb: number };
  log: { maxMb: number; files: number };
  /** Maximum number of `.eml` files. */
  mailFiles: number;
  /** Overrides the rate limits of wrangler.toml, for benchmarks: binding -> requests per period. */
  limits?: Record<string, number>;
  /** Another Worker than that of the source, for benchmarks. */
  bundle?: () => Promise<WorkerBundle>;
  /** Start even if parts of the state are older than others; the differences are logged as an alarm. */
  acceptRestored: boolean;
  /** Called with a description of each step. */
  progress: (text: string) => void;
};

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
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const secrets = ensureSecrets(paths);
    if (readCredentials(paths) && !existsSync(paths.data)) throw dataLost(paths);
    const log = new RotatingLog(paths.serviceLog, { maxBytes: options.log.maxMb * 2 ** 20, files: options.log.files });
    stops.push(() => log.close());
    const alarms = new LauncherAlarms(log);
    stops.push(() => alarms.stop());
    const restored = existsSync(paths.data) ? admitState(paths, options.acceptRestored) : [];
    compact(paths, log, alarms);
    if (restored.length > 0) alarms.raise('restored-state-accepted', { findings: restored });
    const disk = new DiskWatch({
      dir: paths.dir,
      ...options.disk,
      largest: settingValue('MAX_BLOB_BYTES', options.settings['MAX_BLOB_BYTES']),
      log: log.event.bind(log),
      alarm: alarms.raise.bind(alarms),
    });
    await disk.start();
    stops.push(() => disk.stop());

    let runtime: Runtime | undefined;
    let reopenControl: (() => Promise<void>) | undefined;
    let assets: ReadonlySet<string> = new Set();
    // Listens first, so that a port in use is reported before the build.
    const listener = await listen({
      host: options.host,
      port: options.port,
      proxies,
      limits: files.limits,
      sockets: () => runtime?.sockets(),
      isAsset: (segment) => assets.has(segment),
      writeRefusal: (bytes) => disk.refusal(bytes),
      onLine: (line) => log.write(line),
      onFailure: onceASecond((reason) => log.event('warn', 'the Worker did not respond to a request', { reason })),
      onDrop: onceASecond((reason) => log.event('warn', 'a connection was closed', { reason })),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new Error(listenProblem(error, options), { cause: error });
    });
    const drain = (): Promise<void> => listener.drain(DRAIN_MS);
    stops.push(drain);
    options.progress('Building the Worker');
    const built = await (options.bundle ?? bundle)();
    assets = new Set(readdirSync(built.site).filter((name) => !name.startsWith('_')));
    options.progress('Starting the runtime');
    const started = await startRuntime({
      bundle: built,
      owner,
      persist: join(paths.data, 'v3'),
      env: { ...DEFAULTS, ...secrets, ...options.settings, ORIGIN: options.origin },
      ...(options.limits ? { limits: options.limits } : {}),
      onLog: (line) => log.write(structured(line)),
      onMail: (message) => keepMail(paths.mail, options.mailFiles, message),
      onDamage: (reason) => alarms.raise('storage-damaged', { reason }),
      onCrash: () => log.event('error', 'workerd crashed; it is being restarted'),
      onRestart: (restarts) => {
        log.event('warn', 'workerd runs again', { restarts });
        reopenControl?.().catch((error: unknown) =>
          log.event('error', 'the control socket was not opened again', { reason: String(error) }),
        );
      },
      processEnv: { [STATE_MARK]: owner },
    });
    // Stopped after the listener, because requests in flight still need the runtime.
    stops.splice(stops.indexOf(drain), 0, async () => {
      await started.stop();
      await endProcesses(workerdsOf(paths.dir));
    });
    options.progress('Preparing the database');
    await prepare(started, paths);
    stops.splice(stops.indexOf(drain) - 1, 0, keepStoresOpen(paths.data));
    const recordMarks = watchMarks(paths, (reason) => log.event('warn', 'the marks were not recorded', { reason }));
    stops.splice(stops.indexOf(drain) - 1, 0, recordMarks);
    const stopErasing = repeatKeptErasures(
      paths,
      (erasures) => eraseAgain(started, erasures),
      (reasons) => alarms.raise('erasures-waiting', { reasons }),
    );
    stops.splice(stops.indexOf(drain) - 1, 0, stopErasing);
    runtime = started;
    alarms.forwardTo((raised) => passOn(started, raised));
    stops.push(
      watchClock({
        timersAt: async () => Number((await askControl(started, '/clock')).text),
        restart: (behind) => {
          alarms.raise('clock-set-back', { seconds: Math.round(behind / 1000) });
          started.restart();
        },
      }),
    );
    const address = `http://${reachable(options.host)}:${listener.port}`;
    stops.push(
      scheduleCrons({
        crons: readWorkerConfig().triggers.crons,
        file: paths.crons,
        run: (cron) => runCron(started, cron),
      }),
    );
    const controlPath = join(started.runDir, 'launcher.sock');
    const serve = () =>
      serveControl(controlPath, {
        pause: pauseHandler(() => [started.workerdPid()].filter((pid) => pid !== undefined)),
      });
    let control = await serve();
    stops.push(() => control.close());
    reopenControl = async () => {
      if (existsSync(controlPath)) return;
      await control.close();
      control = await serve();
    };
    recordService(paths, { pid: process.pid, port: listener.port, address, control: controlPath });
    // The start leaves copies of the bundle in memory, which an idle service would keep.
    collectGarbage();
    const { limit, limits, warning } = files;
    log.event('info', 'the service is ready', { origin: options.origin, address, open_files: limit, ...limits });
    if (warning !== undefined) log.event('warn', 'the limit of open files is low', { open_files: limit, ...limits });
    return { paths, secrets, address, warnings: warning === undefined ? [] : [warning], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Defaults of a local service: the first anchor does not take an hour, and mail needs no setup. */
export const DEFAULTS = { ANCHOR_WINDOW_SECONDS: '10', MAIL_FROM: 'evidence@example.com' };

/** Applies the migrations and checks the settings, both in the Worker. */
async function prepare(runtime: Runtime, paths: StatePaths): Promise<void> {
  const migrated = await askControl(runtime, '/migrate', JSON.stringify(readMigrations()));
  if (migrated.status !== 200) {
    const damage = /file is not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i.exec(migrated.text);
    const remedy = 'restore the directory from a backup, or start with another --state';
    if (damage) throw damaged(paths.data, `the database is unreadable (${damage[0]})`, remedy);
    throw new Error(`the migrations could not be applied: ${migrated.text}`);
  }
  const checked = await askControl(runtime, '/check');
  if (checked.status !== 204) throw new Error(checked.text);
}

/** Removes the remains of erased content from the database. Its failure does not prevent the start. */
function compact(paths: StatePaths, log: RotatingLog, alarms: LauncherAlarms): void {
  if (!existsSync(paths.data)) return;
  try {
    const erasures = compactErased(paths);
    if (erasures > 0) log.event('info', 'the database was compacted after erasures', { erasures });
  } catch (error) {
    const reason = (error as Error).message;
    alarms.raise('compaction-failed', { reason });
  }
}

/** Repeats erasures. Resolves to the reasons why some could not be repeated. */
async function eraseAgain(runtime: Runtime, erasures: string): Promise<string[]> {
  const { status, text } = await askControl(runtime, '/erasures', erasures);
  return status === 200 ? (JSON.parse(text) as string[]) : [text];
}

/** Passes alarms of the launcher on to the Worker. Rejects if it does not accept them. */
async function passOn(runtime: Runtime, alarms: object[]): Promise<void> {
  const { status, text } = await askControl(runtime, '/alarms', JSON.stringify(alarms));
  if (status !== 204) throw new Error(text);
}

/** Rejects if one of the sweeps failed. */
async function runCron(runtime: Runtime, cron: string): Promise<void> {
  const { status, text } = await askControl(runtime, `/scheduled?${new URLSearchParams({ cron })}`);
  if (status !== 204) throw new Error(text);
}

/** Calls the control entry point of the Worker. Rejects if workerd does not respond. */
function askControl(runtime: Runtime, path: string, body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      { socketPath: runtime.sockets().control, method: 'POST', path, headers: { host: 'control' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

/** Calls at most once a second; skips calls in between. */
function onceASecond(call: (reason: string) => void): (reason: string) => void {
  let last = -Infinity;
  return (reason) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    call(reason);
  };
}

/** Lines of the Worker are JSON. Converts lines of workerd to JSON, without the queries of URLs. */
function structured(line: string): string {
  if (line.startsWith('{')) return line;
  return JSON.stringify({ level: 'warn', message: 'workerd', text: line.replace(/\?[^\s"']*/g, '?…').slice(0, 2000) });
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listenProblem, reachable } from './address.ts';
import { LauncherAlarms } from './alarms.ts';
import { pauseHandler } from './backup/pause.ts';
import { bundle, type WorkerBundle } from './build/bundle.ts';
import { watchClock } from './clock-watch.ts';
import { serveControl } from './control.ts';
import { scheduleCrons } from './crons.ts';
import { DiskWatch } from './disk.ts';
import { listen } from './listener/listener.ts';
import type { OpenFiles } from './listener/open-files.ts';
import { TrustedProxies } from './listener/proxy-headers.ts';
import { RotatingLog } from './logs.ts';
import { mailer } from './mail.ts';
import { endProcesses, STATE_MARK, workerdsOf } from './processes.ts';
import type { SmtpServer } from './smtp.ts';
import { compactErased } from './state/compaction.ts';
import { recordService, type StatePaths } from './state/directory.ts';
import { moveEarlierDatabase } from './state/earlier-database.ts';
import { repeatKeptErasures } from './state/erasures.ts';
import { keepStoresOpen } from './state/open-stores.ts';
import { admitState, watchMarks } from './state/restore-check.ts';
import type { ServiceSecrets } from './state/secrets.ts';
import { eraseAgain, prepareWorker, raiseAlarms, runCron, timersAt } from './worker-control.ts';
import { startRuntime, type Runtime } from './workerd/runtime.ts';
import { readWorkerConfig } from './workerd/worker-config.ts';
import { settingValue } from '../../src/settings/setting-values.ts';

/** Milliseconds that requests in flight get to finish when the service stops. */
const DRAIN_MS = 10_000;

/** Defaults of a local service: the first anchor does not take an hour, and mail needs no setup. */
export const DEFAULTS = { ANCHOR_WINDOW_SECONDS: '10', MAIL_FROM: 'evidence@example.com' };

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
  /** The SMTP server; undefined: mail is written to files. */
  smtp?: SmtpServer | undefined;
  /** Overrides the rate limits of wrangler.toml, for benchmarks: binding -> requests per period. */
  limits?: Record<string, number>;
  /** Another Worker than that of the source, for benchmarks. */
  bundle?: () => Promise<WorkerBundle>;
  /** Start even if parts of the state are older than others; the differences are logged as an alarm. */
  acceptRestored: boolean;
  /** Called with a description of each step. */
  progress: (text: string) => void;
};

/**
 * The parts of a service in the order in which they stop. The runtime stops after the listener, because requests in
 * flight need it, and before what watches its stores.
 */
const STOP_ORDER = [
  'control',
  'crons',
  'clock',
  'listener',
  'runtime',
  'erasures',
  'marks',
  'stores',
  'disk',
  'alarms',
  'log',
] as const;

/** Starts the parts of a local service over a state that this process has locked, and stops them. */
export class Launcher {
  readonly #options: ServiceOptions;
  readonly #paths: StatePaths;
  /** The id of the state directory, which marks its processes. */
  readonly #owner: string;
  readonly #log: RotatingLog;
  readonly #alarms: LauncherAlarms;
  readonly #stops = new Map<(typeof STOP_ORDER)[number], () => unknown>();
  /** Undefined until it accepts requests. */
  #runtime: Runtime | undefined;
  /** The first segments of the paths of static files. */
  #assets: ReadonlySet<string> = new Set();
  #reopenControl: (() => Promise<void>) | undefined;

  constructor(options: ServiceOptions, paths: StatePaths, owner: string) {
    const { maxMb, files } = options.log;
    this.#options = options;
    this.#paths = paths;
    this.#owner = owner;
    this.#log = new RotatingLog(paths.serviceLog, { maxBytes: maxMb * 2 ** 20, files });
    this.#alarms = new LauncherAlarms(this.#log);
    this.#stops.set('log', () => this.#log.close());
    this.#stops.set('alarms', () => this.#alarms.stop());
  }

  /** Resolves to the address at which this machine reaches the service, when it is ready. */
  async start(secrets: ServiceSecrets, proxies: TrustedProxies, files: OpenFiles): Promise<string> {
    const { host, origin, progress } = this.#options;
    await this.#checkState();
    const disk = await this.#watchDisk();
    // Listens first, so that a port in use is reported before the build.
    const port = await this.#listen(disk, proxies, files);
    progress('Building the Worker');
    const built = await (this.#options.bundle ?? bundle)();
    this.#assets = new Set(readdirSync(built.site).filter((name) => !name.startsWith('_')));
    progress('Starting the runtime');
    const runtime = await this.#startRuntime(built, secrets);
    progress('Preparing the database');
    await prepareWorker(runtime, this.#paths);
    this.#watchStores(runtime);
    this.#runtime = runtime;
    this.#alarms.forwardTo((alarms) => raiseAlarms(runtime, alarms));
    this.#watchTime(runtime);
    const control = await this.#serveControl(runtime);
    const address = `http://${reachable(host)}:${port}`;
    recordService(this.#paths, { pid: process.pid, port, address, control });
    // The start leaves copies of the bundle in memory, which an idle service would keep.
    void globalThis.gc?.();
    const { limit, limits, warning } = files;
    this.#log.event('info', 'the service is ready', { origin, address, open_files: limit, ...limits });
    if (warning !== undefined)
      this.#log.event('warn', 'the limit of open files is low', { open_files: limit, ...limits });
    return address;
  }

  /** Stops accepting requests, finishes those in flight (10 s at most) and stops all parts that have started. */
  async stop(): Promise<void> {
    const stops = new Map(this.#stops);
    this.#stops.clear();
    for (const part of STOP_ORDER) await stops.get(part)?.();
  }

  async #checkState(): Promise<void> {
    const isNew = !existsSync(this.#paths.data);
    const findings = isNew ? [] : admitState(this.#paths, this.#options.acceptRestored);
    if (!isNew && (await moveEarlierDatabase(this.#paths)))
      this.#log.event('info', 'the database was copied for an upgrade', {});
    if (!isNew) this.#compact();
    if (findings.length > 0) this.#alarms.raise('restored-state-accepted', { findings });
  }

  /** Removes the remains of erased content from the database. Its failure does not prevent the start. */
  #compact(): void {
    try {
      const erasures = compactErased(this.#paths);
      if (erasures > 0) this.#log.event('info', 'the database was compacted after erasures', { erasures });
    } catch (error) {
      this.#alarms.raise('compaction-failed', { reason: (error as Error).message });
    }
  }

  async #watchDisk(): Promise<DiskWatch> {
    const disk = new DiskWatch({
      dir: this.#paths.dir,
      ...this.#options.disk,
      largest: settingValue('MAX_BLOB_BYTES', this.#options.settings['MAX_BLOB_BYTES']),
      log: this.#log.event.bind(this.#log),
      alarm: this.#alarms.raise.bind(this.#alarms),
    });
    await disk.start();
    this.#stops.set('disk', () => disk.stop());
    return disk;
  }

  /** Resolves to the port. */
  async #listen(disk: DiskWatch, proxies: TrustedProxies, { limits }: OpenFiles): Promise<number> {
    const { host, port } = this.#options;
    const log = this.#log;
    const listener = await listen({
      host,
      port,
      proxies,
      limits,
      sockets: () => this.#runtime?.sockets(),
      isAsset: (segment) => this.#assets.has(segment),
      writeRefusal: (bytes) => disk.refusal(bytes),
      onLine: (line) => log.write(line),
      onFailure: onceASecond((reason) => log.event('warn', 'the Worker did not respond to a request', { reason })),
      onDrop: onceASecond((reason) => log.event('warn', 'a connection was closed', { reason })),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new Error(listenProblem(error, this.#options), { cause: error });
    });
    this.#stops.set('listener', () => listener.drain(DRAIN_MS));
    return listener.port;
  }

  async #startRuntime(built: WorkerBundle, secrets: ServiceSecrets): Promise<Runtime> {
    const { settings, origin, limits, mailFiles, smtp } = this.#options;
    const log = this.#log;
    const { SMTP_PASSWORD: password, ...secretsOfWorker } = secrets;
    const runtime = await startRuntime({
      bundle: built,
      owner: this.#owner,
      persist: join(this.#paths.data, 'v3'),
      env: { ...DEFAULTS, ...secretsOfWorker, ...settings, ORIGIN: origin },
      ...(limits ? { limits } : {}),
      onLog: (line) => log.write(structured(line)),
      onMail: mailer({
        files: { dir: this.#paths.mail, keep: mailFiles },
        smtp: smtp && { ...smtp, password },
        onFailure: (reason) => this.#alarms.raise('mail-refused', { reason }),
      }),
      onDamage: (reason) => this.#alarms.raise('storage-damaged', { reason }),
      onCrash: () => log.event('error', 'workerd crashed; it is being restarted'),
      onRestart: (restarts) => {
        log.event('warn', 'workerd runs again', { restarts });
        this.#reopenControl?.().catch((error: unknown) =>
          log.event('error', 'the control socket was not opened again', { reason: String(error) }),
        );
      },
      processEnv: { [STATE_MARK]: this.#owner },
    });
    this.#stops.set('runtime', async () => {
      await runtime.stop();
      await endProcesses(workerdsOf(this.#paths.dir));
    });
    return runtime;
  }

  #watchStores(runtime: Runtime): void {
    this.#stops.set('stores', keepStoresOpen(this.#paths.data));
    const onFailure = (reason: string): void => this.#log.event('warn', 'the marks were not recorded', { reason });
    this.#stops.set('marks', watchMarks(this.#paths, onFailure));
    const stopErasing = repeatKeptErasures(
      this.#paths,
      (erasures) => eraseAgain(runtime, erasures),
      (reasons) => this.#alarms.raise('erasures-waiting', { reasons }),
    );
    this.#stops.set('erasures', stopErasing);
  }

  #watchTime(runtime: Runtime): void {
    const stopClock = watchClock({
      timersAt: () => timersAt(runtime),
      restart: (behind) => {
        this.#alarms.raise('clock-set-back', { seconds: Math.round(behind / 1000) });
        runtime.restart();
      },
    });
    this.#stops.set('clock', stopClock);
    const { crons } = readWorkerConfig().triggers;
    const run = (cron: string): Promise<void> => runCron(runtime, cron);
    this.#stops.set('crons', scheduleCrons({ crons, file: this.#paths.crons, run }));
  }

  /** Resolves to the path of the control socket, which is opened again after its directory was removed. */
  async #serveControl(runtime: Runtime): Promise<string> {
    const path = join(runtime.runDir, 'launcher.sock');
    const pause = pauseHandler(() => [runtime.workerdPid()].filter((pid) => pid !== undefined));
    const serve = () => serveControl(path, { pause });
    let control = await serve();
    this.#stops.set('control', () => control.close());
    this.#reopenControl = async () => {
      if (existsSync(path)) return;
      await control.close();
      control = await serve();
    };
    return path;
  }
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

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kUnsafeEphemeralUniqueKey, Miniflare, type MiniflareOptions } from 'miniflare';
import { Backoff } from './backoff.ts';
import { bindings } from './bindings.ts';
import { certificateEnv } from './certificates.ts';
import type { WorkerBundle } from '../build/bundle.ts';
import { HiddenCauses } from './hidden-causes.ts';
import { makeRunDir, pidIn, removeRunDir, restoreRunDir, touchRunDir, withTmpdir, writeDelay } from './run-dir.ts';
import { readWorkerConfig } from './worker-config.ts';

/** Milliseconds between two checks of whether workerd runs. */
const SUPERVISED_EVERY = 500;
/** Milliseconds between two times that the files of the private directory are made recent. */
const TOUCHED_EVERY = 3_600_000;

/**
 * V8 lets the heap of each isolate grow by hundreds of megabytes before it collects garbage, and workerd has an isolate
 * for each part of the simulated platform. These flags halve the memory under load without a loss of throughput.
 */
export const WORKERD_V8_FLAGS = '--max-semi-space-size=4 --initial-heap-size=16 --heap-growing-percent=50';

export type RuntimeOptions = {
  bundle: WorkerBundle;
  /** Identifies the state directory, whose next start removes what this run leaves if it is killed. */
  owner?: string;
  /** The directory of the databases, objects and blobs; undefined: in memory. */
  persist?: string | undefined;
  /** Settings and secrets in the environment of the Worker. */
  env: Record<string, string>;
  /** Called with each line that the Worker or workerd writes. */
  onLog: (line: string) => void;
  /** Stores a mail that the Worker sends. Resolves to its id. */
  onMail: (message: unknown) => Promise<string>;
  /** Called when workerd has met damaged data, with what SQLite says; at most once a minute. */
  onDamage?: (reason: string) => void;
  /** Called when workerd has crashed and is being restarted. */
  onCrash?: () => void;
  /** Called when workerd runs again. `restarts` counts since the start. */
  onRestart?: (restarts: number) => void;
  /** Overrides the rate limits of wrangler.toml: binding -> requests per period. */
  limits?: Record<string, number>;
  /** Environment variables that identify the workerd process. */
  processEnv?: Record<string, string>;
  /** The objects of ledgers can be evicted; each then has an empty file. */
  evictable?: boolean;
  /** Default: `cell`. */
  database?: 'cell' | 'd1';
  /** The names of further cells, such as `DB_1`. */
  cells?: readonly string[] | undefined;
  /** Opens workerd's inspector on a loopback port, for profiles. */
  inspector?: boolean;
};

/** The paths of the Worker's UNIX sockets, in a directory that only this user can enter. */
export type Sockets = {
  /** The Worker without the static assets in front of it. */
  direct: string;
  /** Static assets first, then the Worker. */
  assets: string;
  /** Control operations of the launcher; must never be reachable from outside. */
  control: string;
};

/**
 * Runs a bundle in workerd through the `miniflare` package. workerd listens only on UNIX sockets; Miniflare listens on
 * one loopback port, where it rejects (403) all requests except those of workerd. After a crash, workerd is restarted
 * with exponential backoff, until it runs. Throws if the first start fails.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const runtime = new Runtime(options);
  try {
    await runtime.start();
  } catch (error) {
    await runtime.stop();
    throw error;
  }
  return runtime;
}

/** One run of workerd, with its restarts. */
export class Runtime {
  /** A private directory (mode 700) for sockets. */
  readonly runDir: string;
  readonly #options: RuntimeOptions;
  readonly #owner: string;
  readonly #processEnv: Record<string, string>;
  readonly #backoff = new Backoff();
  readonly #toucher: NodeJS.Timeout;
  /** Replaced if an immediate restart of workerd failed. */
  #miniflare: Miniflare;
  #supervisor: NodeJS.Timeout | undefined;
  #lastPid: number | undefined;
  #restarts = 0;
  #isDown = false;
  #isRestarting = false;
  #isStopped = false;

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#owner = options.owner ?? '';
    this.runDir = makeRunDir(this.#owner);
    // Miniflare reads both at every start of workerd.
    process.env['MINIFLARE_WORKERD_PATH'] = fileURLToPath(new URL('workerd.sh', import.meta.url));
    process.env['MINIFLARE_WORKERD_V8_FLAGS'] ??= WORKERD_V8_FLAGS;
    this.#processEnv = {
      ...options.processEnv,
      ...certificateEnv(this.runDir),
      WORKERD: workerdBinary(),
      WORKERD_RUN_DIR: this.runDir,
    };
    this.#miniflare = this.#newMiniflare();
    this.#toucher = setInterval(() => touchRunDir(this.runDir), TOUCHED_EVERY).unref();
  }

  /** Resolves when workerd runs. Restarts it from then on. */
  async start(): Promise<void> {
    await this.#miniflare.ready;
    this.#supervisor = setInterval(() => void this.#supervise(), SUPERVISED_EVERY).unref();
  }

  /** workerd accepts `unix:` addresses; Miniflare appends a port, which becomes part of the file name. */
  sockets(): Sockets {
    const path = (entrypoint: string): string => join(this.runDir, `${entrypoint}.sock:0`);
    return { direct: path('direct'), assets: path('default'), control: path('control') };
  }

  /** The process id of workerd, which may just have crashed. */
  workerdPid(): number | undefined {
    this.#lastPid = pidIn(this.runDir) ?? this.#lastPid;
    return this.#lastPid;
  }

  /** Ends workerd, which is then started again as after a crash. `onCrash` is not called. */
  restart(): void {
    this.#isDown = true;
    const pid = this.workerdPid();
    if (isAlive(pid)) process.kill(pid!, 'SIGKILL');
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#supervisor);
    clearInterval(this.#toucher);
    await this.#miniflare.dispose().catch(() => undefined);
    // The next start removes what remains.
    removeRunDir(this.runDir);
  }

  /** The temporary files of Miniflare are removed with the directory, even if this process is killed. */
  #newMiniflare(): Miniflare {
    const create = (): Miniflare =>
      new Miniflare({
        ...miniflareOptions(this.#options, this.runDir),
        unsafeRuntimeEnv: this.#processEnv,
        unsafeHandleRuntimeRestart: () => {
          this.#backoff.crashed();
          this.#reportRestart();
        },
      });
    return withoutSignalHandlers(() => withTmpdir(this.runDir, create));
  }

  /** Starts workerd by another Miniflare. */
  async #replaceMiniflare(): Promise<void> {
    await this.#miniflare.dispose().catch(() => undefined);
    if (this.#isStopped) return;
    this.#miniflare = this.#newMiniflare();
    await this.#miniflare.ready;
    this.#reportRestart();
  }

  #reportCrash(): void {
    if (!this.#isDown) this.#options.onCrash?.();
    this.#isDown = true;
  }

  #reportRestart(): void {
    this.#reportCrash();
    this.#isDown = false;
    this.#options.onRestart?.(++this.#restarts);
  }

  /** Miniflare restarts workerd after a crash only once. If that fails, a new Miniflare starts it. */
  async #supervise(): Promise<void> {
    if (this.#isRestarting || this.#isStopped) return;
    const isGone = !existsSync(this.runDir);
    if (!isGone) writeDelay(this.runDir, this.#backoff.seconds);
    if (!isGone && isAlive(this.workerdPid())) return;
    this.#isRestarting = true;
    this.#reportCrash();
    try {
      if (isGone) await this.#restoreRunDir();
      else await this.#miniflare.ready;
    } catch (error) {
      this.#backoff.crashed();
      writeDelay(this.runDir, this.#backoff.seconds);
      this.#logError({ message: 'workerd did not restart', error: String(error) });
      // The next check tries again.
      await this.#replaceMiniflare().catch(() => undefined);
    } finally {
      this.#isRestarting = false;
    }
  }

  async #restoreRunDir(): Promise<void> {
    this.#logError({ message: 'the directory of the sockets was removed', directory: this.runDir });
    restoreRunDir(this.runDir, this.#owner);
    certificateEnv(this.runDir);
    await this.#replaceMiniflare();
  }

  #logError(fields: { message: string } & Record<string, string>): void {
    this.#options.onLog(JSON.stringify({ level: 'error', ...fields }));
  }
}

/** Removes the signal handlers of Miniflare, which exit the process at once. The launcher handles signals. */
function withoutSignalHandlers<T>(create: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = signals.map((name) => process.listeners(name));
  const created = create();
  signals.forEach((name, i) => {
    for (const listener of process.listeners(name)) if (!before[i]!.includes(listener)) process.off(name, listener);
  });
  return created;
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function workerdBinary(): string {
  const miniflare = createRequire(import.meta.url).resolve('miniflare');
  return (createRequire(miniflare)('workerd') as { default: string }).default;
}

/** Returns the options of Miniflare. The entry points of the Worker listen on UNIX sockets in `runDir`. */
export function miniflareOptions(options: RuntimeOptions, runDir: string): MiniflareOptions {
  const config = readWorkerConfig();
  const causes = new HiddenCauses(options.onDamage);
  const socket = (entrypoint: string) => ({ entrypoint, host: `unix:${join(runDir, `${entrypoint}.sock`)}` });
  return {
    enableDevRegistry: false,
    // No invented `cf` properties, and no request to another machine to get them.
    cf: false,
    logRequests: false,
    handleStructuredLogs: ({ message }) => {
      causes.add(message);
      options.onLog(message);
    },
    ...(options.persist === undefined ? {} : { resourcePersistencePath: options.persist }),
    ...(options.inspector ? { inspectorPort: 0 } : {}),
    workers: [
      {
        config: {
          name: config.name,
          compatibilityDate: config.compatibility_date,
          compatibilityFlags: config.compatibility_flags,
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: readFileSync(options.bundle.script, 'utf8') } },
          },
          env: bindings(config, options, causes),
          exports: Object.fromEntries(
            [...config.durable_objects.bindings, { class_name: 'Cell' }].map(({ class_name }) => [
              class_name,
              {
                type: 'durable-object',
                storage: 'sqlite',
                // Without it, workerd creates a file for each object, although those of ledgers store nothing.
                ...(class_name === 'AssetLedger' && !options.evictable
                  ? { unsafeUniqueKey: kUnsafeEphemeralUniqueKey }
                  : {}),
              },
            ]),
          ),
          triggers: config.queues.consumers.map((consumer) => ({
            type: 'queue',
            name: consumer.queue,
            maxBatchSize: consumer.max_batch_size,
            maxRetries: consumer.max_retries,
            retryDelay: consumer.retry_delay,
          })),
          assets: { directory: options.bundle.site, hasUserWorker: true },
        },
        dev: { unsafeDirectSockets: [socket('direct'), socket('default'), socket('control')] },
      },
    ],
  } as MiniflareOptions;
}

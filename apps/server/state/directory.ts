import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The credentials of an administrator of a tenant; the content of DIR/admin.json. */
export interface AdminCredentials {
  base_url: string;
  /** `scheme://host[:port]` of `base_url`, for clients that append `/archivist` themselves. */
  origin: string;
  tenant_identity: string;
  client_id: string;
  client_secret: string;
}

/** The files of a state directory. `data` contains the database, objects and queues. */
export interface StatePaths {
  dir: string;
  secrets: string;
  settings: string;
  admin: string;
  bootstrap: string;
  /** Exists if the first tenant has trial data; empty until all of them are there. */
  demo: string;
  data: string;
  mail: string;
  crons: string;
  marks: string;
  /** How many erasures the database had when it was last compacted. */
  compacted: string;
  /** The erasures that a restored state lacks, until they are repeated. */
  erasures: string;
  service: string;
  lock: string;
  /** Exists while a restore writes the directory, and after one that was interrupted. */
  restoring: string;
  serviceLog: string;
}

export function statePaths(dir: string): StatePaths {
  return {
    dir,
    secrets: join(dir, 'secrets.env'),
    settings: join(dir, 'settings.env'),
    admin: join(dir, 'admin.json'),
    bootstrap: join(dir, 'bootstrap.json'),
    demo: join(dir, 'demo'),
    data: join(dir, 'data'),
    mail: join(dir, 'mail'),
    crons: join(dir, 'crons.json'),
    marks: join(dir, 'marks.json'),
    compacted: join(dir, 'compacted.json'),
    erasures: join(dir, 'erasures.json'),
    service: join(dir, 'service.json'),
    lock: join(dir, 'lock.sqlite'),
    restoring: join(dir, 'restoring.sqlite'),
    serviceLog: join(dir, 'service.log'),
  };
}

/** Creates the directory if it is missing. Only its owner can enter it. Keeps existing files. */
export function makeStateDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const stat = statSync(dir);
    if (!stat.isDirectory()) throw new Error('it is not a directory');
    // An existing directory may be open to other users, and with it the databases.
    if ((stat.mode & 0o077) !== 0) chmodSync(dir, 0o700);
  } catch (error) {
    throw new Error(`${dir}: cannot be used as state directory: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Throws an Error for the user if a restore of the directory did not end. */
export function assertRestored({ dir, restoring }: StatePaths): void {
  if (!existsSync(restoring)) return;
  throw new Error(
    `${dir}: a restore of this directory was interrupted, or is still running: ` +
      `run \`npm run restore -- BACKUP --state ${dir}\` again, which starts over`,
  );
}

/**
 * Locks the directory until this process ends. Throws if a running process holds the lock, or if a restore did not end.
 * `port` is the port of the service; other commands have none.
 */
export function lockState(paths: StatePaths, port?: number): void {
  assertRestored(paths);
  holdLock(paths.lock, () => `${paths.dir} is in use by ${holder(paths)}: stop it or choose another --state`);
  recordService(paths, { pid: process.pid, ...(port === undefined ? {} : { port }) });
}

/**
 * Creates a lock file and locks it until this process ends: the kernel releases a file lock with its process, so a dead
 * process never leaves a lock. If a running process holds the lock, throws an Error with the text of `inUse`. Returns a
 * function that removes the file and releases the lock.
 */
export function holdLock(file: string, inUse: () => string): () => void {
  let database: DatabaseSync;
  try {
    database = lockedIn(file);
    // Another process may have removed the file between both calls: then the lock is on a file that has no name.
    if (!existsSync(file)) database = lockedIn(file);
  } catch (error) {
    if (!/locked|busy/i.test((error as Error).message)) {
      throw damaged(file, (error as Error).message, 'remove that file');
    }
    throw new Error(inUse(), { cause: error });
  }
  held.add(database);
  return () => {
    rmSync(file, { force: true });
    held.delete(database);
    database.close();
    rmSync(`${file}-journal`, { force: true });
  };
}

function lockedIn(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  return database;
}

/** Information about a running service for other commands of this user (DIR/service.json). */
export type ServiceRecord = {
  pid: number;
  port?: number;
  /** `http://host:port` at which this machine reaches it; absent until it is ready. */
  address?: string;
  /** The path of the control socket; absent until it is ready. */
  control?: string;
};

/** Writes service.json (mode 600). */
export function recordService(paths: StatePaths, service: ServiceRecord): void {
  writeAtomically(paths.service, `${JSON.stringify(service)}\n`);
}

/** Reads DIR/service.json of the last command that locked the directory; undefined if it does not exist. */
export function readService(paths: StatePaths): ServiceRecord | undefined {
  try {
    return JSON.parse(readFileSync(paths.service, 'utf8')) as ServiceRecord;
  } catch {
    return undefined;
  }
}

// Garbage collection would close a database and release its lock.
const held = new Set<DatabaseSync>();

function holder(paths: StatePaths): string {
  const service = readService(paths);
  if (service === undefined) return 'a running service';
  const { pid, port } = service;
  return port === undefined ? `a command (pid ${pid})` : `a running service (pid ${pid}, port ${port})`;
}

/** Returns the credentials of the first tenant's administrator; undefined if they do not exist yet. */
export function readCredentials(paths: StatePaths): AdminCredentials | undefined {
  const credentials = readJson<AdminCredentials>(paths.admin, REMOVE_ADMIN);
  if (!credentials) return undefined;
  for (const name of ['base_url', 'origin', 'tenant_identity', 'client_id', 'client_secret'] as const) {
    if (typeof credentials[name] !== 'string') throw damaged(paths.admin, `${name} is missing`, REMOVE_ADMIN);
  }
  if (!URL.canParse(credentials.base_url)) throw damaged(paths.admin, 'base_url is not a URL', REMOVE_ADMIN);
  return { ...atBaseUrl(credentials, credentials.base_url), origin: credentials.origin };
}

/** Returns the same credentials for the service at `baseUrl`. */
export function atBaseUrl(
  credentials: Omit<AdminCredentials, 'base_url' | 'origin'>,
  baseUrl: string,
): AdminCredentials {
  const { tenant_identity, client_id, client_secret } = credentials;
  return { base_url: baseUrl, origin: new URL(baseUrl).origin, tenant_identity, client_id, client_secret };
}

/** Writes admin.json (mode 600) atomically. `origin` is the origin of `base_url`. */
export function writeCredentials(paths: StatePaths, credentials: AdminCredentials): void {
  const consistent = atBaseUrl(credentials, credentials.base_url);
  writeAtomically(paths.admin, `${JSON.stringify(consistent, null, 2)}\n`);
}

/**
 * Returns the identity `tenant/<uuid>` of the tenant that the first start creates. It is chosen once, so that the next
 * start continues with the same tenant after an interrupted start.
 */
export function ensureBootstrapTenant(paths: StatePaths, credentials?: AdminCredentials): string {
  const kept = readJson<{ tenant_identity: string }>(paths.bootstrap, 'remove that file');
  if (kept) {
    if (/^tenant\/[0-9a-f-]{36}$/.test(kept.tenant_identity)) return kept.tenant_identity;
    throw damaged(paths.bootstrap, 'tenant_identity is not valid', 'remove that file');
  }
  const tenant = credentials?.tenant_identity ?? `tenant/${randomUUID()}`;
  writeAtomically(paths.bootstrap, `${JSON.stringify({ tenant_identity: tenant })}\n`);
  return tenant;
}

/** The error for credentials of a tenant whose database is missing. */
export function dataLost(paths: StatePaths): Error {
  const remedy = 'restore it from a backup, or remove admin.json to start with an empty database';
  return damaged(paths.data, 'it is missing, but admin.json exists', remedy);
}

const REMOVE_ADMIN = 'remove that file to create a new client secret for the same tenant';

/** Returns the error for a damaged file of the state, with the reason and the remedy. */
export function damaged(path: string, reason: string, remedy: string): Error {
  return new Error(`damaged state: ${path}: ${reason}: ${remedy}`);
}

function readJson<T>(path: string, remedy: string): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // The error below is for everything that is not a JSON object.
  }
  throw damaged(path, 'it is not valid JSON', remedy);
}

/** Writes a file (mode 600) durably and atomically. */
export function writeAtomically(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

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
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What an administrator needs to use a tenant; the content of DIR/admin.json. */
export interface Credentials {
  base_url: string;
  /** `scheme://host[:port]` of `base_url`, for clients that append `/archivist` themselves. */
  origin: string;
  tenant_identity: string;
  client_id: string;
  client_secret: string;
}

/** The files of a state directory. `data` holds the database, objects and queues. */
export interface StatePaths {
  dir: string;
  secrets: string;
  settings: string;
  admin: string;
  bootstrap: string;
  data: string;
  mail: string;
  crons: string;
  marks: string;
  service: string;
  lock: string;
  serviceLog: string;
}

export function statePaths(dir: string): StatePaths {
  return {
    dir,
    secrets: join(dir, 'secrets.env'),
    settings: join(dir, 'settings.env'),
    admin: join(dir, 'admin.json'),
    bootstrap: join(dir, 'bootstrap.json'),
    data: join(dir, 'data'),
    mail: join(dir, 'mail'),
    crons: join(dir, 'crons.json'),
    marks: join(dir, 'marks.json'),
    service: join(dir, 'service.json'),
    lock: join(dir, 'lock.sqlite'),
    serviceLog: join(dir, 'service.log'),
  };
}

/** Makes the directory when it is absent, for its owner alone; what it holds already is left alone. */
export function makeStateDirectory(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const stat = statSync(dir);
    if (!stat.isDirectory()) throw new Error('it is not a directory');
    // One that existed may be open to others, and the databases in it with it.
    if ((stat.mode & 0o077) !== 0) chmodSync(dir, 0o700);
  } catch (error) {
    throw new Error(`cannot use ${dir} for the state: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Takes the directory for this process until it ends, however it ends: the kernel drops a file lock
 * with its process, so that a dead process never leaves a lock behind. Throws when a living process
 * holds it. `port` is what a service tells others about itself; other commands have none.
 */
export function lockState(paths: StatePaths, port?: number): void {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(paths.lock, { timeout: 0 });
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
  } catch (error) {
    if (!/locked|busy/i.test((error as Error).message)) {
      throw damaged(paths.lock, (error as Error).message, 'remove that file');
    }
    throw new Error(`${paths.dir} is in use by ${holder(paths)}: stop it or choose another --state`, {
      cause: error,
    });
  }
  held.push(database);
  recordService(paths, { pid: process.pid, ...(port === undefined ? {} : { port }) });
}

/** What a running service tells other commands of this user about itself (DIR/service.json). */
export type ServiceRecord = {
  pid: number;
  port?: number;
  /** `http://host:port` where this machine reaches it; absent until it is ready. */
  address?: string;
  /** The path of the control socket; absent until it is ready. */
  control?: string;
};

/** Writes service.json (mode 600). */
export function recordService(paths: StatePaths, service: ServiceRecord): void {
  writeAtomically(paths.service, `${JSON.stringify(service)}\n`);
}

/** What DIR/service.json says of the last command that took the directory; undefined when there is none. */
export function readService(paths: StatePaths): ServiceRecord | undefined {
  try {
    return JSON.parse(readFileSync(paths.service, 'utf8')) as ServiceRecord;
  } catch {
    return undefined;
  }
}

// A database that is garbage-collected is closed, which would drop its lock.
const held: DatabaseSync[] = [];

function holder(paths: StatePaths): string {
  const service = readService(paths);
  if (service === undefined) return 'a running service';
  const { pid, port } = service;
  return port === undefined ? `a command (pid ${pid})` : `a running service (pid ${pid}, port ${port})`;
}

/**
 * The credentials of the first tenant's administrator, undefined before they exist. `origin` is empty where an
 * earlier version wrote the file, until the next start completes it.
 */
export function readCredentials(paths: StatePaths): Credentials | undefined {
  const credentials = readJson<Credentials>(paths.admin, REMOVE_ADMIN);
  if (!credentials) return undefined;
  for (const name of ['base_url', 'tenant_identity', 'client_id', 'client_secret'] as const) {
    if (typeof credentials[name] !== 'string') throw damaged(paths.admin, `${name} is missing`, REMOVE_ADMIN);
  }
  if (!URL.canParse(credentials.base_url)) throw damaged(paths.admin, 'base_url is not a URL', REMOVE_ADMIN);
  return { ...atBaseUrl(credentials, credentials.base_url), origin: credentials.origin ?? '' };
}

/** The same credentials for the service at `baseUrl`. */
export function atBaseUrl(credentials: Omit<Credentials, 'base_url' | 'origin'>, baseUrl: string): Credentials {
  const { tenant_identity, client_id, client_secret } = credentials;
  return { base_url: baseUrl, origin: new URL(baseUrl).origin, tenant_identity, client_id, client_secret };
}

/** Writes admin.json (mode 600) in one step; `origin` is written as that of `base_url`. */
export function writeCredentials(paths: StatePaths, credentials: Credentials): void {
  const consistent = atBaseUrl(credentials, credentials.base_url);
  writeAtomically(paths.admin, `${JSON.stringify(consistent, null, 2)}\n`);
}

/**
 * The identity `tenant/<uuid>` of the tenant that the first start makes, chosen once, so that a start
 * that was interrupted goes on with the same tenant.
 */
export function ensureBootstrapTenant(paths: StatePaths, credentials?: Credentials): string {
  const kept = readJson<{ tenant_identity: string }>(paths.bootstrap, 'remove that file');
  if (kept) {
    if (/^tenant\/[0-9a-f-]{36}$/.test(kept.tenant_identity)) return kept.tenant_identity;
    throw damaged(paths.bootstrap, 'tenant_identity is not valid', 'remove that file');
  }
  const tenant = credentials?.tenant_identity ?? `tenant/${randomUUID()}`;
  writeAtomically(paths.bootstrap, `${JSON.stringify({ tenant_identity: tenant })}\n`);
  return tenant;
}

/** The error for credentials whose tenant is gone with the database. */
export function dataLost(paths: StatePaths): Error {
  const remedy = 'restore it from a backup, or remove admin.json to begin anew';
  return damaged(paths.data, 'it is missing but admin.json is there', remedy);
}

const REMOVE_ADMIN = 'remove that file to have a new client secret made for the same tenant';

/** An error that names what of the state is damaged, why, and the way out. */
export function damaged(path: string, reason: string, remedy: string): Error {
  return new Error(`damaged state: ${path}: ${reason}: ${remedy}`);
}

function readJson<T>(path: string, remedy: string): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Falls through to the one message for everything that is no JSON object.
  }
  throw damaged(path, 'it is not valid JSON', remedy);
}

/** Writes a file (mode 600) durably and in one step. */
export function writeAtomically(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The directory that holds wrangler.toml and package.json. */
export const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

const DEFAULT_STATE = resolve(PROJECT_DIR, '.state');
const DEFAULT_PORT = 8787;

const START_USAGE = 'npm start [-- --port N --state DIR]';
const FSCK_USAGE = 'npm run fsck [-- --tenant tenant/UUID] [--url BASE] [--state DIR]';
const TENANT_USAGE = 'npm run tenant -- create "Name" [--url BASE] [--state DIR]';

/** `port` is 1 to 65535, `state` an absolute path. */
export interface StartArguments {
  port: number;
  state: string;
}

/** Reads the arguments of `npm start`; throws an Error with a message for the user. */
export function startArguments(argv: string[]): StartArguments {
  const { values } = parsed(START_USAGE, () =>
    parseArgs({ args: argv, options: { port: { type: 'string' }, state: { type: 'string' } } }),
  );
  return { port: portNumber(values.port), state: stateDirectory(values.state) };
}

/**
 * `url` is a base_url without a trailing slash, undefined when not given; `stateGiven` tells whether
 * the caller named the state directory.
 */
export interface ServiceArguments {
  url: string | undefined;
  state: string;
  stateGiven: boolean;
}

export interface TenantArguments extends ServiceArguments {
  name: string;
}

/** `tenant` is `tenant/<uuid>`, undefined for all. */
export interface FsckArguments extends ServiceArguments {
  tenant: string | undefined;
}

/** Reads the arguments of `npm run fsck`; throws an Error with a message for the user. */
export function fsckArguments(argv: string[]): FsckArguments {
  const { values } = parsed(FSCK_USAGE, () =>
    parseArgs({
      args: argv,
      options: { url: { type: 'string' }, state: { type: 'string' }, tenant: { type: 'string' } },
    }),
  );
  if (values.tenant !== undefined && !/^tenant\/[0-9a-f-]{36}$/.test(values.tenant)) {
    throw new Error(`--tenant must be tenant/<uuid>, not "${values.tenant}"`);
  }
  return { tenant: values.tenant, ...service(values) };
}

function service(values: { url?: string; state?: string }): ServiceArguments {
  return {
    url: values.url === undefined ? undefined : baseUrl(values.url),
    state: stateDirectory(values.state),
    stateGiven: values.state !== undefined,
  };
}

/** Reads the arguments of `npm run tenant`; throws an Error with a message for the user. */
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
    throw new Error(`usage: ${TENANT_USAGE}`);
  }
  if (name.trim() === '') throw new Error("the tenant's name must not be empty");
  return { name, ...service(values) };
}

function parsed<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0];
    throw new Error(`${reason} (usage: ${usage})`, { cause: error });
  }
}

function portNumber(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw new Error(`--port must be 1 to 65535, not "${text}"`);
  return port;
}

function stateDirectory(text: string | undefined): string {
  if (text === undefined) return DEFAULT_STATE;
  if (text === '') throw new Error('--state must name a directory');
  return resolve(text);
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error(`--url must be an http or https address, not "${text}"`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

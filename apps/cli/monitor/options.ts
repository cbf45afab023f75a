import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printable } from '../../../src/lib/text.ts';
import { parseVkey, SIGNATURE_TYPES, type VerifierKey } from '../../../src/formats/log/note.ts';
import { parsed, PROJECT_DIR } from '../arguments.ts';
import { UsageError } from '../usage.ts';

const USAGE = 'npm run monitor -- URL [OPTIONS]';

export type MonitorArguments = {
  /** `base_url` of the service, without a slash at its end. */
  url: string;
  /** `public`, the UUID of a tenancy or of a log. */
  log: string;
  /** The keys that the user trusts; empty to trust those that the service names first. */
  vkeys: VerifierKey[];
  /** An absolute path. */
  state: string;
  /** Milliseconds between two checks. */
  interval: number;
  /** Milliseconds without a valid checkpoint after which the log is silent. */
  silentAfter: number;
  once: boolean;
  /** Whether all entries are read. */
  entries: boolean;
  /** The file of an access token; an absolute path, undefined when not given. */
  tokenFile: string | undefined;
};

/** Reads the arguments of `npm run monitor`; throws a UsageError. */
export function monitorArguments(argv: string[]): MonitorArguments {
  const { values, positionals } = parsed(USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        log: { type: 'string', default: 'public' },
        vkey: { type: 'string', multiple: true, default: [] },
        state: { type: 'string' },
        interval: { type: 'string', default: '60' },
        'silent-after': { type: 'string', default: '600' },
        once: { type: 'boolean', default: false },
        entries: { type: 'boolean', default: false },
        'token-file': { type: 'string' },
      },
      allowPositionals: true,
    }),
  );
  const [address, ...rest] = positionals;
  if (address === undefined || rest.length > 0) throw new UsageError(`usage: ${USAGE} (--help explains it)`);
  const url = baseUrl(address);
  const { log, state } = values;
  if (log !== 'public' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(log))
    throw new UsageError(`--log: must be public, or the UUID of a tenancy or a log, not "${printable(log)}"`);
  if (state === '') throw new UsageError('--state: must name a file');
  return {
    url,
    log,
    vkeys: values.vkey.map(pinnedKey),
    state: state === undefined ? defaultState(url, log) : resolve(state),
    interval: seconds('--interval', values.interval, 86_400) * 1000,
    silentAfter: seconds('--silent-after', values['silent-after'], 2_592_000) * 1000,
    once: values.once,
    entries: values.entries,
    tokenFile: values['token-file'] === undefined ? undefined : resolve(values['token-file']),
  };
}

/** A file of each log of each service, in the directory `.monitor` of this program. */
const defaultState = (url: string, log: string): string =>
  resolve(PROJECT_DIR, '.monitor', `${new URL(url).host.replaceAll(/[^a-z0-9.-]/g, '_')}-${log}.json`);

function baseUrl(text: string): string {
  const url = URL.parse(text);
  const isBase = (url?.protocol === 'http:' || url?.protocol === 'https:') && url.search === '' && url.hash === '';
  if (!isBase || url.username !== '' || url.password !== '')
    throw new UsageError(`URL: must be the base_url of a service, which ends in /archivist, not "${printable(text)}"`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function pinnedKey(vkey: string): VerifierKey {
  try {
    const key = parseVkey(vkey);
    if (key.type !== SIGNATURE_TYPES.ed25519)
      throw new RangeError(`vkey: must be an Ed25519 key of a log, which has the type ${SIGNATURE_TYPES.ed25519}`);
    return key;
  } catch (error) {
    throw new UsageError(`--${(error as Error).message}`, { cause: error });
  }
}

function seconds(option: string, text: string, max: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max)
    throw new UsageError(`${option}: must be a whole number of seconds from 1 to ${max}, not "${printable(text)}"`);
  return value;
}

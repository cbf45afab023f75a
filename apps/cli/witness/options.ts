import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseVkey, SIGNATURE_TYPES, type VerifierKey } from '../../../src/formats/log/note.ts';
import { printable } from '../../../src/lib/text.ts';
import { readRegularFile } from '../../server/state/files.ts';
import { parsed, PROJECT_DIR } from '../arguments.ts';
import { UsageError } from '../usage.ts';

const USAGE = 'npm run witness -- --name NAME --log VKEY [OPTIONS]';
const DEFAULT_LISTEN = '127.0.0.1:8792';

/** The keys of each log, by its origin. A log has several while its key is replaced. */
export type WitnessedLogs = ReadonlyMap<string, readonly VerifierKey[]>;

export type WitnessArguments = {
  /** An IP address. */
  host: string;
  port: number;
  /** An absolute path. */
  state: string;
  /** The name of the witness's key; undefined when not given. */
  name: string | undefined;
  logs: WitnessedLogs;
};

/** Reads the arguments of `npm run witness`; throws a UsageError. */
export function witnessArguments(argv: string[]): WitnessArguments {
  const { values } = parsed(USAGE, () =>
    parseArgs({
      args: argv,
      options: {
        listen: { type: 'string', default: DEFAULT_LISTEN },
        state: { type: 'string', default: resolve(PROJECT_DIR, '.witness') },
        name: { type: 'string' },
        log: { type: 'string', multiple: true, default: [] },
        logs: { type: 'string' },
      },
    }),
  );
  if (values.state === '') throw new UsageError('--state: must name a directory');
  const given = values.log.map((vkey) => logKey('--log', vkey));
  const keys = [...given, ...(values.logs === undefined ? [] : keysOfPolicy(resolve(values.logs)))];
  if (keys.length === 0) throw new UsageError(`--log: must name the vkey of at least one log (usage: ${USAGE})`);
  return {
    ...address(values.listen),
    state: resolve(values.state),
    name: values.name,
    logs: Map.groupBy(keys, ({ name }) => name),
  };
}

function address(text: string): { host: string; port: number } {
  const [, host = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const bare = host.toLowerCase() === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1');
  const port = Number(digits);
  if (isIP(bare) === 0 || bare.includes('%') || port < 1 || port > 65535)
    throw new UsageError(`--listen: must be an IP address of this machine and a port, not "${printable(text)}"`);
  return { host: bare, port };
}

/**
 * The keys of the lines `log <vkey> [<url>]` of a file in the form of C2SP tlog-policy (https://c2sp.org/tlog-policy). The
 * lines about witnesses and the quorum are for verifiers, and ignored. Unlike there, logs may share a public key.
 */
function keysOfPolicy(file: string): VerifierKey[] {
  let content: Uint8Array | undefined;
  try {
    content = readRegularFile(file);
  } catch (error) {
    throw new UsageError(`--logs: ${(error as Error).message}`, { cause: error });
  }
  if (!content) throw new UsageError(`--logs: ${file} does not exist`);
  return new TextDecoder()
    .decode(content)
    .split('\n')
    .flatMap((line, index) => {
      const [keyword = '', vkey = '', ...rest] = line.trim().split(/[ \t]+/);
      if (keyword === '' || keyword.startsWith('#') || ['witness', 'group', 'quorum'].includes(keyword)) return [];
      const where = `--logs: ${file}:${index + 1}`;
      if (keyword !== 'log' || rest.length > 1)
        throw new UsageError(`${where}: must be "log VKEY [URL]" or another line of a tlog-policy`);
      return [logKey(where, vkey)];
    });
}

function logKey(where: string, vkey: string): VerifierKey {
  try {
    const key = parseVkey(vkey);
    if (key.type !== SIGNATURE_TYPES.ed25519)
      throw new RangeError(`vkey: must be an Ed25519 key of a log, which has the type ${SIGNATURE_TYPES.ed25519}`);
    return key;
  } catch (error) {
    throw new UsageError(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

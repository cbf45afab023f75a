import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { log } from '../../../src/platform/log.ts';
import { formatVkey, parseVkey, SIGNATURE_TYPES, type VerifierKey } from '../../../src/formats/log/note.ts';
import { printable } from '../../../src/lib/text.ts';
import { PROJECT_DIR } from '../../server/build/bundle.ts';
import { onNpmEnd } from '../../server/processes.ts';
import { lockState, makeStateDirectory, statePaths, writeAtomically } from '../../server/state/directory.ts';
import { readRegularFile } from '../../server/state/files.ts';
import { MISUSE, operatorCommand, repeatable, UsageError } from '../command-line.ts';
import { stateDirectory } from '../service-options.ts';
import { terminalOn } from '../terminal.ts';
import { CheckpointWitness, type WitnessedLogs } from '../witness/checkpoint-witness.ts';
import { serveWitness } from '../witness/server.ts';
import { openState } from '../witness/state.ts';

type Options = {
  listen?: { host: string; port: number };
  state?: string;
  name?: string;
  log?: string[];
  logs?: string;
};

type WitnessOptions = {
  /** An IP address. */
  host: string;
  port: number;
  /** An absolute path. */
  state: string;
  /** The name of the witness's key; undefined when not given. */
  name: string | undefined;
  logs: WitnessedLogs;
};

/** Milliseconds that requests in flight may take after a signal. */
const STOPS_WITHIN = 5_000;

const DEFAULT_STATE = join(PROJECT_DIR, '.witness');

export const command = (run: (options: WitnessOptions) => void | Promise<void> = serve): Command =>
  operatorCommand(
    'npm run witness --',
    'Runs a witness (C2SP tlog-witness) until it receives Ctrl-C or SIGTERM: it cosigns the checkpoints of logs, ' +
      'each only if it continues the one before. The first start creates its key, and every start prints its vkey, ' +
      'which the logs need. docs/monitoring.md describes it.',
    {
      examples: [
        [
          'run a witness of one log',
          'npm run witness -- --name witness.example.com/1 --log evidence.example.com/archivist/v1/logs/...+...',
        ],
        ['run it again with more logs', 'npm run witness -- --logs logs.policy'],
      ],
      exitCodes: [[0, 'stopped by Ctrl-C or SIGTERM'], [1, 'failure; the reason is one line on stderr'], MISUSE],
    },
  )
    .option('--name <name>', 'name of the key, for example witness.example.com/1; required for the first start')
    .addOption(repeatable('--log <vkey>', 'key of a log to cosign, whose name is the origin of the log'))
    .option('--logs <file>', 'file with the lines "log VKEY" of a tlog-policy, in addition to --log')
    .option('--listen <address:port>', 'IP address and port to listen on (default: 127.0.0.1:8792)', address)
    .option('--state <dir>', 'directory of the key and of the cosigned checkpoints (default: .witness)', stateDirectory)
    .action(({ listen = address('127.0.0.1:8792'), state = DEFAULT_STATE, name, log = [], logs }: Options) =>
      run({ ...listen, state, name, logs: witnessedLogs(log, logs) }),
    );

function witnessedLogs(vkeys: readonly string[], policy: string | undefined): WitnessedLogs {
  const given = vkeys.map((vkey) => logKey('--log', vkey));
  const keys = [...given, ...(policy === undefined ? [] : keysOfPolicy(resolve(policy)))];
  if (keys.length === 0)
    throw new UsageError('--log: must name the vkey of at least one log (--help explains the command)');
  return Map.groupBy(keys, ({ name }) => name);
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
 * The keys of the lines `log <vkey> [<url>]` of a file in the form of C2SP tlog-policy (https://c2sp.org/tlog-policy).
 * The lines about witnesses and the quorum are for verifiers, and ignored. Unlike there, logs may share a public key.
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

/** Runs a witness until it receives a signal. */
async function serve({ state, name, logs, host, port }: WitnessOptions): Promise<void> {
  makeStateDirectory(state);
  lockState(statePaths(state));
  const { key, cosigned } = await openState(state, name);
  const witness = new CheckpointWitness({
    key,
    logs,
    cosigned,
    now: () => Math.floor(Date.now() / 1000),
    onFork: (notes) => keepEvidence(state, notes),
  });
  const server = await serveWitness(witness, [...logs.keys()], { host, port });
  // A closed stdout must not stop the witness.
  process.stdout.on('error', () => undefined);
  terminalOn(process.stdout).print(
    `Ready. Press Ctrl-C to stop.\n\n` +
      `  address  http://${host.includes(':') ? `[${host}]` : host}:${server.port}\n` +
      `  vkey     ${formatVkey(key.verifier)}\n` +
      [...logs.keys()].map((origin) => `  log      ${origin}\n`).join('') +
      '\n',
  );
  const stop = (): void => void server.close(STOPS_WITHIN).then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  onNpmEnd(stop);
}

/** Writes the notes of two trees of one size to a file of the state directory: the first two for each log. */
function keepEvidence(state: string, notes: { cosigned: string; submitted: string }): void {
  const origin = notes.cosigned.split('\n', 1)[0]!;
  const file = join(state, `fork-${createHash('sha256').update(origin).digest('hex')}.json`);
  if (existsSync(file)) return;
  writeAtomically(file, `${JSON.stringify({ time: new Date().toISOString(), origin, ...notes }, null, 2)}\n`);
  log('error', 'a log has signed two trees of one size', { origin, evidence: file });
}

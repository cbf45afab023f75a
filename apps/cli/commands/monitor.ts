import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { onNpmEnd } from '../../server/processes.ts';
import { PROJECT_DIR } from '../../server/build/bundle.ts';
import { holdLock } from '../../server/state/directory.ts';
import { parseVkey, SIGNATURE_TYPES, type VerifierKey } from '../../../src/formats/log/note.ts';
import { printable } from '../../../src/lib/text.ts';
import type { Fetch } from '../../../src/transparency/witnesses/submission.ts';
import { MISUSE, operatorCommand, repeatable, UsageError, wholeNumber } from '../command-line.ts';
import { runMonitor, type MonitorOptions } from '../monitor/run.ts';
import { tokensFor } from '../monitor/token.ts';
import { terminalOn } from '../terminal.ts';

type Options = {
  log: string;
  vkey?: string[];
  entries?: boolean;
  proof?: string[];
  interval: number;
  silentAfter: number;
  once?: boolean;
  state?: string;
  tokenFile?: string;
};

const seconds = (option: string, max: number) => wholeNumber(option, 1, max, 'a whole number of seconds');

export const command = (run: (options: MonitorOptions) => void | Promise<void> = followLog): Command =>
  operatorCommand(
    'npm run monitor --',
    'Follows a transparency log: checks that its checkpoints are signed and that each continues the one before. ' +
      'Stops with an alarm if one does not, or if the log is silent. Keeps what it knows in a state file. For the ' +
      'log of a tenancy, uses the application of the environment variables CLIENT_ID and CLIENT_SECRET. ' +
      'docs/monitoring.md describes what to do after an alarm.',
    {
      examples: [
        [
          'follow the public log of a service with a known key',
          'npm run monitor -- https://evidence.example.com/archivist --vkey ' +
            'evidence.example.com/archivist/v1/logs/...+...',
        ],
        [
          'check the log of a tenancy once',
          'CLIENT_ID=... CLIENT_SECRET=... npm run monitor -- https://evidence.example.com/archivist --log UUID --once',
        ],
      ],
      exitCodes: [
        [0, 'the log was checked with --once, or the monitor was stopped by Ctrl-C or SIGTERM'],
        [1, 'failure: the log could not be checked, or the state is damaged; the reason is one line on stderr'],
        MISUSE,
        [3, 'alarm: the log does not behave as a log must; the reason and the evidence are on stderr'],
      ],
    },
  )
    .argument('<url>', 'base_url of the service, ending in /archivist', baseUrl)
    .option('--log <log>', 'public, or the UUID of a tenancy or of a log', logName, 'public')
    .addOption(
      repeatable(
        '--vkey <vkey>',
        'key of the log that you trust, from a source other than the service (default: the keys that the service ' +
          'names at the first start)',
      ),
    )
    .option('--entries', 'also read and check all entries')
    .addOption(repeatable('--proof <file>', 'proof to compare with the entries, which --entries reads'))
    .option('--interval <seconds>', 'time between two checks, 1 to 86400', seconds('--interval', 86_400), 60)
    .option(
      '--silent-after <seconds>',
      'time without a valid checkpoint after which there is an alarm, 1 to 2592000',
      seconds('--silent-after', 2_592_000),
      600,
    )
    .option('--once', 'check once and exit')
    .option('--state <file>', 'state file (default: .monitor/HOST-LOG.json)', stateFile)
    .option('--token-file <file>', 'file with an access token, read for each request', (text) => resolve(text))
    .action((url: string, { state, vkey = [], once = false, entries = false, proof = [], ...options }: Options) => {
      if (proof.length > 0 && !entries) throw new UsageError('--proof: needs --entries');
      return run({
        url,
        log: options.log,
        vkeys: vkey.map(pinnedKey),
        state: state ?? defaultState(url, options.log),
        interval: options.interval * 1000,
        silentAfter: options.silentAfter * 1000,
        once,
        entries,
        proofs: proof.map((file) => resolve(file)),
        tokenFile: options.tokenFile,
      });
    });

function logName(text: string): string {
  if (text === 'public' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text;
  throw new UsageError(`--log: must be public, or the UUID of a tenancy or a log, not "${printable(text)}"`);
}

function stateFile(text: string): string {
  if (text === '') throw new UsageError('--state: must name a file');
  return resolve(text);
}

/** A file of each log of each service, in the directory `.monitor` of this program. */
const defaultState = (url: string, log: string): string =>
  join(PROJECT_DIR, '.monitor', `${new URL(url).host.replaceAll(/[^a-z0-9.-]/g, '_')}-${log}.json`);

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

/** Follows a log until there is an alarm or a signal; with --once, checks it once. */
async function followLog(options: MonitorOptions): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  onNpmEnd(() => stop.abort());
  const stoppable: Fetch = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.any([stop.signal, ...(init.signal ? [init.signal] : [])]) });
  const tokens = tokensFor(options, process.env, stoppable);
  mkdirSync(dirname(options.state), { recursive: true, mode: 0o700 });
  const inUse = `${options.state} is in use by another monitor: stop it or choose another --state`;
  const release = holdLock(`${options.state}.lock`, () => inUse);
  try {
    process.exitCode = await runMonitor(options, {
      fetch: stoppable,
      tokens,
      now: () => new Date(),
      pause: (milliseconds) => sleep(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined),
      isStopped: () => stop.signal.aborted,
      out: terminalOn(process.stdout),
      err: terminalOn(process.stderr),
    });
  } finally {
    release();
  }
}

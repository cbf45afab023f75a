import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printable } from '../../../src/lib/text.ts';
import { isPin, PINS, type Trust } from '../../../src/proof/chain.ts';
import {
  checkpointIn,
  consistencyIn,
  isLogGenesisHash,
  keyChangesIn,
  logGenesisIn,
  vkeyIn,
} from '../../../src/proof/log-pins.ts';
import type { LogGenesis } from '../../../src/proof/log-trust.ts';
import { reasonOf } from '../../../src/proof/report.ts';
import { exportDirectory } from '../exports/files.ts';

export const USAGE =
  'npm run -s verify -- FILE|-|EXPORT [--vkey VKEY] [--log-genesis HASH|FILE] [--checkpoint FILE] [--consistency FILE] [--keys FILE] [--service URL [--token-file FILE]] [--genesis HASH] [--validator ADDRESS] [--signer ADDRESS] [--rpc URL [--confirmations N]] [--manifest-sha256 HASH]';

export type Arguments = {
  /** A file, `-` for stdin, or the directory of an export. */
  file: string;
  /** The directory of an export; undefined: the file is a proof. */
  directory: string | undefined;
  /** The known SHA-256 of the manifest of an export, 64 hexadecimal digits. */
  manifestSha256: string | undefined;
  trust: Trust;
  rpc: string | undefined;
  confirmations: number;
  /** `base_url` of the service that responds with consistency proofs and keys, and a file with an access token. */
  service: { url: string; tokenFile: string | undefined } | undefined;
};

/** The arguments are not valid, or a file cannot be read. */
export class Misuse extends Error {}

/** Reads the arguments of `npm run verify`, and the files that they name except the proof. Throws Misuse. */
export function verifyArguments(argv: string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Misuse('FILE: must be exactly one file, or - for stdin');
  const { rpc, confirmations, service, 'token-file': tokenFile } = values;
  const directory = exportDirectory(file);
  const manifestSha256 = manifestHash(values['manifest-sha256'], directory);
  if (directory !== undefined) mustNotName(values);
  const pin = (name: keyof typeof PINS): Trust => {
    const value = values[name];
    if (value === undefined) return {};
    if (!isPin(name, value)) throw new Misuse(`--${name}: must be 0x and ${PINS[name]} hexadecimal digits`);
    return { [name]: value };
  };
  const depth = confirmations ?? '12';
  if (!/^[1-9]\d{0,5}$/.test(depth)) throw new Misuse('--confirmations: must be a whole number from 1 to 999999');
  if (confirmations !== undefined && rpc === undefined) throw new Misuse('--confirmations: requires --rpc');
  if (tokenFile !== undefined && service === undefined) throw new Misuse('--token-file: requires --service');
  const { vkey, checkpoint, 'log-genesis': genesis } = values;
  return {
    file,
    directory,
    manifestSha256,
    trust: {
      ...pin('genesis'),
      ...pin('validator'),
      ...pin('signer'),
      ...(vkey ? { vkeys: vkey.map((each) => accepted('--vkey', () => vkeyIn(each))) } : {}),
      ...(genesis === undefined ? {} : { logGenesis: logGenesisOf(genesis) }),
      ...(checkpoint === undefined ? {} : { checkpoint: fileWith('--checkpoint', checkpoint, checkpointIn) }),
      ...(values.consistency
        ? { consistency: values.consistency.map((each) => fileWith('--consistency', each, consistencyIn)) }
        : {}),
      ...(values.keys === undefined ? {} : { keyChanges: fileWith('--keys', values.keys, keyChangesIn) }),
    },
    rpc: rpc === undefined ? undefined : httpAddress('--rpc', rpc),
    confirmations: Number(depth),
    service:
      service === undefined ? undefined : { url: httpAddress('--service', service).replace(/\/+$/, ''), tokenFile },
  };
}

function manifestHash(given: string | undefined, directory: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (directory === undefined) throw new Misuse('--manifest-sha256: requires the directory of an export');
  if (!/^[0-9a-f]{64}$/.test(given)) throw new Misuse('--manifest-sha256: must be 64 lower-case hexadecimal digits');
  return given;
}

/** An export has no transactions, so nothing could be compared with the values of a chain. */
function mustNotName(values: { [option: string]: unknown }): void {
  const named = ['rpc', 'genesis', 'validator', 'signer'].find((option) => values[option] !== undefined);
  if (named !== undefined)
    throw new Misuse(
      `--${named}: an export is verified by its log, not by a chain; pass --vkey, --log-genesis or --checkpoint instead`,
    );
}

/** The bytes of a file, or of stdin. Throws Misuse. */
export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new Misuse(`${file === '-' ? 'stdin' : file}: cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** The first entry of a log: its hash, or the content of a file. */
const logGenesisOf = (given: string): LogGenesis =>
  isLogGenesisHash(given) ? { hash: given } : fileWith('--log-genesis', given, logGenesisIn);

function fileWith<T>(option: string, file: string, read: (bytes: Uint8Array) => T): T {
  const bytes = bytesOf(file);
  return accepted(option, () => read(bytes));
}

function accepted<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Misuse(`${option}: ${reasonOf(error)}`, { cause: error });
  }
}

function parsed(argv: string[]) {
  const one = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        rpc: one,
        genesis: one,
        validator: one,
        signer: one,
        confirmations: one,
        vkey: many,
        'log-genesis': one,
        checkpoint: one,
        consistency: many,
        keys: one,
        service: one,
        'token-file': one,
        'manifest-sha256': one,
      },
    });
  } catch (error) {
    throw new Misuse(reasonOf(error), { cause: error });
  }
}

function httpAddress(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Misuse(`${option}: must be an http or https address, not "${printable(text)}"`);
  return text;
}

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { certificateIn, type Certificate } from '../../../src/formats/timestamp/path.ts';
import { isPin, PINS, type Trust } from '../../../src/proof/chain.ts';
import {
  checkpointIn,
  consistencyIn,
  isLogGenesisHash,
  keyChangesIn,
  logGenesisIn,
  thumbprintIn,
  vkeyIn,
} from '../../../src/proof/log-pins.ts';
import type { LogGenesis } from '../../../src/proof/log-trust.ts';
import { pinFileIn, type PinFile } from '../../../src/proof/pin-file.ts';
import { reasonOf } from '../../../src/proof/report.ts';
import { httpUrl, UsageError } from '../command-line.ts';
import { exportDirectory } from '../exports/files.ts';
import { isZip } from './package.ts';

/** The options as they are given. */
export type GivenOptions = {
  vkey?: string[];
  logGenesis?: string;
  checkpoint?: string;
  consistency?: string[];
  keys?: string;
  tsa?: string[];
  authorKey?: string[];
  pins?: string;
  service?: string;
  tokenFile?: string;
  genesis?: string;
  validator?: string;
  signer?: string;
  manifestSha256?: string;
  rpc?: string;
  confirmations?: number;
};

export type VerifyOptions = {
  /** The directory of an export, or the ZIP file of a package; undefined: the file is a proof. */
  records: { directory: string } | { zip: string } | undefined;
  /** The known SHA-256 of the manifest of an export, 64 hexadecimal digits. */
  manifestSha256: string | undefined;
  trust: Trust;
  /** The values that the user keeps: those of the options count instead. */
  pins: PinFile | undefined;
  /** The certificates of the authorities that the pins name. */
  authorities: readonly Certificate[];
  rpc: string | undefined;
  confirmations: number;
  /** `base_url` of the service that responds with consistency proofs and keys, and a file with an access token. */
  service: { url: string; tokenFile: string | undefined } | undefined;
};

/** Reads the files that the options name. Throws a UsageError for options that are not valid together with the file. */
export function verifyOptions(file: string, given: GivenOptions): VerifyOptions {
  const { rpc, confirmations, service, tokenFile, vkey, checkpoint, logGenesis, consistency, keys, tsa, authorKey } =
    given;
  const records = recordsOf(file);
  const manifestSha256 = manifestHash(given.manifestSha256, records);
  if (records) refuseChain(given);
  const pins = given.pins === undefined ? undefined : fileWith('--pins', given.pins, pinFileIn);
  if (confirmations !== undefined && rpc === undefined) throw new UsageError('--confirmations: requires --rpc');
  if (tokenFile !== undefined && service === undefined) throw new UsageError('--token-file: requires --service');
  return {
    records,
    manifestSha256,
    trust: {
      ...pin('genesis', given),
      ...pin('validator', given),
      ...pin('signer', given),
      ...(vkey ? { vkeys: vkey.map((each) => accepted('--vkey', () => vkeyIn(each))) } : {}),
      ...(logGenesis === undefined ? {} : { logGenesis: logGenesisOf(logGenesis) }),
      ...(checkpoint === undefined ? {} : { checkpoint: fileWith('--checkpoint', checkpoint, checkpointIn) }),
      ...(consistency
        ? { consistency: consistency.map((each) => fileWith('--consistency', each, consistencyIn)) }
        : {}),
      ...(keys === undefined ? {} : { keyChanges: fileWith('--keys', keys, keyChangesIn) }),
      ...(authorKey ? { authorKeys: authorKey.map((each) => accepted('--author-key', () => thumbprintIn(each))) } : {}),
      ...(tsa ? { tsa: tsa.map((each) => fileWith('--tsa', each, certificateIn)) } : {}),
    },
    pins,
    authorities: (pins?.authorities ?? []).map((name) =>
      fileWith('--pins', resolve(dirname(given.pins!), name), certificateIn),
    ),
    rpc: rpc === undefined ? undefined : httpAddress('--rpc', rpc),
    confirmations: confirmations ?? 12,
    service:
      service === undefined ? undefined : { url: httpAddress('--service', service).replace(/\/+$/, ''), tokenFile },
  };
}

function recordsOf(file: string): VerifyOptions['records'] {
  const directory = exportDirectory(file);
  if (directory !== undefined) return { directory };
  return isZip(file) ? { zip: file } : undefined;
}

function pin(name: keyof typeof PINS, given: GivenOptions): Trust {
  const value = given[name];
  if (value === undefined) return {};
  if (!isPin(name, value)) throw new UsageError(`--${name}: must be 0x and ${PINS[name]} hexadecimal digits`);
  return { [name]: value };
}

function manifestHash(given: string | undefined, records: VerifyOptions['records']): string | undefined {
  if (given === undefined) return undefined;
  if (!records) throw new UsageError('--manifest-sha256: requires the directory or the package of an export');
  if (!/^[0-9a-f]{64}$/.test(given))
    throw new UsageError('--manifest-sha256: must be 64 lower-case hexadecimal digits');
  return given;
}

/** An export has no transactions, so nothing could be compared with the values of a chain. */
function refuseChain(given: GivenOptions): void {
  const named = (['rpc', 'genesis', 'validator', 'signer'] as const).find((option) => given[option] !== undefined);
  if (named !== undefined)
    throw new UsageError(
      `--${named}: an export is verified by its log, not by a chain; pass --vkey, --log-genesis or --checkpoint ` +
        `instead`,
    );
}

/** The bytes of a file, or of stdin. Throws UsageError. */
export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${file === '-' ? 'stdin' : file}: cannot be read: ${reasonOf(error)}`, { cause: error });
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
    throw new UsageError(`${option}: ${reasonOf(error)}`, { cause: error });
  }
}

function httpAddress(option: string, text: string): string {
  httpUrl(option, text);
  return text;
}

import type { Micros } from '../../lib/time.ts';
import { childrenOf, contentOf, DerError, oidOf, readDer, TAG, unsigned, type Element } from '../certificates/der.ts';
import { TimestampError } from './error.ts';
import { algorithmIn } from './token.ts';

/** What an authority has signed: TSTInfo (RFC 3161, section 2.4.2). */
export type TimestampInfo = {
  policy: string;
  /** The hash that is stamped, and the OID of its algorithm. */
  hash: Uint8Array;
  hashAlgorithm: string;
  /** The time of the stamp. */
  time: Micros;
  /** The end of the accuracy that the authority states: the stamped hash existed then. */
  latest: Micros;
  /** Big-endian, without leading zeros; undefined without one. */
  nonce: Uint8Array | undefined;
};

/** Parses TSTInfo. Throws TimestampError. */
export function readInfo(der: Uint8Array): TimestampInfo {
  try {
    return read(der);
  } catch (error) {
    if (error instanceof DerError) throw new TimestampError(`the content of the token ${error.message}`);
    throw error;
  }
}

const TSA = 0xa0;
const EXTENSIONS = 0xa1;

function read(der: Uint8Array): TimestampInfo {
  const [version, policy, imprint, serial, time, ...optional] = childrenOf(der, readDer(der));
  const [algorithm, hash] = imprint?.tag === TAG.sequence ? childrenOf(der, imprint) : [];
  if (!version || !policy || !algorithm || hash?.tag !== TAG.octetString || serial?.tag !== TAG.integer || !time)
    throw new DerError('is not TSTInfo (RFC 3161)');
  if (unsigned(der, version).join('.') !== '1') throw new DerError('is not of version 1');
  const extensions = optional.filter(({ tag }) => tag === EXTENSIONS).flatMap((each) => childrenOf(der, each));
  // One that is not critical may be ignored (RFC 5280, section 4.2); qualified authorities state there what they are.
  if (extensions.some((each) => isCritical(der, each))) throw new DerError('has a critical extension');
  const { oid } = algorithmIn(der, algorithm);
  const accuracy = optional.find(({ tag }) => tag === TAG.sequence);
  const nonce = optional.find(({ tag }) => tag === TAG.integer);
  const known = new Set<number>([TAG.sequence, TAG.integer, BOOLEAN, TSA, EXTENSIONS]);
  if (optional.some(({ tag }) => !known.has(tag))) throw new DerError('has unknown parts');
  const at = timeOf(der, time);
  return {
    policy: oidOf(der, policy),
    hash: contentOf(der, hash),
    hashAlgorithm: oid,
    time: at,
    latest: at + (accuracy ? accuracyOf(der, accuracy) : 0),
    nonce: nonce && unsigned(der, nonce),
  };
}

const BOOLEAN = 0x01;

/** Whether an extension is marked as critical, or is none. In DER, FALSE is absent. */
function isCritical(der: Uint8Array, extension: Element): boolean {
  const [oid, ...rest] = extension.tag === TAG.sequence ? childrenOf(der, extension) : [];
  return oid?.tag !== TAG.oid || rest.length !== 1 || rest[0]!.tag !== TAG.octetString;
}

/** GeneralizedTime with seconds, an optional fraction and Z. */
function timeOf(der: Uint8Array, element: Element): Micros {
  const text = new TextDecoder().decode(contentOf(der, element));
  const [, date, fraction = ''] = /^(\d{14})(?:\.(\d{0,8}[1-9]))?Z$/.exec(text) ?? [];
  const iso = date?.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6.000Z') ?? '';
  const ms = Date.parse(iso);
  if (element.tag !== TAG.generalizedTime || Number.isNaN(ms) || new Date(ms).toISOString() !== iso)
    throw new DerError('has a time that is not a GeneralizedTime in UTC');
  return ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** An accuracy above this says nothing that a reader expects of a time stamp. */
const MAX_ACCURACY: Micros = 3_600_000_000;

function accuracyOf(der: Uint8Array, element: Element): Micros {
  const unit: Record<number, Micros> = { [TAG.integer]: 1_000_000, 0x80: 1000, 0x81: 1 };
  let sum = 0;
  for (const { tag, ...part } of childrenOf(der, element)) {
    const scale = unit[tag];
    if (scale === undefined) throw new DerError('has an accuracy that cannot be read');
    const octets = unsigned(der, { tag: TAG.integer, ...part });
    sum += octets.reduce((number, octet) => number * 256 + octet, 0) * scale;
  }
  if (!(sum <= MAX_ACCURACY)) throw new DerError(`has an accuracy of more than ${MAX_ACCURACY / 60_000_000} minutes`);
  return sum;
}

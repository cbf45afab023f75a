import { getSelector } from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import type { Hex } from 'ox/Hex';
import { formatSeconds, type Micros } from '../core/time.ts';

/**
 * What stands in the input of our transactions: hashes, the uuids of tenant, asset and event, times and counts.
 * All of them go to one address without code, which nobody has the key of: the last 20 bytes of
 * keccak256("asset evidence anchors"). There is nothing to call; the input is the record.
 */
export const ANCHOR_ADDRESS: Hex = '0xB858Dd8325D7aE3d0900d2e0C2Ccc3FaF354f298';

/** The window of one anchor: what `simple_hash_details` shows. */
export type Anchor = {
  /** The tenant's uuid; of the public's window the zero uuid. */
  scope: string;
  /** The first microsecond of the window, and the first behind it: whole seconds. */
  startUs: Micros;
  endUs: Micros;
  /** 64 lower-case hexadecimal digits. */
  hash: string;
  count: number;
};

const SIMPLE_SELECTOR = '0xa7ea3ea7';
const SIMPLE_PARAMETERS = AbiParameters.from(
  'bytes16 tenant, bytes32 anchor, uint256 hashSchemaVersion, uint256 eventCount, uint256 proofMechanism, string startTimeRFC3339, string endTimeRFC3339, uint256 startTimeUnix, uint256 endTimeUnix, string startOperator, string endOperator',
);
/** Of the mechanisms, their numbers on the chain. */
const SIMPLE_HASH = 2n;
const SCHEMA_VERSION = 1n;

/** The input of an anchor's transaction, laid out as the public service did it. */
export function simpleCalldata({ scope, startUs, endUs, hash, count }: Anchor): Hex {
  const seconds = (us: Micros): bigint => BigInt(us / 1_000_000);
  return `${SIMPLE_SELECTOR}${AbiParameters.encode(SIMPLE_PARAMETERS, [
    uuidHex(scope),
    `0x${hash}`,
    SCHEMA_VERSION,
    BigInt(count),
    SIMPLE_HASH,
    formatSeconds(startUs),
    formatSeconds(endUs),
    seconds(startUs),
    seconds(endUs),
    'gte',
    'lt',
  ]).slice(2)}`;
}

/** The anchor that an input states. Throws for any other input. */
export function parseSimpleCalldata(input: Hex): Anchor {
  if (!input.startsWith(SIMPLE_SELECTOR)) throw new TypeError('the input is not that of an anchor');
  const [tenant, anchor, version, count, mechanism, , , start, end] = AbiParameters.decode(
    SIMPLE_PARAMETERS,
    `0x${input.slice(10)}`,
  );
  const parsed: Anchor = {
    scope: hexUuid(tenant),
    startUs: Number(start) * 1_000_000,
    endUs: Number(end) * 1_000_000,
    hash: anchor.slice(2),
    count: Number(count),
  };
  // Equal bytes leave no second meaning.
  if (version !== SCHEMA_VERSION || mechanism !== SIMPLE_HASH || simpleCalldata(parsed) !== input)
    throw new TypeError('the input is not that of an anchor');
  return parsed;
}

/** What a KHIPU transaction states of an event. The asset's own has number 0, its events count from 1. */
export type KhipuRecord = {
  kind: 'createAsset' | 'recordEvent';
  tenant: string;
  asset: string;
  event: string;
  /** 64 lower-case hexadecimal digits each; the previous event's are zeros for the first. */
  eventHash: string;
  previousEventHash: string;
  sequence: number;
};

const KHIPU_TYPES =
  'bytes16 tenantId, bytes16 assetId, bytes16 eventId, bytes32 eventHash, bytes32 previousEventHash, uint64 sequence';
const KHIPU_PARAMETERS = AbiParameters.from(KHIPU_TYPES);
const KHIPU_SELECTORS = {
  createAsset: getSelector(`function createAsset(${KHIPU_TYPES})`),
  recordEvent: getSelector(`function recordEvent(${KHIPU_TYPES})`),
};

/** The input of a KHIPU transaction. */
export function khipuCalldata(record: KhipuRecord): Hex {
  return `${KHIPU_SELECTORS[record.kind]}${AbiParameters.encode(KHIPU_PARAMETERS, [
    uuidHex(record.tenant),
    uuidHex(record.asset),
    uuidHex(record.event),
    `0x${record.eventHash}`,
    `0x${record.previousEventHash}`,
    BigInt(record.sequence),
  ]).slice(2)}`;
}

/** What a KHIPU input states. Throws for any other input. */
export function parseKhipuCalldata(input: Hex): KhipuRecord {
  const kind = (['createAsset', 'recordEvent'] as const).find((name) => input.startsWith(KHIPU_SELECTORS[name]));
  if (!kind) throw new TypeError('the input is not that of a KHIPU transaction');
  const [tenant, asset, event, hash, previous, sequence] = AbiParameters.decode(
    KHIPU_PARAMETERS,
    `0x${input.slice(10)}`,
  );
  const record: KhipuRecord = {
    kind,
    tenant: hexUuid(tenant),
    asset: hexUuid(asset),
    event: hexUuid(event),
    eventHash: hash.slice(2),
    previousEventHash: previous.slice(2),
    sequence: Number(sequence),
  };
  if (khipuCalldata(record) !== input) throw new TypeError('the input is not that of a KHIPU transaction');
  return record;
}

const uuidHex = (uuid: string): Hex => `0x${uuid.replaceAll('-', '')}`;
const hexUuid = (hex: Hex): string => hex.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

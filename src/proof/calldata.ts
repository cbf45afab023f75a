import { getSelector } from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import type { Hex } from 'ox/Hex';
import { formatSeconds, type Micros } from '../lib/time.ts';

/**
 * The receiver of all transactions of this service: an address without code for which no key is known, the last 20
 * bytes of keccak256("asset evidence anchors"). The input of a transaction is the record: hashes, the UUIDs of tenant,
 * asset and event, times and counts.
 */
export const ANCHOR_ADDRESS: Hex = '0xB858Dd8325D7aE3d0900d2e0C2Ccc3FaF354f298';

/** An anchor: its window and the hash of the events, as in `simple_hash_details`. */
export type Anchor = {
  /** The UUID of the tenant, or the nil UUID for public events. */
  scope: string;
  /** The window [startUs, endUs). Both are whole seconds. */
  startUs: Micros;
  endUs: Micros;
  /** 64 lower-case hexadecimal digits. */
  hash: string;
  count: number;
};

const SIMPLE_SELECTOR = '0xa7ea3ea7';
const SIMPLE_PARAMETERS = AbiParameters.from([
  'bytes16 tenant',
  'bytes32 anchor',
  'uint256 hashSchemaVersion',
  'uint256 eventCount',
  'uint256 proofMechanism',
  'string startTimeRFC3339',
  'string endTimeRFC3339',
  'uint256 startTimeUnix',
  'uint256 endTimeUnix',
  'string startOperator',
  'string endOperator',
]);
/** The number of the mechanism SIMPLE_HASH in the input. */
const SIMPLE_HASH = 2n;
const SCHEMA_VERSION = 1n;

/** The input of the transaction of an anchor. */
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

/** Decodes the input of the transaction of an anchor. Throws for any other input. */
export function parseSimpleCalldata(input: Hex): Anchor {
  if (!input.startsWith(SIMPLE_SELECTOR)) throw new TypeError('the input is not an anchor');
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
  // Encoding the result again rejects any other encoding of the same values.
  if (version !== SCHEMA_VERSION || mechanism !== SIMPLE_HASH || simpleCalldata(parsed) !== input)
    throw new TypeError('the input is not an anchor');
  return parsed;
}

/** The record of a KHIPU transaction. The creation of the asset has sequence 0, its events count from 1. */
export type KhipuRecord = {
  kind: 'createAsset' | 'recordEvent';
  tenant: string;
  asset: string;
  event: string;
  /** 64 lower-case hexadecimal digits. For the first event, `previousEventHash` is all zeros. */
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

/** Decodes the input of a KHIPU transaction. Throws for any other input. */
export function parseKhipuCalldata(input: Hex): KhipuRecord {
  const kind = (['createAsset', 'recordEvent'] as const).find((name) => input.startsWith(KHIPU_SELECTORS[name]));
  if (!kind) throw new TypeError('the input is not a KHIPU record');
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
  if (khipuCalldata(record) !== input) throw new TypeError('the input is not a KHIPU record');
  return record;
}

/** The anchor of a log: the size and the root of a tree that the log has signed. */
export type LogAnchor = {
  /** The UUID of the log. */
  log: string;
  /** The UUID of the tenant, or the nil UUID for the log of public events. */
  scope: string;
  /** The number of leaves. */
  size: number;
  /** 64 lower-case hexadecimal digits. */
  root: string;
  /** The epoch of the database in which the tree was committed, 32 lower-case hexadecimal digits. */
  epoch: string;
};

const LOG_TYPES = 'bytes16 logId, bytes16 tenantId, uint64 size, bytes32 root, bytes16 epoch';
const LOG_PARAMETERS = AbiParameters.from(LOG_TYPES);
const LOG_SELECTOR = getSelector(`function anchorLog(${LOG_TYPES})`);

/** The input of the transaction of an anchor of a log. */
export function logCalldata({ log, scope, size, root, epoch }: LogAnchor): Hex {
  return `${LOG_SELECTOR}${AbiParameters.encode(LOG_PARAMETERS, [
    uuidHex(log),
    uuidHex(scope),
    BigInt(size),
    `0x${root}`,
    `0x${epoch}`,
  ]).slice(2)}`;
}

/** Decodes the input of the transaction of an anchor of a log. Throws for any other input. */
export function parseLogCalldata(input: Hex): LogAnchor {
  if (!input.startsWith(LOG_SELECTOR)) throw new TypeError('the input is not an anchor of a log');
  const [log, scope, size, root, epoch] = AbiParameters.decode(LOG_PARAMETERS, `0x${input.slice(10)}`);
  const anchor: LogAnchor = {
    log: hexUuid(log),
    scope: hexUuid(scope),
    size: Number(size),
    root: root.slice(2),
    epoch: epoch.slice(2),
  };
  // Encoding the result again rejects any other encoding of the same values.
  if (logCalldata(anchor) !== input) throw new TypeError('the input is not an anchor of a log');
  return anchor;
}

const uuidHex = (uuid: string): Hex => `0x${uuid.replaceAll('-', '')}`;
const hexUuid = (hex: Hex): string => hex.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

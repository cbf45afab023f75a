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
const SIMPLE_PARAMETERS = [
  { type: 'bytes16', name: 'tenant' },
  { type: 'bytes32', name: 'anchor' },
  { type: 'uint256', name: 'hashSchemaVersion' },
  { type: 'uint256', name: 'eventCount' },
  { type: 'uint256', name: 'proofMechanism' },
  { type: 'string', name: 'startTimeRFC3339' },
  { type: 'string', name: 'endTimeRFC3339' },
  { type: 'uint256', name: 'startTimeUnix' },
  { type: 'uint256', name: 'endTimeUnix' },
  { type: 'string', name: 'startOperator' },
  { type: 'string', name: 'endOperator' },
] as const;
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

const KHIPU_PARAMETERS = [
  { type: 'bytes16', name: 'tenantId' },
  { type: 'bytes16', name: 'assetId' },
  { type: 'bytes16', name: 'eventId' },
  { type: 'bytes32', name: 'eventHash' },
  { type: 'bytes32', name: 'previousEventHash' },
  { type: 'uint64', name: 'sequence' },
] as const;
const KHIPU_SELECTORS = { createAsset: '0x31b032f9', recordEvent: '0xaa65b371' } as const;

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

const LOG_PARAMETERS = [
  { type: 'bytes16', name: 'logId' },
  { type: 'bytes16', name: 'tenantId' },
  { type: 'uint64', name: 'size' },
  { type: 'bytes32', name: 'root' },
  { type: 'bytes16', name: 'epoch' },
] as const;
const LOG_SELECTOR = '0xb4006217';

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

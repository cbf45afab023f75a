import { bytesOf, numberOf } from './hex.ts';
import { decodeHeader, encodeHeader, type Header } from './header.ts';
import { decodeRlp, encodeRlp, EncodingError, scalar, type RlpItem } from './rlp.ts';
import { hashOf } from './transaction.ts';

/** A block without uncles: RLP [header, transactions, uncles] (Yellow Paper, 4.3), as clients import and export it. */
export function encodeBlock(header: Header, transactions: readonly Uint8Array[]): Uint8Array {
  return encodeRlp([decodeRlp(encodeHeader(header)), transactions.map(listed), []]);
}

/** Decodes an RLP block into its header and the raw bytes of its transactions. Throws EncodingError. */
export function decodeBlock(rlp: Uint8Array): { header: Header; transactions: Uint8Array[] } {
  const block = decodeRlp(rlp);
  const [header, transactions] = block instanceof Uint8Array ? [] : block;
  if (header === undefined || transactions === undefined || transactions instanceof Uint8Array)
    throw new EncodingError('a block must have a header and transactions');
  return {
    header: decodeHeader(encodeRlp(header)),
    transactions: transactions.map((item) => (item instanceof Uint8Array ? item : encodeRlp(item))),
  };
}

/** In the list of a block, a typed transaction is a byte string and a legacy one is a list (EIP-2718). */
const listed = (raw: Uint8Array): RlpItem => (raw[0]! < 0xc0 ? raw : decodeRlp(raw));

type Json = Record<string, unknown>;

const FEE_FIELDS = [
  'chainId',
  'nonce',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  'gas',
  'to',
  'value',
  'input',
  'accessList',
];
/** The fields of each transaction type before the signature, in order, by their JSON-RPC names. */
const TYPES: Record<string, string[]> = {
  '0x0': ['nonce', 'gasPrice', 'gas', 'to', 'value', 'input'],
  '0x1': ['chainId', 'nonce', 'gasPrice', 'gas', 'to', 'value', 'input', 'accessList'],
  '0x2': FEE_FIELDS,
  '0x3': [...FEE_FIELDS, 'maxFeePerBlobGas', 'blobVersionedHashes'],
  '0x4': [...FEE_FIELDS, 'authorizationList'],
};

/**
 * The raw bytes of a JSON-RPC transaction object, checked against its hash. Throws EncodingError, also for types
 * specific to a chain.
 */
export function rawOfRpc(object: Json): Uint8Array {
  const type = object['type'] === undefined ? '0x0' : String(object['type']);
  const names = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!names) throw new EncodingError(`transactions of type ${type} are not supported`);
  const v = number(object, object['v'] === undefined ? 'yParity' : 'v');
  const list = encodeRlp([...names.map((name) => field(object, name)), v, number(object, 'r'), number(object, 's')]);
  const raw = type === '0x0' ? list : Uint8Array.from([Number(type), ...list]);
  if (hashOf(raw) !== object['hash']) throw new EncodingError('the fields of the transaction do not match its hash');
  return raw;
}

function field(object: Json, name: string): RlpItem {
  switch (name) {
    case 'to':
      return object['to'] === null || object['to'] === undefined ? new Uint8Array() : bytesOf(object['to'], 'to', 20);
    case 'input':
      return bytesOf(object['input'], 'input');
    case 'accessList':
      return objects(object, name).map((entry) => [
        bytesOf(entry['address'], 'address', 20),
        hashes(entry, 'storageKeys'),
      ]);
    case 'blobVersionedHashes':
      return hashes(object, name);
    case 'authorizationList':
      return objects(object, name).map((one) => [
        number(one, 'chainId'),
        bytesOf(one['address'], 'address', 20),
        ...['nonce', one['yParity'] === undefined ? 'v' : 'yParity', 'r', 's'].map((part) => number(one, part)),
      ]);
    default:
      return number(object, name);
  }
}

const number = (object: Json, name: string): Uint8Array => scalar(numberOf(object[name], name));

const hashes = (object: Json, name: string): Uint8Array[] => list(object, name).map((hash) => bytesOf(hash, name, 32));

function objects(object: Json, name: string): Json[] {
  return list(object, name).map((one) => {
    if (one === null || typeof one !== 'object') throw new EncodingError(`${name} must be a list of objects`);
    return one as Json;
  });
}

function list(object: Json, name: string): unknown[] {
  const value = object[name];
  if (!Array.isArray(value)) throw new EncodingError(`${name} must be a list`);
  return value;
}

import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { checksum } from 'ox/Address';
import { toBytes, type Hex } from 'ox/Hex';
import { BASE_PATH } from '../settings/config.ts';
import { toBase64, fromHex } from '../lib/text.ts';
import { formatSeconds } from '../lib/time.ts';
import { parseTransaction, senderOf } from '../formats/ethereum/transaction.ts';
import { eventJson } from '../ledger/records/event.ts';
import type { AnchorDetails, KhipuDetails } from '../proof/format.ts';
import { khipuPreimage } from '../proof/khipu-hash.ts';
import { khipuOf } from './khipu-intent.ts';
import type { Anchored, Recorded, RecordedAnchor, RecordedKhipu, RecordedLogAnchor } from './read.ts';

/**
 * A transaction in the form of the blockchain endpoint. With `input` false, the input is redacted, and with it the
 * signature and the gas: a reader could use them to confirm a guess at the input.
 */
export function transactionJson(row: Recorded, input = true) {
  const tx = parseTransaction(toBytes(row.raw as Hex));
  return {
    hash: row.hash,
    nonce: String(tx.nonce),
    blockhash: row.blockHash,
    block_number: String(row.blockNumber),
    transaction_index: row.transactionIndex,
    r: input ? `0x${tx.r.toString(16)}` : '',
    s: input ? `0x${tx.s.toString(16)}` : '',
    v: input ? `0x${tx.v.toString(16)}` : '',
    from: checksum(senderOf(tx)),
    to: checksum(tx.to!),
    value: String(tx.value),
    gas: input ? String(tx.gas) : '',
    gas_price: String(tx.type === 'legacy' ? tx.gasPrice : tx.maxFeePerGas),
    input: input ? tx.data : '',
  };
}

/**
 * The window that an anchor covers, and the query that returns its events. With `wholeWindow` false, the hash and the
 * count are redacted: a reader of a part of the window could use them to guess values that the reader may not read.
 */
export function anchorDetails(row: RecordedAnchor, origin: string, wholeWindow = true): Omit<AnchorDetails, 'tenant'> {
  const [start, end] = [formatSeconds(row.startUs), formatSeconds(row.endUs)];
  const family = row.scope === PUBLIC_SCOPE ? 'publicassets' : 'assets';
  return {
    api_query:
      `${origin}${BASE_PATH}/v2/${family}/-/events?order_by=SIMPLEHASHV1&proof_mechanism=SIMPLE_HASH` +
      `&timestamp_accepted_since=${start}&timestamp_accepted_before=${end}`,
    start_time: start,
    end_time: end,
    hash_schema_version: 1,
    anchor_hash: wholeWindow ? row.anchorHash : '',
    event_count: wholeWindow ? row.count : 0,
  };
}

/**
 * The KHIPU hashes of an event. Set `preimage` only for a reader of the whole event: it contains every attribute. An
 * erased event has no preimage any more.
 */
export function khipuDetails(
  { event }: Anchored,
  row: RecordedKhipu,
  preimage: boolean,
): Omit<KhipuDetails, 'preimage'> & { preimage?: string } {
  return {
    schema_version: 1,
    hash_alg: 'SHA256',
    event_hash: row.eventHash,
    previous_event_hash: row.previousEventHash,
    sequence: khipuOf(row.intent)?.kind === 'createAsset' ? 0 : row.seq,
    ...(preimage && !event.erased ? { preimage: toBase64(khipuPreimage(eventJson(event), fromHex(row.salt))) } : {}),
  };
}

/** The tree that an anchor of a log records. Every reader of an event of the log may read it. */
export const logAnchorDetails = ({ log, size, root }: RecordedLogAnchor) => ({ log, size, root });

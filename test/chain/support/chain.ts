import { DatabaseSync } from 'node:sqlite';
import { Chain } from '../../../src/anchoring/chain/embedded/chain.ts';
import type { Identity } from '../../../src/formats/ethereum/genesis.ts';
import { answer } from '../../../src/anchoring/chain/embedded/rpc.ts';
import type { Sql, SqlValue } from '../../../src/anchoring/chain/embedded/store.ts';
import { hexOf, type Hex } from '../../../src/formats/ethereum/hex.ts';
import { signTransaction, type LegacyFields } from '../../../src/formats/ethereum/transaction.ts';

export const CHAIN_ID = 8275868384n;
export const VALIDATOR_KEY = new Uint8Array(32).fill(0x11);
/** 2026-05-01T12:00:00Z, in milliseconds. */
export const NOON = 1_777_636_800_000;
/** An address without code. */
export const RECEIVER: Hex = '0x00000000000000000000000000000000a55e7000';

/** The storage of a chain on the SQLite of Node. */
export function sqlite(database = new DatabaseSync(':memory:')): Sql {
  return {
    all: (query, ...bindings) => database.prepare(query).all(...bindings) as Record<string, SqlValue>[],
    transaction(work) {
      database.exec('BEGIN');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  };
}

export const openChain = (sql = sqlite(), identity: Partial<Identity> = {}, now = NOON): Chain =>
  new Chain(sql, { chainId: CHAIN_ID, validatorKey: VALIDATOR_KEY, ...identity }, now);

/** The key of validator `n`, for rotations. */
export const keyOf = (n: number): Uint8Array => new Uint8Array(32).fill(0x20 + n);

/** Signs a transaction that the chain accepts, unless `fields` make it invalid. */
export function signed(nonce: number, fields: Partial<LegacyFields> = {}, signer = 1): Uint8Array {
  const { data = dataOf(nonce) } = fields;
  return signTransaction(
    {
      type: 'legacy',
      chainId: CHAIN_ID,
      nonce: BigInt(nonce),
      gasPrice: 0n,
      gas: 200_000n,
      to: RECEIVER,
      value: 0n,
      data,
      ...fields,
    },
    new Uint8Array(32).fill(signer),
  );
}

/** Data of various sizes, with zeros among them. */
export const dataOf = (seed: number): Hex =>
  hexOf(
    Uint8Array.from({ length: 4 + ((seed * 37) % 300) }, (_, i) => ((seed + i) % 3 === 0 ? 0 : (seed * 7 + i) % 256)),
  );

/** The result of a JSON-RPC call on a chain. */
export function call<T = any>(chain: Chain, method: string, ...params: unknown[]): T {
  const given = answer(chain, { method, params });
  if ('error' in given) throw new Error(`${method} answered ${given.error.code} ${given.error.message}`);
  return given.result as T;
}

/** The error of a JSON-RPC call on a chain. */
export function refusal(chain: Chain, method: string, ...params: unknown[]): { code: number; message: string } {
  const given = answer(chain, { method, params });
  if (!('error' in given)) throw new Error(`${method} answered ${JSON.stringify(given.result)}`);
  return given.error;
}

/** A chain with varied blocks: one and many transactions, consecutive seconds and gaps, three senders. */
export function grownChain(sql = sqlite()): Chain {
  const chain = openChain(sql);
  let at = NOON;
  let nonce = 0;
  const block = (count: number, seconds: number): void => {
    for (let i = 0; i < count; i++) chain.accept(signed(nonce++));
    at += seconds * 1000;
    chain.seal(at);
  };
  block(1, 0);
  block(50, 1);
  block(1, 1);
  block(0, 5);
  block(17, 3600);
  chain.accept(signed(nonce++, { data: '0x' }));
  chain.accept(signed(0, { data: hexOf(new Uint8Array(3000)) }, 2));
  chain.accept(signed(0, { gas: 21_000n, data: '0x', to: hexOf(new Uint8Array(20)) }, 3));
  block(0, 1);
  block(129, 0.1);
  return chain;
}

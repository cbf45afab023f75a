import { cliqueSigner, cliqueVerifySignature, createBlockFromRLP } from '@ethereumjs/block';
import { createVM, runBlock } from '@ethereumjs/vm';
import { computeAddress, Transaction } from 'ethers';
import { describe, expect, test } from 'vitest';
import { hexOf } from '../../src/formats/ethereum/hex.ts';
import { includedTransaction, inclusionProof } from '../../src/formats/ethereum/inclusion.ts';
import { headerOfRecord } from '../../src/formats/ethereum/header.ts';
import { call, grownChain, VALIDATOR_KEY } from './support/chain.ts';
import { rules } from './support/rules.ts';

describe('every block of the embedded chain', () => {
  const chain = grownChain();
  const head = Number(chain.head().header.number);
  const numbers = Array.from({ length: head }, (_, i) => `0x${(i + 1).toString(16)}`);

  test('has the same state and receipts in an independent implementation', async () => {
    expect(head).toBeGreaterThan(5);
    const common = rules();
    const vm = await createVM({ common });
    for (const number of numbers) {
      const raw = Buffer.from(call<string>(chain, 'debug_getRawBlock', number).slice(2), 'hex');
      const record = call(chain, 'eth_getBlockByNumber', number, false);
      const block = createBlockFromRLP(raw, { common });
      expect(hexOf(block.hash())).toBe(record.hash);
      const validator = cliqueSigner(block.header);
      expect(validator.toString()).toBe(computeAddress(hexOf(VALIDATOR_KEY)).toLowerCase());
      expect(cliqueVerifySignature(block.header, [validator])).toBe(true);
      expect(await block.transactionsTrieIsValid()).toBe(true);
      expect(Number(record.size)).toBe(raw.length);
      const result = await runBlock(vm, { block, skipHeaderValidation: true, skipHardForkValidation: true });
      expect(hexOf(result.stateRoot)).toBe(record.stateRoot);
      expect(hexOf(result.receiptsRoot)).toBe(record.receiptsRoot);
      expect(result.gasUsed).toBe(BigInt(record.gasUsed));
      const receipts = record.transactions.map((hash: string) => call(chain, 'eth_getTransactionReceipt', hash));
      expect(receipts.map((receipt: any) => BigInt(receipt.cumulativeGasUsed))).toEqual(
        result.receipts.map((receipt) => receipt.cumulativeBlockGasUsed),
      );
    }
  });

  test('contains transactions that an independent library reads, with valid inclusion proofs', () => {
    for (const number of numbers) {
      const block = call(chain, 'eth_getBlockByNumber', number, true);
      const { transactionsRoot } = headerOfRecord(block);
      const judged = block.transactions.map((one: any) =>
        Transaction.from({
          type: 0,
          chainId: one.chainId,
          nonce: Number(one.nonce),
          gasLimit: one.gas,
          gasPrice: one.gasPrice,
          to: one.to,
          value: one.value,
          data: one.input,
          signature: { r: one.r, s: one.s.length === 66 ? one.s : `0x${one.s.slice(2).padStart(64, '0')}`, v: one.v },
        }),
      );
      expect(judged.map((one: Transaction) => one.hash)).toEqual(block.transactions.map((one: any) => one.hash));
      expect(judged.map((one: Transaction) => one.from!.toLowerCase())).toEqual(
        block.transactions.map((one: any) => one.from),
      );
      const raws = judged.map((one: Transaction) => Buffer.from(one.serialized.slice(2), 'hex'));
      for (let i = 0; i < raws.length; i += 16)
        expect(hexOf(includedTransaction(transactionsRoot, i, inclusionProof(raws, i)))).toBe(hexOf(raws[i]));
    }
  });

  test('has the hash of the block before it and a later timestamp', () => {
    const blocks = ['0x0', ...numbers].map((number) => call(chain, 'eth_getBlockByNumber', number, false));
    for (const [i, block] of blocks.slice(1).entries()) {
      expect(block.parentHash).toBe(blocks[i].hash);
      expect(Number(block.timestamp)).toBeGreaterThan(Number(blocks[i].timestamp));
    }
  });
});

import { checksum } from 'ox/Address';
import { toBytes } from 'ox/Hex';
import { hexOf, type Hex } from '../../../formats/ethereum/hex.ts';
import { addressOf, publicKeyOf } from '../../../formats/ethereum/signature.ts';
import { hashOf, intrinsicGas, signTransaction } from '../../../formats/ethereum/transaction.ts';
import type { Fees, Signed } from './store.ts';

/** The fields to sign. */
export type Unsigned = { nonce: number; to: string; input: string; fees: Fees };

/** The account that sends all transactions of a chain. */
export class Signer {
  /** EIP-55. */
  readonly address: Hex;
  readonly chainId: bigint;
  readonly #key: Uint8Array;

  constructor(key: Hex, chainId: string) {
    this.#key = toBytes(key);
    this.address = checksum(addressOf(publicKeyOf(this.#key)));
    this.chainId = BigInt(chainId);
  }

  /** Signs a legacy transaction (EIP-155) where the fees have no tip, otherwise an EIP-1559 one. */
  sign({ nonce, to, input, fees }: Unsigned): Signed {
    const data = input as Hex;
    const common = { chainId: this.chainId, nonce: BigInt(nonce), to: to as Hex, value: 0n, data };
    const { maxFeePerGas, maxPriorityFeePerGas } = fees;
    const raw = signTransaction(
      maxPriorityFeePerGas === undefined
        ? { ...common, type: 'legacy', gas: intrinsicGas(data), gasPrice: BigInt(maxFeePerGas) }
        : {
            ...common,
            type: 'eip1559',
            gas: gasLimit(data),
            maxFeePerGas: BigInt(maxFeePerGas),
            maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
            accessList: [],
          },
      this.#key,
    );
    return { raw: hexOf(raw), hash: hashOf(raw) };
  }
}

/** The intrinsic gas of the data, or the floor of EIP-7623 (10 per zero byte, 40 per other byte) if that is higher. */
function gasLimit(data: Hex): bigint {
  const standard = intrinsicGas(data);
  const floor = 21_000n + ((standard - 21_000n) * 10n) / 4n;
  return standard > floor ? standard : floor;
}

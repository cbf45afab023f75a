import {
  ConsensusAlgorithm,
  ConsensusType,
  createCustomCommon,
  Hardfork,
  Mainnet,
  type Common,
} from '@ethereumjs/common';
import { CHAIN_ID } from './chain.ts';

/** The rules of the chain, for the independent implementation. */
export function rules(): Common {
  const clique = { period: 1, epoch: 30_000 };
  const consensus = { type: ConsensusType.ProofOfAuthority, algorithm: ConsensusAlgorithm.Clique, clique };
  return createCustomCommon({ chainId: Number(CHAIN_ID), consensus }, Mainnet, { hardfork: Hardfork.Berlin });
}

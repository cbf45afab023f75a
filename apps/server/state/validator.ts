import type { DatabaseSync } from 'node:sqlite';
import { chainIdOf, firstValidator } from '../../../src/formats/ethereum/genesis.ts';
import { authorizedBy } from '../../../src/formats/ethereum/clique.ts';
import { decodeHeader, type Header } from '../../../src/formats/ethereum/header.ts';
import { addressOf, publicKeyOf } from '../../../src/formats/ethereum/signature.ts';
import { validatorKeysOf } from '../../../src/formats/ethereum/wallet.ts';
import { settingValue } from '../../../src/settings/setting-values.ts';
import { hasTable, readingAll, storesIn } from './stores.ts';

/** An embedded chain, as read from its file. */
type Chain = { id: string; validator: string };

/**
 * Throws if a data directory contains embedded chains, but `keys` (in the format of CHAIN_VALIDATOR_KEY, where "seed"
 * is the key derived from the seed) contains the validator of none of them.
 */
export function assertValidator(data: string, keys: string | undefined, seed: Uint8Array): void {
  const chains = Object.values(readingAll(storesIn(data), 'EmbeddedChain', readChain));
  const given = settingValue('CHAIN_VALIDATOR_KEY', keys);
  const isHeld = ({ id, validator }: Chain): boolean =>
    validatorKeysOf(given, seed, id).some((key) => addressOf(publicKeyOf(key)) === validator);
  if (chains.length > 0 && !chains.some(isHeld))
    throw new Error('CHAIN_VALIDATOR_KEY: is not the key of the embedded chain of the service that was backed up');
}

function readChain(chain: DatabaseSync): Chain | undefined {
  if (!hasTable(chain, 'blocks')) return undefined;
  const header = (query: string): Header | undefined => {
    const row = chain.prepare(query).get();
    return row && decodeHeader(row['header'] as Uint8Array);
  };
  const genesis = header('SELECT header FROM blocks WHERE number = 0');
  if (!genesis) return undefined;
  const rotated = hasTable(chain, 'rotations')
    ? header('SELECT header FROM rotations JOIN blocks ON number = block ORDER BY block DESC LIMIT 1')
    : undefined;
  return {
    id: String(chainIdOf(genesis)),
    validator: (rotated && authorizedBy(rotated)) ?? firstValidator(genesis),
  };
}

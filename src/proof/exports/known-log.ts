import type { ExportLog } from '../../formats/exports/manifest.ts';
import type { Trust } from '../chain.ts';
import { keyChangesOf } from '../log-pins.ts';
import { logPins } from '../pin-file.ts';
import { entryBytes } from './manifest.ts';
import type { ExportTrust } from './report.ts';

/** What is known of the log of an export: given, pinned, or in its manifest. `roots`: of trees of its entries. */
export function knownLog(
  { trust, pins }: Pick<ExportTrust, 'trust' | 'pins'>,
  { checkpoint, keys, genesis }: ExportLog,
  roots: ReadonlyMap<number, Uint8Array>,
): Trust {
  const { logGenesis } = trust;
  return {
    ...(pins ? logPins(pins, checkpoint) : {}),
    ...trust,
    roots,
    keyChanges: trust.keyChanges ?? keyChangesOf(keys),
    ...(logGenesis ? { logGenesis: { entry: entryBytes(genesis), ...logGenesis } } : {}),
  };
}

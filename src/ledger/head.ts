import type { AssetRecord } from './asset.ts';

/** The head of an asset's ledger, as its object keeps it in memory between commits. */
export type Head = AssetRecord & { initialBehaviours: string[]; confirmedSeq: number };

import type { AssetRecord } from './asset.ts';

/** The state of an asset after its last event; its ledger keeps it in memory between commits. */
export type Head = AssetRecord & { initialBehaviours: string[] };

import { ServiceError } from '../../core/errors.ts';
import type { Head } from '../head.ts';

/** How far a ledger has acknowledged: its last event and that event's chain hash. */
export type Acknowledged = { seq: number; hash: string };

/** The last event that a ledger has acknowledged. */
export type LastAcknowledged = Acknowledged & { asset: string };

/** The newest rows of tables from which no row is ever deleted: every later state of the database has them. */
export type Newest = {
  event?: LastAcknowledged | undefined;
  audit?: { seq: number; id: string } | undefined;
  transaction?: { intent: string; hash: string } | undefined;
};

/** What a ledger object keeps about the database, to detect that it was restored to an earlier state. */
export type DatabaseMark = {
  newest: Newest;
  /** The next check starts after this asset. */
  after: string;
  /** Assets whose ledgers have acknowledged events that the database lacks. */
  behind: string[];
};

/** The last acknowledged event of an asset, stored durably by its object and not in D1. */
export interface Watermark {
  get(): Acknowledged | undefined;
  set(acknowledged: Acknowledged): void;
}

/**
 * D1 lacks acknowledged events, or has others in their place: a backup was restored. The ledger writes nothing until
 * an operator accepts the loss or restores the events (docs/operations.md).
 */
export class LedgerFrozen extends ServiceError {
  /** The head that D1 has; undefined if D1 does not have the asset. */
  readonly head: Head | undefined;

  constructor(asset: string, head: Head | undefined) {
    super('unavailable', `the ledger of assets/${asset} is frozen: the database is behind what it has acknowledged`, {
      headers: { 'retry-after': '3600', 'archivist-rate-limit-reset': '3600' },
    });
    this.head = head;
  }
}

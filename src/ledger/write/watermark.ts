import { ServiceError } from '../../core/errors.ts';
import type { Head } from '../head.ts';

/** How far a ledger has acknowledged: its last event and that event's chain hash. */
export type Acknowledged = { seq: number; hash: string };

/** The last event that a ledger has acknowledged. */
export type LastAcknowledged = Acknowledged & { asset: string };

/** The newest rows of tables whose rows are never removed: every later state of the database holds them. */
export type Newest = {
  event?: LastAcknowledged | undefined;
  audit?: { seq: number; id: string } | undefined;
  transaction?: { intent: string; hash: string } | undefined;
};

/** What is kept of the database outside of it. */
export type DatabaseMark = {
  newest: Newest;
  /** The asset behind which the next check goes on. */
  after: string;
  /** Assets whose ledgers have acknowledged what the database lacks. */
  behind: string[];
};

/** What an asset's object keeps beside D1, durably: how far it has acknowledged. */
export interface Watermark {
  get(): Acknowledged | undefined;
  set(acknowledged: Acknowledged): void;
}

/**
 * D1 holds less than was acknowledged, or something else: a backup was restored. Nothing is written
 * until an operator has decided (docs/operations.md).
 */
export class LedgerFrozen extends ServiceError {
  /** The asset as D1 has it, if it does. */
  readonly head: Head | undefined;

  constructor(asset: string, head: Head | undefined) {
    super('unavailable', `the ledger of assets/${asset} is frozen: the database is behind what it has acknowledged`, {
      headers: { 'retry-after': '3600', 'archivist-rate-limit-reset': '3600' },
    });
    this.head = head;
  }
}

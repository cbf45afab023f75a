import type { Counts } from './counting/counts.ts';

/**
 * Cloudflare's list prices of the paid plan in US dollars, without the usage that the plan includes. Read on 2026-11-22
 * in the pricing pages of developers.cloudflare.com: /workers/platform/pricing, /d1/platform/pricing,
 * /durable-objects/platform/pricing, /r2/pricing and /queues/platform/pricing.
 */
export const PRICES_READ = '2026-11-22';
const PER_MILLION = {
  /** Requests of the Worker; batches of the queue consumer and crons are counted as requests. */
  request: 0.3,
  cpuMs: 0.02,
  /** D1, and the storage of Durable Objects with SQLite. */
  rowRead: 0.001,
  rowWritten: 1,
  objectRequest: 0.15,
  objectGbSecond: 12.5,
  r2ClassA: 4.5,
  r2ClassB: 0.36,
  queueOperation: 0.4,
};
/** The memory for which an object is billed while it is active, in GB. */
const OBJECT_GB = 0.128;

/** Returns the price of a million operations that each use this, in dollars. `cpuMs` is the CPU time of one. */
export function pricePerMillion({ requests, d1, objects, r2, queue }: Counts, cpuMs: number): number {
  return (
    requests * PER_MILLION.request +
    cpuMs * PER_MILLION.cpuMs +
    (d1.rowsRead + objects.rowsRead) * PER_MILLION.rowRead +
    (d1.rowsWritten + objects.rowsWritten) * PER_MILLION.rowWritten +
    objects.requests * PER_MILLION.objectRequest +
    (objects.activeMs / 1000) * OBJECT_GB * PER_MILLION.objectGbSecond +
    r2.classA * PER_MILLION.r2ClassA +
    r2.classB * PER_MILLION.r2ClassB +
    queue * PER_MILLION.queueOperation
  );
}

import * as fc from 'fast-check';
import { openClient } from '../../test/support/client.ts';
import { startService } from '../../test/support/service.ts';
import { requestsOf, type Source } from './generate.ts';
import { fuzzerOf } from './send.ts';
import { World } from './world.ts';

/** Requests at once: each of these lanes sends one after the other, from a seed of its own. */
const LANES = 16;
const SHRINK_WITHIN = 30_000;

/** No quota stands in the way; lists are short, so that they are cheap and exceed the limit at times. */
const SETTINGS = {
  QUOTA_APPLICATIONS: '1000000',
  QUOTA_LOCATIONS: '-1',
  QUOTA_TLS_CA_CERTIFICATES: '-1',
  PAGE_SIZE_DEFAULT: '10',
  PAGE_SIZE_MAX: '20',
  RESULT_LIMIT: '30',
  // So that what the world has is soon anchored, and what requests make does not weigh.
  ANCHOR_WINDOW_SECONDS: '5',
  BUS_SOURCES: '100',
};

export type Findings = {
  /** Each with the request that shows it, shrunk, as a command for a shell. */
  failures: string[];
  /** Answers by operation and status. */
  counts: ReadonlyMap<string, number>;
  /** The operations of the document that have never been answered with 2xx. */
  untouched: string[];
  /** What the world no longer has that there must be for leaks to be found. */
  unsettled: string[];
};

/**
 * Sends at least `runs` generated requests to a service of its own and holds every answer to the
 * invariants of send.ts. The same seed sends the same requests; how they interleave is chance.
 */
export async function fuzz(runs: number, seed: number): Promise<Findings> {
  const service = await startService({ vars: SETTINGS });
  try {
    const { document } = await openClient(service);
    const world = await World.make(service);
    const fuzzer = fuzzerOf(service, document, world, LANES);
    const requests = requestsOf(document as unknown as Source);
    const lane = async (number: number): Promise<string[]> => {
      let overdue = Infinity;
      const property = fc.asyncProperty(requests, async (sketch) => {
        // Past its time the shrinking ends with what it has.
        if (Date.now() > overdue) return;
        await fuzzer.send(sketch).catch((error: unknown) => {
          if (overdue === Infinity) overdue = Date.now() + SHRINK_WITHIN;
          throw error;
        });
      });
      const result = await fc.check(property, { seed: seed + number, numRuns: Math.ceil(runs / LANES) });
      if (!result.failed) return [];
      const { errorInstance, counterexamplePath } = result;
      return [`lane ${number} of seed ${seed} (path ${counterexamplePath}): ${(errorInstance as Error).message}`];
    };
    const failures = (await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))).flat();
    fuzzer.close();
    const unsettled = await world.unsettled();
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId));
    const touched = new Set(
      [...fuzzer.counts.keys()].filter((key) => / 2\d\d$/.test(key)).map((key) => key.split(' ')[0]),
    );
    const untouched = ids.filter((id) => !touched.has(id) && !FOR_PEOPLE.test(id));
    return { failures, counts: fuzzer.counts, untouched, unsettled };
  } finally {
    await service.close();
  }
}

/** Operations that only people can do, whose tokens are other issuers'. */
const FOR_PEOPLE = /^acceptInvite/;

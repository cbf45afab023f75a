import * as fc from 'fast-check';
import { openClient } from '../../test/support/client.ts';
import { startResolver } from '../../test/support/dns.ts';
import { startService } from '../../test/support/service.ts';
import { requestsOf, type Sketch, type Source } from './generate.ts';
import { fuzzerOf } from './send.ts';
import { World } from './world.ts';

/** Number of concurrent lanes. Each sends its requests sequentially, from its own seed. */
const LANES = 16;
const SHRINK_WITHIN = 30_000;
/** Further requests, at most, to operations that have not succeeded: few of the requests to some of them are valid. */
const FURTHER = 2_000;

/** High quotas; short lists, so that they are cheap and sometimes exceed the limit. */
const SETTINGS = {
  QUOTA_APPLICATIONS: '1000000',
  QUOTA_LOCATIONS: '-1',
  QUOTA_TLS_CA_CERTIFICATES: '-1',
  PAGE_SIZE_DEFAULT: '10',
  PAGE_SIZE_MAX: '20',
  RESULT_LIMIT: '30',
  // Short windows: the fixtures are anchored soon, and windows of generated events stay small.
  ANCHOR_WINDOW_SECONDS: '5',
  // Histories need maps of logs.
  COMPLETENESS_SECONDS: '1',
  BUS_SOURCES: '100',
  WEBHOOKS: '100',
  EXPORTS: '100',
};

export type Findings = {
  /** Each with the shrunk request that reproduces it, as a shell command. */
  failures: string[];
  /** Number of responses by operation and status. */
  counts: ReadonlyMap<string, number>;
  /** The operations of the document without a 2xx response. */
  neverSucceeded: string[];
  /** Fixtures that the detection of leaks needs and that are no longer as expected. */
  brokenFixtures: string[];
};

/**
 * Sends at least `runs` generated requests to a new service and checks every response for the invariants of send.ts.
 * The same seed sends the same requests; their interleaving is random, and so is which operations get further requests.
 */
export async function fuzz(runs: number, seed: number): Promise<Findings> {
  const resolver = await startResolver();
  const service = await startService({ vars: { ...SETTINGS, ...resolver.vars } });
  try {
    const { document } = await openClient(service);
    const world = await World.make(service);
    const fuzzer = fuzzerOf(service.at, service, document, world, LANES);
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId));
    const neverSucceeded = (): string[] => {
      const keys = [...fuzzer.counts.keys()].filter((key) => / 2\d\d$/.test(key));
      const succeeded = new Set(keys.map((key) => key.split(' ')[0]));
      return ids.filter((id) => !succeeded.has(id) && !FOR_USERS.test(id));
    };
    const lane = async (number: number, requests: fc.Arbitrary<Sketch>, numRuns: number): Promise<string[]> => {
      let overdue = Infinity;
      const property = fc.asyncProperty(requests, async (sketch) => {
        // After the deadline, every attempt passes, which ends the shrinking.
        if (Date.now() > overdue) return;
        await fuzzer.send(sketch).catch((error: unknown) => {
          if (overdue === Infinity) overdue = Date.now() + SHRINK_WITHIN;
          throw error;
        });
      });
      const result = await fc.check(property, { seed: seed + number, numRuns });
      if (!result.failed) return [];
      const { errorInstance, counterexamplePath } = result;
      return [`lane ${number} of seed ${seed} (path ${counterexamplePath}): ${(errorInstance as Error).message}`];
    };
    const source = document as unknown as Source;
    const all = requestsOf(source);
    const each = Math.ceil(runs / LANES);
    const failures = (await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number, all, each)))).flat();
    for (let sent = 0; failures.length === 0 && sent < FURTHER && neverSucceeded().length > 0; sent += 50)
      failures.push(...(await lane(LANES + sent, requestsOf(source, neverSucceeded()), 50)));
    fuzzer.close();
    const brokenFixtures = await world.brokenFixtures();
    return { failures, counts: fuzzer.counts, neverSucceeded: neverSucceeded(), brokenFixtures };
  } finally {
    await service.close();
    resolver.close();
  }
}

/**
 * Operations that only users with sessions, tokens of other issuers or passkeys can call, or that need a record in the
 * DNS.
 */
const FOR_USERS = new RegExp(
  '^(?:getInviteOffer|acceptInvite|' +
    'verifyTenancyDomain|\\w+Passkeys?$|createPasskeyEnrolment|createDeviceLink|createRecoveryLink|' +
    'endUserSessions|listSessions|endSession|createDeviceKey|createCommandLineSession|updateComplianceNotices|' +
    '(?:create|get|revoke)SigningKey)',
);

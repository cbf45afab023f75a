import { Transaction } from 'ethers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import {
  anchoredLog,
  currentLog,
  leavesOf,
  logAnchorsOf,
  statedInLog,
  verifyConsistent,
  verifyLogAnchor,
} from './log-support.ts';

let service: Service;
let client: Client;
beforeAll(async () => {
  // No timer ends during the tests: logs are anchored only by the jobs that the tests send.
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '100000' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

/** A tenancy with an asset. `grow` appends an event and waits until it is in the log. */
async function newLog(name: string) {
  const owner = await newTenant(service, name);
  const { identity: asset } = await done(client, owner.token, 'POST', '/v2/assets', {});
  const scope = idOf(owner.tenant_identity);
  const grow = async (): Promise<void> => {
    await done(client, owner.token, 'POST', `/v2/${asset}/events`, RECORD);
    await logsComplete(service);
  };
  const anchor = async () => {
    await service.jobs.send({ kind: 'close', scope });
    return anchoredLog(service, scope);
  };
  await logsComplete(service);
  return { scope, asset, grow, anchor };
}

/** All anchors of logs on the chain that the database knows, as their transactions state them. */
async function onChain(scope: string) {
  const { results } = await service.db
    .prepare("SELECT raw FROM chain_transactions WHERE intent LIKE 'logs/%' ORDER BY block_number, transaction_index")
    .all<{ raw: string }>();
  return results.map(({ raw }) => statedInLog(Transaction.from(raw).data)!).filter((anchor) => anchor.scope === scope);
}

async function acceptLoss(): Promise<void> {
  const { accepted } = await done(client, SECRETS.OPERATOR_SECRET, 'POST', '/operator/v1/database:accept-loss');
  expect(accepted).toBe(true);
}

it('a database that was restored to a time before an anchor gets the same anchor with its transaction', async () => {
  const { scope, grow, anchor } = await newLog('Same');
  await grow();
  const restore = await copyOfDatabase(service.db);
  const before = await anchor();
  await restore();
  expect(await logAnchorsOf(service, scope)).toEqual([]);
  // Records the transaction again; the anchor follows with the job.
  await service.cron('* * * * *');
  expect(await anchor()).toEqual(before);
  expect(await onChain(scope)).toHaveLength(1);
  await grow();
  const after = await anchor();
  expect(after.map(({ size }) => size)).toEqual([3, 4]);
  await verifyConsistent(after, await leavesOf(service, after[0]!.log));
});

it('a database restored to a time before the log had its size never gets another root, even if accepted', async () => {
  const { scope, grow, anchor } = await newLog('Lost');
  await grow();
  await anchor();
  await grow();
  const restore = await copyOfDatabase(service.db);
  for (let i = 0; i < 3; i++) await grow();
  const anchors = await anchor();
  const old = await currentLog(service, scope);
  const leaves = await leavesOf(service, old.id);
  expect(anchors.map(({ size }) => size)).toEqual([3, 7]);
  await restore();
  // The restored log has the size 4, which was not anchored. The sweep and the job may anchor it: it is a true state.
  await service.db.prepare('UPDATE logs_to_anchor SET since_us = 1').run();
  await service.cron('* * * * *');
  await service.jobs.send({ kind: 'close', scope });
  await acceptLoss();
  await service.cron('* * * * *');
  await grow();
  await grow();
  const after = await anchor();
  await service.cron('* * * * *');
  const current = await currentLog(service, scope);
  expect(current.id).not.toBe(old.id);
  // The events that are left, the two new ones, and the genesis.
  expect(after.at(-1)).toMatchObject({ log: current.id, size: 6, epoch: current.epoch });
  expect(current.epoch).not.toBe(old.epoch);

  const chain = await onChain(scope);
  const ofOld = chain.filter(({ log }) => log === old.id).toSorted((a, b) => a.size - b.size);
  expect(ofOld.map(({ size }) => size)).toEqual([3, 4, 7]);
  expect(new Set(ofOld.map(({ epoch }) => epoch))).toEqual(new Set([old.epoch]));
  await verifyConsistent(ofOld, leaves);
  const ofNew = chain.filter(({ log }) => log !== old.id);
  expect(new Set(ofNew.map(({ log, epoch }) => `${log} ${epoch}`))).toEqual(
    new Set([`${current.id} ${current.epoch}`]),
  );
  await verifyConsistent(ofNew, await leavesOf(service, current.id));
  for (const one of after.filter(({ log }) => log === current.id))
    verifyLogAnchor(one, await leavesOf(service, current.id));
});

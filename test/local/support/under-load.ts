import { expect } from 'vitest';
import { retry, keysOf } from '../../../tools/crash/check.ts';
import { load, creation, type Write } from '../../../tools/crash/load.ts';
import { within } from '../../../tools/crash/service.ts';
import { append, create, download, provenBy, upload, type Access, type Uploaded } from './evidence.ts';
import { command, launch, type Launched } from './service.ts';
import { PATIENCE } from '../../support/patience.ts';

export type Recorded = {
  /** Writes that were acknowledged before the backup started. */
  writes: Write[];
  files: Uploaded[];
  /** Proofs created before the backup, by the identities of their events. */
  proofs: Map<string, string>;
  /** Events that were acknowledged before the backup and had no proof at that time. */
  unproven: string[];
};

/**
 * Takes a backup while `writers` clients write to a service, upload files and create assets. Resolves to the records
 * that were acknowledged before the backup started. `proofs` is the number of events that have a proof before.
 */
export async function backUpUnderLoad(
  service: Launched,
  target: string,
  { writers, proofs, args = [] }: { writers: number; proofs: number; args?: readonly string[] },
): Promise<Recorded> {
  const access: Access = { base: service.base, token: await service.token() };
  const first = Array.from({ length: 5 }, () => creation(0));
  await retry(access, first);
  const assets = first.map(({ acknowledged }) => acknowledged!.identity);
  const khipu = await create(access, { proof_mechanism: 'KHIPU' });
  const early = await Promise.all(Array.from({ length: proofs }, (_, i) => append(access, [...assets, khipu][i % 6]!)));
  const proven = new Map<string, string>();
  for (const { identity } of early) proven.set(identity, elsewhere(await provenBy(access, identity)));

  const stop = { asked: false };
  const acknowledged: Write[] = [];
  const files: Uploaded[] = [await upload(access, 9 * 2 ** 20)];
  const uploading = (async () => {
    while (!stop.asked) files.push(await upload(access, 40_000));
  })();
  const loading = load(access, assets, 1, {
    writers,
    stopped: () => stop.asked,
    written: (write) => void acknowledged.push(write),
  });
  // An error under load is thrown below, where the promise is awaited.
  for (const work of [uploading, loading]) work.catch(() => undefined);
  await within(PATIENCE, 'the writers do not write', () => acknowledged.length >= 20 * writers && files.length > 5);
  const late = await append(access, khipu);
  const recorded = {
    writes: [...first, ...acknowledged],
    files: [...files],
    proofs: proven,
    unproven: [late.identity],
  };
  const { code, stderr } = await command('backup', [target, '--state', service.paths.dir, ...args]);
  const after = acknowledged.length;
  stop.asked = true;
  await Promise.all([loading, uploading]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  // The writers wrote during the backup.
  expect(after).toBeGreaterThan(recorded.writes.length - first.length);
  return recorded;
}

/** Replaces the origins in a response, because each service has a different port. */
const elsewhere = (text: string): string => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://evidence.example');

/** Restores a backup, starts the service and checks the records of before the backup. Resolves to the service. */
export async function restoreAndCheck(
  backup: string,
  state: string,
  { writes, files, proofs, unproven }: Recorded,
  args: readonly string[],
): Promise<Launched> {
  expect(await command('restore', [backup, '--state', state, ...args])).toMatchObject({ code: 0 });
  const service = await launch(state);
  const fsck = await command('fsck', ['--state', state]);
  expect(fsck).toMatchObject({ code: 0, stdout: expect.stringContaining('no difference') });
  const access = { base: service.base, token: await service.token() };
  const keys = await keysOf(access);
  expect(writes.filter(({ key }) => !keys.has(key))).toEqual([]);
  // Retries of the same writes return the same records.
  await retry(access, writes);
  for (const file of files) expect(await download(access, file)).toBe(file.sha256);
  for (const [event, before] of proofs) {
    const isSame = elsewhere(await provenBy(access, event)) === before;
    expect([event, isSame]).toEqual([event, true]);
  }
  for (const event of unproven) await provenBy(access, event);
  // New events get a proof too.
  await provenBy(access, (await append(access, writes[0]!.acknowledged!.identity.slice(0, 43))).identity);
  return service;
}

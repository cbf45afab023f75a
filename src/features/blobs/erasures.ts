import { configOf, type Env } from '../../settings/config.ts';
import { ErasureRegister, type RegisteredErasure } from '../../ledger/erasure/register.ts';
import { repeatErasures } from '../../ledger/erasure/verify.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { deleteErasedBlobs } from './erased.ts';

/**
 * Adds erasures to the register and erases their events, with the blobs that only they name. Returns why some could not
 * be erased: fsck repeats those.
 */
export async function registerErasures(
  env: Env,
  erasures: readonly RegisteredErasure[],
  requestId: string,
): Promise<string[]> {
  const register = new ErasureRegister(env.BLOBS);
  for (const erasure of erasures) await register.put(erasure);
  const findings = await repeatErasures(env, configOf(env), openDatabase(env), erasures, requestId);
  await deleteErasedBlobs(env);
  return findings.map(({ identity, problem }) => `${identity}: ${problem}`);
}

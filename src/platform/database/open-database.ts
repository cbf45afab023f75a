import type { Env } from '../../settings/config.ts';
import { Database, type Acknowledge, type Consistency, type Meter } from './database.ts';

/**
 * Opens the database of the deployment. Only this file names its binding. Changes that must be acknowledged need a
 * database of `databaseOf` (src/ledger/append/writer-client.ts).
 */
export const openDatabase = (
  env: Pick<Env, 'DB'>,
  consistency?: Consistency,
  meter?: Meter,
  acknowledge?: Acknowledge,
): Database => new Database(env.DB, consistency, meter, acknowledge);

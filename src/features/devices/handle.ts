import type { Env } from '../../settings/config.ts';
import { nameInCell } from '../../platform/cells/cells.ts';

/** The purpose with which the connection string of a source is encrypted. */
export const sourcePurpose = (id: string): string => `source ${id}`;

/** The object that receives the messages of a source. */
export const sourceObject = (env: Env, id: string): { start(id: string): Promise<void>; stop(): Promise<void> } =>
  env.BUS_SOURCE.get(env.BUS_SOURCE.idFromName(nameInCell(env, id))) as never;

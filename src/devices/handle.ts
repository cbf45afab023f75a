import type { Env } from '../config.ts';

/** What a source's connection string is sealed for. */
export const sourcePurpose = (id: string): string => `source ${id}`;

/** The object that drains a source's queue, as others see it. */
export const sourceObject = (env: Env, id: string): { start(id: string): Promise<void>; stop(): Promise<void> } =>
  env.BUS_SOURCE.get(env.BUS_SOURCE.idFromName(id)) as never;

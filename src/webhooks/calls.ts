import type { Env } from '../config.ts';

/** The object that sends the events of a webhook. `start` makes it read the webhook again. */
export const senderOf = (env: Env, id: string): { start(id: string): Promise<void> } =>
  env.WEBHOOK_SENDER.get(env.WEBHOOK_SENDER.idFromName(id)) as never;

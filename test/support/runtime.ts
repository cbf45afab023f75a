import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { bundle } from '../../src/local/bundle.ts';
import { miniflareOptions } from '../../src/local/runtime.ts';
import { seeLine } from './alarms.ts';

/** A mail as the Worker passes it to the mail binding. */
export type SentMail = { from: string; to: string | string[]; subject: string; text: string; html: string };

export type RuntimeOptions = {
  /** The directory of the databases, objects and blobs. */
  persist: string;
  /** Settings and secrets. */
  env?: Record<string, string>;
  /** Requests per period and key, by the binding of the rate class. Default: practically unlimited. */
  limits?: Record<string, number> | undefined;
  /** Called with each mail that the Worker sends; throws to reject it. Undefined: no mail service. */
  onMail?: ((mail: SentMail) => void) | undefined;
  /** Called with each line of the log. */
  onLog?: (line: string) => void;
};

const UNLIMITED = { RATE_API: 1e9, RATE_TOKEN: 1e9, RATE_PUBLIC: 1e9 };

/** Runs the Worker on Miniflare with the options of `npm start`, on a free port. Throws if it does not start. */
export async function startRuntime({ persist, env = {}, limits, onMail, onLog }: RuntimeOptions): Promise<Miniflare> {
  const options = miniflareOptions(
    {
      bundle: await bundle(),
      persist,
      evictable: true,
      env,
      limits: { ...UNLIMITED, ...limits },
      onLog: (line) => {
        seeLine(line);
        onLog?.(line);
      },
      onMail: async (mail) => {
        onMail?.(mail as SentMail);
        return crypto.randomUUID();
      },
    },
    // For the UNIX sockets of the launcher, which tests do not use.
    mkdtempSync(join(tmpdir(), 'run-')),
  );
  if (!onMail) delete options.workers[0]!.config.env!['LOCAL_MAIL'];
  // Delivers queued messages at once: waiting a second to fill a batch would only delay tests.
  for (const trigger of options.workers[0]!.config.triggers ?? [])
    if (trigger.type === 'queue') trigger.maxBatchTimeout = 0;
  const miniflare = new Miniflare(options);
  await miniflare.ready;
  return miniflare;
}

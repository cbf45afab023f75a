/**
 * Runs in the Worker, around the product's bundle: replaces the bindings of the environment with ones that count. The
 * product is unchanged, and its code runs as it is deployed. `./modules.ts` writes the entry point that uses this.
 */
import { countBucket, countDatabase, countMessages, countQueue } from './bindings.ts';
import { noCounts, type Counts } from './counts.ts';
import { countNamespace, countObject as countClass, type Namespace } from './objects.ts';

type Env = Record<string, unknown>;
type Handlers = {
  fetch?(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
  scheduled?(controller: ScheduledController, env: Env, context: ExecutionContext): Promise<void>;
  queue?(batch: MessageBatch, env: Env, context: ExecutionContext): Promise<void>;
};

/** The counts of this isolate. On one machine, all requests and objects of a Worker share an isolate. */
const counts: Counts = noCounts();
const environments = new WeakMap<object, Env>();

/** Returns the environment with counting bindings; always the same object, because the product caches by it. */
function counting(env: Env): Env {
  const known = environments.get(env);
  if (known) return known;
  const made = Object.fromEntries(Object.entries(env).map(([name, binding]) => [name, counted(binding)]));
  environments.set(env, made);
  return made;
}

/** Recognizes a binding by its methods. */
function counted(binding: unknown): unknown {
  if (typeof binding !== 'object' || binding === null) return binding;
  if ('prepare' in binding) return countDatabase(binding as D1Database, counts);
  if ('createMultipartUpload' in binding) return countBucket(binding as R2Bucket, counts);
  if ('sendBatch' in binding) return countQueue(binding as Queue, counts);
  // Objects without storage have a namespace with this method only.
  if ('get' in binding) return countNamespace(binding as Namespace, counts);
  return binding;
}

/** Returns an entry point with counting bindings. */
export function countHandlers(handlers: Handlers): Handlers {
  const { fetch, scheduled, queue } = handlers;
  return {
    ...(fetch && {
      fetch: (request, env, context) => {
        counts.requests += 1;
        return fetch(request, counting(env), context);
      },
    }),
    ...(scheduled && { scheduled: (controller, env, context) => scheduled(controller, counting(env), context) }),
    ...(queue && {
      queue: (batch, env, context) => {
        counts.requests += 1;
        return queue(countMessages(batch, counts), counting(env), context);
      },
    }),
  };
}

/** Returns the control entry point of the local service, which then also responds to `/counts`. */
export function countControl({ fetch }: Handlers): Handlers {
  return {
    fetch: async (request, env, context) =>
      new URL(request.url).pathname === '/counts' ? Response.json(counts) : fetch!(request, counting(env), context),
  };
}

/** Returns a Durable Object class that counts. */
export const countObject = (base: Parameters<typeof countClass>[0]): ReturnType<typeof countClass> =>
  countClass(base, counts, counting);

const write = console.log.bind(console);
console.log = (...given: unknown[]) => {
  counts.log.lines += 1;
  counts.log.bytes += given.reduce((sum: number, one) => sum + String(one).length, 0);
  write(...given);
};

import { Response, type Request } from 'miniflare';
import type { HiddenCauses } from './hidden-causes.ts';
import type { WorkerConfig } from './worker-config.ts';

/** The options of the runtime (runtime.ts) that are bindings. */
type Options = {
  env: Record<string, string>;
  limits?: Record<string, number>;
  onMail: (message: unknown) => Promise<string>;
  database?: 'cell' | 'd1';
  cells?: readonly string[] | undefined;
};

/** The bindings of the Worker on one machine. */
export function bindings(config: WorkerConfig, options: Options, causes: HiddenCauses): Record<string, unknown> {
  const limits = config.ratelimits.map(({ name, simple }) => [
    name,
    { ...simple, limit: options.limits?.[name] ?? simple.limit },
  ]);
  return {
    ...databaseOf(config, options),
    ...Object.fromEntries(config.r2_buckets.map((r2) => [r2.binding, { type: 'r2', name: r2.bucket_name }])),
    ...Object.fromEntries(
      config.durable_objects.bindings.map(({ name, class_name }) => [
        name,
        { type: 'durable-object', worker: config.name, exportName: class_name },
      ]),
    ),
    ...Object.fromEntries(
      config.queues.producers.map(({ binding, queue }) => [binding, { type: 'queue', name: queue }]),
    ),
    ...Object.fromEntries(Object.entries(options.env).map(([name, value]) => [name, { type: 'text', value }])),
    // Checks addresses after a name is resolved. Other requests of the Worker may go to private addresses.
    PUBLIC_NETWORK: { type: 'network', allow: ['public'], tlsOptions: { trustBrowserCas: true } },
    ...(options.cells ? { LOCAL_CELLS: { type: 'json', value: options.cells } } : {}),
    LOCAL_RATE_LIMITS: { type: 'json', value: Object.fromEntries(limits) },
    LOCAL_CAUSES: {
      type: 'fetcher',
      handler: async ({ url }: Request) => new Response(await causes.of(new URL(url).pathname.slice(1))),
    },
    LOCAL_MAIL: {
      type: 'fetcher',
      handler: async (request: Request) => {
        try {
          return new Response(await options.onMail(await request.json()));
        } catch (error) {
          return new Response((error as Error).message, { status: 500 });
        }
      },
    },
  };
}

/** The database: an object of the class `Cell`, or the D1 of the local runtime. */
function databaseOf({ name, d1_databases: databases }: WorkerConfig, { database }: Options): Record<string, unknown> {
  if (database !== 'd1') return { CELL: { type: 'durable-object', worker: name, exportName: 'Cell' } };
  return Object.fromEntries(databases.map((d1) => [d1.binding, { type: 'd1', id: d1.preview_database_id }]));
}

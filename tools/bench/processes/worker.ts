import type { MiniflareOptions } from 'miniflare';

/** Options of a Miniflare with one Worker: the text of its module and its bindings. */
export function workerOptions(name: string, contents: string, env: Record<string, object> = {}): MiniflareOptions {
  return {
    enableDevRegistry: false,
    cf: false,
    logRequests: false,
    workers: [
      {
        config: {
          name,
          compatibilityDate: '2026-10-01',
          manifest: { mainModule: 'worker.js', modulesRoot: '/', modules: { 'worker.js': { type: 'esm', contents } } },
          env,
        },
      },
    ],
  } as MiniflareOptions;
}

import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { readWorkerConfig } from '../../../apps/server/workerd/worker-config.ts';

type Modules = Record<string, { type: 'esm'; contents: string }>;

/**
 * Returns the modules of a Worker that runs the product's bundle (`worker.js`) with counting bindings. The first one is
 * its entry point, with the exports of the bundle.
 */
export async function countingModules(bundle: string): Promise<Modules> {
  const built = await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    write: false,
  });
  const classes = readWorkerConfig().durable_objects.bindings.map(({ class_name: name }) => name);
  const entry = [
    `import product, * as worker from './worker.js';`,
    `import { countControl, countHandlers, countObject } from './counting.js';`,
    `export default countHandlers(product);`,
    `export const direct = countHandlers(worker.direct);`,
    `export const control = countControl(worker.control);`,
    ...classes.map((name) => `export const ${name} = countObject(worker.${name});`),
  ];
  const esm = (contents: string): Modules[string] => ({ type: 'esm', contents });
  return {
    'entry.js': esm(entry.join('\n')),
    'counting.js': esm(built.outputFiles[0]!.text),
    'worker.js': esm(bundle),
  };
}

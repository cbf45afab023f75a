import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import build from '../test/support/build.ts';
import { startService } from '../test/support/service.ts';

const ROOT = join(import.meta.dirname, '..');

/** Where the types of the service's client are checked in. */
export const TYPES_FILE = join(ROOT, 'client/schema.d.ts');

/** Makes TYPES_FILE anew from the service as it is in src. */
export const REGENERATE = 'npx node client/generate.ts';

const HEADER = `// Types of the service, from its /archivist/openapi.json. Made by: ${REGENERATE}\n`;

/**
 * TypeScript declarations of an OpenAPI 3.1 document (JSON text), formatted as everything here is, and without
 * those that are always empty.
 */
export async function typesOf(document: string): Promise<string> {
  const { default: openapiTS, astToString } = await loadGenerator();
  const types = astToString(await openapiTS(document)).replaceAll(/^export type (webhooks|\$defs) = .*\n/gm, '');
  return execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [`--stdin-filepath=${TYPES_FILE}`], {
    cwd: ROOT,
    input: HEADER + types,
    encoding: 'utf8',
    maxBuffer: 2 ** 25,
  });
}

/**
 * openapi-typescript builds its output with the compiler API that TypeScript 7 no longer has, so it alone gets
 * the TypeScript that another generator brings. A hook and not an alias, because the package names no range.
 */
async function loadGenerator(): Promise<typeof import('openapi-typescript')> {
  const require = createRequire(import.meta.url);
  const typescript = pathToFileURL(createRequire(require.resolve('swagger-typescript-api')).resolve('typescript')).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? { url: typescript, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    return await import('openapi-typescript');
  } finally {
    hooks.deregister();
  }
}

if (import.meta.main) {
  const removeStorage = await build();
  const service = await startService();
  try {
    writeFileSync(TYPES_FILE, await typesOf(await (await fetch(`${service.base}/openapi.json`)).text()));
  } finally {
    await service.close();
    removeStorage();
  }
}

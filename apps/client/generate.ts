import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import type { Config } from '../../src/settings/config.ts';
import { openApi31 } from '../../src/http/openapi/documents.ts';
import { operations } from '../../src/operations.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The generated types of the API. */
export const TYPES_FILE = join(ROOT, 'apps/client/schema.d.ts');

/** The command that generates TYPES_FILE from the operations in src. */
export const REGENERATE = 'npx node apps/client/generate.ts';

const HEADER = `// Types of the API, generated from its OpenAPI document by: ${REGENERATE}\n`;

/**
 * TypeScript declarations of an OpenAPI 3.1 document (JSON text), formatted like the rest of the code. Declarations
 * that are always empty are left out, and so are examples.
 */
export async function typesOf(document: string): Promise<string> {
  const { default: openapiTS, astToString } = await loadGenerator();
  const withoutExamples = JSON.stringify(JSON.parse(document, (key, value) => (key === 'example' ? undefined : value)));
  const types = astToString(await openapiTS(withoutExamples)).replaceAll(/^export type (webhooks|\$defs) = .*\n/gm, '');
  return execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [`--stdin-filepath=${TYPES_FILE}`], {
    cwd: ROOT,
    input: HEADER + types,
    encoding: 'utf8',
    maxBuffer: 2 ** 25,
  });
}

/** openapi-typescript needs a compiler API that TypeScript 7 no longer has. This hook gives it TypeScript 6 instead. */
async function loadGenerator(): Promise<typeof import('openapi-typescript')> {
  const typescript = import.meta.resolve('typescript-6');
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
  // Addresses are part of the document, but not of the types.
  const origin = 'https://evidence.example.com';
  const config = { origin, baseUrl: `${origin}/archivist` } as Config;
  writeFileSync(TYPES_FILE, await typesOf(JSON.stringify(openApi31(operations, config))));
}

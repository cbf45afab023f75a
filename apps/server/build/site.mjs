// Plain JavaScript, because wrangler also runs it, with its own version of Node.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { worldOutline } from './outline.mjs';
import { buildVerifier } from './verifier.mjs';

const SITE = fileURLToPath(new URL('../../site', import.meta.url));
const CONSOLE = fileURLToPath(new URL('../../console', import.meta.url));

/** The programs of the console and the field page, and what they load when it is needed. */
const CONSOLE_ENTRIES = [
  { in: `${CONSOLE}/main.tsx`, out: 'console/app' },
  // Loaded when it is in German.
  { in: `${CONSOLE}/screens/texts/de.ts`, out: 'console/de' },
  // Loaded when somebody makes an auditor's package.
  { in: `${CONSOLE}/package.ts`, out: 'console/package' },
  // Loaded when somebody imports a file.
  { in: `${CONSOLE}/import/main.ts`, out: 'console/import' },
  { in: `${CONSOLE}/styles/index.css`, out: 'console/console' },
  { in: `${CONSOLE}/field/main.tsx`, out: 'field/app' },
  // Loaded when the page is in German, or when somebody scans or signs.
  { in: `${CONSOLE}/field/texts/de.ts`, out: 'field/de' },
  { in: `${CONSOLE}/field/scan.ts`, out: 'field/scan' },
  { in: `${CONSOLE}/field/signature.ts`, out: 'field/signature' },
  { in: `${CONSOLE}/field/worker.ts`, out: 'field/worker' },
  { in: `${CONSOLE}/styles/field.css`, out: 'field/field' },
];

/**
 * Builds the static files for browsers (the scripts of the pages, the console) into a directory. Files are overwritten
 * and never removed first, because another service may be reading them.
 *
 * @param {string} out the directory, created if it is missing
 * @returns {Promise<void>}
 */
export async function buildSite(out) {
  mkdirSync(out, { recursive: true });
  cpSync(`${SITE}/public`, out, { recursive: true });
  mkdirSync(`${out}/static`, { recursive: true });
  // Not .html: static files of this name have an address without it.
  writeFileSync(`${out}/static/verify.htm`, (await buildVerifier()).text);
  const common = {
    outdir: out,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  };
  await build({
    ...common,
    entryPoints: [
      { in: `${SITE}/pages/main.ts`, out: 'static/pages' },
      { in: `${SITE}/check/examine.ts`, out: 'static/examine' },
      { in: `${SITE}/check/examinelog.ts`, out: 'static/examinelog' },
      { in: `${SITE}/verify/main.ts`, out: 'static/verify' },
      { in: `${SITE}/find/main.ts`, out: 'static/find' },
    ],
    // The code that verifies proofs is large: pages load it only when it is needed.
    plugins: [
      {
        name: 'loaded-on-demand',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/examine(?:log)?\.ts$/ }, ({ kind, path }) =>
            kind === 'dynamic-import'
              ? { path: path.replace(/^.*(\/examine(?:log)?)\.ts$/, '.$1.js'), external: true }
              : undefined,
          ),
      },
    ],
  });
  await build({
    ...common,
    entryPoints: CONSOLE_ENTRIES,
    define: { WORLD_OUTLINE: JSON.stringify(worldOutline()) },
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  await build({
    ...common,
    entryPoints: [{ in: `${SITE}/reference/main.ts`, out: 'reference/main' }],
    // The viewer is copied as it was published. Its name has its hash, so that browsers keep it.
    assetNames: 'reference/[name]-[hash]',
    publicPath: '/',
    plugins: [
      {
        name: 'published-files',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/swagger-ui-dist\// }, ({ path }) => ({ contents: readFileSync(path), loader: 'file' })),
      },
    ],
  });
}

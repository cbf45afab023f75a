// Plain JavaScript: wrangler runs it too, with whatever Node runs wrangler.
import { cpSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('../browser', import.meta.url));

/**
 * Builds what browsers get as files (the scripts of the pages, the console) into a directory. Files are written
 * over and never removed first: a service beside this one may be reading them.
 *
 * @param {string} out the directory, created when it is missing
 * @returns {Promise<void>}
 */
export async function buildSite(out) {
  mkdirSync(out, { recursive: true });
  cpSync(`${SOURCE}/public`, out, { recursive: true });
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
      { in: `${SOURCE}/pages/main.ts`, out: 'static/pages' },
      { in: `${SOURCE}/check/examine.ts`, out: 'static/examine' },
      { in: `${SOURCE}/verify/main.ts`, out: 'static/verify' },
    ],
    // What checks proofs is long: a page that may never check one loads it when it is asked to.
    plugins: [
      {
        name: 'loaded-on-demand',
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/examine\.ts$/ }, ({ kind }) =>
            kind === 'dynamic-import' ? { path: './examine.js', external: true } : undefined,
          ),
      },
    ],
  });
  await build({
    ...common,
    entryPoints: [
      { in: `${SOURCE}/console/main.tsx`, out: 'console/app' },
      { in: `${SOURCE}/try/main.ts`, out: 'console/try' },
    ],
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
}

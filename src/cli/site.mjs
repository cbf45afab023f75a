// Builds what browsers get as files into .build/site: the scripts of the pages, and the console. Run by wrangler
// before it bundles the Worker (`[build]` in wrangler.toml), with whatever Node runs wrangler.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = `${root}.build/site`;

// A run beside this one (tests, a started service) may be reading: files are written over, never missing for long.
if (process.argv.includes('--clean')) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(`${root}src/site/public`, out, { recursive: true });
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
    { in: `${root}src/site/viewer/main.ts`, out: 'static/viewer' },
    { in: `${root}src/site/check/examine.ts`, out: 'static/examine' },
    { in: `${root}src/site/verify/main.ts`, out: 'static/verify' },
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
    { in: `${root}src/site/console/main.tsx`, out: 'console/app' },
    { in: `${root}src/site/try/main.ts`, out: 'console/try' },
  ],
  jsx: 'automatic',
  jsxImportSource: 'preact',
});

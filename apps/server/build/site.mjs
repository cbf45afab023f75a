// Plain JavaScript, because wrangler also runs it, with its own version of Node.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDocs } from './docs.mjs';
import { worldOutline } from './outline.mjs';
import { buildVerifier } from './verifier.mjs';

const SITE = fileURLToPath(new URL('../../site', import.meta.url));
const CONSOLE = fileURLToPath(new URL('../../console', import.meta.url));

/** What the console loads when it is needed, its styles, and the program of the field page. */
const CONSOLE_ENTRIES = [
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
  { in: `${CONSOLE}/field/signing.ts`, out: 'field/signing' },
  { in: `${CONSOLE}/field/worker.ts`, out: 'field/worker' },
  { in: `${CONSOLE}/styles/field.css`, out: 'field/field' },
];

/**
 * Builds the static files for browsers (the scripts of the pages, the console, the documentation) into a directory.
 * Files are overwritten and never removed first, because another service may be reading them.
 *
 * @param {string} out the directory, created if it is missing
 * @returns {Promise<void>}
 */
export async function buildSite(out) {
  mkdirSync(out, { recursive: true });
  cpSync(`${SITE}/public`, out, { recursive: true });
  mkdirSync(`${out}/static`, { recursive: true });
  buildDocs(out);
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
      { in: `${SITE}/styles/pages.css`, out: 'static/pages' },
      { in: `${SITE}/styles/docs.css`, out: 'static/docs' },
      { in: `${SITE}/pages/main.ts`, out: 'static/pages' },
      { in: `${SITE}/check/examine.ts`, out: 'static/examine' },
      { in: `${SITE}/check/examinelog.ts`, out: 'static/examinelog' },
      { in: `${SITE}/check/examinehistory.ts`, out: 'static/examinehistory' },
      { in: `${SITE}/check/author.ts`, out: 'static/author' },
      { in: `${SITE}/check/authority.ts`, out: 'static/authority' },
      { in: `${SITE}/verify/main.ts`, out: 'static/verify' },
      { in: `${SITE}/find/main.ts`, out: 'static/find' },
      // Loaded when a page is not in the preferred language, or in German.
      { in: `${SITE}/pages/chosen.ts`, out: 'static/chosen' },
      { in: `${SITE}/texts/de.ts`, out: 'static/de' },
    ],
    // The code that verifies proofs is large: pages load it only when it is needed.
    plugins: [
      {
        name: 'loaded-on-demand',
        setup: ({ onResolve }) =>
          onResolve(
            { filter: /\/(?:check\/(?:examine(?:log)?|author(?:ity)?)|chosen|find\/main)\.ts$/ },
            ({ kind, path }) =>
              kind === 'dynamic-import'
                ? { path: path.replace(/^.*?(\w+)(?:\/main)?\.ts$/, './$1.js'), external: true }
                : undefined,
          ),
      },
    ],
  });
  const preact = { jsx: 'automatic', jsxImportSource: 'preact' };
  await build({ ...common, ...preact, entryPoints: CONSOLE_ENTRIES });
  await buildConsole(out, { ...common, ...preact });
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

/**
 * Builds the program of the console: `console/app.js` with what each visit needs, and a file for each dynamic import.
 * Their names have their hashes, so that a page never mixes the files of two versions.
 *
 * @param {string} out
 * @param {import('esbuild').BuildOptions} options
 */
async function buildConsole(out, options) {
  const core = `${CONSOLE}/app.tsx`;
  const { metafile } = await build({
    ...options,
    entryPoints: [{ in: `${CONSOLE}/main.tsx`, out: 'console/app' }],
    define: { WORLD_OUTLINE: JSON.stringify(worldOutline()) },
    splitting: true,
    chunkNames: 'console/[name]-[hash]',
    metafile: true,
    // Without the import of the core, each set of modules that some of the files share would become one more file.
    plugins: [
      {
        name: 'shared-core',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
            kind === 'dynamic-import' ? { path: resolve(resolveDir, path), namespace: 'on-demand' } : undefined,
          );
          onLoad({ filter: /./, namespace: 'on-demand' }, ({ path }) => ({
            contents: `import ${JSON.stringify(core)}; export * from ${JSON.stringify(path)};`,
            resolveDir: CONSOLE,
          }));
        },
      },
    ],
  });
  const app = Object.entries(metafile.outputs).find(([name]) => name.endsWith('/console/app.js'));
  const needed = app[1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
  const page = `${out}/console/index.html`;
  const preloads = needed.map((name) => `<link rel="modulepreload" href="/console/${name}" />`);
  writeFileSync(page, readFileSync(page, 'utf8').replace(/(?= *<script)/, `    ${preloads.join('')}\n`));
}

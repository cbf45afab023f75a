import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/** Where `npm run client` builds the package. */
export const PACKAGE = join(ROOT, '.build/client');

/** The oldest runtimes that the package supports: Node 20, and browsers of the same age. */
const TARGET = ['es2022', 'node20'];

/** The command line uses the library of the package like any other program. */
const libraryApart: Plugin = {
  name: 'library-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/index\.ts$/ }, ({ importer }) =>
      importer.includes('/client/src/cli/') ? { path: './index.js', external: true } : undefined,
    ),
};

/**
 * Builds the package from `apps/client/`, without the files that are only for its development, into the directory
 * `out`.
 */
export async function buildClient(out = PACKAGE): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'dist'), { recursive: true });
  const metafiles = await bundleClient(join(out, 'dist'));
  writeTypes(join(out, 'dist'));
  for (const name of ['package.json', 'README.md']) cpSync(join(ROOT, 'apps/client', name), join(out, name));
  cpSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
  writeFileSync(join(out, 'NOTICES.txt'), noticesOf(metafiles));
}

/**
 * Bundles the library (`index.js`) and the command line (`cli.js`, with parts that it loads later) into an existing
 * directory.
 */
export async function bundleClient(dist: string): Promise<Metafile[]> {
  const common = {
    bundle: true,
    format: 'esm',
    target: TARGET,
    legalComments: 'none',
    metafile: true,
    absWorkingDir: ROOT,
    logLevel: 'warning',
  } as const;
  const library = await build({
    ...common,
    entryPoints: ['apps/client/src/index.ts'],
    outfile: join(dist, 'index.js'),
    platform: 'neutral',
    mainFields: ['module', 'main'],
  });
  const command = await build({
    ...common,
    entryPoints: { cli: 'apps/client/src/cli/main.ts' },
    outdir: dist,
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
    platform: 'node',
    plugins: [libraryApart],
    // Commander is CommonJS.
    banner: {
      js:
        "import { createRequire as createRequireHere } from 'node:module';\nconst require = " +
        'createRequireHere(import.meta.url);',
    },
  });
  chmodSync(join(dist, 'cli.js'), 0o755);
  return [library.metafile, command.metafile];
}

/** The declarations of the library. They refer to nothing outside of `apps/client/`. */
function writeTypes(dist: string): void {
  const made = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    execFileSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      [
        '-p',
        'apps/client/tsconfig.json',
        '--noEmit',
        'false',
        '--declaration',
        '--emitDeclarationOnly',
        '--rootDir',
        '.',
        '--outDir',
        made,
      ],
      { cwd: ROOT, stdio: 'inherit' },
    );
    const from = join(made, 'apps/client/src');
    for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.d.ts'),
    )) {
      const text = readFileSync(join(from, file), 'utf8');
      if (/from '[^']*\/src\//.test(text)) throw new Error(`${file} refers to types outside of the package`);
      mkdirSync(dirname(join(dist, file)), { recursive: true });
      writeFileSync(
        join(dist, file),
        text
          .replaceAll(/(from |import\()(['"])\.\.\/schema\.d\.ts\2/g, '$1$2./schema.js$2')
          .replaceAll(/(['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2'),
      );
    }
    cpSync(join(ROOT, 'apps/client/schema.d.ts'), join(dist, 'schema.d.ts'));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** The licenses of the packages whose code is in the bundles. */
function noticesOf(metafiles: readonly Metafile[]): string {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const notices = [...names].toSorted().map((name) => {
    const directory = join(ROOT, 'node_modules', name);
    const { version, license, repository } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      version: string;
      license?: string;
      repository?: { url?: string };
    };
    if (license === undefined) throw new Error(`${name} names no license`);
    const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
    const text =
      file === undefined
        ? `The package has no license file. Its source: ${repository?.url}`
        : readFileSync(join(directory, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return `This package contains code of the following packages.\n\n${notices.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

if (import.meta.main) {
  await buildClient();
  console.log(`Built ${PACKAGE}. Pack it with: npm pack ./.build/client`);
}

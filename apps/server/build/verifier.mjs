// Plain JavaScript, because wrangler also runs it, with its own version of Node.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = fileURLToPath(new URL('../../site/package', import.meta.url));

/**
 * Builds the page that verifies auditor's packages: one file, whose script is a classic one, because pages from a disk
 * can load neither modules nor other files. Its bytes follow from the source and from the lock file.
 *
 * @returns {Promise<{ text: string; sha256: string }>}
 */
export async function buildVerifier() {
  const common = { bundle: true, minify: true, write: false, legalComments: 'none', charset: 'ascii' };
  const outputs = await Promise.all([
    build({ ...common, entryPoints: [`${PAGE}/main.ts`], format: 'iife', target: 'es2023', logLevel: 'warning' }),
    build({ ...common, entryPoints: [`${PAGE}/style.css`], logLevel: 'warning' }),
  ]);
  const [script, style] = outputs.map(({ outputFiles }) => outputFiles[0].text.trim());
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const own = `script-src ${hash(script)}; style-src ${hash(style)}`;
  const policy = `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'`;
  const text = readFileSync(`${PAGE}/page.html`, 'utf8')
    .replace('POLICY', () => policy)
    .replace('  </head>', () => `    <style>${style}</style>\n  </head>`)
    .replace('  </body>', () => `    <script>${script}</script>\n  </body>`);
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

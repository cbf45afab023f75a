import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../apps/client/build.ts';
import { launch } from '../pages/support/browser.ts';
import { removeDirectory } from '../support/directory.ts';
import { PROJECT } from '../support/launcher.ts';
import { newTenant, startService, type Service } from '../support/service.ts';
import { jsonOf, runCommand } from './support/command.ts';

const run = promisify(execFile);

/** A program of a user of the package: records an event, uploads a file and verifies the proof of the event. */
const SCENARIO = `
import { EvidenceClient, EvidenceError, verifyProof } from 'asset-evidence-client';

export async function scenario({ url, clientId, clientSecret, log }) {
  const client = new EvidenceClient({ url, credentials: { clientId, clientSecret } });
  const asset = await client.assets.create({ attributes: { arc_display_name: 'Pump 7' } });
  const event = await client.events.record(asset.identity, { event_attributes: { inspector: 'Ada' } });
  const sent = [];
  const stored = await client.blobs.upload(new Blob([new Uint8Array(200_000)]), {
    onProgress: (progress) => sent.push(progress.sent),
  });
  const proof = await client.proofs.wait(event.identity);
  const { keys } = await client.request('GET', '/v1/logs/{log}/keys', { path: { log } });
  const vkeys = keys.flatMap((key) => ('vkey' in key ? [key.vkey] : []));
  const listed = [];
  for await (const { identity } of client.events.list(asset.identity, { page_size: 1 })) listed.push(identity);
  const other = asset.identity.slice(0, -1) + (asset.identity.endsWith('0') ? '1' : '0');
  const missing = await client.assets.get(other).catch((error) => error);
  return {
    inspector: (await client.events.get(event.identity)).event_attributes.inspector,
    listed: listed.length,
    size: stored.size,
    sent: sent.at(-1),
    unpinned: verifyProof(proof).verdict,
    valid: verifyProof(proof, { vkeys }).verdict,
    missing: missing instanceof EvidenceError && missing.code,
  };
}
`;
const EXPECTED = {
  inspector: 'Ada',
  listed: 2,
  size: 200_000,
  sent: 200_000,
  unpinned: 'unpinned',
  valid: 'valid',
  missing: 'NOT_FOUND',
};

let service: Service;
let directory: string;
let project: string;
let given: { url: string; clientId: string; clientSecret: string; log: string };

beforeAll(async () => {
  service = await startService();
  const { client_id, client_secret, tenant_identity } = await newTenant(service, 'Package');
  given = {
    url: service.base,
    clientId: client_id,
    clientSecret: client_secret,
    log: tenant_identity.slice('tenant/'.length),
  };
  directory = mkdtempSync(join(tmpdir(), 'package-'));
  project = join(directory, 'project');
  mkdirSync(project);
  await buildClient(join(directory, 'client'));
  const pack = ['pack', join(directory, 'client'), '--pack-destination', directory, '--json'];
  const [{ filename }] = JSON.parse((await run('npm', pack, { cwd: directory })).stdout);
  writeFileSync(join(project, 'package.json'), '{"name":"user","private":true,"type":"module"}');
  const cache = join(directory, 'cache');
  await run('npm', ['install', '--offline', '--cache', cache, join(directory, filename)], { cwd: project });
  writeFileSync(join(project, 'scenario.js'), SCENARIO);
});
afterAll(async () => {
  await service.close();
  removeDirectory(directory);
});

/** Writes `entry`, which can use the scenario, and bundles the project with Vite. Returns its only script. */
async function bundled(entry: string, config: InlineConfig): Promise<string> {
  writeFileSync(join(project, 'entry.js'), `import { scenario } from './scenario.js';\n${entry}`);
  const made = (await build({
    ...config,
    root: project,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const scripts = [made].flat().flatMap(({ output }) => output.filter(({ type }) => type === 'chunk'));
  expect(scripts).toHaveLength(1);
  return (scripts[0] as Rolldown.OutputChunk).code;
}

test('the tarball has the library, the command line, the documentation and the licenses, and no dependencies', () => {
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'asset-evidence-client',
  ]);
  const installed = join(project, 'node_modules/asset-evidence-client');
  expect(readdirSync(installed).toSorted()).toEqual(['LICENSE', 'NOTICES.txt', 'README.md', 'dist', 'package.json']);
  expect(readFileSync(join(installed, 'dist/index.js'), 'utf8')).not.toMatch(/^(?!\s*\*).*(?:from ['"]|require\()/m);
  expect(readFileSync(join(installed, 'NOTICES.txt'), 'utf8')).toMatch(/^commander 14\.0\.3 \(MIT\)$/m);
});

/** Compiles a program of the project. Throws with the errors of the compiler. */
function compile(file: string): void {
  const options = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck: false }, files: [file] }),
  );
  const { status, stdout } = spawnSync(join(PROJECT, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}

test('a program with strict types compiles against the declarations', () => {
  writeFileSync(
    join(project, 'typed.ts'),
    `import { EvidenceClient, verifyProof, type Asset, type Verification } from 'asset-evidence-client';
const client = new EvidenceClient({ url: 'https://evidence.example.com' });
export const asset: Promise<Asset> = client.assets.get('assets/x');
export const log: Promise<{ size: number }> = client.request('GET', '/v1/logs/{log}', { path: { log: 'x' } });
export const verified: Verification = verifyProof('{}', { vkeys: [] });
// @ts-expect-error: not a string
client.assets.get(5);
`,
  );
  compile('typed.ts');
});

test('the examples of the README compile', () => {
  const blocks = [
    ...readFileSync(join(PROJECT, 'apps/client/README.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm),
  ];
  expect(blocks.length).toBeGreaterThan(5);
  const code = blocks.map(([, text]) => text!.replaceAll(/^import .* from 'node:.*';$/gm, ''));
  const imports = /^import .*;$/gm;
  // Each block uses the client, the asset and the event of the first one.
  const [first, ...others] = code.map((text) => text.replaceAll(imports, ''));
  writeFileSync(
    join(project, 'readme.ts'),
    `import { attachmentOf, EvidenceClient, EvidenceError, verifyProof } from 'asset-evidence-client';
import { newSigningKey, signerOf } from 'asset-evidence-client';
import type { Event } from 'asset-evidence-client';
declare const CLIENT_ID: string, CLIENT_SECRET: string, KNOWN_KEY: string, identity: string;
declare function load(): Promise<string>;
declare function save(cursor: string): Promise<void>;
declare function write(name: string, response: Response): Promise<void>;
declare function handle(event: Event): Promise<void>;
declare function createReadStream(file: string): AsyncIterable<Uint8Array>;
${first}
${others.map((text, i) => `export async function block${i}() {\n${text}\nreturn undefined;\n}`).join('\n')}`,
  );
  compile('readme.ts');
});

/** The first Node of a major version in the path, which can have an older one than that of this project. */
function nodeOf(major: number): string | undefined {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'node'));
  return candidates.find(
    (path) => existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith(`v${major}.`),
  );
}

/** Skipped with a version that is not installed. */
describe.each([
  ['24', process.execPath],
  ['20', nodeOf(20)],
])('in Node %s', (major, node) => {
  test.runIf(node !== undefined)('records and verifies an event, also with the installed command line', async () => {
    writeFileSync(
      join(project, 'main.js'),
      `import { scenario } from './scenario.js';\nconsole.log(JSON.stringify(await ` +
        `scenario(${JSON.stringify(given)})));`,
    );
    expect(jsonOf(await runCommand([join(project, 'main.js')], { node: node! }))).toEqual([EXPECTED]);

    const bin = join(project, 'node_modules/.bin/evidence');
    const env = {
      EVIDENCE_URL: given.url,
      EVIDENCE_CLIENT_ID: given.clientId,
      EVIDENCE_CLIENT_SECRET: given.clientSecret,
    };
    const evidence = (...args: string[]) => runCommand([bin, '--json', ...args], { node: node!, env, cwd: project });
    const [asset] = jsonOf(await evidence('assets', 'create', '-a', 'arc_display_name=Pump 7'));
    const [event] = jsonOf(await evidence('record', asset.identity, '--attach', 'manual=scenario.js', '--wait'));
    expect(await evidence('proof', event.identity, '--wait', '60', '-o', 'proof.json')).toMatchObject({ code: 0 });
    expect((await evidence('verify', 'proof.json')).code).toBe(3);

    const history = `history-${major}.csv`;
    writeFileSync(join(project, history), 'asset,operation,n\np,,1\np,Record,2\n');
    const imported = await evidence('import', history);
    // Without node:sqlite, which keeps the state of an import.
    if (major === '20') expect(imported.stderr).toContain('evidence import needs Node.js 22.13 or newer');
    else expect(jsonOf(imported)).toEqual([expect.objectContaining({ finished: true, assets: 1, events: 1 })]);
  });
});

test('records and verifies an event in a browser, bundled with Vite', async () => {
  writeFileSync(join(project, 'index.html'), '<!doctype html><script type="module" src="/entry.js"></script>');
  const content = await bundled('globalThis.scenario = scenario;', {});
  const browser = await launch();
  try {
    // The service sends its pages with a policy that forbids other scripts.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${service.at}/verify/`);
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction('globalThis.scenario');
    const result = await page.evaluate(
      (input) => (globalThis as unknown as { scenario: (input: unknown) => Promise<object> }).scenario(input),
      given,
    );
    expect(result).toEqual(EXPECTED);
  } finally {
    await browser.close();
  }
});

test('records and verifies an event in a Worker', async () => {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: await bundled(
        'export default { fetch: async (request) => Response.json(await scenario(await request.json())) };',
        { build: { lib: { entry: 'entry.js', formats: ['es'] } } },
      ),
      compatibilityDate: '2026-01-01',
    }),
  );
  try {
    const response = await worker.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify(given) });
    expect(await response.json()).toEqual(EXPECTED);
  } finally {
    await worker.dispose();
  }
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations.ts';
import { ensureInstalled } from '../../tools/installed.ts';
import { newTenant, ORIGIN, sharedService, type Service, type Tenant } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const GENERATOR = join(ROOT, 'tools/swagger-client');
const STRICT =
  '--noEmit --strict --target es2024 --lib es2024,dom,dom.iterable --module esnext --allowImportingTsExtensions'.split(
    ' ',
  );

let service: Service;
let tenant: Tenant;
let folder: string;

beforeAll(async () => {
  // First, because it blocks this process while connections would be closed.
  ensureInstalled(GENERATOR);
  service = await sharedService();
  tenant = await newTenant(service, 'Generated');
  folder = mkdtempSync(join(tmpdir(), 'generated-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the client of the OpenAPI 3.1 document', () => {
  test('type-checks, and wrong uses do not compile', async () => {
    // Only tests with wrong uses: `npm run check` checks all files.
    const tests = readdirSync(join(ROOT, 'test/client'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(ROOT, 'test/client', name))
      .filter((file) => readFileSync(file, 'utf8').includes('@ts-expect-error'));
    expect(tests).not.toEqual([]);
    const directory = mkdtempSync(join(ROOT, '.build/client-types-'));
    const project = join(directory, 'tsconfig.json');
    const extended = { extends: join(ROOT, 'test/tsconfig.json'), include: tests };
    writeFileSync(project, JSON.stringify(extended));
    const errors = await typeCheck(['-p', project], ROOT).finally(() => rmSync(directory, { recursive: true }));
    expect(errors.filter((each) => each.startsWith('test/client/'))).toEqual([]);
  });
});

describe('clients from the Swagger 2.0 documents', () => {
  const groups = [...new Set(operations.filter(({ spec }) => !spec.atOrigin).map(({ spec }) => spec.group))].filter(
    ({ name }) => name !== 'openApi',
  );

  let generateApi: (
    options: object,
  ) => Promise<{ files: Record<'fileName' | 'fileExtension' | 'fileContent', string>[] }>;
  beforeAll(async () => {
    const main = createRequire(join(GENERATOR, 'package.json')).resolve('swagger-typescript-api');
    ({ generateApi } = await import(pathToFileURL(main).href));
  });

  async function generate(name: string, path: string): Promise<string> {
    const headers = { authorization: `Bearer ${tenant.token}` };
    const spec: unknown = await (await fetch(`${service.base}${path}:openapi`, { headers })).json();
    const { files } = await generateApi({
      spec,
      output: false,
      silent: true,
      fileName: `${name}.ts`,
      hooks: {
        // This generator takes `:verb` for a parameter, as in Express; escaped, the path is the same.
        onPreBuildRoutePath: (route: string) => route.replaceAll(':', '%3A'),
      },
    });
    expect(files.map(({ fileName, fileExtension }) => fileName + fileExtension)).toEqual([`${name}.ts`]);
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, files[0]!.fileContent);
    return file;
  }

  const files = new Map<string, string>();
  /** The errors of all files, which are checked together. */
  let errors: string[];
  beforeAll(async () => {
    for (const { name, path } of groups) files.set(name, await generate(name, path));
    const use = join(folder, 'use.ts');
    writeFileSync(use, USE);
    errors = await typeCheck([...STRICT, ...files.values(), use], folder);
  });
  const isOfUse = (error: string): boolean => error.startsWith('use.ts');

  test('type-check, and have a method for every operation', () => {
    for (const [name, file] of files) {
      const text = readFileSync(file, 'utf8');
      for (const { spec } of operations.filter((each) => each.spec.group.name === name && !each.spec.atOrigin))
        expect(text, spec.id).toMatch(new RegExp(`\\b${spec.id}: \\(`));
    }
    expect(errors.filter((error) => !isOfUse(error))).toEqual([]);
  });

  test('reject wrong types and work with right ones', async () => {
    expect(errors.filter(isOfUse)).toEqual([
      expect.stringContaining("'behaviors' does not exist in type 'CreateAsset'"),
      expect.stringContaining('\'"DONE"\' is not assignable to type'),
    ]);
    const { Api } = await import(pathToFileURL(files.get('assets')!).href);
    const api = new Api({
      baseUrl: service.base,
      securityWorker: () => ({ headers: { Authorization: `Bearer ${tenant.token}` } }),
    });
    const asset = (await api.v2.createAsset({ attributes: { lamp: 'LED' }, public: true })).data;
    const list = await api.v2.listAssets({ filters: ['attributes.lamp=LED', 'attributes.lamp!=bulb'], page_size: 1 });
    expect(list.data.assets).toEqual([expect.objectContaining({ identity: asset.identity })]);
    const address = await api.v2.getAssetPublicUrl(asset.identity.split('/')[1]);
    expect(address.data.publicurl).toBe(`${ORIGIN}/archivist/public${asset.identity}`);
    const refused = await api.v2.getAsset(crypto.randomUUID()).catch((answer: unknown) => answer);
    expect(refused).toMatchObject({ status: 404, error: { code: 5 } });
  });

  test('upload and download files', async () => {
    const { Api } = await import(pathToFileURL(files.get('blobs')!).href);
    const api = new Api({
      baseUrl: service.base,
      securityWorker: () => ({ headers: { Authorization: `Bearer ${tenant.token}` } }),
    });
    const content = new Uint8Array([0, 255, 1, 254]);
    const { identity } = (await api.v1.createBlob({ file: new File([content], 'four bytes') })).data;
    const file = await api.v1.getBlob(identity.split('/')[1], {}, { format: 'blob' });
    expect(new Uint8Array(await file.data.arrayBuffer())).toEqual(content);
  });
});

/** A program that uses the generated client; two of its calls must not compile. */
const USE = `
import { Api } from './assets.ts';
const { v2 } = new Api();
export const asset = await v2.createAsset({ attributes: { lamp: 'LED' } });
export const tracked: 'TRACKED' | 'NOT_TRACKED' = asset.data.tracked;
export const address: string = (await v2.getAssetPublicUrl('uuid')).data.publicurl;
await v2.createAsset({ behaviors: [] });
await v2.listAssets({ confirmation_status: 'DONE' });
`;

/** The compiler errors, one per line. */
async function typeCheck(options: string[], cwd: string): Promise<string[]> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  // Asynchronous: a synchronous call would not notice that open connections were closed.
  const { status, stdout, stderr } = await new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(
      process.execPath,
      [compiler, '--pretty', 'false', ...options],
      { cwd, maxBuffer: 2 ** 25 },
      (error, stdout, stderr) => resolve({ status: error?.code ?? (error ? error.message : 0), stdout, stderr }),
    ),
  );
  const errors = stdout.split('\n').filter((line) => / error TS\d+: /.test(line));
  if (status !== 0 && errors.length === 0) throw new Error(`tsc ended with ${status}: ${stdout}${stderr}`);
  return errors;
}

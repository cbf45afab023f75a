import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { webPlatform } from '../../src/formats/exports/web-platform.ts';
import { verifyPackage } from '../../src/proof/package/verify.ts';
import { bytesSource } from '../proof/support/packages.ts';
import { bytesOf, upload } from '../support/blobs.ts';
import { openClient } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { newMember } from '../support/sharing.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf, type Ran } from './support/command.ts';

const MIB = 2 ** 20;

let service: Service;
let tenant: Tenant;
let client: EvidenceClient;
let commandLine: CommandLine;
let env: Record<string, string>;
let directories = 0;

const run = (...args: string[]): Promise<Ran> => commandLine.here(args, { env });
const runApart = (...args: string[]): Promise<Ran> => commandLine.evidence(args, { env });
const newDirectory = (): string => join(commandLine.directory, `export-${(directories += 1)}`);
const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

beforeAll(async () => {
  service = await startService({ vars: { EXPORTS: '20' } });
  tenant = await newTenant(service, 'Exports');
  commandLine = await openCommandLine();
  env = { EVIDENCE_URL: service.base, EVIDENCE_TOKEN: tenant.token };
  client = new EvidenceClient({ url: service.base, token: tenant.token });
  const { identity } = await client.assets.create({ attributes: { arc_display_name: 'Pump' } });
  await client.events.record(identity, {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    event_attributes: { n: '1' },
  });
  await upload(await openClient(service), tenant.token, bytesOf(3 * MIB));
});
afterAll(async () => {
  commandLine.close();
  await service.close();
});

/** The directory has the whole export and nothing else. */
function isWhole(directory: string): void {
  const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as {
    files: { name: string; sha256: string; kind: string }[];
  };
  expect(readdirSync(directory).toSorted()).toEqual(
    [...manifest.files.map(({ name }) => name), 'manifest.json'].toSorted(),
  );
  expect(manifest.files.map(({ kind }) => kind)).toEqual(['assets', 'events', 'blobs', 'blob']);
  for (const { name, sha256: hash } of manifest.files) expect(sha256(join(directory, name)), name).toBe(hash);
}

/**
 * A proxy of the service that ends the connection after `cut` bytes of each response with a blob. `ranges`: the
 * Range headers of requests for it.
 */
async function cutting(cut: number): Promise<{ base: string; ranges: (string | undefined)[]; server: Server }> {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const answer = await fetch(`${service.at}${request.url}`, {
        method: request.method!,
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const {
        'content-encoding': _encoding,
        'transfer-encoding': _transfer,
        ...kept
      } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, { ...kept, 'content-length': String(body.length) });
      if (!request.url!.includes('/files/blob-')) return response.end(body);
      ranges.push(request.headers.range);
      if (body.length <= cut) return response.end(body);
      return response.write(body.subarray(0, cut), () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`, ranges, server };
}

describe('evidence export', () => {
  test('writes a whole export into a new directory, and deletes it in the service', async () => {
    const directory = newDirectory();
    const zip = `${directory}.zip`;
    const [shown] = jsonOf(await runApart('--json', 'export', directory, '--name', 'All', '--package', zip)) as any[];
    isWhole(directory);
    const packed = await verifyPackage(bytesSource(readFileSync(zip)), webPlatform, { trust: {} });
    expect([packed.findings.kept, packed.info?.name, packed.assets.length]).toEqual([[], 'All', 1]);
    const again = await run('export', newDirectory(), '--package', zip);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(`--package: ${zip} exists`)]);
    expect(shown).toMatchObject({
      directory,
      display_name: 'All',
      status: 'STATUS_FINISHED',
      counts: { assets: 1, events: 2, blobs: 1 },
      manifest_sha256: sha256(join(directory, 'manifest.json')),
    });
    expect(await client.exports.list().take(10)).toEqual([]);
  });

  test('evidence export with --keep leaves the export in the service, and the output names it', async () => {
    const directory = newDirectory();
    const { code, stdout } = await run('export', directory, '--keep');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^events +2$/m);
    const [kept] = await client.exports.list().take(10);
    expect(stdout).toContain(kept!.identity);
    await client.exports.delete(kept!.identity);
  });

  test('resumes downloads that break off, by ranges', async () => {
    const { base, ranges, server } = await cutting(MIB);
    const directory = newDirectory();
    const { code, stderr } = await commandLine.here(['export', directory, '--blobs'], {
      env: { ...env, EVIDENCE_URL: base },
    });
    server.close();
    expect([code, stderr]).toEqual([0, '']);
    isWhole(directory);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.length).toBeGreaterThan(2);
    for (const range of ranges.slice(1)) expect(range).toMatch(/^bytes=\d+-$/);
  });

  test('resumes the export of an interrupted command, and replaces a damaged part', async () => {
    const made = await client.exports.wait((await client.exports.create({ blobs: true })).identity);
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, '.evidence-export.json'), JSON.stringify({ url: client.url, export: made.identity }));
    const blob = made.files.find(({ kind }) => kind === 'blob')!;
    writeFileSync(join(directory, `${blob.name}.part`), 'damaged');
    writeFileSync(join(directory, made.files[0]!.name), 'damaged');
    const [shown] = jsonOf(await run('--json', 'export', directory)) as any[];
    expect(shown.identity).toBe(made.identity);
    isWhole(directory);
  });

  test('refuses a directory with other files, and one of another service', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, 'notes.txt'), 'mine');
    const refused = await run('export', directory);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('must be a new or empty directory')]);
    const other = newDirectory();
    mkdirSync(other);
    writeFileSync(
      join(other, '.evidence-export.json'),
      JSON.stringify({ url: 'https://other.example/archivist', export: 'exports/x' }),
    );
    const foreign = await run('export', other);
    expect([foreign.code, foreign.stderr]).toEqual([
      2,
      expect.stringContaining('has a part of an export of https://other'),
    ]);
    const file = await run('export', commandLine.file('file', ''));
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining('cannot be used')]);
    expect((await run('export')).code).toBe(2);
    expect(await client.exports.list().take(10)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ done: false })]),
    );
  });

  test('ends at once with exit code 2 if the directory cannot be created or written', async () => {
    for (const directory of ['/proc/evidence', '/proc/evidence/deeper', '/dev/null/export']) {
      const { code, stderr } = await run('export', directory);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .*: cannot be used: E[A-Z]+: .*\n$/)]);
    }
    expect((await client.exports.list().take(10)).filter(({ done }) => !done)).toEqual([]);
  });

  test('evidence export ends at once with exit code 2 for one of two exports into one directory', async () => {
    const directory = newDirectory();
    const both = await Promise.all([1, 2].map(() => runApart('export', directory, '--blobs')));
    const [first, second] = both.toSorted((a, b) => Number(a.code) - Number(b.code));
    expect([first!.code, first!.stderr]).toEqual([0, '']);
    expect([second!.code, second!.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: .*: (?:another export is writing to it|must be a new or empty directory).*\n$/),
    ]);
    isWhole(directory);
  });

  test('continues after a process that ended without removing its lock', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    const lock = join(directory, '.evidence-export.lock');
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(lock, `${process.pid}\n`);
    expect((await runApart('export', directory)).code).toBe(2);
    writeFileSync(lock, `${pid}\n`);
    expect((await runApart('export', directory, '--blobs')).code).toBe(0);
    isWhole(directory);
  });

  test('exits with 5 for a member, with 1 for an export without files, and then starts another one', async () => {
    const member = await newMember(service, await openClient(service), tenant);
    const directory = newDirectory();
    const refused = await commandLine.here(['export', directory], {
      env: { ...env, EVIDENCE_TOKEN: member.token },
    });
    expect(refused.code).toBe(5);
    const made = await client.exports.wait((await client.exports.create()).identity);
    await service.db
      .prepare("UPDATE exports SET status = 'ERASED', error_message = 'the event x was erased' WHERE id = ?")
      .bind(made.identity.split('/')[1])
      .run();
    writeFileSync(join(directory, '.evidence-export.json'), JSON.stringify({ url: client.url, export: made.identity }));
    const ended = await run('export', directory);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('STATUS_ERASED, the event x was erased')]);
    expect(existsSync(join(directory, '.evidence-export.json'))).toBe(false);
    expect((await run('export', directory, '--blobs')).code).toBe(0);
    isWhole(directory);
  });
});

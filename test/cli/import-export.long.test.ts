import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportContent } from '../../src/formats/exports/content.ts';
import { markersOf } from '../../src/formats/exports/imported.ts';
import type { EventLine } from '../../src/formats/exports/lines.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { editLine, exportDirectories, someExport } from '../proof/support/exports.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { bytesOf, upload } from '../support/blobs.ts';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { sized } from '../support/size.ts';
import { exportTo, recordsIn, writeProxy } from './support/exporting.ts';
import type { Ended } from '../support/in-process.ts';
import { importHere, runImport } from './support/importing.ts';
import { removeDirectory } from '../support/directory.ts';

const EVERY = sized({ quick: 6, long: 1, full: 1 });

type Deployment = { service: Service; client: Client };

const temporary = mkdtempSync(join(tmpdir(), 'import-export-'));
const written = exportDirectories();
const verify = verifyCommand();
let first: Deployment;
let second: Deployment;
/** A tenancy of the first deployment with records of all kinds, and its export. */
let origin: Tenant;
const EXPORT = join(temporary, 'export');
let manifestHash: string;

const open = async (): Promise<Deployment> => {
  const service = await startService({ vars: { EXPORTS: '100' } });
  return { service, client: await openClient(service) };
};
beforeAll(async () => {
  [first, second] = [await open(), await open()];
  origin = await newTenant(first.service);
  await fill(first, origin);
  manifestHash = await exportTo(EXPORT, { ...first, tenant: origin });
});
afterAll(async () => {
  await first?.service.close();
  await second?.service.close();
  removeDirectory(temporary);
});

/** Records of all kinds, and events of all operations. */
async function fill({ client }: Deployment, { token }: Tenant): Promise<void> {
  const post = (path: string, body: object): Promise<any> => done(client, token, 'POST', path, body);
  const location = await post('/v2/locations', { display_name: 'Quay 4', latitude: 51.95, longitude: 4.05 });
  const blob = await upload(client, token, bytesOf(1000));
  const report = {
    arc_attribute_type: 'arc_attachment',
    arc_blob_identity: blob.identity,
    arc_blob_hash_alg: 'SHA256',
    arc_blob_hash_value: blob.hash.value,
  };
  const listed = { arc_attachment_identity: blob.identity, arc_hash_alg: 'SHA256', arc_hash_value: blob.hash.value };
  const assets: any[] = [];
  for (const [n, mechanism] of ['SIMPLE_HASH', 'MERKLE_LOG', 'MERKLE_LOG'].entries())
    assets.push(
      await post('/v2/assets', {
        behaviours: ['RecordEvidence', 'Attachments', 'Maintenance'],
        proof_mechanism: mechanism,
        public: n === 2,
        attributes: { arc_display_name: `Pump ${n}`, arc_home_location_identity: location.identity, pressure: '5 bar' },
      }),
    );
  const append = (n: number, body: object): Promise<any> => post(`/v2/${assets[n].identity}/events`, body);
  await append(0, {
    ...RECORD,
    timestamp_declared: '2019-04-01T09:30:00Z',
    principal_declared: { issuer: 'https://idp.example.com', subject: 'ada', display_name: 'Ada', email: 'a@x.io' },
    event_attributes: { arc_display_type: 'Inspection', report, notes: [{ a: '1' }, { b: '2' }] },
    asset_attributes: { pressure: '6 bar' },
  });
  await append(0, {
    operation: 'Attach',
    behaviour: 'Attachments',
    event_attributes: { arc_append_attachments: [listed] },
  });
  await append(1, {
    operation: 'Remove',
    behaviour: 'Builtin',
    event_attributes: { arc_behaviour_name: 'Maintenance' },
  });
  await append(1, { operation: 'StopTracking', behaviour: 'Builtin' });
  for (let n = 0; n < 12; n += 1)
    await append(n % 3, { ...RECORD, event_attributes: { n: String(n) }, asset_attributes: { last: String(n) } });
  await post('/iam/v1/access_policies', {
    display_name: 'Inspectors',
    filters: [{ or: [`attributes.arc_home_location_identity=${location.identity}`] }],
    access_permissions: [
      { user_attributes: [{ or: ['jwt_role=inspector'] }], asset_attributes_read: ['*'] },
      { subjects: ['subjects/5f5f2c6a-9d94-4ee0-835e-9d234e882c9e'], asset_attributes_read: ['*'] },
    ],
  });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Visited',
    asset_filter: [{ or: [`attributes.arc_home_location_identity=${location.identity}`] }],
    event_display_type: 'Inspection',
    time_period_seconds: '60',
  });
}

let tenancies = 0;
/** A new tenancy of the second deployment, into which exports are imported. */
async function target() {
  const tenant = await newTenant(second.service);
  const env = { CLIENT_ID: tenant.client_id, CLIENT_SECRET: tenant.client_secret };
  const base = `${second.service.at}/archivist`;
  let exports = 0;
  const name = `target-${++tenancies}`;
  return {
    tenant,
    run: (args: string[], url = base) => importHere([...args, '--url', url], { env }),
    /** Runs it in its own process. */
    runApart: (args: string[], url: string, started: (child: ChildProcess) => void) =>
      runImport([...args, '--url', url], { env, started }),
    base,
    /** Exports the tenancy into a new directory. */
    exported: async (): Promise<string> => {
      const directory = join(temporary, `${name}-${++exports}`);
      await exportTo(directory, { ...second, tenant });
      return directory;
    },
  };
}

const forget = (directory: string): void => rmSync(`${directory}.import`, { force: true });
/** The content of the export of the first deployment, without permissions of organizations, which are left out. */
const originalContent = (): string[] =>
  exportContent(
    recordsIn(EXPORT).map(({ kind, value }) =>
      kind === 'access_policies'
        ? { kind, value: { ...value, access_permissions: [value.access_permissions[0]] } }
        : { kind, value },
    ),
  );
/** A tenancy into which the export was imported once, and its export, for tests that only read. */
let imported: Promise<{ into: Awaited<ReturnType<typeof target>>; directory: string; ended: Ended }> | undefined;
const importedOnce = () => (imported ??= importOnce());
async function importOnce() {
  forget(EXPORT);
  const into = await target();
  const ended = await into.run([EXPORT]);
  return { into, ended, directory: await into.exported() };
}
const importedContent = (directory: string): string[] => exportContent(recordsIn(directory), markersOf(1));

describe('npm run import of an export', () => {
  test('the export of the service verifies offline', async () => {
    const { code, out, err } = await verify.run([EXPORT, '--manifest-sha256', manifestHash]);
    expect([code, err, out]).toEqual([0, '', expect.stringContaining('The export is valid')]);
  });

  test('loads all records, so that an export of the other deployment has the same content', async () => {
    const { ended, directory: again } = await importedOnce();
    const { code, stdout, stderr } = ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/warning: access_policies-00001\.jsonl\.gz line 1: .+: left out 1 organization/);
    expect(stdout).toMatch(/imported: 3 assets, 16 events\n$/);
    expect((await verify.here([again])).code).toBe(3);
    expect(importedContent(again)).toEqual(originalContent());
    expect(existsSync(`${EXPORT}.rejected.csv`)).toBe(false);
  });

  test('leaves no file if the secret or the address is wrong, and keeps the state of an earlier run', async () => {
    forget(EXPORT);
    const into = await target();
    const wrong = await importHere([EXPORT, '--url', into.base], { env: { CLIENT_ID: 'x', CLIENT_SECRET: 'y' } });
    expect([wrong.code, wrong.stderr]).toEqual([1, `error: ${into.base} rejected the client id and secret (401)\n`]);
    expect(existsSync(`${EXPORT}.import`)).toBe(false);
    expect((await into.run([EXPORT], `${second.service.at}/elsewhere`)).code).toBe(1);
    expect(existsSync(`${EXPORT}.import`)).toBe(false);
    expect((await into.run([EXPORT])).code).toBe(0);
    expect(existsSync(`${EXPORT}.import`)).toBe(true);
    await importHere([EXPORT, '--url', into.base], { env: { CLIENT_ID: 'x', CLIENT_SECRET: 'y' } });
    expect(existsSync(`${EXPORT}.import`)).toBe(true);
  });

  test('adds nothing when it is repeated, with its state or without it', async () => {
    forget(EXPORT);
    const into = await target();
    expect((await into.run([EXPORT])).code).toBe(0);
    // Anchors are made by time.
    const countsOf = (directory: string) => {
      const { anchors: _anchors, ...counts } = JSON.parse(
        readFileSync(join(directory, 'manifest.json'), 'utf8'),
      ).counts;
      return counts as object;
    };
    const before = countsOf(await into.exported());
    expect((await into.run([EXPORT])).code).toBe(0);
    expect(countsOf(await into.exported())).toEqual(before);
    forget(EXPORT);
    const repeated = await into.run([EXPORT]);
    expect([repeated.code, repeated.stdout]).toEqual([
      0,
      expect.stringContaining('19 records had been imported before'),
    ]);
    expect(countsOf(await into.exported())).toEqual(before);
  });

  test.each([
    ['with its state', false],
    ['without its state', true],
  ])(
    'is complete after it was killed before and after each request that changes something, %s',
    async (_name, isForgotten) => {
      forget(EXPORT);
      const into = await target();
      let child: ChildProcess;
      let moment: 'before' | 'after';
      let left = 0;
      let isKilled = false;
      const proxy = await writeProxy(into.base, (when) => {
        if (isKilled || when !== moment) return isKilled;
        left -= 1;
        if (left > 0) return false;
        isKilled = child.kill('SIGKILL');
        return true;
      });
      let kills = 0;
      for (let code: number | null = null; code !== 0; kills += 1) {
        expect(kills).toBeLessThan(40);
        isKilled = false;
        moment = kills % 2 === 0 ? 'before' : 'after';
        // A request whose response is lost may be repeated, so each second run gets further: by one request, or in
        // the quick tests by EVERY requests.
        left = 1 + EVERY * Math.floor(kills / 2);
        const ended = await into.runApart([EXPORT], proxy.base, (started) => (child = started));
        ({ code } = ended);
        expect([ended.signal, ended.stderr]).toEqual([code === 0 ? null : 'SIGKILL', '']);
        if (isForgotten && code !== 0) forget(EXPORT);
      }
      proxy.close();
      expect(kills).toBeGreaterThan(sized({ quick: 3, long: 6, full: 6 }));
      expect(importedContent(await into.exported())).toEqual(originalContent());
    },
  );

  test('keeps the original proof of an event, which verifies with the manifest that the asset names', async () => {
    const { into, directory } = await importedOnce();
    const records = recordsIn(directory);
    const files = async (identity: string): Promise<Buffer> => {
      const response = await fetch(`${into.base}/v1/${identity}`, {
        headers: { authorization: `Bearer ${into.tenant.token}` },
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const asset = records.find(
      ({ kind, value }) => kind === 'assets' && value.attributes.arc_display_name === 'Pump 0',
    )!;
    const manifest = JSON.parse(String(await files(asset.value.attributes.imported_asset.manifest)));
    const event = records.find(({ kind, value }) => kind === 'events' && value.event.event_attributes.report)!.value
      .event;
    const { proof, proof_line, identity } = event.event_attributes.imported_event;
    const line = JSON.parse(
      gunzipSync(await files(proof))
        .toString()
        .split('\n')[Number(proof_line) - 1]!,
    );
    expect(line.event).toBe(identity);
    const original = (
      recordsIn(EXPORT).find(({ kind, value }) => kind === 'events' && value.event.identity === identity)!
        .value as EventLine
    ).event;
    const document = {
      format: 'asset-evidence-proof/2',
      view: 'tenant',
      event: original,
      index: line.index,
      checkpoint: manifest.log.checkpoint,
      ...line.proof,
    };
    const vkeys = [manifest.log.keys[0].vkey as string];
    expect(verifyProof(document, { vkeys })).toMatchObject({ ok: true, vouched: true });
    expect(JSON.stringify(line)).not.toContain('Inspection');
  });

  test('does not name principals in attributes of public assets', async () => {
    const { directory } = await importedOnce();
    const records = recordsIn(directory);
    const markers = records
      .filter(({ kind, value }) => kind === 'events' && value.proof.entry.public)
      .flatMap(({ value: { event } }) => [
        event.event_attributes.imported_event,
        event.asset_attributes.imported_creation,
      ])
      .filter((marker) => marker !== undefined);
    expect(markers.length).toBe(5);
    for (const marker of markers) expect(Object.keys(marker).filter((key) => key.includes('principal'))).toEqual([]);
  });

  test('imports an export without blobs, with the attachments as plain attributes', async () => {
    const directory = join(temporary, 'without-blobs');
    await exportTo(directory, { ...first, tenant: origin }, false);
    const into = await target();
    const { code, stdout } = await into.run([directory]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('imported: 3 assets, 16 events')]);
    const records = recordsIn(await into.exported());
    const event = records.find(({ kind, value }) => kind === 'events' && value.event.event_attributes.report)!.value
      .event;
    expect(event.event_attributes.report.arc_attribute_type).toBe('imported_attachment');
    const attach = records.find(({ kind, value }) => kind === 'events' && value.event.operation === 'Attach')!.value
      .event;
    expect(attach.event_attributes).toMatchObject({
      arc_append_attachments: [],
      imported_arc_append_attachments: [{ arc_attachment_identity: expect.stringMatching(/^blobs\//) }],
    });
  });

  test('imports the export of an import, and keeps the attributes of both', async () => {
    const { directory: between } = await importedOnce();
    const twice = await target();
    expect((await twice.run([between])).code).toBe(0);
    const last = await twice.exported();
    expect(exportContent(recordsIn(last), markersOf(2)).filter((text) => !text.startsWith('blobs '))).toEqual(
      exportContent(recordsIn(between)).filter((text) => !text.startsWith('blobs ')),
    );
  });

  test('--dry-run validates erased events and erasures, and sends nothing', async () => {
    const { files } = someExport();
    const { code, stdout, stderr } = await importHere([written(files), '--dry-run']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/valid: 4 assets, 20 events\n$/);
  });

  test('refuses an invalid export without --no-verify, and names file and line of each event', async () => {
    const { files } = someExport();
    editLine(files, 'events-00002.jsonl.gz', 3, (line) => delete line.event.operation);
    const directory = written(files);
    const refused = await runImport([directory, '--dry-run']);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/events-00002\.jsonl\.gz line 3: .+operation is missing .+npm run verify lists them/),
    ]);
    const unverified = await importHere([directory, '--dry-run', '--no-verify']);
    expect([unverified.code, readFileSync(`${directory}.rejected.csv`, 'utf8')]).toEqual([
      3,
      'file,line,reason\r\nevents-00002.jsonl.gz,3,"events-00002.jsonl.gz line 3: the proof.event.operation is ' +
        'missing"\r\n',
    ]);
  });

  test.each<[string, string[], RegExp]>([
    ['a map', ['--map', 'x'], /--map: is only for a file of lines/],
    ['a hash that is not one', ['--manifest-sha256', 'x'], /--manifest-sha256: must be 64/],
  ])('exits with 2 for %s', async (_name, args, message) => {
    const { code, stderr } = await importHere([EXPORT, ...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('exits with 1 for another manifest than the known one, and with 2 for --no-verify of a file', async () => {
    const other = await importHere([EXPORT, '--dry-run', '--manifest-sha256', 'ab'.repeat(32)]);
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining(`the SHA-256 of the manifest is ${manifestHash}`),
    ]);
    const file = await importHere(['x.csv', '--no-verify']);
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining('--no-verify: is only for an export')]);
  });
});

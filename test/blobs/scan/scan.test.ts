import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkerConfig } from '../../../apps/server/workerd/worker-config.ts';
import { startService, type Service } from '../../support/service.ts';
import { openScans, type Scans } from './support/blobs.ts';
import {
  bomb,
  bytes,
  docx,
  EICAR,
  ELF,
  ENCRYPTED,
  joined,
  nested,
  noise,
  PDF,
  PE,
  PNG,
  SCRIPT,
  streamedZip,
  zip,
  zipHeader,
} from './support/files.ts';

const KNOWN = bytes('a file that somebody knows to be bad');
const DAY_US = 86_400_000_000;

let service: Service;
let scans: Scans;
beforeAll(async () => {
  const hash = createHash('sha256').update(KNOWN).digest('hex');
  service = await startService({ vars: { KNOWN_BAD_SHA256: `${'00'.repeat(32)}, ${hash.toUpperCase()}` } });
  scans = await openScans(service);
});
afterAll(() => service.close());

const EICAR_REASON = 'EICAR test file';
const BOMB_REASON = 'an archive that unpacks to more than a hundred times its size';
const program = (kind: string): string => `a program (${kind}) that is declared as a document`;

/** Bad files, each with its name, its declared type and the reason. */
const BAD: Record<string, [content: Uint8Array, name: string, type: string, reason: string]> = {
  'EICAR alone': [bytes(EICAR), 'eicar.com', '', 'known by its SHA-256'],
  'EICAR in other text': [bytes(`before ${EICAR} after`), 'a.txt', 'text/plain', EICAR_REASON],
  'EICAR far in': [joined(noise(300_000), EICAR, noise(300_000)), 'a.bin', '', EICAR_REASON],
  'EICAR in an archive': [zip({ 'other.bin': noise(50_000), 'a.txt': bytes(EICAR) }), 'a.zip', '', EICAR_REASON],
  'EICAR stored in an archive': [zip({ 'a.txt': bytes(EICAR) }, 0), 'a.zip', '', EICAR_REASON],
  'EICAR in a streamed archive': [streamedZip({ b: noise(9000), a: bytes(EICAR) }), 'a.zip', '', EICAR_REASON],
  'EICAR in two archives': [nested(bytes(EICAR), 2), 'filename', '', EICAR_REASON],
  'EICAR in four archives': [nested(bytes(EICAR), 4), 'filename', '', EICAR_REASON],
  'EICAR in a document': [docx(EICAR), 'a.docx', '', EICAR_REASON],
  'a known file': [KNOWN, 'a.txt', 'text/plain', 'known by its SHA-256'],
  'ELF called pdf': [ELF, 'report.pdf', '', program('ELF')],
  'ELF called a picture': [ELF, '', 'image/png', program('ELF')],
  'PE called pdf': [PE, 'report.PDF', '', program('PE')],
  'PE called text': [PE, 'report.txt', 'text/plain', program('PE')],
  'a script called pdf': [SCRIPT, 'report.pdf', '', program('script')],
  'a bomb': [bomb(), 'filename', '', BOMB_REASON],
};

const GOOD: Record<string, [content: Uint8Array, name: string, type: string]> = {
  pdf: [PDF, 'a.pdf', 'application/pdf'],
  docx: [docx('all is well'), 'a.docx', ''],
  png: [PNG, 'a.png', 'image/png'],
  text: [bytes('all is well'), 'a.txt', 'text/plain'],
  'a part of EICAR': [bytes(EICAR.slice(0, -1)), 'a.txt', 'text/plain'],
  empty: [new Uint8Array(), 'a.txt', 'text/plain'],
  'one byte': [bytes('P'), 'a', ''],
  'more than a part': [noise(9 * 2 ** 20), 'a.bin', ''],
  'ELF called exe': [ELF, 'tool.exe', ''],
  'PE called exe': [PE, 'tool.exe', 'application/octet-stream'],
  'a script called text': [SCRIPT, 'run.txt', 'text/plain'],
  'a script of a type of text': [SCRIPT, 'run.py', 'text/x-python'],
  'text that begins like a program': [bytes('MZ is a label'), 'a.txt', 'text/plain'],
  'an encrypted archive': [ENCRYPTED, 'a.zip', ''],
  'an archive cut short': [zip({ a: noise(20_000) }).subarray(0, 9000), 'a.zip', ''],
  'an archive of nonsense': [joined(zipHeader(8, 20_000), noise(20_000)), 'a.zip', ''],
  'an archive packed in another way': [joined(zipHeader(12, 20_000), noise(20_000)), 'a.zip', ''],
  'the beginning of an archive': [new Uint8Array([0x50, 0x4b, 3, 4]), 'a.zip', ''],
};

describe('the daily scan', () => {
  const bad: Record<string, string> = {};
  const good: Record<string, string> = {};
  beforeAll(async () => {
    for (const [name, [content, file, type]] of Object.entries(BAD))
      bad[name] = await scans.upload(content, file, type);
    for (const [name, [content, file, type]] of Object.entries(GOOD))
      good[name] = await scans.upload(content, file, type);
    // Only the daily cron starts the scan.
    await service.cron('* * * * *');
    for (const blob of [...Object.values(bad), ...Object.values(good)])
      assert.deepEqual(await scans.outcome(blob), ['NOT_SCANNED', '']);
    await scans.fire();
    await scans.scanned([...Object.values(bad), ...Object.values(good)]);
  });

  it.each(Object.entries(BAD))('finds %s to be bad', async (name, [content, , , reason]) => {
    const blob = bad[name]!;
    const { scanned_timestamp, ...shown } = await scans.info(blob);
    expect(shown).toMatchObject({ scanned_status: 'SCANNED_BAD', scanned_bad_reason: reason });
    expect(Math.abs(Date.parse(scanned_timestamp) - Date.now())).toBeLessThan(120_000);
    const refused = await scans.get(`/v1/blobs/${blob}`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(reason);
    expect((await scans.get(`/v1/blobs/${blob}?allow_insecure=false`)).status).toBe(400);
    expect((await scans.get(`/v1/blobs/${blob}?allow_insecure=true&strict=true`)).status).toBe(400);
    expect((await scans.get(`/v1/blobs/${blob}?strict=true`)).status).toBe(400);
    const given = await scans.download(blob, '?allow_insecure=true');
    expect(given.status).toBe(200);
    expect(Buffer.compare(given.content, content)).toBe(0);
  });

  it.each(Object.entries(GOOD))('finds nothing in %s', async (name, [content]) => {
    const blob = good[name]!;
    const { scanned_timestamp, ...shown } = await scans.info(blob);
    expect(shown).toMatchObject({ scanned_status: 'SCANNED_OK', scanned_bad_reason: '' });
    expect(Math.abs(Date.parse(scanned_timestamp) - Date.now())).toBeLessThan(120_000);
    for (const query of ['', '?strict=true', '?allow_insecure=true&strict=true']) {
      const given = await scans.download(blob, query);
      expect(given.status, query).toBe(200);
      expect(Buffer.compare(given.content, content)).toBe(0);
    }
  });

  it('is not repeated by another cron run', async () => {
    await scans.sql('UPDATE blobs SET scanned_us = 1 WHERE id = ?', good['text']);
    await service.blobs.put(scans.key(good['text']!), bytes(EICAR));
    const later = await scans.upload(bytes('later'));
    await scans.fire();
    await scans.scanned([later]);
    expect(await scans.info(good['text']!)).toMatchObject({ scanned_status: 'SCANNED_OK' });
    expect(await service.db.prepare('SELECT scanned_us FROM blobs WHERE id = ?').bind(good['text']).first()).toEqual({
      scanned_us: 1,
    });
  });
});

it('a file that nests archives endlessly or has very many files stays NOT_SCANNED', async () => {
  const deep = await scans.upload(nested(bytes(EICAR), 5), 'a.zip');
  const many = await scans.upload(joined(...Array.from({ length: 50_002 }, () => zipHeader(0, 0))), 'a.zip');
  await scans.fire();
  for (const [blob, reason] of [
    [deep, 'archives are nested too deeply'],
    [many, 'archives of more than 50000 files'],
  ] as const) {
    await expect
      .poll(() => scans.lines(blob))
      .toEqual([expect.objectContaining({ level: 'warn', message: 'a blob was not scanned', reason })]);
    expect(await scans.info(blob)).toMatchObject({ scanned_status: 'NOT_SCANNED', scanned_timestamp: '' });
    expect((await scans.download(blob)).status).toBe(200);
    expect((await scans.get(`/v1/blobs/${blob}?strict=true`)).status).toBe(400);
  }
  // Otherwise each scan of the following tests would take seconds for them.
  const files = JSON.stringify([deep, many]);
  await scans.sql("UPDATE blobs SET scanned_status = 'SCANNED_OK' WHERE id IN (SELECT value FROM json_each(?))", files);
});

it('a file whose bytes are missing stays NOT_SCANNED, with an alarm, and the others are scanned', async () => {
  const gone = await scans.upload(bytes('soon gone'));
  const other = await scans.upload(bytes('still there'));
  await service.blobs.delete(scans.key(gone));
  await scans.fire();
  await scans.scanned([other]);
  await expect
    .poll(() => scans.lines(gone))
    .toEqual([expect.objectContaining({ level: 'alarm', message: 'the bytes of a blob are gone' })]);
  expect(await scans.outcome(gone)).toEqual(['NOT_SCANNED', '']);
});

it.each<[string, number, (file: string) => void]>([
  ['small file is missing', 1000, (file) => rmSync(file)],
  ['small file is shorter', 1000, (file) => truncateSync(file, 10)],
  ['large file is missing', 9 * 2 ** 20, (file) => rmSync(file)],
  ['large file is shorter', 9 * 2 ** 20, (file) => truncateSync(file, 2 ** 20)],
])(
  'a file stays NOT_SCANNED when the content of a %s, with an alarm, and the others are scanned',
  async (_name, size, damage) => {
    const folder = join(service.storage, 'r2', readWorkerConfig().r2_buckets[0]!.bucket_name, 'blobs');
    const before = new Set(readdirSync(folder));
    const damaged = await scans.upload(noise(size));
    const files = readdirSync(folder).filter((name) => !before.has(name));
    const other = await scans.upload(bytes('intact'));
    const [largest] = files.map((name) => join(folder, name)).toSorted((a, b) => statSync(b).size - statSync(a).size);
    const intact = readFileSync(largest!);
    damage(largest!);
    await scans.fire();
    await scans.scanned([other]);
    await expect
      .poll(() => scans.lines(damaged).map(({ level, message }) => ({ level, message })))
      .toEqual([{ level: 'alarm', message: 'the bytes of a blob are gone' }]);
    expect(await scans.outcome(damaged)).toEqual(['NOT_SCANNED', '']);
    writeFileSync(largest!, intact);
    await scans.fire();
    await scans.scanned([damaged]);
    expect(await scans.outcome(damaged)).toEqual(['SCANNED_OK', '']);
  },
);

it('bytes that differ from those that were uploaded are bad, with an alarm', async () => {
  const changed = await scans.upload(bytes('as uploaded'));
  const large = await scans.upload(noise(9 * 2 ** 20));
  await service.blobs.put(scans.key(changed), bytes('as changed!'));
  await service.blobs.put(scans.key(large), noise(9 * 2 ** 20 - 1));
  await scans.fire();
  await scans.scanned([changed, large]);
  for (const blob of [changed, large]) {
    expect(await scans.outcome(blob)).toEqual(['SCANNED_BAD', 'the stored bytes are not those that were uploaded']);
    expect(scans.lines(blob).filter(({ level }) => level === 'alarm')).toEqual([
      expect.objectContaining({ message: 'the bytes of a blob have changed' }),
    ]);
    expect((await scans.get(`/v1/blobs/${blob}`)).status).toBe(400);
  }
});

it('a redelivered message changes nothing', async () => {
  const [fine, bad, last] = [
    await scans.upload(bytes('fine')),
    await scans.upload(bytes(`bad ${EICAR}`)),
    await scans.upload(bytes('last')),
  ];
  await scans.enqueue([fine, bad]);
  await scans.scanned([fine, bad]);
  const before = [await scans.info(fine), await scans.info(bad)];
  // A second scan would change both statuses.
  await service.blobs.put(scans.key(fine), bytes(EICAR));
  await service.blobs.put(scans.key(bad), bytes('repaired'));
  await scans.enqueue([fine, bad], [fine, bad], [last]);
  await scans.scanned([last]);
  expect([await scans.info(fine), await scans.info(bad)]).toEqual(before);
  expect(before.map(({ scanned_status }) => scanned_status)).toEqual(['SCANNED_OK', 'SCANNED_BAD']);
});

it('a message that names unknown blobs is acknowledged', async () => {
  const last = await scans.upload(bytes('last'));
  await scans.enqueue(['00000000-0000-4000-8000-000000000000', last]);
  await scans.scanned([last]);
});

describe('RESCAN_DAYS', () => {
  let rescanning: Service;
  beforeAll(async () => {
    rescanning = await startService({ vars: { RESCAN_DAYS: '30' } });
  });
  afterAll(() => rescanning.close());

  it('rescans files whose last scan is older, and no others', async () => {
    const { upload, fire, scanned, sql, info, key } = await openScans(rescanning);
    const [old, changed, recent] = [
      await upload(bytes('old')),
      await upload(bytes('changed')),
      await upload(bytes('recent')),
    ];
    await fire();
    await scanned([old, changed, recent]);
    const now = Date.now() * 1000;
    await sql('UPDATE blobs SET scanned_us = ? WHERE id IN (?, ?)', now - 31 * DAY_US, old, changed);
    await sql('UPDATE blobs SET scanned_us = ? WHERE id = ?', now - 29 * DAY_US, recent);
    const before = await info(recent);
    for (const blob of [changed, recent]) await rescanning.blobs.put(key(blob), bytes('tampered with'));
    const added = await upload(bytes('new'));
    await fire();
    await scanned([added]);
    await expect.poll(async () => (await info(changed)).scanned_status).toBe('SCANNED_BAD');
    const again = await info(old);
    expect(again.scanned_status).toBe('SCANNED_OK');
    expect(Date.parse(again.scanned_timestamp)).toBeGreaterThan(now / 1000 - 60_000);
    expect(await info(recent)).toEqual(before);
  });
});

import { strFromU8, strToU8, unzipSync, Zip, ZipPassThrough, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { eventLine } from '../../src/formats/exports/lines.ts';
import { webPlatform } from '../../src/formats/exports/web-platform.ts';
import { Fleet } from '../../src/formats/package/fleet.ts';
import {
  INDEX_FILE,
  infoText,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  REPORT_VERSION,
} from '../../src/formats/package/format.ts';
import { reportFiles } from '../../src/formats/package/report.ts';
import { sha256Hex } from '../../src/lib/digest.ts';
import { readManifest } from '../../src/proof/exports/manifest.ts';
import { verifyPackage } from '../../src/proof/package/verify.ts';
import { PAYLOADS } from '../pages/support/payloads.ts';
import { ASSETS, someEvent } from './support/events.ts';
import { someExport } from './support/exports.ts';
import { verifyCommand } from './support/command.ts';
import { LOG_VKEY } from './support/log-proofs.ts';
import { bytesSource, fleetOf, packageFor } from './support/packages.ts';

const { here, fileOf } = verifyCommand();
const verified = (zip: Uint8Array) => verifyPackage(bytesSource(zip), webPlatform, { trust: { vkeys: [LOG_VKEY] } });
/** The package with bytes between the compressed data of its last entry and their end, as far as its headers say. */
function withBytesBehind(zip: Buffer, more: Buffer): Buffer {
  const directory = zip.readUInt32LE(zip.length - 6);
  const whole = Buffer.concat([zip.subarray(0, directory - 16), more, zip.subarray(directory - 16)]);
  const length = zip.readUInt32LE(directory - 8) + more.length;
  whole.writeUInt32LE(length, directory + more.length - 8);
  whole.writeUInt32LE(length, whole.lastIndexOf('PK\x01\x02') + 20);
  whole.writeUInt32LE(directory + more.length, whole.length - 6);
  return whole;
}

function zipOf(entries: Record<string, Uint8Array>): Buffer {
  const parts: Uint8Array[] = [];
  const zip = new Zip((_error, part) => parts.push(part));
  for (const [name, bytes] of Object.entries(entries)) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(parts);
}

const namesIn = (zip: Uint8Array): string[] => Object.keys(unzipSync(zip));

describe('an auditor’s package', () => {
  test('has the report, tables, files, proofs and the verifier, with the same bytes each time', async () => {
    const { files } = someExport();
    const zip = await packageFor(files);
    expect(sha256Hex(await packageFor(files))).toBe(sha256Hex(zip));
    const folders = namesIn(zip).map((name) => name.replace(/[0-9a-f-]{36}/, '<uuid>'));
    expect([...new Set(folders)].toSorted()).toEqual(
      [
        'assets.csv',
        'assets/<uuid>.html',
        'events.csv',
        'files.csv',
        'files/<uuid>.bin',
        'index.html',
        'package.json',
        ...[...files.keys()].filter((name) => !name.startsWith('blob-')).map((name) => `proofs/${name}`),
        'verify.html',
      ].toSorted(),
    );
    const { findings, trusted, assets } = await verified(zip);
    expect([findings.kept, trusted.length, assets.map(({ state }) => state)]).toEqual([[], 1, Array(4).fill('holds')]);
    const path = fileOf(zip as unknown as object);
    expect((await here([path, '--vkey', LOG_VKEY])).out).toMatch(/^ok {3}report .*\n[^]*^The export is valid/m);
  });

  test('has the state of all assets at a time', async () => {
    const { files } = someExport();
    const zip = await packageFor(files, { asOf: '2026-05-01T11:00:03.000000Z' });
    const [, ...rows] = strFromU8(unzipSync(zip)['assets.csv']!).trimEnd().split('\r\n');
    expect(rows.map((row) => /,(\d),2026/.exec(row)![1])).toEqual(['1', '1', '1', '1']);
    expect(rows.every((row) => row.includes('true'))).toBe(true);
    expect((await verified(zip)).findings.kept).toEqual([]);
  });

  test('is refused in every form that programs could read differently', async () => {
    const zip = await packageFor(someExport().files);
    const entries = unzipSync(zip);
    const problemOf = async (bytes: Uint8Array): Promise<string | undefined> =>
      (await verified(bytes)).findings.kept[0]?.problem;
    const twice = Buffer.from(zip.toString('latin1').replaceAll('events.csv', 'assets.csv'), 'latin1');
    expect(await problemOf(zip.subarray(0, -1))).toMatch('its end is missing');
    expect(await problemOf(Buffer.concat([Buffer.from('MZ'), zip]))).toMatch('as it was made');
    expect(await problemOf(twice)).toMatch('two entries with the name assets.csv');
    expect(await problemOf(zipOf({ ...entries, '../escape.html': new Uint8Array() }))).toMatch('cannot have');
    expect(await problemOf(zipSync(entries, { comment: 'x' }))).toMatch(/end is missing|as it was made/);
    expect(await problemOf(Buffer.alloc(0))).toMatch('not a ZIP file');
  });

  test('is refused if programs that read it from its beginning find other entries', async () => {
    const zip = await packageFor(someExport().files);
    const changed = (at: number): Buffer => Buffer.from(zip).fill(1, at, at + 1);
    const directory = zip.readUInt32LE(zip.length - 6);
    const inPlaces = {
      'flags of the first entry': changed(6),
      'checksum before its data': changed(14),
      'length before its data': changed(18),
      'length before an attached file': changed(zip.indexOf('files/') - 12),
      'checksum behind the data of the last entry': changed(directory - 12),
      'attributes of a file system': changed(directory + 38),
      'an entry behind compressed data': withBytesBehind(zip, Buffer.from('PK\x03\x04')),
      'one byte behind compressed data': withBytesBehind(zip, Buffer.alloc(1)),
      'many bytes behind compressed data': withBytesBehind(zip, Buffer.alloc(1 << 20)),
    };
    for (const [place, bytes] of Object.entries(inPlaces)) {
      const { findings } = await verified(bytes);
      expect(findings.kept[0]?.problem, place).toMatch(/as it was made|is not what the records/);
    }
  });

  test.each([
    ['an earlier', 1],
    ['a later', REPORT_VERSION + 1],
  ])('has valid records, but pages that are not compared, if it has %s form of the report', async (_, form) => {
    const entries = unzipSync(await packageFor(someExport().files));
    const info = JSON.parse(strFromU8(entries['package.json']!));
    entries['package.json'] = strToU8(infoText({ ...info, report: form }));
    entries[INDEX_FILE] = strToU8('<!doctype html>forged');
    const zip = zipOf(entries);
    const report = await verified(zip);
    expect([report.findings.kept, report.isUncompared]).toEqual([[], true]);
    expect(report.assets.map(({ state }) => state)).toEqual(Array(4).fill('open'));
    const { out, code } = await here([fileOf(zip as unknown as object), '--vkey', LOG_VKEY]);
    expect(out).toMatch(/^The records are valid, but the pages and tables were not compared/m);
    expect(code).toBe(3);
  });

  test('is valid with the report of form 2, whose pages and tables are compared as well', async () => {
    const { files } = someExport();
    const entries = unzipSync(await packageFor(files));
    const info = { ...JSON.parse(strFromU8(entries['package.json']!)), report: 2 };
    entries['package.json'] = strToU8(infoText(info));
    const of = { manifest: readManifest(files.get('manifest.json')!), info };
    for (const { name, texts } of reportFiles(await fleetOf(files), of)) entries[name] = strToU8([...texts].join(''));
    const pages = Object.entries(entries).filter(([name]) => /^(?:assets\/.*|index)\.html$|\.csv$/.test(name));
    expect(
      sha256Hex(
        pages
          .map(
            ([name, bytes]) => `${name} ${sha256Hex(bytes)}
`,
          )
          .join(''),
      ),
    ).toBe('ca7656b212011ea2df03b018d704955c082de77e1812405d8e8d7d0cb65a62a4');
    const zip = zipOf(entries);
    const report = await verified(zip);
    expect([report.findings.kept, report.isUncompared]).toEqual([[], undefined]);
    expect(report.assets.map(({ state }) => state)).toEqual(Array(4).fill('holds'));
    const forged = { ...entries, [INDEX_FILE]: strToU8('<!doctype html>forged') };
    expect((await verified(zipOf(forged))).findings.kept).not.toEqual([]);
  });

  test('shows hostile texts as texts, and no table has a formula', () => {
    const formulas = ['=cmd|x', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '＝1', 'a;=1'];
    const texts = [...PAYLOADS, ...formulas].filter((text) => text.isWellFormed());
    const fleet = new Fleet();
    for (const [n, value] of texts.entries()) {
      const event = {
        ...someEvent(n),
        asset_identity: 'assets/0dc854f5-5eab-4ad8-9d75-1ea9b24d0db4',
        event_attributes: { arc_display_type: value, [`x${value}`]: [{ [value]: value }] },
        asset_attributes: { arc_display_name: value, [`a${n}`]: value, map: { [value]: value } },
        principal_declared: { issuer: value, subject: value, email: value, display_name: value },
      };
      const entry = { sequence: n + 1, proof_mechanism: 'SIMPLE_HASH', public: false, chain_commitment: '' };
      fleet.add('events', eventLine(event, { index: n + 1, proof: { entry, content: { seed: '' }, path: '' } }));
    }
    const { manifest } = someExport();
    const info = { name: PAYLOADS[0]!, as_of: null, verifier_sha256: '', report: REPORT_VERSION } as const;
    const report = reportFiles(fleet, {
      manifest,
      info: { ...info, format: PACKAGE_FORMAT, version: PACKAGE_VERSION },
    });
    for (const { name, texts: parts } of report) {
      const content = [...parts].join('');
      if (name.endsWith('.csv')) {
        expect(
          content.split(/[,\r\n]/).filter((field) => /^"?[=+@＝-]/.test(field)),
          name,
        ).toEqual([]);
        continue;
      }
      // Every tag is one that the report itself writes, and every attribute too.
      const tags = content.matchAll(/<([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*| loading="lazy")>/g);
      expect(content.match(/</g)!.length, name).toBe(
        [...tags].length + content.match(/<\/[a-z0-9]+>/g)!.length + content.match(/<!doctype html>/g)!.length,
      );
      expect(content, name).not.toMatch(/<(?:script|iframe|svg|object|embed|form|base|link)\b/);
      expect(content, name).not.toMatch(
        / (?:on[a-z]+|style|src|href)="(?!\.\.\/|[a-z0-9-]+\.(?:html(?:#entry-\d+)?|csv)"|assets\/)/,
      );
      if (name === INDEX_FILE) expect(content).toContain('A package cannot vouch for itself');
    }
  });

  test('marks a corrected event with the entries that correct it up to its time, of its own asset only', () => {
    const fleet = new Fleet();
    const [asset, other] = ['assets/0dc854f5-5eab-4ad8-9d75-1ea9b24d0db4', `assets/${ASSETS[0]}`];
    const add = (n: number, to: string, attributes: Record<string, string>): string => {
      const identity = `${to}/events/${String(n).padStart(8, '0')}-a62e-459a-b091-dd85cd7b467e`;
      const timestamp_accepted = `2026-05-01T11:00:00.${String(n).padStart(6, '0')}Z`;
      const event = { ...someEvent(2), identity, asset_identity: to, timestamp_accepted, event_attributes: attributes };
      const entry = { sequence: n, proof_mechanism: 'MERKLE_LOG', public: false, chain_commitment: '' };
      fleet.add('events', eventLine(event, { index: n, proof: { entry, content: { seed: '' }, path: '' } }));
      return identity;
    };
    const wrong = add(0, asset, { arc_display_type: 'Reading' });
    add(1, other, { arc_display_type: 'Lie', arc_corrects_event_identity: wrong });
    for (let n = 2; n < 600; n += 1) add(n, asset, { arc_display_type: 'Inspection' });
    const correction = { arc_corrects_event_identity: wrong };
    for (let n = 600; n < 612; n += 1) add(n, asset, { ...correction, arc_display_type: n < 601 ? '<b>New' : 'Newer' });
    const pagesAt = (as_of: string | null): Map<string, string> => {
      const info = { name: '', as_of, verifier_sha256: '', report: REPORT_VERSION, format: PACKAGE_FORMAT } as const;
      const files = reportFiles(fleet, {
        manifest: someExport().manifest,
        info: { ...info, version: PACKAGE_VERSION },
      });
      return new Map([...files].map(({ name, texts }) => [name, [...texts].join('')]));
    };
    const pages = pagesAt(null);
    const marks = [...pages].flatMap(([name, text]) =>
      [...text.matchAll(/<div class="corrected">.*?<\/div>/g)].map(([mark]) => [name, mark] as const),
    );
    expect(marks.map(([name]) => name)).toEqual([`${asset}.html`]);
    const [, mark] = marks[0]!;
    expect(mark).toContain(`<a href="${asset.slice('assets/'.length)}-2.html#entry-600"><bdi>&lt;b&gt;New</bdi></a>`);
    expect([mark.match(/<li>/g)!.length, mark.includes('2 further corrections'), mark.includes('Lie')]).toEqual([
      11,
      true,
      false,
    ]);
    expect(pages.get(`${asset}-2.html`)).toContain('id="entry-600"');
    // The table of events has the same marks.
    const table = pages
      .get('events.csv')!
      .split('\r\n')
      .map((line) => line.split(','));
    const column = table[0]!.indexOf('corrected_by');
    const marked = table.slice(1).flatMap((line) => (line[column] ? [[line[1], line[column]]] : []));
    const identities = Array.from({ length: 10 }, (_, i) => wrong.replace('00000000', `00000${600 + i}`));
    expect(marked).toEqual([[wrong, `${identities.join(' ')} (2 more)`]]);
    const before = pagesAt('2026-05-01T11:00:00.000599Z');
    expect(before.get('events.csv')).not.toContain(identities[0]);
    expect([...before.values()].filter((text) => text.includes('<div class="corrected">'))).toEqual([]);
  });

  test('keeps recorded text from the other direction of writing apart from the texts of the report', () => {
    const arabic = 'مضخة رقم 7 (الرصيف)';
    const fleet = new Fleet();
    const place = 'locations/0bc854f5-5eab-4ad8-9d75-1ea9b24d0db4';
    fleet.add('locations', JSON.stringify({ identity: place, display_name: arabic }));
    const principal = { issuer: arabic, subject: arabic, display_name: arabic, email: arabic };
    const attributes = { arc_display_name: arabic, arc_display_type: arabic, [arabic]: arabic };
    const event = {
      ...someEvent(2),
      event_attributes: attributes,
      asset_attributes: { ...attributes, arc_home_location_identity: place, list: [{ [arabic]: arabic }] },
      principal_declared: principal,
      principal_accepted: { ...principal, email: 'ada@example.com' },
      erased: { timestamp: '2026-05-01T11:00:00Z', reason: arabic },
    };
    const entry = { sequence: 2, proof_mechanism: 'MERKLE_LOG', public: false, chain_commitment: '' };
    fleet.add('events', eventLine(event as never, { index: 2, proof: { entry, content: { seed: '' }, path: '' } }));
    const manifest = { ...someExport().manifest, service: arabic };
    const info = {
      name: arabic,
      as_of: null,
      verifier_sha256: '',
      report: REPORT_VERSION,
      format: PACKAGE_FORMAT,
    } as const;
    const pages = [...reportFiles(fleet, { manifest, info: { ...info, version: PACKAGE_VERSION } })]
      .filter(({ name }) => name.endsWith('.html'))
      .map(({ texts }) => [...texts].join('').replace(/<title>.*?<\/title>/s, ''));
    expect(pages).toHaveLength(2);
    for (const text of pages) {
      expect(text).toContain(`<bdi>${arabic}</bdi>`);
      expect(text.replaceAll(/<bdi>.*?<\/bdi>/gs, '')).not.toMatch(/\p{Script=Arabic}/u);
    }
  });

  // Verifiers make the report again: raise REPORT_VERSION with every change of its bytes, and this hash.
  test('has the report of its version', async () => {
    const entries = unzipSync(await packageFor(someExport().files));
    const pages = Object.entries(entries).filter(([name]) => /^(?:assets\/.*|index)\.html$|\.csv$/.test(name));
    const hash = sha256Hex(pages.map(([name, bytes]) => `${name} ${sha256Hex(bytes)}\n`).join(''));
    expect([REPORT_VERSION, hash]).toEqual([3, '5cdd074b6738e20f04e87b5c84896d530703ba6d254c75a9483e545e70cc9c18']);
  });
});

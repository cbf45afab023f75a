import { EXPORT_BOUNDS, MANIFEST_FILE } from '../../formats/exports/format.ts';
import type { ExportFiles } from '../../formats/exports/files.ts';
import type { Manifest } from '../../formats/exports/manifest.ts';
import { attachmentsOf, nameOf } from '../../formats/package/asset-page.ts';
import { Fleet } from '../../formats/package/fleet.ts';
import {
  exportNameOf,
  FOLDERS,
  INFO_FILE,
  infoText,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  packagedName,
  proofName,
  REPORT_VERSIONS,
  VERIFIER_FILE,
  type PackageInfo,
} from '../../formats/package/format.ts';
import { reportFiles } from '../../formats/package/report.ts';
import { NotAPackage, ZipReader, type ByteSource } from '../../formats/package/unzip.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { utf8 } from '../../lib/text.ts';
import { parseDocument } from '../document.ts';
import { digest } from '../fields.ts';
import { Findings, TooManyFindings, type ExportFinding } from '../exports/findings.ts';
import { readManifest } from '../exports/manifest.ts';
import { memoryStore } from '../exports/records.ts';
import { counted, type ExportReport, type ExportTrust } from '../exports/report.ts';
import { verifyExportFiles } from '../exports/run.ts';
import { must, reasonOf } from '../report.ts';
import { matching, memberOf, oneOf, record, text, whole } from '../shape.ts';
import type { AssetVerdict, PackageReport, ProvenSince } from './report.ts';

/** What a platform has of its own to read a package. */
export type Platform = Pick<ExportFiles, 'digest' | 'gunzip'>;

/**
 * Verifies a package: its export as `verifyExportFiles` does, that the report and the tables are those that the records
 * lead to, and that there is nothing else. Reads each entry once or twice, holds the events in memory, and uses no
 * network without `ask`.
 */
export async function verifyPackage(source: ByteSource, platform: Platform, of: ExportTrust): Promise<PackageReport> {
  let zip: ZipReader;
  try {
    zip = await ZipReader.open(source);
  } catch (error) {
    return noPackage(reasonOf(error));
  }
  const fleet = new Fleet();
  let tooLarge: Error | undefined;
  const files = exportIn(zip, platform);
  const report = await verifyExportFiles(files, memoryStore(), {
    ...of,
    onLine: (kind, line) => {
      try {
        if (!tooLarge) fleet.add(kind, line);
      } catch (error) {
        tooLarge = error as Error;
      }
    },
  }).catch((error: unknown) => {
    if (error instanceof NotAPackage) return noPackage(error.message);
    throw error;
  });
  if ('assets' in report) return report;
  const { findings } = report;
  const rest = new Rest(zip, platform, findings);
  try {
    if (tooLarge) throw tooLarge;
    // What is made of records that are not those of the log would differ everywhere.
    if (findings.total === 0) await rest.check(readManifest(await files.manifest()), fleet);
  } catch (error) {
    if (!(error instanceof TooManyFindings))
      findings.add({ step: 'report', file: INFO_FILE, problem: reasonOf(error) });
  }
  const wrong = findings.of('report');
  const isChecked = rest.detail !== '';
  const ok = wrong === 0;
  const detail = ok ? rest.detail || 'not compared, because another step failed' : counted(wrong, 'problem');
  report.steps.push({ name: 'report', ok, detail, ...(ok && (!isChecked || rest.isSkipped) ? { skipped: true } : {}) });
  return {
    ...report,
    trusted: findings.total > 0 ? [] : report.trusted,
    ...(rest.isSkipped ? { isUncompared: true } : {}),
    info: rest.info,
    verifier: rest.verifier,
    assets: verdictsOf(fleet, findings, { isUncompared: rest.isSkipped, stamps: report.stamps }),
  };
}

function noPackage(problem: string): PackageReport {
  const findings = new Findings();
  findings.add({ step: 'package', file: 'the ZIP file', problem });
  const steps: ExportReport['steps'] = [{ name: 'package', ok: false, detail: '1 problem' }];
  return { steps, findings, unknown: [], events: 0, trusted: [], info: undefined, verifier: undefined, assets: [] };
}

/** The export in a package. */
function exportIn(zip: ZipReader, platform: Platform): ExportFiles {
  const entries = new Map<string, string>();
  for (const entry of zip.names()) {
    const named = exportNameOf(entry);
    if (named && !entries.has(named.name)) entries.set(named.name, entry);
  }
  const entryOf = (name: string): string => {
    const entry = entries.get(name);
    must(entry !== undefined, 'the file is missing');
    return entry;
  };
  return {
    ...platform,
    manifest: () => bytesOf(zip, entryOf(MANIFEST_FILE), EXPORT_BOUNDS.manifest),
    sizeOf: (name) => zip.sizeOf(entryOf(name))!,
    chunksOf: (name) => zip.chunksOf(entryOf(name)),
    // Entries that the package should not have are problems of the step `report`.
    unknownFiles: () => [],
  };
}

async function bytesOf(zip: ZipReader, entry: string, most: number): Promise<Uint8Array> {
  must(zip.sizeOf(entry)! <= most, `${entry} must have at most ${most} bytes`);
  const parts: Uint8Array[] = [];
  for await (const chunk of zip.chunksOf(entry)) parts.push(chunk);
  return joinBytes(parts);
}

const packageInfo = record<PackageInfo>({
  format: oneOf(PACKAGE_FORMAT),
  version: oneOf(PACKAGE_VERSION),
  report: whole,
  name: text,
  as_of: (value, path) =>
    value === null ? null : matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'a time in UTC')(value, path),
  verifier_sha256: digest,
});

const MOST_INFO = 10_000;

/** What a package has beside the export. */
class Rest {
  readonly #zip: ZipReader;
  readonly #platform: Platform;
  readonly #findings: Findings;
  info: PackageInfo | undefined;
  verifier: string | undefined;
  /** What was found, if nothing is wrong. */
  detail = '';
  isSkipped = false;

  constructor(zip: ZipReader, platform: Platform, findings: Findings) {
    this.#zip = zip;
    this.#platform = platform;
    this.#findings = findings;
  }

  async check(manifest: Manifest, fleet: Fleet): Promise<void> {
    const names = new Set(this.#zip.names());
    must(names.has(INFO_FILE), 'the file is missing');
    const bytes = await bytesOf(this.#zip, INFO_FILE, MOST_INFO);
    const document = parseDocument(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    must(memberOf(document, 'format') === PACKAGE_FORMAT, `format must be ${PACKAGE_FORMAT}`);
    const info = packageInfo(document, 'package');
    must(new TextDecoder().decode(bytes) === infoText(info), 'the file must be canonical JSON and a newline');
    this.info = info;
    const expected = new Set([INFO_FILE, VERIFIER_FILE, proofName(MANIFEST_FILE)]);
    this.verifier = await this.#hashOf(VERIFIER_FILE);
    this.#compare(VERIFIER_FILE, this.verifier, info.verifier_sha256, `the one that ${INFO_FILE} names`);
    for (const { kind, name } of manifest.files) {
      const file = kind === 'blob' ? fleet.files.get(name.slice('blob-'.length)) : undefined;
      expected.add(file ? packagedName(file) : proofName(name));
    }
    const isKnown = REPORT_VERSIONS.includes(info.report);
    this.isSkipped = !isKnown;
    const made = isKnown ? await this.#checkReport(fleet, manifest, info, expected) : 0;
    for (const name of names)
      if (!expected.has(name) && (isKnown || !isReport(name)))
        this.#add(name, 'the file is not one of the package: nothing shows where it comes from');
    this.detail = isKnown
      ? `${counted(made, 'page')} and tables are those that the records lead to`
      : `the pages and tables have the form ${info.report}, and this program knows the forms ` +
        `${REPORT_VERSIONS.join(' and ')}: they were not compared. ` +
        'Use the verifier of the release that made the package';
  }

  /** Makes the report again, and compares it. Adds its names to `expected`. */
  async #checkReport(fleet: Fleet, manifest: Manifest, info: PackageInfo, expected: Set<string>): Promise<number> {
    let made = 0;
    for (const { name, texts } of reportFiles(fleet, { manifest, info })) {
      const own = this.#platform.digest();
      for (const text of texts) own.add(utf8(text));
      expected.add(name);
      made += 1;
      this.#compare(name, await this.#hashOf(name), own.end(), 'what the records of the log lead to');
    }
    return made;
  }

  async #hashOf(name: string): Promise<string | undefined> {
    if (this.#zip.sizeOf(name) === undefined) return undefined;
    const own = this.#platform.digest();
    try {
      for await (const chunk of this.#zip.chunksOf(name)) own.add(chunk);
    } catch (error) {
      return reasonOf(error);
    }
    return own.end();
  }

  #compare(name: string, found: string | undefined, expected: string, what: string): void {
    if (found === undefined) this.#add(name, 'the file is missing');
    else if (found !== expected) this.#add(name, `the file was changed: it is not ${what}`);
  }

  #add(file: string, problem: string): void {
    this.#findings.add({ step: 'report', file, problem });
  }
}

const isReport = (name: string): boolean => name.startsWith(FOLDERS.assets) || /^[a-z]+\.(?:html|csv)$/.test(name);

/** The result for each asset, with the first problem of its events, its files and its pages. */
function verdictsOf(
  fleet: Fleet,
  findings: Findings,
  { isUncompared, stamps }: { isUncompared: boolean; stamps: ExportReport['stamps'] },
): AssetVerdict[] {
  const problems = new Map<string, ExportFinding>();
  const add = (asset: string, finding: ExportFinding | undefined): void => {
    if (finding && !problems.has(asset)) problems.set(asset, finding);
  };
  for (const [of, finding] of findings.first) {
    const [, identity, uuid] = /^(assets\/[0-9a-f-]{36})(?:\/|$)|^assets\/([0-9a-f-]{36})/.exec(of) ?? [];
    if (identity !== undefined || uuid !== undefined) add(identity ?? `assets/${uuid}`, finding);
  }
  if (findings.of('files') + findings.of('blobs') > 0)
    for (const { event } of fleet.events(null))
      for (const { blob } of attachmentsOf(event))
        add(event.asset_identity, findings.first.get(`blob-${blob}`) ?? findings.first.get(`blobs/${blob}`));
  const untouched = findings.total === 0 && !isUncompared ? 'holds' : 'open';
  const verdicts = [...fleet.assets(null)].map((asset): AssetVerdict => {
    const { identity } = asset;
    const problem = problems.get(identity);
    problems.delete(identity);
    const since = stamps?.largest && !problem ? sinceOf(fleet, identity, stamps) : undefined;
    return { identity, name: nameOf(asset), state: problem ? 'fails' : untouched, problem, since };
  });
  // Nothing of the others is valid, so that they have no name.
  const others = [...problems].map(([identity, problem]): AssetVerdict => ({
    identity,
    name: identity,
    state: 'fails',
    problem,
    since: undefined,
  }));
  return [...verdicts, ...others];
}

function sinceOf(fleet: Fleet, asset: string, { earliest }: NonNullable<ExportReport['stamps']>): ProvenSince[] {
  const parts: ProvenSince[] = [];
  for (const { index } of fleet.history(asset, null)) {
    const stamp = earliest(index);
    const last = parts.at(-1);
    if (last && last.stamp === stamp) last.events += 1;
    else parts.push({ events: 1, stamp });
  }
  return parts;
}

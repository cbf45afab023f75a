import { verifyRenewed } from '../../../../src/formats/timestamp/verify-renewal.ts';
import { nowMicros } from '../../../../src/lib/time.ts';
import { plain } from '../../../../src/lib/text.ts';
import type { Trust } from '../../../../src/proof/chain.ts';
import { terminalOn, writeAnswer, writeStep } from '../../terminal.ts';
import type { VerifyOptions } from '../options.ts';
import { withService } from '../service.ts';
import { exportAnswers } from '../../../../src/proof/exports/answers.ts';
import { findingText } from '../../../../src/proof/exports/findings.ts';
import { BEYOND_LOG, type ExportReport, type ExportTrust } from '../../../../src/proof/exports/report.ts';
import { verifyPackageFile } from '../package.ts';
import { verifyExport } from './run.ts';

/** Milliseconds between two updates of the progress on a terminal. */
const EVERY = 200;

/**
 * Verifies an export or a package, and prints each step, each problem with its place, and what the export relies on.
 */
export async function verifyRecords(
  records: NonNullable<VerifyOptions['records']>,
  options: Omit<VerifyOptions, 'records' | 'rpc' | 'confirmations'>,
): Promise<'holds' | 'fails' | 'unvouched'> {
  const { trust, pins, service, manifestSha256 } = options;
  const terminal = terminalOn(process.stderr);
  const started = Date.now();
  let shown = started;
  const onEvent = (events: number): void => {
    if (process.stderr.isTTY !== true || Date.now() - shown < EVERY) return;
    shown = Date.now();
    terminal.progress(`Verifying ${events.toLocaleString('en')} events`);
  };
  const of: ExportTrust = {
    trust,
    pins,
    manifestSha256,
    tsa: authoritiesOf(options),
    onEvent,
    ...(service ? { ask: (position, known: Trust) => withService(position, known, service) } : {}),
  };
  const report =
    'zip' in records ? await verifyPackageFile(records.zip, of) : await verifyExport(records.directory, of);
  terminal.clear();
  return print(report, (Date.now() - started) / 1000, manifestSha256 !== undefined);
}

/** How tokens are verified: by certificates that the user gives, or by those of the pins, which may match none. */
function authoritiesOf({ trust, authorities }: Pick<VerifyOptions, 'trust' | 'authorities'>): ExportTrust['tsa'] {
  const trusted = trust.tsa ?? authorities;
  if (trusted.length === 0) return undefined;
  const now = nowMicros();
  return {
    isRequired: trust.tsa !== undefined,
    verify: (stamp, renewals) => verifyRenewed(stamp, renewals, trusted, now),
  };
}

/** The names of files that are not of the export and that are printed. */
const UNKNOWN = 100;

/** `isManifestKnown`: the user has said which manifest the export must have. */
function print(report: ExportReport, seconds: number, isManifestKnown: boolean): 'holds' | 'fails' | 'unvouched' {
  const { steps, findings, unknown, events, trusted, isStopped, isUncompared } = report;
  const terminal = terminalOn(process.stdout);
  const { print: write, bold, dim } = terminal;
  const errors = terminalOn(process.stderr);
  for (const step of steps) writeStep(terminal, step);
  for (const finding of findings.kept) write(`     ${plain(findingText(finding))}\n`);
  const { total } = findings;
  if (total > findings.kept.length) write(`     and ${total - findings.kept.length} more problems\n`);
  if (isStopped)
    write(`     the verification stopped after ${total} problems; the rest of the export was not verified\n`);
  for (const name of unknown.slice(0, UNKNOWN)) errors.warn(`${name}: not a file of the export; it was not verified`);
  if (unknown.length > UNKNOWN) errors.warn(`${unknown.length - UNKNOWN} more files that are not of the export`);
  for (const answer of exportAnswers(report)) writeAnswer(terminal, answer);
  if (events > 0) {
    const rate = Math.round(events / Math.max(seconds, 0.001));
    write(
      dim(
        `     ${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s, ${rate.toLocaleString('en')} ` +
          `per second\n`,
      ),
    );
  }
  if (total > 0) {
    const failed = steps.filter(({ ok }) => !ok).map(({ name }) => name);
    errors.error(
      `the export is not valid: ${failed.length === 1 ? 'the step' : 'the steps'} ${failed.join(', ')} failed`,
    );
    return 'fails';
  }
  if (isUncompared) {
    write(
      `${bold('The records are valid, but the pages and tables were not compared')}: they can have any content. Use ` +
        'the verifier of the release that made the package.\n',
    );
    return 'unvouched';
  }
  const valid = trusted.length > 0;
  const how = valid
    ? trusted.join(', and ')
    : 'to verify that it is of the service, pass the key of its log, the first entry of the log, a checkpoint ' +
      'that you ' +
      'saved, or the SHA-256 of its manifest (--vkey, --log-genesis, --checkpoint or --manifest-sha256)';
  const verdict = valid ? 'The export is valid' : 'The export is consistent, but its log is not verified';
  write(`${bold(verdict)}: ${plain(how)}.\n`);
  if (valid && !isManifestKnown) write(dim(`${BEYOND_LOG}\n`));
  return valid ? 'holds' : 'unvouched';
}

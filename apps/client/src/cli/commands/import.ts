import type { Command } from 'commander';
import { UsageError } from '../../../../cli/command-line.ts';
import type { ImportOutcome } from '../../../../cli/import/command.ts';
import type { ImportOptions } from '../../../../cli/import/input.ts';
import type { ImportAccount } from '../../../../cli/import/batch-service.ts';
import type { ServiceFailure as Failure } from '../../../../cli/import/service-failure.ts';
import { terminalOn, type Terminal } from '../../../../cli/terminal.ts';
import { EvidenceClient, EvidenceError, type ErrorCode } from '../../index.ts';
import { accessFor, clientFor, outputFor } from '../context.ts';
import { EXIT, NotSignedIn } from '../exit.ts';
import { fieldRecordsIn, recordAll } from '../field-records.ts';
import { writeJson } from '../output.ts';

/** The first version that has node:sqlite without a flag. */
const MINIMUM_NODE = [22, 13] as const;

export function addImport(program: Command): void {
  program
    .command('import')
    .description('Import the history of another system, or an export of another deployment')
    .argument('<input>', 'a .csv or .jsonl file, the directory of an export, or a .json file of the field page')
    .option(
      '--map <file>',
      'JSON file that says which field each column becomes (default: by the names of the columns)',
    )
    .option('--assets-of <file>', 'input of a finished import with the assets that the events name')
    .option('--zone <zone>', 'time zone of the times that have none, such as Europe/Berlin or +02:00')
    .option('--dry-run', 'validate all lines; sends nothing, and needs no service')
    .option('--resend', 'send the last batch again after its idempotency keys have expired: can duplicate its events')
    .option('--no-verify', 'import an export without verifying it first')
    .option('--manifest-sha256 <hash>', 'known SHA-256 of manifest.json of an export')
    .option('--declare-owner', 'record what another person has recorded in the field page, and declare that person')
    .addHelpText(
      'after',
      `
Run the same command again to resume an import that was interrupted: INPUT.import has its state.
INPUT.rejected.csv lists the lines that were rejected, with the reasons.
A .json file has the records that the field page could not send: each is recorded once, however often you import it.
Needs Node.js ${MINIMUM_NODE.join('.')} or newer.

Exit codes of this command:
  0  every line was imported, or is valid
  3  finished; some lines were rejected
  4  stopped by Ctrl-C or SIGTERM
  Others: evidence --help

Examples:
  evidence import history.csv --map map.json --dry-run
  evidence import history.csv --map map.json
  evidence import my-export --profile other
  evidence import history.jsonl --json
  evidence import records-not-sent.json`,
    )
    .action(async (input: string, options: FieldOptions, command: Command) => {
      if (input.endsWith('.json')) return importFieldRecords(input, options, command);
      const { declareOwner, ...given } = options;
      if (declareOwner) throw new UsageError('--declare-owner: is only for a .json file of the field page');
      const { json } = outputFor(command);
      const warnings: string[] = [];
      const terminal = json ? collecting(warnings) : terminalOn(process.stdout);
      const { outcome, code } = await imported(input, given, terminal, command);
      if (json) {
        const { finished, lines, total, assets, events, rejected, report, firstRejected, refused, present } = outcome;
        const summary = { input, dry_run: given.dryRun ?? false, finished, lines, total, assets, events, rejected };
        const file = rejected > 0 ? report : '';
        writeJson({
          ...summary,
          rejected_file: file,
          first_rejected: firstRejected ?? null,
          refused,
          present,
          warnings,
        });
      }
      process.exitCode = code;
    });
}

type FieldOptions = ImportOptions & { declareOwner?: boolean };

/** Records what the field page has saved to a file. Exits with 3 if the service refuses a record. */
async function importFieldRecords(file: string, options: FieldOptions, command: Command): Promise<void> {
  const { dryRun = false, declareOwner = false, verify: _, ...others } = options;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new UsageError('FILE: a .json file of the field page is imported without options of others');
  const saved = fieldRecordsIn(file);
  const output = outputFor(command);
  if (dryRun) return output.record({ valid: saved.records.length }, [['valid', `${saved.records.length} records`]]);
  for await (const { record, event, refused } of recordAll(clientFor(command), saved, declareOwner)) {
    const { record_id, asset_identity, asset_name } = record;
    if (event) output.line([event.identity, asset_name]);
    else output.line([{ text: `refused: ${refused}`, tone: 'bad' }, asset_name, asset_identity, record_id]);
    if (output.json) writeJson({ record_id, asset_identity, event: event?.identity ?? null, refused: refused ?? null });
    if (!event) process.exitCode = EXIT.unpinned;
  }
}

/** Imports, and converts the errors to those of this command line. */
async function imported(
  file: string,
  options: ImportOptions,
  terminal: Terminal,
  command: Command,
): Promise<{ outcome: ImportOutcome; code: number }> {
  requireNode();
  // Loaded here, because the validation of records is large.
  const { importHistory, importInput, exitOf, isMisuse, Refused, ServiceFailure, showOutcome } =
    await import('../../../../cli/import/client-entry.ts');
  // Only the user who runs the command may read the state and the report.
  process.umask(0o077);
  try {
    const outcome = await importHistory(importInput(file, options), {
      terminal,
      account: async () => accountOf(command),
    });
    if (!outputFor(command).json) showOutcome(terminal, outcome, options.dryRun ?? false);
    return { outcome, code: exitOf(outcome) };
  } catch (error) {
    const { message } = error as Error;
    if (isMisuse(error)) throw new UsageError(message, { cause: error });
    if (error instanceof Refused && error.status === 403)
      throw new EvidenceError('PERMISSION_DENIED', message, { status: 403, cause: error });
    if (error instanceof ServiceFailure)
      throw new EvidenceError(codeOf(error), message, {
        status: error.status,
        requestId: error.requestId,
        cause: error,
      });
    throw error;
  } finally {
    terminal.clear();
  }
}

function codeOf({ kind, status }: Failure): ErrorCode {
  if (kind === 'unavailable') return 'UNAVAILABLE';
  if (kind === 'quota') return 'RESOURCE_EXHAUSTED';
  if (kind === 'denied') return status === 401 ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED';
  return 'UNKNOWN';
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  throw new Error(
    `evidence import needs Node.js ${MINIMUM_NODE.join('.')} or newer, and this is ${process.versions.node}`,
  );
}

/** The account of the environment or of a profile. Throws NotSignedIn without credentials. */
function accountOf(command: Command): ImportAccount {
  const access = accessFor(command);
  // The client completes the address.
  const { url } = new EvidenceClient(access);
  if (access.credentials) return { url, ...access.credentials };
  if (typeof access.token === 'string') return { url, token: access.token, clientId: callerOf(access.token) };
  throw new NotSignedIn(
    'an import needs credentials: set EVIDENCE_CLIENT_ID and EVIDENCE_CLIENT_SECRET, or EVIDENCE_TOKEN',
  );
}

/** The caller that a token names, so that an import is resumed only by the same one. Throws UsageError. */
function callerOf(token: string): string {
  try {
    const { iss, sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    if (typeof sub === 'string') return JSON.stringify([iss, sub]);
  } catch {
    // Reported below.
  }
  throw new UsageError('EVIDENCE_TOKEN: must be a JWT with the claim sub');
}

/** Shows only progress, and only on a terminal; collects warnings. */
function collecting(warnings: string[]): Terminal {
  const terminal = terminalOn(process.stderr);
  return {
    ...terminal,
    progress: (text) => {
      if (terminal.interactive) terminal.progress(text);
    },
    done: () => undefined,
    warn: (text) => void warnings.push(text),
  };
}

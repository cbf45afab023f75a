#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import { plain, plainJson } from '../../../../src/lib/text.ts';
import { argumentProblem, examplesText, program } from '../../../cli/command-line.ts';
import description from '../../package.json' with { type: 'json' };
import { EvidenceError } from '../index.ts';
import { addAssets } from './commands/assets.ts';
import { addCompletion } from './commands/completion.ts';
import { addCompliance } from './commands/compliance.ts';
import { addEvents } from './commands/events.ts';
import { addRecord } from './commands/record.ts';
import { addExport } from './commands/export.ts';
import { addImport } from './commands/import.ts';
import { addKeys } from './commands/keys.ts';
import { addLocations } from './commands/locations.ts';
import { addLogin } from './commands/login.ts';
import { addOpen } from './commands/open.ts';
import { addPeople } from './commands/people.ts';
import { addPolicies } from './commands/policies.ts';
import { addProfiles } from './commands/profiles.ts';
import { addProofs } from './commands/proofs.ts';
import { addShare } from './commands/share.ts';
import { addTemplates } from './commands/templates.ts';
import { addUpload } from './commands/upload.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { addWhoami } from './commands/whoami.ts';
import { toned } from './colors.ts';
import { EXIT, EXIT_CODES, exitCodeOf } from './exit.ts';

function evidence(json: boolean): Command {
  const command = program(
    'evidence',
    'Record and verify what happened to assets. Output is for people; with --json it is for programs.',
  )
    .configureOutput(json ? { writeErr: () => undefined } : {})
    .version(description.version)
    .option('--json', 'print JSON: one line for each record')
    .option(
      '--profile <name>',
      'profile of evidence login (default: EVIDENCE_PROFILE, or that of evidence profiles use)',
    )
    .exitOverride()
    .showHelpAfterError('(--help explains the command)')
    .addHelpText(
      'after',
      `
Environment:
  EVIDENCE_URL                                base_url of the service, instead of a profile, with
  EVIDENCE_CLIENT_ID, EVIDENCE_CLIENT_SECRET  credentials of an application, or
  EVIDENCE_TOKEN                              an access token; without either, public records can be read
  EVIDENCE_PROFILE                            profile to use
  EVIDENCE_CONFIG                             file with the profiles (default: ~/.config/evidence/credentials.json)
${EXIT_CODES}`,
    )
    .addHelpText(
      'after',
      examplesText(
        'evidence login .state/admin.json',
        'evidence assets create -a arc_display_name="Pump 7"',
        'evidence record assets/UUID --type Inspection -a inspector=Ada',
        'evidence COMMAND --help',
      ),
    );
  for (const add of [
    addLogin,
    addProfiles,
    addWhoami,
    addOpen,
    addAssets,
    addEvents,
    addRecord,
    addUpload,
    addProofs,
    addShare,
    addPolicies,
    addPeople,
    addKeys,
    addLocations,
    addTemplates,
    addCompliance,
    addExport,
    addImport,
    addWebhooks,
    addCompletion,
  ])
    add(command);
  return command;
}

/** Runs the command line. Returns the exit code. */
async function run(argv: string[]): Promise<number> {
  const json = argv.includes('--json');
  try {
    await evidence(json).parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      // Without --json, Commander has printed its message.
      if (json) process.stderr.write(`${plainJson(argumentsProblemOf(error))}\n`);
      return EXIT.misuse;
    }
    process.stderr.write(
      json ? `${plainJson(problemOf(error))}\n` : `${toned(`error: ${textOf(error)}`, 'bad', process.stderr)}\n`,
    );
    return exitCodeOf(error);
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof EvidenceError)) return plain(error instanceof Error ? error.message : String(error));
  return `${plain(error.detail)}${error.requestId === '' ? '' : ` (request ${plain(error.requestId)})`}`;
}

function argumentsProblemOf(error: CommanderError): object {
  const isIncomplete = error.code === 'commander.help';
  return { error: { detail: isIncomplete ? 'a command is required: evidence --help' : argumentProblem(error) } };
}

function problemOf(error: unknown): object {
  if (!(error instanceof EvidenceError))
    return { error: { detail: error instanceof Error ? error.message : String(error) } };
  const { status, code, detail, field, requestId } = error;
  return { error: { status, code, detail, field, request_id: requestId } };
}

// A reader that has read enough, such as head, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});
process.exitCode = await run(process.argv.slice(2));

import { exitOf, showOutcome } from '../import/command.ts';
import { importHistory } from '../import/history.ts';
import { importArguments } from '../import/options.ts';
import { applicationOf } from '../operator.ts';
import { terminalOn } from '../terminal.ts';

/** `evidence import` with the service and the application of a state directory as defaults. */
export async function main(): Promise<void> {
  const { input, service } = importArguments(process.argv.slice(2));
  const terminal = terminalOn(process.stdout);
  const outcome = await importHistory(input, { terminal, account: () => applicationOf(service) });
  showOutcome(terminal, outcome, input.dryRun);
  process.exitCode = exitOf(outcome);
}

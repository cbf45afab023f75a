import { Command, Help, Option, type CommanderError } from 'commander';
import { printable } from '../../src/lib/text.ts';

/** The arguments of a command, or a file that they name, are not valid. The command exits with code 2. */
export class UsageError extends Error {
  readonly exitCode = 2;
}

/** The maximum number of characters in a line of help. */
const MAX_WIDTH = 100;

const widthOf = ({ columns }: NodeJS.WriteStream): number => Math.min(columns || MAX_WIDTH, MAX_WIDTH);

/** A program whose help is as wide as the terminal, up to 100 characters. `description` is its first paragraph. */
export const program = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print this text and exit')
    .helpCommand(false)
    .configureOutput({
      getOutHelpWidth: () => widthOf(process.stdout),
      getErrHelpWidth: () => widthOf(process.stderr),
    });

/** What Commander says about arguments that are not valid, in one line. */
export const argumentProblem = ({ message }: CommanderError): string =>
  message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');

/** What follows the options in the help of an operator's command. */
export type Manual = {
  examples: readonly (readonly [purpose: string, command: string])[];
  exitCodes: readonly (readonly [code: number, meaning: string])[];
};

/** An exit code that all commands have. */
export const MISUSE = [2, 'the arguments are not valid'] as const;

/** A command of the operator, whose name is as typed, such as `npm run fsck --`. Parsing throws a UsageError. */
export function operatorCommand(name: string, description: string, { examples, exitCodes }: Manual): Command {
  const commands = examples.flatMap(([purpose, command]) => [`# ${purpose}`, command]);
  return program(name, description)
    .configureOutput({ outputError: () => undefined })
    .exitOverride((error) => {
      if (error.exitCode === 0) process.exit(0);
      throw new UsageError(`${argumentProblem(error)} (--help explains the command)`, { cause: error });
    })
    .addHelpText('after', examplesText(...commands))
    .addHelpText('after', () => `\nExit codes:\n${table(exitCodes)}`);
}

/** The section of a help with examples. */
export const examplesText = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

function table(rows: readonly (readonly [number, string])[]): string {
  const help = new Help();
  help.prepareContext({ helpWidth: widthOf(process.stdout) });
  return rows.map(([code, meaning]) => help.formatItem(String(code), 1, meaning, help)).join('\n');
}

/** An option that can be repeated. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description}; repeatable`).argParser((value: string, before: string[] = []) => [
    ...before,
    value,
  ]);

/** Parses the value of an option: a whole number in a range. Throws a UsageError. */
export const wholeNumber =
  (option: string, min: number, max: number, what = 'a whole number') =>
  (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new UsageError(`${option}: must be ${what} from ${min} to ${max}, not "${printable(text)}"`);
    return value;
  };

/** The URL of an option with an http or https address. Throws a UsageError. */
export function httpUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`${option}: must be an http or https address, not "${printable(text)}"`);
  return url;
}

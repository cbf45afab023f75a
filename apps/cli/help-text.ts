/** The help of one command. */
export interface CommandHelp {
  /** What the command does, in one or two sentences. */
  summary: string;
  usage: string;
  /** Arguments and options, each with its meaning and its default. */
  options: readonly (readonly [option: string, meaning: string])[];
  examples: readonly (readonly [purpose: string, command: string])[];
  exitCodes: readonly (readonly [code: number, meaning: string])[];
}

/** The option that every command has. */
export const HELP: readonly [string, string] = ['--help', 'print this text and exit'];

/** Characters in a line. */
const WIDTH = 100;

/** Formats the help of a command. */
export function helpText({ summary, usage, options, examples, exitCodes }: CommandHelp): string {
  return [
    ...wrapped(summary, 0),
    '',
    `Usage: ${usage}`,
    '',
    'Options:',
    ...table(options),
    '',
    'Examples:',
    ...examples.flatMap(([purpose, command]) => [`  # ${purpose}`, `  ${command}`]),
    '',
    'Exit codes:',
    ...table(exitCodes.map(([code, meaning]) => [String(code), meaning])),
    '',
  ].join('\n');
}

/** Formats rows of two columns, with the second one aligned and wrapped. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const column = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, meaning]) => {
    const [first, ...rest] = wrapped(meaning, column);
    return [`  ${name}`.padEnd(column) + first!.trimStart(), ...rest];
  });
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(' '.repeat(indent) + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, ' '.repeat(indent) + line];
}

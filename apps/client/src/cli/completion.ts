import type { Command, Option } from 'commander';

/** What can be typed next. */
export type Candidate = { value: string; description: string };

/** The command that scripts call. It is not proposed. */
export const HIDDEN = 'complete';

const namesOf = ({ long, short }: Option): string => long ?? short ?? '';
const takesValue = ({ required, optional }: Option): boolean => required || optional;

/**
 * What can follow on a command line: commands, choices of an argument or an option, or options if the last word starts
 * with `-`. `words` are those after the name of the program; the last one is being typed. Without any, file names are
 * proposed by the shell.
 */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.at(-1) ?? '';
  let command = program;
  let valued: Option | undefined;
  const options = (): Option[] => [...new Set([...command.options, ...program.options])];
  for (const word of words.slice(0, -1)) {
    const option = valued ? undefined : options().find(({ long, short }) => word === long || word === short);
    if (!valued && !option) command = command.commands.find((each) => each.name() === word) ?? command;
    valued = option && takesValue(option) ? option : undefined;
  }
  const choices = (of: readonly string[] = []): Candidate[] => of.map((value) => ({ value, description: '' }));
  const all = (): Candidate[] => {
    if (valued) return choices(valued.argChoices);
    if (typed.startsWith('-'))
      return options().map((option) => ({ value: namesOf(option), description: option.description }));
    return [
      ...command.commands
        .filter((each) => each.name() !== HIDDEN)
        .map((each) => ({ value: each.name(), description: each.description() })),
      ...command.registeredArguments.flatMap(({ argChoices }) => choices(argChoices)),
    ];
  };
  return all().filter(({ value }) => value.startsWith(typed));
}

/** The shells for which there are scripts. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that a shell loads. It asks `evidence complete -- WORDS`: lines of a value, a tab and a description. */
export const SCRIPTS: Record<Shell, string> = {
  bash: `_evidence() {
  local IFS=$'\\n'
  COMPREPLY=($(evidence complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _evidence evidence
`,
  zsh: `#compdef evidence
_evidence() {
  local -a found
  found=("\${(@f)$(evidence complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found//$'\\t'/:}")
  [[ -n "$found" ]] && _describe evidence found || _files
}
compdef _evidence evidence
`,
  fish: `complete -c evidence -a '(evidence complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

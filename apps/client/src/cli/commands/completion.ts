import { Argument, type Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import { candidates, HIDDEN, SCRIPTS, SHELLS, type Shell } from '../completion.ts';

/** `evidence completion` prints a script for a shell, which calls the hidden `evidence complete`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script with which your shell completes commands and options')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText(
      'after',
      examplesText(
        'source <(evidence completion bash)   # in ~/.bashrc',
        'source <(evidence completion zsh)    # in ~/.zshrc, after compinit',
        'evidence completion fish > ~/.config/fish/completions/evidence.fish',
      ),
    )
    .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell]));

  program
    .command(HIDDEN, { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      const lines = candidates(program, words).map(({ value, description }) => `${value}\t${description}\n`);
      process.stdout.write(lines.join(''));
    });
}

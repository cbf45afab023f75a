import type { Command } from 'commander';
import { examplesText, UsageError } from '../../../../cli/command-line.ts';
import { outputFor } from '../context.ts';
import { credentialsFile, listProfiles, removeProfile, selectProfile } from '../profiles.ts';

export function addProfiles(program: Command): void {
  const profiles = program.command('profiles').description('List, select and remove the profiles of evidence login');

  profiles
    .command('list')
    .description('List the profiles of this machine, without their secrets; * marks the default one')
    .addHelpText('after', examplesText('evidence profiles list', 'evidence profiles list --json'))
    .action((_: object, command: Command) => {
      outputFor(command).table(
        ['', 'NAME', 'SERVICE', 'APPLICATION OR PERSON'],
        listProfiles().map(({ name, isDefault, url, who }) => ({
          json: { profile: name, default: isDefault, url, ...who },
          cells: [isDefault ? '*' : '', name, url, Object.values(who).join(' in ')],
        })),
      );
    });

  profiles
    .command('use')
    .description('Make a profile the default one, which commands use without --profile')
    .argument('<name>', 'name of the profile')
    .addHelpText('after', examplesText('evidence profiles use production'))
    .action((name: string, _: object, command: Command) => {
      if (!selectProfile(name)) throw missing(name);
      outputFor(command).record({ profile: name, default: true }, [['default', name]]);
    });

  profiles
    .command('remove')
    .description('Remove the credentials of a profile from this machine; the secret stays valid')
    .argument('<name>', 'name of the profile')
    .addHelpText('after', examplesText('evidence profiles remove production'))
    .action((name: string, _: object, command: Command) => {
      if (removeProfile(name) === undefined) throw missing(name);
      outputFor(command).record({ profile: name }, [['removed', name]]);
    });
}

const missing = (name: string): UsageError => new UsageError(`NAME: no profile "${name}" in ${credentialsFile()}`);

import type { Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import type { AccessPolicy } from '../../index.ts';
import { clientFor, identified, outputFor } from '../context.ts';
import { addListing } from '../listing.ts';

type Alternatives = readonly { or: readonly string[] }[];
type Permission = AccessPolicy['access_permissions'][number];

/** Commands that read access policies. `evidence share` creates them. */
export function addPolicies(program: Command): void {
  const policies = program
    .command('policies')
    .description('Read access policies: who may do what. For administrators and auditors');
  addListing(policies, {
    description: 'List access policies, the newest first',
    columns: ['NAME', 'ASSETS', 'IDENTITY'],
    list: (client) => client.policies.list(),
    cells: (policy) => [policy.display_name, conditionText(policy.filters), policy.identity],
  });
  policies
    .command('show')
    .description('Read an access policy')
    .argument('<policy>', 'access_policies/UUID')
    .addHelpText('after', examplesText('evidence policies show access_policies/UUID'))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('access_policies', identity);
      const policy = await clientFor(command).request('GET', '/iam/v1/access_policies/{uuid}', { path });
      outputFor(command).record(policy, [
        ['identity', policy.identity],
        ['name', policy.display_name],
        ['description', policy.description],
        ['assets', conditionText(policy.filters)],
        ...policy.access_permissions.flatMap(permissionFacts),
      ]);
    });
}

/** Groups of alternatives as a condition. */
export const conditionText = (groups: Alternatives): string =>
  groups.map(({ or }) => (or.length === 1 ? or[0]! : `(${or.join(' or ')})`)).join(' and ') || 'all';

const permissionFacts = (permission: Permission): [string, string][] =>
  (
    [
      ['for', [...permission.subjects, ...whoOf(permission.user_attributes)]],
      ['  reads attributes', [...permission.asset_attributes_read, ...permission.include_attributes]],
      ['  reads events', permission.event_arc_display_type_read],
      ['  records events', permission.event_arc_display_type_write],
      ['  sets attributes', permission.asset_attributes_write],
      ['  behaviours', permission.behaviours],
    ] as const
  ).flatMap(([name, values]): [string, string][] => (values.length === 0 ? [] : [[name, values.join(', ')]]));

const whoOf = (groups: Alternatives): string[] => (groups.length === 0 ? [] : [conditionText(groups)]);

import type { Command } from 'commander';
import { examplesText } from '../../../../cli/command-line.ts';
import type { AccessPolicy, NewAccessPolicy } from '../../index.ts';
import { clientFor, identified, outputFor } from '../context.ts';
import { objectIn } from '../files.ts';
import { addListing } from '../listing.ts';
import type { CommandOutput } from '../output.ts';

type Alternatives = readonly { or: readonly string[] }[];
type Permission = AccessPolicy['access_permissions'][number];

/** Commands about access policies. `evidence share` creates one for another organization. */
export function addPolicies(program: Command): void {
  const policies = program
    .command('policies')
    .description('Manage access policies: who may do what. For administrators; auditors read them');
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
      showPolicy(outputFor(command), policy);
    });
  addCreate(policies);
  addDelete(policies);
}

function addCreate(policies: Command): void {
  policies
    .command('create')
    .description('Create an access policy')
    .argument('<file>', 'JSON file with display_name, filters and access_permissions; - reads it from stdin')
    .addHelpText(
      'after',
      examplesText(
        'evidence policies create policy.json',
        'evidence --json policies show access_policies/UUID | evidence policies create -',
      ),
    )
    .action(async (file: string, _given: object, command: Command) => {
      // The service validates it; what only it sets, as in the output of show, is left out.
      const { identity: _identity, tenant: _tenant, ...policy } = objectIn(file);
      showPolicy(outputFor(command), await clientFor(command).policies.create(policy as NewAccessPolicy));
    });
}

function addDelete(policies: Command): void {
  policies
    .command('delete')
    .description('Delete an access policy: what it grants ends with the next request')
    .argument('<policy>', 'access_policies/UUID')
    .addHelpText('after', examplesText('evidence policies delete access_policies/UUID'))
    .action(async (identity: string, _given: object, command: Command) => {
      const path = identified('access_policies', identity);
      await clientFor(command).request('DELETE', '/iam/v1/access_policies/{uuid}', { path });
      outputFor(command).record({ deleted: identity }, [['deleted', identity]]);
    });
}

const showPolicy = (output: CommandOutput, policy: AccessPolicy): void =>
  output.record(policy, [
    ['identity', policy.identity],
    ['name', policy.display_name],
    ['description', policy.description],
    ['assets', conditionText(policy.filters)],
    ...policy.access_permissions.flatMap(permissionFacts),
  ]);

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

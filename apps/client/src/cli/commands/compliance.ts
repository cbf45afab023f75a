import type { Command } from 'commander';
import { examplesText, wholeNumber } from '../../../../cli/command-line.ts';
import type { components, EvidenceClient } from '../../index.ts';
import { clientFor, identified, outputFor } from '../context.ts';
import { EXIT } from '../exit.ts';
import { addListing } from '../listing.ts';
import type { TableCell } from '../output.ts';
import { timeOf, timeText } from '../times.ts';
import { conditionText } from './policies.ts';

/** The most policies of one asset. */
const MAX_POLICIES = 1000;

/** Commands about compliance: its policies, and the result of an asset. */
export function addCompliance(program: Command): void {
  const compliance = program.command('compliance').description('Read compliance policies, and check an asset');
  addListing(compliance, {
    description: 'List compliance policies, the newest first',
    columns: ['NAME', 'RULE', 'ASSETS', 'IDENTITY'],
    list: (client) => client.list('/v1/compliance_policies', 'compliance_policies'),
    cells: (policy) => [
      policy.display_name,
      policy.compliance_type.replace('COMPLIANCE_', ''),
      conditionText(policy.asset_filter),
      policy.identity,
    ],
  });
  addDue(compliance);
  compliance
    .command('check')
    .description('Check an asset against the policies that apply to it. An asset that is not compliant exits with 1')
    .argument('<asset>', 'assets/UUID')
    .option('--at <time>', 'as it was at this time (RFC 3339)', timeOf('--at'))
    .addHelpText(
      'after',
      examplesText('evidence compliance check assets/UUID', 'evidence compliance check assets/UUID --json'),
    )
    .action(async (identity: string, { at }: { at?: string }, command: Command) => {
      const result = await checked(clientFor(command), identity, at);
      const { compliant, compliant_at, results } = result;
      outputFor(command).record({ asset_identity: identity, ...result }, [
        ['compliant', compliant ? { text: 'yes', tone: 'good' } : { text: 'no', tone: 'bad' }],
        ['at', timeText(compliant_at)],
        ...results.map((each): [string, TableCell] => [
          each.display_name || each.compliance_policy_identity,
          each.compliant ? 'compliant' : { text: each.reason || 'not compliant', tone: 'bad' },
        ]),
      ]);
      if (!compliant) process.exitCode = EXIT.failed;
    });
}

/** Assets of a page of the list. */
const PAGE = 500;

function addDue(compliance: Command): void {
  compliance
    .command('due')
    .description('List the assets that are not compliant, or will not be, and who must act; the first due comes first')
    .option('--before <time>', 'those that are due before this time (RFC 3339; default: now)', timeOf('--before'))
    .option('--mine', 'only assets on which you may record what is missing')
    .option('-n, --limit <number>', 'at most this number of assets', wholeNumber('--limit', 1, 1_000_000), 50)
    .addHelpText(
      'after',
      examplesText('evidence compliance due', 'evidence compliance due --before 2026-12-31T00:00:00Z --mine'),
    )
    .action(async ({ before, mine, limit }: DueOptions, command: Command) => {
      const query = {
        page_size: Math.min(limit, PAGE),
        due_before: before ?? new Date().toISOString(),
        ...(mine ? { may_record: 'true' as const } : {}),
      };
      const assets = await clientFor(command).list('/v1/compliance/assets', 'assets', { query }).take(limit);
      outputFor(command).table(
        ['NAME', 'TYPE', 'DUE', 'WHO MUST ACT', 'IDENTITY'],
        assets.map((asset) => ({
          json: asset,
          cells: [
            asset.display_name,
            asset.display_type,
            dueCell(asset),
            asset.who_must_act.map(({ display_name }) => display_name).join(', '),
            asset.asset_identity,
          ],
        })),
      );
    });
}

type DueOptions = { before?: string; mine?: boolean; limit: number };

function dueCell({ compliant, due_at: due }: components['schemas']['ComplianceOfAsset']): TableCell {
  const text = due === null ? '' : timeText(due);
  return compliant ? text : { text: text === '' ? 'not compliant' : `since ${text}`, tone: 'bad' };
}

/** The result for each policy of an asset, with the name of the policy; empty if it cannot be read. */
async function checked(client: EvidenceClient, identity: string, at: string | undefined) {
  const path = identified('assets', identity);
  const query = at === undefined ? {} : { compliant_at: at };
  const whole = await client.request('GET', '/v1/compliance/assets/{uuid}', { path, query });
  const [policies, results] = await Promise.all([
    client.list('/v1/compliance_policies', 'compliance_policies').take(MAX_POLICIES),
    client.list('/v1/compliance/assets/{uuid}', 'compliance', { path, query }).take(MAX_POLICIES),
  ]);
  const names = new Map(policies.map((policy) => [policy.identity, policy.display_name]));
  const { compliant, compliant_at } = whole;
  return {
    compliant,
    compliant_at,
    results: results.map((each) => ({ ...each, display_name: names.get(each.compliance_policy_identity) ?? '' })),
  };
}

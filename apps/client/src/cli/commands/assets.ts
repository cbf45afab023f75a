import { Option, type Command } from 'commander';
import { examplesText, repeatable, wholeNumber } from '../../../../cli/command-line.ts';
import type { Asset, EvidenceClient, NewAsset } from '../../index.ts';
import { attributesOf, clientFor, outputFor, pairsOf } from '../context.ts';
import { locationNames } from '../names.ts';
import { factsOf, textOf, type CommandOutput } from '../output.ts';
import { timeOf, timeText } from '../times.ts';

const ORDERS = { created: 'DEFAULT', changed: 'at_time', name: 'DISPLAY_NAME' } as const;

export function addAssets(program: Command): void {
  const assets = program.command('assets').description('List, read and create assets');
  for (const add of [addList, addShow, addCreate]) add(assets);
  addSearch(program);
}

function addList(assets: Command): void {
  assets
    .command('list')
    .description('List assets')
    .addOption(repeatable('-a, --attribute <name=value>', 'only assets with this attribute; * is any value'))
    .option('--all', 'also assets that are no longer tracked')
    .addOption(
      new Option('--order <by>', 'created and changed: the latest first; name: by arc_display_name')
        .choices(Object.keys(ORDERS))
        .default('created'),
    )
    .option('-n, --limit <number>', 'at most this number of assets', wholeNumber('--limit', 1, 1_000_000), 50)
    .addHelpText(
      'after',
      examplesText(
        'evidence assets list -a arc_display_type=Pump',
        'evidence assets list --limit 1000 --json',
        'evidence assets list --order changed',
      ),
    )
    .action(async (given: Listing, command: Command) => {
      const list = clientFor(command).assets.list({
        attributes: pairsOf('--attribute', given.attribute),
        page_size: Math.min(given.limit, 500),
        order_by: ORDERS[given.order],
        ...(given.all ? { tracked: 'ANY' as const } : {}),
      });
      showAssets(outputFor(command), await list.take(given.limit));
    });
}

function addShow(assets: Command): void {
  assets
    .command('show')
    .description('Read an asset')
    .argument('<asset>', 'assets/UUID, or publicassets/UUID for a public asset without credentials')
    .option('--at <time>', 'as it was at this time (RFC 3339)', timeOf('--at'))
    .addHelpText(
      'after',
      examplesText('evidence assets show assets/UUID', 'evidence assets show assets/UUID --at 2026-01-31T12:00:00Z'),
    )
    .action(async (identity: string, { at }: { at?: string }, command: Command) => {
      const client = clientFor(command);
      const asset = await client.assets.get(identity, at === undefined ? {} : { at_time: at });
      await showAsset(outputFor(command), client, asset);
    });
}

function addCreate(assets: Command): void {
  assets
    .command('create')
    .description('Create an asset')
    .addOption(repeatable('-a, --attribute <name=value>', 'an attribute'))
    .option('--attributes <file>', 'JSON file with an object of attributes; - reads it from stdin')
    .option('--public', 'everyone can read it, which cannot be changed later')
    .addOption(
      new Option('--mechanism <name>', 'how its events are proven (default: that of the tenancy)').choices([
        'SIMPLE_HASH',
        'KHIPU',
        'MERKLE_LOG',
      ]),
    )
    .option('--key <key>', 'idempotency key: with the same key, a repeated command creates no second asset')
    .addHelpText(
      'after',
      examplesText('evidence assets create -a arc_display_name="Pump 7" -a arc_display_type=Pump --public'),
    )
    .action(async (given: Creation, command: Command) => {
      const asset: NewAsset = {
        behaviours: ['RecordEvidence'],
        attributes: attributesOf('--attribute', given.attribute, given.attributes),
        public: given.public === true,
        ...(given.mechanism ? { proof_mechanism: given.mechanism } : {}),
      };
      const settings = given.key === undefined ? {} : { idempotencyKey: given.key };
      const client = clientFor(command);
      await showAsset(outputFor(command), client, await client.assets.create(asset, settings));
    });
}

function addSearch(program: Command): void {
  program
    .command('search')
    .description('Find assets by words in their attributes')
    .argument('<words...>', 'what to search for')
    .option('-n, --limit <number>', 'at most this number of assets', wholeNumber('--limit', 1, 1_000_000), 50)
    .addHelpText('after', examplesText('evidence search pump harbor', 'evidence search "pump 7" --json'))
    .action(async (words: string[], { limit }: { limit: number }, command: Command) => {
      const list = clientFor(command).search.assets(words.join(' '), { page_size: Math.min(limit, 500) });
      showAssets(outputFor(command), await list.take(limit));
    });
}

type Listing = { attribute?: string[]; all?: boolean; order: keyof typeof ORDERS; limit: number };

type Creation = {
  attribute?: string[];
  attributes?: string;
  public?: boolean;
  mechanism?: 'SIMPLE_HASH' | 'KHIPU' | 'MERKLE_LOG';
  key?: string;
};

const showAssets = (output: CommandOutput, assets: readonly Asset[]): void =>
  output.table(
    ['NAME', 'TYPE', 'PUBLIC', 'CHANGED', 'IDENTITY'],
    assets.map((asset) => ({
      json: asset,
      cells: [
        textOf(asset.attributes, 'arc_display_name'),
        textOf(asset.attributes, 'arc_display_type'),
        asset.public ? 'yes' : 'no',
        timeText(asset.at_time),
        asset.identity,
      ],
    })),
  );

/** Shows an asset. For people, it reads the name of its location. */
async function showAsset(output: CommandOutput, client: EvidenceClient, asset: Asset): Promise<void> {
  const locations = output.json ? undefined : await locationNames(client, asset.attributes);
  output.record(asset, [
    ['identity', asset.identity],
    ['status', `${asset.confirmation_status}, ${asset.tracked}`],
    ['proof mechanism', asset.proof_mechanism],
    ['public', asset.public ? 'yes' : 'no'],
    ['at', timeText(asset.at_time)],
    ...factsOf(asset.attributes, '', locations),
  ]);
}

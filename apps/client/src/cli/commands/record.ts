import { Option, type Command } from 'commander';
import { CORRECTS, correctedEvent } from '../../../../../src/formats/records/corrections.ts';
import { plain } from '../../../../../src/lib/text.ts';
import { examplesText, repeatable, UsageError } from '../../../../cli/command-line.ts';
import {
  attachmentOf,
  fillTemplate,
  type Attributes,
  type Event,
  type Evidence,
  type EvidenceClient,
  type Template,
} from '../../index.ts';
import { attributesOf, clientFor, outputFor, pairsOf } from '../context.ts';
import { repeatableError } from '../exit.ts';
import { recordSigned } from '../signed-record.ts';
import { timeOf } from '../times.ts';
import { showEvent } from './events.ts';
import { uploadFile } from './upload.ts';

type Recording = {
  type?: string;
  attribute?: string[];
  attributes?: string;
  set?: string[];
  attach?: string[];
  template?: string;
  field?: string[];
  photo?: string[];
  declared?: string;
  corrects?: string;
  key?: string;
  recordId?: string;
  sign?: string;
  statement?: string;
  checkpoint?: string;
  wait?: boolean;
};

export function addRecord(program: Command): void {
  program
    .command('record')
    .description('Record an event of an asset')
    .argument('<asset>', 'assets/UUID')
    .option('-t, --type <type>', 'arc_display_type of the event')
    .addOption(repeatable('-a, --attribute <name=value>', 'an attribute of the event'))
    .option('--attributes <file>', 'JSON file with an object of attributes of the event; - reads it from stdin')
    .addOption(repeatable('-s, --set <name=value>', 'an attribute of the asset to change'))
    .addOption(repeatable('--attach <name=file>', 'a file to upload and attach as this attribute of the event'))
    .addOption(new Option('--template <name>', 'name or identity of a template, which has the type').conflicts('type'))
    .addOption(repeatable('-f, --field <name=value>', 'a field of the template'))
    .addOption(
      repeatable('--photo <[name=]file>', 'a photo of the template; without a name, of its only field for one'),
    )
    .option(
      '--corrects <event>',
      'assets/UUID/events/UUID: the event of this asset that is corrected, and stays as it is',
    )
    .option('--declared <time>', 'when it happened (RFC 3339; default: now)', timeOf('--declared'))
    .option('--key <key>', 'idempotency key: with the same key, a repeated command records no second event')
    .addOption(
      new Option(
        '--record-id <uuid>',
        'UUID of the record: with the same one, the command can be repeated at any later time (default: a random one)',
      ).conflicts('key'),
    )
    .addOption(
      new Option(
        '--sign <keyfile>',
        'sign the event with the private key in this file (evidence keys create)',
      ).conflicts(['key', 'recordId']),
    )
    .option(
      '--statement <file>',
      'with --sign: keep the signed event in this file; if it exists, send it again, which records no second event',
    )
    .option('--checkpoint <file>', 'with --sign: a checkpoint of the log that you saved (default: the latest one)')
    .option('--wait', 'wait until the event is confirmed')
    .addHelpText(
      'after',
      examplesText(
        'evidence record assets/UUID --type Inspection -a inspector=Ada -s condition=good --wait',
        'evidence record assets/UUID --type Manual --attach manual=./manual.pdf',
        'evidence record assets/UUID --type Inspection -s condition=good --sign key.json --statement event.json',
        'evidence record assets/UUID --template "Monthly inspection" -f condition=good --photo ./plate.jpg',
      ),
    )
    .action(async (asset: string, given: Recording, command: Command) => {
      const client = clientFor(command);
      if (given.corrects !== undefined && !correctedEvent(asset, { [CORRECTS]: given.corrects }))
        throw new UsageError(`--corrects: must be ${plain(asset)}/events/<uuid>`);
      const event = await recorded(client, asset, given);
      const shown = given.wait ? await client.events.confirmed(event.identity) : event;
      await showEvent(outputFor(command), client, shown);
    });
}

/** Records the event of the options, and returns it. */
async function recorded(client: EvidenceClient, asset: string, given: Recording): Promise<Event> {
  const { sign, declared } = given;
  const evidence = async (): Promise<Evidence> => ({
    ...(await evidenceOf(client, given)),
    ...(declared === undefined ? {} : { timestamp_declared: declared }),
  });
  if (sign !== undefined) return recordSigned(client, asset, { ...given, sign }, evidence);
  const signing = (['statement', 'checkpoint'] as const).find((option) => given[option] !== undefined);
  if (signing !== undefined) throw new UsageError(`--${signing}: needs --sign`);
  const recordId = given.key === undefined ? (given.recordId ?? crypto.randomUUID()) : undefined;
  const settings = recordId === undefined ? { idempotencyKey: given.key! } : { recordId };
  return client.events.record(asset, await evidence(), settings).catch((error: unknown) => {
    throw recordId === undefined ? error : repeatableError(error, `--record-id ${recordId}`);
  });
}

/** What the options record. Uploads files, after a template was checked without them. */
async function evidenceOf(client: EvidenceClient, given: Recording): Promise<Evidence> {
  if (given.template === undefined && (given.field ?? given.photo) !== undefined)
    throw new UsageError(`${given.field ? '--field' : '--photo'}: needs --template`);
  const own = given.template === undefined ? undefined : await filled(client, given.template, given);
  const type = given.type ?? own?.event_attributes?.['arc_display_type'];
  return {
    event_attributes: {
      ...(type === undefined ? {} : { arc_display_type: type }),
      ...own?.event_attributes,
      ...attributesOf('--attribute', given.attribute, given.attributes),
      ...(given.corrects === undefined ? {} : { [CORRECTS]: given.corrects }),
      ...(await attached(client, pairsOf('--attach', given.attach))),
    },
    asset_attributes: { ...own?.asset_attributes, ...pairsOf('--set', given.set) },
  };
}

async function filled(client: EvidenceClient, name: string, { field, photo }: Recording): Promise<Evidence> {
  const template = await templateOf(client, name);
  const values = pairsOf('--field', field);
  const files = photosOf(template, photo);
  // Files are uploaded only if nothing else is wrong.
  fillTemplate(template, { values, photos: Object.fromEntries(Object.keys(files).map((each) => [each, {}])) });
  return fillTemplate(template, {
    values,
    photos: (await attached(client, files)) as Record<string, Record<string, string>>,
  });
}

async function templateOf(client: EvidenceClient, name: string): Promise<Template> {
  if (/^templates\/[0-9a-f-]{36}$/.test(name)) return client.templates.get(name);
  const all = await client.templates.list().take(1000);
  const found = all.filter(({ display_name }) => display_name === name);
  if (found.length === 1) return found[0]!;
  const several = found.map(({ identity }) => identity).join(', ');
  if (several !== '') throw new UsageError(`--template: several are named "${name}": choose one of ${several}`);
  const known = all.map(({ display_name }) => display_name).join(', ') || 'there are none';
  throw new UsageError(`--template: none is named "${name}": ${known}`);
}

/** The files of photos by the names of their fields. */
function photosOf({ fields }: Template, given: readonly string[] = []): Record<string, string> {
  const names = fields.filter(({ kind }) => kind === 'PHOTO').map(({ name }) => name);
  const pairs = given.map((text) => {
    const named = names.find((name) => text.startsWith(`${name}=`));
    if (named !== undefined) return [named, text.slice(named.length + 1)] as const;
    if (names.length !== 1)
      throw new UsageError(
        `--photo: must be NAME=FILE with a field for a photo, ${names.join(', ') || 'of which the template has none'}`,
      );
    return [names[0]!, text] as const;
  });
  return Object.fromEntries(pairs);
}

async function attached(client: EvidenceClient, files: Record<string, string>): Promise<Attributes> {
  const attributes: Attributes = {};
  for (const [name, file] of Object.entries(files)) {
    const { stored, fileName } = await uploadFile(client, file);
    attributes[name] = attachmentOf(stored, fileName);
  }
  return attributes;
}

import { labelOf } from '../lib/words.ts';
import type { Schemas } from '../lib/schemas.ts';
import { Moment } from './moment.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { eventSummary: wording } = rareTexts;
const { common } = screenTexts;

type Attributes = NonNullable<Schemas['CreateEvent']['event_attributes']>;

/** An attribute of a request on one line: a file by its name. */
const textOf = (value: Attributes[string]): string => {
  if (typeof value === 'string') return value === '' ? wording.empty : value;
  return Array.isArray(value) ? wording.values(value.length) : (value['arc_file_name'] ?? wording.aFile);
};

const isFile = (value: Attributes[string]): boolean =>
  typeof value === 'object' && !Array.isArray(value) && 'arc_blob_identity' in value;

/** The label of an attribute; that it is a file, if it has none. */
const titleOf = (name: string, value: Attributes[string]): string => {
  const label = labelOf(name);
  return label === name && isFile(value) ? common.file : label;
};

/** What is about to be sent, for a last look. `uploading`: files that are added when they are uploaded. */
export function Summary(of: {
  attributes: Attributes;
  changes?: Attributes;
  declared?: string | undefined;
  uploading: string[];
  facts?: readonly (readonly [title: string, text: string])[];
}) {
  const names = (given: Attributes): (readonly [string, string])[] =>
    Object.entries(given).map(([name, value]) => [titleOf(name, value), textOf(value)]);
  const facts = [
    ...(of.facts ?? []),
    ...names(of.attributes),
    ...of.uploading.map((name) => [common.file, wording.uploading(name)] as const),
    ...names(of.changes ?? {}).map(([name, text]) => [wording.ofAsset(name), text] as const),
  ];
  return (
    <dl class="facts">
      {facts.map(([title, text], i) => [<dt key={`${i}-t`}>{title}</dt>, <dd key={`${i}-d`}>{text}</dd>])}
      {of.changes && <dt>{wording.when}</dt>}
      {of.changes && <dd>{of.declared ? <Moment at={of.declared} /> : wording.now}</dd>}
    </dl>
  );
}

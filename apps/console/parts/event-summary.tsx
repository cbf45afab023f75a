import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import type { Schemas } from '../lib/schemas.ts';
import { Moment } from './moment.tsx';

type Attributes = NonNullable<Schemas['CreateEvent']['event_attributes']>;

/** An attribute of a request on one line: a file by its name. */
const textOf = (value: Attributes[string]): string => {
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  return Array.isArray(value) ? `${value.length} values` : (value['arc_file_name'] ?? 'a file');
};

const isFile = (value: Attributes[string]): boolean =>
  typeof value === 'object' && !Array.isArray(value) && 'arc_blob_identity' in value;

/** What is about to be sent, for a last look. `uploading`: files that are added when they are uploaded. */
export function Summary(of: {
  attributes: Attributes;
  changes?: Attributes;
  declared?: string | undefined;
  uploading: string[];
  facts?: readonly (readonly [title: string, text: string])[];
}) {
  const names = (given: Attributes): (readonly [string, string])[] =>
    Object.entries(given).map(([name, value]) => [LABELS.get(name) ?? (isFile(value) ? 'File' : name), textOf(value)]);
  const facts = [
    ...(of.facts ?? []),
    ...names(of.attributes),
    ...of.uploading.map((name) => ['File', `${name}, which is still being uploaded`] as const),
    ...names(of.changes ?? {}).map(([name, text]) => [`Asset: ${name}`, text] as const),
  ];
  return (
    <dl class="facts">
      {facts.map(([title, text], i) => [<dt key={`${i}-t`}>{title}</dt>, <dd key={`${i}-d`}>{text}</dd>])}
      {of.changes && <dt>When it happened</dt>}
      {of.changes && <dd>{of.declared ? <Moment at={of.declared} /> : 'now'}</dd>}
    </dl>
  );
}

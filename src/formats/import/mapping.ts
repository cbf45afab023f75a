import { FIELDS, targetOf, targetProblem, type Target } from './targets.ts';
import { convertedTime } from './times.ts';

/** How columns become fields; the content of the file of `--map`. */
export type MapFile = {
  /** Column -> one target or several; null: the column is ignored. Targets of the other kind of record are ignored. */
  columns?: Record<string, string | string[] | null> | undefined;
  /** Target -> the value that it has in records with this field if no column gives it one. */
  constants?: Record<string, string> | undefined;
  /** What happens to other columns. Default: `attributes`. */
  other?: 'attributes' | 'ignore' | 'reject' | undefined;
  /** The separator of a CSV file. Default: a comma. */
  delimiter?: string | undefined;
};

/**
 * A record of the input as the API takes it. `asset` is an identity, or the id that the other system gives the asset.
 */
export type Mapped =
  | { record: 'asset'; asset: string | undefined; body: Record<string, unknown> }
  | { record: 'event'; asset: string; body: Record<string, unknown> }
  /** There is nothing to send: the service has the record already, or the row is blank. */
  | { record: 'present' }
  | { problem: string };

/** Stands for the attributes of the record of the line, whichever it is. */
const OWN_ATTRIBUTES = 'attributes of the record';

/** The fields of the targets of a column. */
export const targetsOf = (map: MapFile, column: string): string[] =>
  (columnNamed(map, column)?.targets ?? []).map(({ field }) => field);

/** Why the attributes that a column becomes can never be valid; undefined if they can. By the rules of the service. */
export const columnProblem = (map: MapFile, column: string): string | undefined =>
  (columnNamed(map, column)?.targets ?? []).map(targetProblem).find((problem) => problem !== undefined);

/** Returns what is wrong with a map, such as targets that do not exist. */
export function mapProblems({ columns = {}, constants = {} }: MapFile): string[] {
  const targets = [
    ...Object.entries(columns).flatMap(([column, to]) =>
      [to ?? []].flat().map((text) => [`columns.${column}`, text] as const),
    ),
    ...Object.keys(constants).map((text) => ['constants', text] as const),
  ];
  const unnamed = columns[''] ? ['columns."": must be null: a column without a name cannot become a field'] : [];
  return targets
    .flatMap(([at, text]) => {
      const target = targetOf(text);
      const problem = target ? targetProblem(target) : 'is not a target';
      return problem === undefined ? [] : [`${at}: ${JSON.stringify(text)} ${target ? `(${problem})` : problem}`];
    })
    .concat(unnamed);
}

/**
 * Returns a function that converts the fields of a line by a map without problems. `zone` is that of declared times
 * without a zone.
 */
export function mappingOf(map: MapFile, zone?: string): (fields: Record<string, unknown>) => Mapped {
  const constants = Object.entries(map.constants ?? {}).map(([text, value]) => ({ to: targetOf(text)!, value }));
  const cache = new Map<string, Column | undefined>();
  const columnOf = (name: string): Column | undefined => {
    if (!cache.has(name)) cache.set(name, columnNamed(map, name));
    return cache.get(name);
  };
  return (fields) => {
    const out: Fields = Object.create(null) as Fields;
    for (const { to, value } of constants) put(out, to, value);
    const given: Fields = Object.create(null) as Fields;
    const columns: Column[] = [];
    for (const [name, value] of Object.entries(fields)) {
      if (value === null || value === undefined) continue;
      const column = columnOf(name);
      if (!column) return { problem: `the column ${JSON.stringify(name)} is not known` };
      for (const to of column.targets)
        if (!put(given, to, value)) return { problem: `${name}: conflicts with another column` };
      if (isGiven(value)) columns.push(column);
    }
    merge(out, given);
    return assembled(out, columns, zone);
  };
}

/** The targets of a column, and whether the map lists them. */
type Column = { targets: Target[]; mapped: boolean };

function columnNamed({ columns = {}, other = 'attributes' }: MapFile, name: string): Column | undefined {
  if (Object.hasOwn(columns, name))
    return { targets: [columns[name] ?? []].flat().map((text) => targetOf(text)!), mapped: true };
  const reserved = targetOf(name);
  if (reserved) return { targets: [reserved], mapped: false };
  if (other === 'reject') return undefined;
  return { targets: other === 'ignore' ? [] : [{ field: OWN_ATTRIBUTES, path: [name] }], mapped: false };
}

/**
 * A field that a column of the line has and the record does not; undefined if nothing is wrong. A map applies to assets
 * and events, so each record ignores the targets of the other. A line that is an asset only because it has neither a
 * record nor an operation is probably an event if it has a column that only events have.
 */
function foreignField(record: 'asset' | 'event', isNamed: boolean, columns: readonly Column[]): string | undefined {
  const others: readonly string[] = FIELDS[record === 'asset' ? 'event' : 'asset'];
  const isForeign = ({ field }: Target): boolean => others.includes(field);
  return columns
    .filter(({ targets, mapped }) => !mapped || (record === 'asset' && !isNamed && targets.every(isForeign)))
    .flatMap(({ targets }) => targets)
    .find(isForeign)?.field;
}

/** Values by field; those of maps by name, in objects without a prototype. */
type Fields = Record<string, unknown>;

const isMap = (value: unknown): value is Fields => value !== null && typeof value === 'object' && !Array.isArray(value);

/** A copy of a JSON value whose maps have no prototype, so that any name is an ordinary one. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isMap(value)) return value;
  const copy = Object.create(null) as Fields;
  for (const [name, each] of Object.entries(value)) copy[name] = bare(each);
  return copy;
}

/** Sets a value. Returns false if it has one already, or another one is in its place. */
function put(out: Fields, { field, path }: Target, value: unknown): boolean {
  let [at, name] = [out, field];
  for (const next of path) {
    const inner: unknown = (at[name] ??= Object.create(null));
    if (!isMap(inner)) return false;
    [at, name] = [inner, next];
  }
  if (isMap(at[name]) && isMap(value)) {
    const names = Object.keys(value);
    if (names.some((each) => each in (at[name] as Fields))) return false;
    for (const each of names) (at[name] as Fields)[each] = bare(value[each]);
    return true;
  }
  if (at[name] !== undefined) return false;
  at[name] = bare(value);
  return true;
}

/** Adds the values of `given`, which replace those of `out`. */
function merge(out: Fields, given: Fields): void {
  for (const [name, value] of Object.entries(given)) {
    if (isMap(out[name]) && isMap(value)) merge(out[name], value);
    else out[name] = value;
  }
}

/** The record of merged fields; `columns` are those that the line has. */
function assembled(
  { record: named, asset: id, [OWN_ATTRIBUTES]: own, ...fields }: Fields,
  columns: readonly Column[],
  zone: string | undefined,
): Mapped {
  const implied = isGiven(fields['operation']) ? 'event' : 'asset';
  const record = named === undefined || named === '' ? implied : textOf(named);
  if (record !== 'asset' && record !== 'event')
    return { problem: `record: must be asset or event, not ${shown(named)}` };
  const attributes = record === 'asset' ? 'attributes' : 'event_attributes';
  if (own !== undefined) {
    const both = isMap(fields[attributes])
      ? Object.keys(fields[attributes]).find((name) => name in (own as Fields))
      : undefined;
    if (both !== undefined) return { problem: `${attributes}.${both}: is given by two columns` };
    fields[attributes] = Object.assign(Object.create(null), fields[attributes], own);
  }
  const isNamed = isGiven(named);
  const foreign = foreignField(record, isNamed, columns);
  if (foreign !== undefined && record === 'asset' && !isNamed)
    return { problem: `${foreign}: only an event has this field, and a line without record and operation is an asset` };
  if (foreign !== undefined)
    return { problem: `${foreign}: ${record === 'asset' ? 'an asset' : 'an event'} does not have this field` };
  const asset = isGiven(id) ? textOf(id) : undefined;
  if (asset !== undefined && typeof asset !== 'string') return { problem: `asset: must be a text, not ${shown(id)}` };
  const time = fields['timestamp_declared'];
  if (record === 'event' && typeof time === 'string' && time !== '') {
    const converted = convertedTime(time, zone);
    if ('problem' in converted) return { problem: `timestamp_declared: ${converted.problem}` };
    fields['timestamp_declared'] = converted.text;
  }
  const body: Fields = {};
  for (const name of FIELDS[record])
    if (isGiven(fields[name])) body[name] = CONVERTED[name]?.(fields[name]) ?? fields[name];
  if (record === 'asset' && asset === undefined && isEmpty(body['attributes']))
    return { problem: 'asset: an asset needs an id or an attribute' };
  if (record === 'asset') return { record, asset, body };
  if (asset === undefined) return { problem: 'asset: is required' };
  return { record, asset, body: { operation: 'Record', behaviour: 'RecordEvidence', ...body } };
}

const isEmpty = (attributes: unknown): boolean =>
  attributes === undefined || (isMap(attributes) && Object.keys(attributes).length === 0);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
/** Numbers and truth values of JSON as text; other values as they are. */
const textOf = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 80);

/** The values of maps as text where JSON has numbers or truth values, at any depth. */
const textsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(textsOf);
  if (!isMap(value)) return textOf(value);
  for (const [name, each] of Object.entries(value)) value[name] = textsOf(each);
  return value;
};

/** Conversions of the values of fields to the types of the API. Other values are left to its validation. */
const CONVERTED: Partial<Record<string, (value: unknown) => unknown>> = {
  operation: textOf,
  behaviour: textOf,
  attributes: textsOf,
  event_attributes: textsOf,
  asset_attributes: textsOf,
  principal_declared: textsOf,
  behaviours: (value) => (typeof value === 'string' ? value.split(/[\s,;|]+/).filter((name) => name !== '') : value),
  public: (value) => (/^(?:true|false)$/i.test(String(value)) ? /true/i.test(String(value)) : value),
};

import { attributeProblems } from '../records/attributes.ts';
import { LABELS } from '../records/attribute-labels.ts';

/** Where the value of a column goes: a field of the record, and for attributes the name and the key of a map. */
export type Target = { field: string; path: string[] };

const COMMON = ['record', 'asset'];
export const FIELDS = {
  asset: ['attributes', 'behaviours', 'proof_mechanism', 'public'],
  event: ['operation', 'behaviour', 'timestamp_declared', 'principal_declared', 'event_attributes', 'asset_attributes'],
} as const;
const NAMES: readonly string[] = [...COMMON, ...FIELDS.asset, ...FIELDS.event];
/** Fields that are maps, with the length of the paths into them. */
const MAPS: Record<string, number> = {
  attributes: 2,
  event_attributes: 2,
  asset_attributes: 2,
  principal_declared: 1,
};
const PRINCIPAL = ['issuer', 'subject', 'display_name', 'email'];

/** Fields of which an input needs one, because without them each line would be an asset without an id. */
export const SELECTING: readonly string[] = ['record', 'asset', 'operation'];

/** Whether a field is a map, whose names a column or an object in JSON Lines can have. */
export const isMapField = (field: string): boolean => MAPS[field] !== undefined;

/** The target that a text names, or undefined. */
export function targetOf(text: string): Target | undefined {
  if (text === 'asset_identity') return { field: 'asset', path: [] };
  const [field = '', ...path] = text.split('.');
  if (!NAMES.includes(field) || path.length > (MAPS[field] ?? 0)) return undefined;
  if (path.includes('') || path.includes('__proto__')) return undefined;
  if (field === 'principal_declared' && path.length > 0 && !PRINCIPAL.includes(path[0]!)) return undefined;
  return { field, path };
}

/** Why the attribute of a target can never be valid, by the rules of the service; undefined if it can. */
export function targetProblem({ field, path: [name, key] }: Target): string | undefined {
  if (name === undefined || field === 'principal_declared') return undefined;
  return attributeProblems({ [name]: key === undefined ? '' : { [key]: '' } }, field)[0]?.description;
}

/**
 * The name of a target, or of an attribute with a meaning, that a text probably means; undefined for others and for
 * itself.
 */
export function nameMeant(text: string): string | undefined {
  const [first = '', ...path] = text.split('.');
  const singles = [...NAMES, 'asset_identity', ...LABELS.keys()];
  const field = like(first, path.length === 0 ? singles : Object.keys(MAPS));
  if (field === undefined) return undefined;
  const known = field === 'principal_declared' ? PRINCIPAL : [...LABELS.keys()];
  const parts = path.map((part) => like(part, known) ?? (field === first ? part : part.trim()));
  const meant = [field, ...parts].join('.');
  return meant === text || (path.length > 0 && !targetOf(meant)) ? undefined : meant;
}

/** Whether a name is that of an attribute with a meaning, and not that of a field. */
export const isAttributeName = (name: string): boolean => LABELS.has(name);

/** A name of an attribute that is accepted and that no column has, like one that is not accepted. */
export function acceptedName(name: string, others: ReadonlySet<string>): string {
  const plain = name
    .replace(/(?:\.|\[\])+$/, '')
    .replace(/[.\p{Cc}]+/gu, '_')
    .trim()
    .slice(0, 200);
  let accepted = plain || 'column';
  while (others.has(accepted)) accepted += '_';
  return accepted;
}

/** The name in a list that a text has apart from case, spaces, invisible characters, dashes and underscores. */
function like(text: string, names: readonly string[]): string | undefined {
  const plain = plainOf(text);
  return names.find((name) => plainOf(name) === plain);
}

export const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s_\p{Pd}\p{Cf}]+/gu, '')
    .toLowerCase();

import { importTexts } from './texts.ts';
import { HOME_LOCATION, LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { acceptedName, nameMeant, plainOf, targetProblem } from '../../../src/formats/import/targets.ts';
import { attributeOf, type ColumnTarget } from './target.ts';
import type { FileColumn } from './file.ts';

/** How tables name what columns become, in English and German. */
const SYNONYMS: readonly (readonly [string, readonly string[]])[] = [
  ['arc_display_name', ['name', 'display name', 'asset', 'asset name', 'title', 'bezeichnung', 'anlage']],
  ['arc_display_type', ['type', 'asset type', 'kind', 'category', 'typ', 'art', 'kategorie']],
  [
    'arc_serial_number',
    ['serial number', 'serial no', 'serial no.', 'serial', 's/n', 'sn', 'seriennummer', 'seriennr.', 'fabriknummer'],
  ],
  ['arc_description', ['description', 'beschreibung', 'notes', 'bemerkung']],
  ['location', ['location', 'home location', 'site', 'place', 'standort', 'ort', HOME_LOCATION]],
];

/** What a column probably becomes, by its title. One without a title is skipped. */
export function suggestedTarget({ title }: FileColumn): ColumnTarget {
  const plain = plainOf(title.replace(/^attributes\./, ''));
  if (plain === '') return { kind: 'skip' };
  const known = SYNONYMS.find(([name, texts]) => [name, ...texts].some((text) => plainOf(text) === plain))?.[0];
  if (known === 'location') return { kind: 'location' };
  if (known !== undefined) return { kind: 'attribute', name: known };
  const labelled = [...LABELS].find(([, label]) => plainOf(label) === plain)?.[0];
  const meant = nameMeant(title);
  const name = labelled ?? (meant !== undefined && LABELS.has(meant) ? meant : acceptedName(title, new Set()));
  return { kind: 'attribute', name };
}

/**
 * Why columns cannot become what was chosen for them, as sentences; empty if they can. `writable`: whether the caller
 * may set an attribute. `label`: what people call it.
 */
export function targetProblems(
  columns: readonly FileColumn[],
  targets: readonly ColumnTarget[],
  writable: (name: string) => boolean,
  label: (name: string) => string = (name) => LABELS.get(name) ?? name,
): string[] {
  const say = importTexts();
  const problems: string[] = [];
  const by = new Map<string, string>();
  for (const [i, target] of targets.entries()) {
    const name = attributeOf(target);
    if (name === undefined) continue;
    const { key } = columns[i]!;
    const problem = targetProblem({ field: 'attributes', path: [name] });
    const other = by.get(name);
    if (name.trim() === '') problems.push(say.needsName(key));
    else if (problem !== undefined) problems.push(say.cannotBecome(key, name, problem));
    else if (name === '__proto__') problems.push(say.cannotBecome(key, name, say.reserved));
    else if (other !== undefined) problems.push(say.both(other, key, label(name)));
    else if (!writable(name)) problems.push(say.notWritable(label(name), key));
    by.set(name, other ?? key);
  }
  if (!by.has('arc_display_name')) problems.push(say.chooseName);
  return problems;
}

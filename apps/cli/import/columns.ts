import { UsageError } from '../command-line.ts';
import { SEPARATORS } from '../../../src/formats/import/rows.ts';
import { columnProblem, targetsOf, type MapFile } from '../../../src/formats/import/mapping.ts';
import {
  acceptedName,
  isAttributeName,
  isMapField,
  nameMeant,
  SELECTING,
  targetOf,
} from '../../../src/formats/import/targets.ts';
import { lacksZone, missingZone } from '../../../src/formats/import/times.ts';

/** Columns that one error names. */
const MAX_NAMED = 20;
const ATTRIBUTES = ['attributes', 'event_attributes'];

/**
 * A column that would be imported as something else than it means, or never. `fix`: its entry of a map, if one helps.
 */
type Problem = { text: string; fix: (() => [name: string, to: string | string[]]) | undefined };

/**
 * The columns of a file, which are checked before anything is sent: assets that are created by mistake cannot be
 * deleted.
 */
export class Columns {
  readonly #file: string;
  readonly #map: MapFile;
  readonly #zone: string | undefined;
  readonly #names = new Set<string>();
  readonly #problems: Problem[] = [];
  /** Columns with declared times. */
  readonly #times = new Set<string>();

  /** `zone`: that of declared times without a zone. */
  constructor(file: string, map: MapFile, zone: string | undefined) {
    this.#file = file;
    this.#map = map;
    this.#zone = zone;
  }

  /** The header of a CSV file. Throws a UsageError if it has another separator, or columns that cannot be imported. */
  addHeader(names: readonly string[], delimiter: string): void {
    const [only = ''] = names;
    const excel = /^sep=(.?)$/i.exec(names.length === 2 && names[1] === '' ? `${only}${delimiter}` : only);
    if (excel)
      throw new UsageError(
        `${this.#file}: the first line, ${JSON.stringify(excel[0])}, is an instruction for Excel: remove it, and set ` +
          `${JSON.stringify(excel[1])} as "delimiter" of a map (--map) unless it is a comma`,
      );
    const other = SEPARATORS.find((each) => each !== delimiter && isSeparator(each, names));
    if (other)
      throw new UsageError(
        `${this.#file}: the header is ${names.length === 1 ? 'one column' : `${names.length} columns`}, ` +
          `${JSON.stringify(names.join(delimiter).slice(0, 80))}: if ${JSON.stringify(other)} separates the ` +
          `columns, set it as ` +
          '"delimiter" of a map (--map)',
      );
    for (const name of names) this.#add(name);
    this.#requireNoProblems();
  }

  /**
   * The fields of a line, which a line of JSON Lines can have without a header. Throws a UsageError for a time that
   * needs a zone.
   */
  addLine(line: number, fields: Record<string, unknown>, isHeaded: boolean): void {
    if (!isHeaded)
      for (const [name, value] of Object.entries(fields)) {
        this.#add(name);
        if (isMapField(name) && value !== null && typeof value === 'object') this.#addNested(name, Object.keys(value));
      }
    if (this.#zone !== undefined) return;
    for (const name of this.#times) {
      const value = fields[name];
      if (typeof value === 'string' && lacksZone(value))
        throw new UsageError(
          `${this.#file}: line ${line}: the time in the column ${shown(name)}, ${missingZone(value)}`,
        );
    }
  }

  #add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    if (name === '') return;
    if (targetsOf(this.#map, name).includes('timestamp_declared')) this.#times.add(name);
    if (Object.hasOwn(this.#map.columns ?? {}, name)) return;
    const meant = nameMeant(name);
    if (meant !== undefined)
      return this.#addMeant(name, meant, () => [name, isAttributeName(meant) ? bothOf(meant) : meant]);
    const problem = columnProblem(this.#map, name);
    if (problem === undefined) return;
    const [, ...path] = targetOf(name) ? name.split('.') : ['', name];
    this.#problems.push({
      text: `the column ${shown(name)} cannot become an attribute: ${problem}`,
      fix: () => [name, bothOf(acceptedName(path.join(' '), this.#names))],
    });
  }

  /** The names in a map of JSON Lines: only those that mean another are problems of the file. */
  #addNested(field: string, names: readonly string[]): void {
    for (const name of names) {
      const path = `${field}.${name}`;
      if (this.#names.has(path)) continue;
      const meant = name.includes('.') ? undefined : nameMeant(path);
      if (meant === undefined) continue;
      this.#names.add(path);
      this.#addMeant(path, meant, undefined);
    }
  }

  #addMeant(name: string, meant: string, fix: Problem['fix']): void {
    const text =
      `the column ${shown(name)} differs from ${JSON.stringify(meant)} only by case, spaces, dashes ` +
      `or underscores`;
    this.#problems.push({ text, fix });
  }

  /** Throws a UsageError that names the columns that cannot be imported, and the map that would fix them. */
  #requireNoProblems(): void {
    const problems = this.#problems.slice(0, MAX_NAMED);
    if (problems.length === 0) return;
    const more = this.#problems.length - problems.length;
    const texts = [...problems.map(({ text }) => text), ...(more > 0 ? [`and ${more} more`] : [])];
    const fixes = problems.flatMap(({ fix }) => (fix ? [fix()] : []));
    const map = escaped(JSON.stringify({ columns: Object.fromEntries(fixes) }));
    const hint =
      fixes.length === 0 ? '' : `, or list ${problems.length === 1 ? 'it' : 'them'} in a map (--map): ${map}`;
    throw new UsageError(`${this.#file}: ${texts.join('; ')}. Rename ${problems.length === 1 ? 'it' : 'them'}${hint}`);
  }

  /**
   * Throws a UsageError for names that cannot be imported, if the map lists a column that the file does not have, or if
   * all lines would be assets.
   */
  requireComplete(): void {
    if (this.#names.size === 0) return;
    this.#requireNoProblems();
    const absent = Object.keys(this.#map.columns ?? {}).filter((name) => !this.#names.has(name));
    if (absent.length > 0)
      throw new UsageError(
        `${this.#file}: has no column ${absent.map((name) => JSON.stringify(name)).join(', ')}, which the map ` +
          `lists in "columns"`,
      );
    const targets = [...[...this.#names].flatMap((name) => targetsOf(this.#map, name)), ...constantsOf(this.#map)];
    if (targets.some((target) => SELECTING.includes(target))) return;
    const names = [...this.#names].slice(0, 10).map((name) => JSON.stringify(name));
    throw new UsageError(
      `${this.#file}: none of the columns ${names.join(', ')} is asset, asset_identity, record or operation: ` +
        `name them in the ` +
        'file or in "columns" of a map (--map). If each line is an asset, the map needs "constants": {"record": ' +
        '"asset"}',
    );
  }
}

/** Whether a text separates the columns of a header that was split by another one. */
const isSeparator = (text: string, names: readonly string[]): boolean =>
  names.some((name) => name.includes(text)) &&
  (names.length === 1 ||
    names.some((name) => name.split(text).length > 1 && name.split(text).some((part) => SELECTING.includes(part))));

const bothOf = (name: string): string[] => ATTRIBUTES.map((field) => `${field}.${name}`);

/** A name in quotes, with its invisible characters and unusual spaces as escape sequences. */
const shown = (name: string): string => escaped(JSON.stringify(name.slice(0, 200)));
const escaped = (json: string): string =>
  json.replace(/[^\P{Z} ]|\p{Cf}/gu, (char) => `\\u${char.codePointAt(0)!.toString(16).padStart(4, '0')}`);

const constantsOf = ({ constants = {} }: MapFile): string[] =>
  Object.keys(constants).flatMap((text) => targetOf(text)?.field ?? []);

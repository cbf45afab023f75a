import { UsageError } from '../usage.ts';
import { SELECTING, targetOf, targetsOf, type MapFile } from './mapping.ts';

/** Separators that a CSV file may have instead of the configured one. */
const SEPARATORS = [',', ';', '\t', '|'];

/** The columns of a file, which are checked before anything is sent: assets that are created by mistake cannot be deleted. */
export class Columns {
  readonly #file: string;
  readonly #map: MapFile;
  readonly #names = new Set<string>();

  constructor(file: string, map: MapFile) {
    this.#file = file;
    this.#map = map;
  }

  /** The header of a CSV file. Throws a UsageError if it has another separator. */
  addHeader(names: readonly string[], delimiter: string): void {
    const [only = ''] = names;
    const other = names.length === 1 && SEPARATORS.find((each) => each !== delimiter && only.includes(each));
    if (other)
      throw new UsageError(
        `${this.#file}: the header is one column, ${JSON.stringify(only.slice(0, 80))}: if ${JSON.stringify(other)} separates ` +
          'the columns, set it as "delimiter" of a map (--map)',
      );
    this.add(names);
  }

  /** Throws a UsageError for a name that is almost a known one. */
  add(names: Iterable<string>): void {
    for (const name of names) {
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      const known = knownLike(name);
      if (known !== undefined && !Object.hasOwn(this.#map.columns ?? {}, name))
        throw new UsageError(
          `${this.#file}: the column ${JSON.stringify(name)} differs from ${JSON.stringify(known)} only by case or spaces: ` +
            'rename it, or list it in "columns" of a map (--map)',
        );
    }
  }

  /** Throws a UsageError if the map lists a column that the file does not have, or if all lines would be assets. */
  requireComplete(): void {
    if (this.#names.size === 0) return;
    const absent = Object.keys(this.#map.columns ?? {}).filter((name) => !this.#names.has(name));
    if (absent.length > 0)
      throw new UsageError(
        `${this.#file}: has no column ${absent.map((name) => JSON.stringify(name)).join(', ')}, which the map lists in "columns"`,
      );
    const targets = [...[...this.#names].flatMap((name) => targetsOf(this.#map, name)), ...constantsOf(this.#map)];
    if (targets.some((target) => SELECTING.includes(target))) return;
    const names = [...this.#names].slice(0, 10).map((name) => JSON.stringify(name));
    throw new UsageError(
      `${this.#file}: none of the columns ${names.join(', ')} is asset, asset_identity, record or operation: name them in the ` +
        'file or in "columns" of a map (--map). If each line is an asset, the map needs "constants": {"record": "asset"}',
    );
  }
}

const constantsOf = ({ constants = {} }: MapFile): string[] =>
  Object.keys(constants).flatMap((text) => targetOf(text)?.field ?? []);

/** The known name from which a name differs only by case or by spaces around its parts. */
function knownLike(name: string): string | undefined {
  if (targetOf(name)) return undefined;
  const [field = '', ...path] = name.split('.').map((part) => part.trim());
  const lower = field.toLowerCase();
  return [[lower, ...path].join('.'), [lower, ...path.map((part) => part.toLowerCase())].join('.')].find(targetOf);
}

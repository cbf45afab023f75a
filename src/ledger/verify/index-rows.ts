import { sql } from 'drizzle-orm';
import { leavesOf, type Attributes } from '../../formats/records/attributes.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import { ERASED_KEY } from '../erasure/erasure.ts';
import { looksErased } from '../erasure/erasure-columns.ts';
import type { EventRecord } from '../records/event.ts';
import { filesOf, isSearched, searchedLeaves, typeRows } from '../records/leaves.ts';
import type { Allowance } from './allowance.ts';
import { NOTHING, RowSum, type Sum } from './row-sum.ts';

/** Rows per query, which bounds memory for any length of history. */
const PAGE = 200;
/** Leaves per query, and characters of their JSON. */
const LOOKED_UP = { leaves: 2000, characters: 300_000 };

/** The key of the last row that was read; null: there are no more. */
type LastKey = (string | number)[] | null;
type EventLeaf = { seq: number; sets: number; path: string; key: string };
const LEAF = columns('seq', 'sets', 'path', 'key');
/** A row of `asset_values`. */
const VALUE = columns('path', 'key');

/** The state of the comparison of an asset's index rows, as plain data. */
export type IndexState = {
  /** Those that follow from the events. */
  types: Sum;
  versions: Sum;
  /** Whether the events so far have their rows in `event_leaves`, and no others. */
  leavesAgree: boolean;
  /** The progress through the rows, which starts after all events; `after` is null at the end. */
  walk?: {
    /** The sequence number of the last event. */
    upTo: number;
    types: { after: LastKey; sum: Sum };
    versions: { after: LastKey; sum: Sum };
    /** Whether `asset_values` has exactly the current values among those that the asset has ever had. */
    valuesAgree: boolean;
  };
};

/** Compares the rows by which an asset and its events are searched with those that follow from its events. */
export class IndexRows {
  static readonly START: IndexState = { types: NOTHING, versions: NOTHING, leavesAgree: true };
  readonly #db: Database;
  readonly #asset: number;
  readonly #types: RowSum;
  readonly #versions: RowSum;
  #leavesAgree: boolean;
  #walk: IndexState['walk'];
  /** Leaves of events that are not looked up yet, and how many rows they have. */
  #leaves: EventLeaf[] = [];
  #rowsOfLeaves = 0;

  /** `asset`: its number. */
  constructor(db: Database, asset: number, state: IndexState) {
    this.#db = db;
    this.#asset = asset;
    [this.#types, this.#versions] = [new RowSum(state.types), new RowSum(state.versions)];
    this.#leavesAgree = state.leavesAgree;
    this.#walk = state.walk;
  }

  get state(): IndexState {
    const common = { types: this.#types.sum, versions: this.#versions.sum, leavesAgree: this.#leavesAgree };
    return this.#walk ? { ...common, walk: this.#walk } : common;
  }

  get isWalking(): boolean {
    return this.#walk !== undefined;
  }

  /** Adds the rows of the next event. `changes`: all asset attributes that it sets. */
  add(event: EventRecord, changes: Attributes): void {
    for (const { path, key, seq } of typeRows(event)) this.#types.add([path, key, seq]);
    for (const [name, value] of Object.entries(changes)) {
      const derived = Object.hasOwn(event.assetAttributes, name) ? null : JSON.stringify(value);
      for (const { path, key, present } of leavesOf(name, value)) {
        const rest = path.slice(name.length);
        this.#versions.add([name, event.seq, rest, key, present, rest === '' ? derived : null]);
      }
    }
    [event.eventAttributes, event.assetAttributes].forEach((attributes, sets) => {
      for (const { path, key } of searchedIn(attributes)) {
        this.#leaves.push({ seq: event.seq, sets, path, key });
        this.#rowsOfLeaves += event.public && sets === 0 ? 2 : 1;
      }
    });
    for (const hash of filesOf(event)) {
      this.#leaves.push({ seq: event.seq, sets: 2, path: '', key: hash });
      this.#rowsOfLeaves += event.public ? 2 : 1;
    }
  }

  /** Looks up the leaves of the events that were added. Returns the number of rows that it has read. */
  async findLeaves(): Promise<number> {
    let found = 0;
    const leaf = LEAF.sqlOf('r.value');
    for (const part of parts(this.#leaves.map((each) => JSON.stringify(LEAF.row(each))))) {
      const [rows] = await this.#db.batch([
        this.#db.sql<{ n: number }>(sql`SELECT count(*) AS n FROM json_each(${part}) r
          CROSS JOIN events e ON e.asset = ${this.#asset} AND e.seq = ${leaf.seq}
          CROSS JOIN event_leaves l ON l.tenant IN (e.tenant, ${PUBLIC_LEAVES}) AND l.sets = ${leaf.sets}
            AND l.path = ${leaf.path} AND l.key = ${leaf.key} AND l.accepted_us = e.accepted_us
              AND l.event = e.number`),
      ]);
      found += rows[0]!.n;
    }
    this.#leavesAgree &&= found === this.#rowsOfLeaves;
    [this.#leaves, this.#rowsOfLeaves] = [[], 0];
    return found;
  }

  /** After all events. `upTo`: the sequence number of the last one. */
  startWalk(upTo: number): void {
    this.#walk = {
      upTo,
      types: { after: ['', '', 0], sum: NOTHING },
      versions: { after: ['', 0, '', ''], sum: NOTHING },
      valuesAgree: true,
    };
  }

  /**
   * Whether the rows up to the last event agree with the events, and the current values with `attributes`. Returns
   * undefined if the run has no rows left.
   */
  async agrees(attributes: Attributes, left: Allowance): Promise<boolean | undefined> {
    const walk = this.#walk!;
    const current = new Set(searchedIn(attributes).map(valueText));
    if (!(await this.#walkTypes(walk, left)) || !(await this.#walkVersions(walk, current, left))) return undefined;
    const has = await this.#countValues([...current]);
    walk.valuesAgree &&= has === current.size;
    if (!this.#leavesAgree || !this.#types.equals(new RowSum(walk.types.sum))) return false;
    if (!this.#versions.equals(new RowSum(walk.versions.sum))) return false;
    // An append since the start may have changed the current values: they are not compared then.
    const [[newer]] = await this.#db.batch([
      this.#db.sql<{ seq: number }>(sql`SELECT seq FROM assets WHERE number = ${this.#asset}`),
    ]);
    return newer?.seq !== walk.upTo || walk.valuesAgree;
  }

  async #walkTypes({ types, upTo }: NonNullable<IndexState['walk']>, left: Allowance): Promise<boolean> {
    const sum = new RowSum(types.sum);
    while (types.after) {
      if (left.isSpent) return false;
      const [path, key, seq] = types.after;
      const [page] = await this.#db.batch([
        this.#db.sql<{ path: string; key: string; seq: number }>(sql`SELECT path, key, seq FROM event_types
          WHERE asset = ${this.#asset} AND (path, key, seq) > (${path}, ${key}, ${seq})
          ORDER BY path, key, seq LIMIT ${PAGE}`),
      ]);
      for (const r of page) if (r.seq <= upTo) sum.add([r.path, r.key, r.seq]);
      const last = page.at(-1);
      types.after = last && page.length === PAGE ? [last.path, last.key, last.seq] : null;
      types.sum = sum.sum;
      left.rows -= page.length;
    }
    return true;
  }

  async #walkVersions(
    walk: NonNullable<IndexState['walk']>,
    current: ReadonlySet<string>,
    left: Allowance,
  ): Promise<boolean> {
    const { versions, upTo } = walk;
    const sum = new RowSum(versions.sum);
    while (versions.after) {
      if (left.isSpent) return false;
      const [name, seq, path, key] = versions.after;
      const [page] = await this.#db.batch([
        this.#db.sql<{ name: string; seq: number; path: string; key: string; present: number; value: string | null }>(
          sql`SELECT name, seq, path, key, present, value FROM asset_attributes WHERE asset = ${this.#asset}
            AND (name, seq, path, key) > (${name}, ${seq}, ${path}, ${key}) ORDER BY name, seq, path, key
              LIMIT ${PAGE}`,
        ),
      ]);
      for (const r of page)
        if (r.seq <= upTo && r.key !== ERASED_KEY) sum.add([r.name, r.seq, r.path, r.key, r.present, r.value]);
      const marked = page.filter((r) => r.key === ERASED_KEY).map(({ seq: of }) => of);
      if (marked.length > 0 && !(await this.#areErased(marked))) this.#leavesAgree = false;
      const former = page
        .filter(isSearched)
        .map((r) => valueText({ path: r.name + r.path, key: r.key }))
        .filter((text) => !current.has(text));
      if (walk.valuesAgree && (await this.#countValues(former)) > 0) walk.valuesAgree = false;
      const last = page.at(-1);
      versions.after = last && page.length === PAGE ? [last.name, last.seq, last.path, last.key] : null;
      versions.sum = sum.sum;
      left.rows -= page.length;
    }
    return true;
  }

  /** Whether the events with these sequence numbers are erased. */
  async #areErased(seqs: readonly number[]): Promise<boolean> {
    const [rows] = await this.#db.batch([
      this.#db.sql<{ n: number }>(sql`SELECT count(*) AS n FROM json_each(${JSON.stringify(seqs)}) r
        CROSS JOIN events e ON e.asset = ${this.#asset} AND e.seq = r.value WHERE ${looksErased('e')}`),
    ]);
    return rows[0]!.n === seqs.length;
  }

  /** How many of these texts of `valueText` are values of the asset in `asset_values`. */
  async #countValues(values: readonly string[]): Promise<number> {
    let found = 0;
    const value = VALUE.sqlOf('r.value');
    for (const part of parts(values)) {
      const [rows] = await this.#db.batch([
        this.#db.sql<{ n: number }>(sql`SELECT count(*) AS n FROM assets a CROSS JOIN json_each(${part}) r
          CROSS JOIN asset_values v ON v.tenant = a.tenant AND v.path = ${value.path} AND v.key = ${value.key}
            AND v.created_us = a.created_us AND v.asset = a.number WHERE a.number = ${this.#asset}`),
      ]);
      found += rows[0]!.n;
    }
    return found;
  }
}

const valueText = (value: { path: string; key: string | number }): string => JSON.stringify(VALUE.row(value));

const searchedIn = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([name, value]) => searchedLeaves(name, value));

/** The texts as JSON lists of a limited size. */
function* parts(texts: readonly string[]): Generator<string> {
  for (let from = 0; from < texts.length;) {
    const part: string[] = [];
    for (let size = 0; from < texts.length && part.length < LOOKED_UP.leaves && size < LOOKED_UP.characters; from++) {
      const text = texts[from]!;
      part.push(text);
      size += text.length;
    }
    yield `[${part.join(',')}]`;
  }
}

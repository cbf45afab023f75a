import * as fc from 'fast-check';
import type { Filters, Permission } from '../../../src/access/policy.ts';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import type { ProofMechanism } from '../../../src/ledger/records/event.ts';

/** Tenants are numbered. Principal number `tenant` is the administrator of each; the users follow. */
export const TENANTS = 3;

/** The relation of two tenants: mutual, one-way, or by a key that the other does not have. */
type Relation = 'mutual' | 'twice' | 'first' | 'second' | 'wrong key' | 'none';

/** An event after the creation, with attributes or attachments. */
export type WorldEvent = {
  says: Attributes;
  sets: Attributes;
  attaches?: string;
  /** Microseconds from the world's start to the declared time; undefined: none is declared. */
  declared?: number | undefined;
};

export type WorldAsset = {
  tenant: number;
  public: boolean;
  /** Microseconds after the world's start: from a small range, so that some times are equal. */
  at: number;
  attributes: Attributes;
  events: WorldEvent[];
  /** Whether all is written in one commit, or the creation before the rest. */
  atOnce: boolean;
  /** SIMPLE_HASH by default. */
  mechanism?: ProofMechanism;
};

/**
 * In `subjects`, `#2` stands for all subjects that the tenant has for tenant 2, `@2` for those of tenant 2, `?` for one
 * that does not exist. In `user_attributes`, `subject=#4` names principal 4.
 */
export type WorldPolicy = { tenant: number; filters: Filters; permissions: Permission[] };

/** The queries of one principal: list filters as texts, a conjunction of disjunctions. */
export type Asking = { size: number; cap: number; assets: string[][]; events: string[][]; pick: number };

/** A change of what callers see; `which` selects the record. */
export type WorldChange = {
  what: 'administrator' | 'claims' | 'subject' | 'subject gone' | 'policy' | 'policy gone';
  which: number;
  claims: Record<string, string>;
  filters: Filters;
};

export type World = {
  relations: [Relation, Relation, Relation];
  users: { tenant: number; claims: Record<string, string> }[];
  assets: WorldAsset[];
  policies: WorldPolicy[];
  /** One entry for each principal. */
  asking: Asking[];
  /** The changes, after which the queries are repeated. */
  changes: WorldChange[];
};

/** The pairs of tenants of `relations`. */
export const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Longer than the compared prefix; they differ after it. */
const LONG = `${'ü'.repeat(66)}1`;
const LONGER = `${'ü'.repeat(66)}2`;

const text = fc.constantFrom('x', 'x', 'x', 'x', 'x', 'y', 'y', 'y', '', LONG, LONGER, 'a=b', "q'r");
const map = fc.dictionary(fc.constantFrom('k', 'l'), text, { maxKeys: 2, noNullPrototype: true });
const list = fc.array(map, { maxLength: 2, size: 'max' });
const value = fc.oneof({ weight: 2, arbitrary: text }, { weight: 2, arbitrary: map }, { weight: 2, arbitrary: list });

/** Attributes with few names and values, so that filters often match. */
export const attributes: fc.Arbitrary<Attributes> = fc.record(
  { kind: text, place: text, box: value, tags: value, constructor: text },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Attributes>;

const paths = ['kind', 'kind', 'kind', 'place', 'place', 'box', 'box.k', 'box[].k', 'tags', 'tags.l', 'tags[].k'];
const rare = ['tags[].l', 'constructor', 'arc_attachments', 'arc_attachments[].arc_display_name', 'other'];
const termOf = (scope: string, ...more: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...paths, ...rare, ...more),
      fc.constantFrom('=', '=', '=', '!=', ':'),
      fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: fc.constant('*') }),
    )
    .map(([path, operator, of]) => `${scope}.${path}${operator}${of}`);

/** One term over an asset's attributes, as text. */
export const term = termOf('attributes');
const eventTerm = fc.oneof(
  termOf('event_attributes', 'arc_display_type', 'arc_display_type'),
  termOf('asset_attributes'),
  termOf('asset.attributes'),
);

const groups = <T>(one: fc.Arbitrary<T>, min: number, max: number, most: number) =>
  fc.array(fc.array(one, { minLength: 1, maxLength: most, size: 'max' }), {
    minLength: min,
    maxLength: max,
    size: 'max',
  });
/** Sometimes filters that match nothing: no groups, or an empty group. */
const filters = (one: fc.Arbitrary<string>, max: number): fc.Arbitrary<Filters> =>
  fc
    .oneof(
      { weight: 14, arbitrary: groups(one, 1, max, 3) },
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: groups(one, 0, 1, 2).map((some) => [...some, []]) },
    )
    .map((all) => all.map((or) => ({ or })));

const user = fc.constantFrom(
  ...'group=g1 group=g1 group:g2 jwt_role=a jwt_role=a jwt_role:b jwt_group=g2 jwt_of:it=c'.split(' '),
  ...'email=someone@example.com subject=#4 subject:#5 subject=#0'.split(' '),
);
const names = (...of: string[]): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.uniqueArray(fc.constantFrom(...of), { maxLength: 3, size: 'max' }) },
    { weight: 1, arbitrary: fc.constant<string[]>(['*']) },
  );
const assetNames = names('kind', 'place', 'box', 'tags', 'constructor', 'arc_attachments');
const typeNames = names('t1', 't2', 't3', 't4');
const permission: fc.Arbitrary<Permission> = fc.record({
  subjects: fc.uniqueArray(fc.constantFrom('#0', '#1', '#2', '#1', '@1', '?'), { maxLength: 3, size: 'max' }),
  user_attributes: fc.oneof(
    { weight: 2, arbitrary: filters(user, 2) },
    { weight: 1, arbitrary: fc.constant<Filters>([{ or: ['jwt_role=a', 'jwt_role=b'] }]) },
  ),
  behaviours: names('RecordEvidence', 'Attachments'),
  asset_attributes_read: assetNames,
  asset_attributes_write: assetNames,
  event_arc_display_type_read: typeNames,
  event_arc_display_type_write: typeNames,
  include_attributes: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: names('kind', 'tags') },
  ),
});
const nothing: Omit<Permission, 'subjects' | 'user_attributes'> = {
  behaviours: [],
  asset_attributes_read: [],
  asset_attributes_write: [],
  event_arc_display_type_read: [],
  event_arc_display_type_write: [],
  include_attributes: [],
};
/** Some allow only one kind of reading or writing, or nothing. */
const permissions = fc.oneof(
  { weight: 6, arbitrary: permission },
  {
    weight: 2,
    arbitrary: fc
      .tuple(permission, fc.constantFrom(...(Object.keys(nothing) as (keyof typeof nothing)[])))
      .map(([given, only]) => ({ ...given, ...nothing, [only]: given[only] })),
  },
);

const policyOf = (tenant: number) =>
  fc.record({
    tenant: fc.constant(tenant),
    filters: fc.oneof({ weight: 1, arbitrary: filters(term, 1) }, { weight: 1, arbitrary: filters(term, 3) }),
    permissions: fc.array(permissions, { minLength: 1, maxLength: 3, size: 'max' }),
  });

const tenant = fc.constantFrom(0, 0, 0, 1, 1, 2);
const type = fc.constantFrom<Attributes>(
  { arc_display_type: 't1' },
  { arc_display_type: 't1' },
  { arc_display_type: 't2' },
  { arc_display_type: '' },
  { arc_display_type: '*' },
  { arc_display_type: { k: 't1' } },
  {},
  {},
);
/** From a small range, so that some are equal to each other and to times of acceptance. */
const declared = fc.constantFrom(undefined, undefined, undefined, undefined, -2, -1, 0, 1, 2, 3, 4, 5);
const event: fc.Arbitrary<WorldEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      declared,
      says: fc.tuple(type, attributes).map(([named, more]) => ({ ...more, ...named })),
      sets: attributes,
    }),
  },
  { weight: 1, arbitrary: fc.record({ declared, says: type, sets: fc.constant({}), attaches: text }) },
);
/** An asset with a history. */
export const asset: fc.Arbitrary<WorldAsset> = fc.record({
  tenant,
  public: fc.constantFrom(false, false, false, false, true),
  at: fc.nat({ max: 4 }),
  attributes,
  events: fc.array(event, { maxLength: 3, size: 'max' }),
  atOnce: fc.boolean(),
});
const asking: fc.Arbitrary<Asking> = fc.record({
  size: fc.integer({ min: 2, max: 5 }),
  cap: fc.integer({ min: 0, max: 12 }),
  assets: groups(term, 1, 2, 2),
  events: groups(eventTerm, 1, 2, 2),
  pick: fc.nat({ max: 1000 }),
});
const claims = fc.record(
  {
    group: fc.constantFrom('g1', 'g2'),
    role: fc.constantFrom('a', 'a', 'b'),
    'of:it': fc.constant('c'),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Record<string, string>>;
const change: fc.Arbitrary<WorldChange> = fc.record({
  what: fc.constantFrom('administrator', 'claims', 'subject', 'subject gone', 'policy', 'policy gone'),
  which: fc.nat({ max: 100 }),
  claims,
  filters: filters(term, 2),
});
const relation = fc.constantFrom<Relation>(
  'mutual',
  'mutual',
  'mutual',
  'twice',
  'first',
  'second',
  'wrong key',
  'none',
);

/** `principals` are the administrators of all tenants and users. */
export const worldOf = (principals: number): fc.Arbitrary<World> =>
  fc.record({
    relations: fc.tuple(relation, relation, relation),
    users: fc.array(fc.record({ tenant, claims }), {
      minLength: principals - TENANTS,
      maxLength: principals - TENANTS,
    }),
    assets: fc.array(asset, { minLength: 1, maxLength: 14, size: 'max' }),
    policies: fc
      .tuple(
        ...[0, 1, 2].map((of) => fc.array(policyOf(of), { minLength: of === 2 ? 0 : 1, maxLength: 6, size: 'max' })),
      )
      .map((all) => all.flat()),
    asking: fc.array(asking, { minLength: principals, maxLength: principals }),
    changes: fc.array(change, { maxLength: 3, size: 'max' }),
  });

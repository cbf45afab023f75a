import type { Attributes } from '../../../src/formats/records/attributes.ts';

/**
 * A simple model of authorization, independent of the service's code: what a caller sees follows only from policies,
 * subjects and attributes.
 */
type Groups = { or: string[] }[];

export type ModelPermission = {
  subjects: string[];
  user_attributes: Groups;
  behaviours: string[];
  asset_attributes_read: string[];
  asset_attributes_write: string[];
  event_arc_display_type_read: string[];
  event_arc_display_type_write: string[];
  include_attributes: string[];
};
export type ModelPolicy = { id: string; tenant: string; filters: Groups; permissions: ModelPermission[] };
/** A subject of `tenant` with the keys of `remote`, or without `rightKey` with other ones. */
export type ModelSubject = { id: string; tenant: string; remote: string; rightKey: boolean };
export type ModelPrincipal = { id: string; tenant: string; administrator: boolean; claims: Record<string, string> };
export type ModelEvent = {
  id: string;
  seq: number;
  acceptedUs: number;
  declaredUs: number;
  committedUs: number;
  eventAttributes: Attributes;
  assetAttributes: Attributes;
  /** The asset's attributes after the event. */
  after: Attributes;
};
export type ModelAsset = {
  id: string;
  /** Higher for assets that were written later. Records with the same time are listed in this order. */
  written: number;
  tenant: string;
  public: boolean;
  createdUs: number;
  attributes: Attributes;
  events: ModelEvent[];
};
export type Model = {
  principals: ModelPrincipal[];
  subjects: ModelSubject[];
  policies: ModelPolicy[];
  assets: ModelAsset[];
};

/** A principal's rights on an asset: for each layer the permissions that apply, or everything. */
export type Layers = ('everything' | ModelPermission[])[];

/** Whether all groups hold, each by at least one alternative. False without groups, or with an empty group. */
export const allOf = (groups: Groups, holds: (text: string) => boolean): boolean =>
  groups.length > 0 && groups.every(({ or }) => or.some(holds));

/** Whether attributes have this value at a path, or (`*`) any value that is not empty. */
export function found(attributes: Attributes, path: string, wanted: string): boolean {
  const [first, key] = path.split('.') as [string, string?];
  const own = (name: string): Attributes[string] | undefined =>
    Object.entries(attributes).find(([n]) => n === name)?.[1];
  if (key === undefined) {
    const value = own(first);
    if (value === undefined) return false;
    if (wanted !== '*') return value === wanted;
    return typeof value === 'string' ? value !== '' : (Array.isArray(value) ? value : Object.keys(value)).length > 0;
  }
  const ofList = first.endsWith('[]');
  const value = own(ofList ? first.slice(0, -2) : first);
  if (value === undefined || typeof value === 'string' || Array.isArray(value) !== ofList) return false;
  const texts = (Array.isArray(value) ? value : [value])
    .flatMap((map) => Object.entries(map))
    .filter(([k]) => k === key)
    .map(([, text]) => text);
  return texts.some((text) => (wanted === '*' ? text !== '' : text === wanted));
}

/** Whether one term of a filter holds; `scopes` are the attributes for each prefix. */
export function termHolds(text: string, scopes: Record<string, Attributes>): boolean {
  const at = text.search(/!=|[=:]/);
  const negated = text[at] === '!';
  const wanted = text.slice(at + (negated ? 2 : 1));
  const scope = Object.keys(scopes).find((name) => text.startsWith(`${name}.`))!;
  return found(scopes[scope]!, text.slice(scope.length + 1, at), wanted) !== negated;
}

function userIs(text: string, { id, claims }: ModelPrincipal): boolean {
  if (text.startsWith('jwt_')) {
    const at = text.includes('=') ? text.indexOf('=') : text.indexOf(':');
    return Object.entries(claims).some(([name, value]) => name === text.slice(4, at) && value === text.slice(at + 1));
  }
  const [, attribute, value] = /^(\w+)[=:](.*)$/s.exec(text)!;
  if (attribute === 'subject') return value === id;
  // An application has no e-mail address.
  return attribute === 'group' && value === claims['group'];
}

const names = (list: string[], name: string): boolean => list.includes('*') || list.includes(name);
const lets = (layers: Layers, grants: (permission: ModelPermission) => boolean): boolean =>
  layers.every((layer) => layer === 'everything' || layer.some(grants));

/** The layers of a principal's rights on an asset; undefined if they have none. */
export function layersOf(model: Model, principal: ModelPrincipal, asset: ModelAsset): Layers | undefined {
  const own = asset.tenant === principal.tenant;
  if (own && principal.administrator) return ['everything'];
  if (asset.public) return undefined;
  const tenantLayer = own ? 'everything' : sharedWith(model, principal.tenant, asset);
  const userLayer = principal.administrator
    ? 'everything'
    : model.policies
        .filter(
          ({ tenant, filters }) =>
            tenant === principal.tenant &&
            allOf(filters, (text) => termHolds(text, { attributes: readable([tenantLayer], asset.attributes) })),
        )
        .flatMap(({ permissions }) => permissions)
        .filter(({ user_attributes: users }) => allOf(users, (text) => userIs(text, principal)));
  return [tenantLayer, userLayer];
}

/** What the asset's tenant shares with another tenant: subjects apply if each has the other's keys. */
function sharedWith({ subjects, policies }: Model, tenant: string, asset: ModelAsset): ModelPermission[] {
  const stands = (of: string, remote: string) =>
    subjects.filter((s) => s.tenant === of && s.remote === remote && s.rightKey);
  if (stands(tenant, asset.tenant).length === 0) return [];
  const confirmed = new Set(stands(asset.tenant, tenant).map(({ id }) => `subjects/${id}`));
  return policies
    .filter(
      (policy) =>
        policy.tenant === asset.tenant &&
        allOf(policy.filters, (text) => termHolds(text, { attributes: asset.attributes })),
    )
    .flatMap(({ permissions }) => permissions)
    .filter((permission) => permission.subjects.some((subject) => confirmed.has(subject)));
}

export const mayRead = (layers: Layers, name: string): boolean =>
  lets(layers, (p) => names(p.asset_attributes_read, name) || names(p.include_attributes, name));

/** The attributes that the layers allow reading. */
export function readable(layers: Layers, attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => mayRead(layers, name)));
}

/** Whether the asset may be seen. */
export const visible = (layers: Layers | undefined): layers is Layers =>
  layers !== undefined &&
  lets(
    layers,
    (p) => [...p.asset_attributes_read, ...p.include_attributes, ...p.event_arc_display_type_read].length > 0,
  );

/** Whether a permission grants anything on the asset. */
export const known = (layers: Layers | undefined): layers is Layers =>
  layers !== undefined &&
  lets(layers, (p) =>
    Object.entries(p).some(([list, of]) => !['subjects', 'user_attributes'].includes(list) && of.length > 0),
  );

/** Whether a permission's list includes a name. */
export const may = (
  layers: Layers | undefined,
  list: Exclude<keyof ModelPermission, 'subjects' | 'user_attributes'>,
  name: string,
): boolean =>
  layers !== undefined &&
  (list === 'asset_attributes_read' ? mayRead(layers, name) : lets(layers, (p) => names(p[list], name)));

export type SeenEvent = ModelEvent & { asset: string };
export type SeenAsset = { asset: ModelAsset; layers: Layers; attributes: Attributes; events: SeenEvent[] };

/** Everything that a principal sees: assets with their visible attributes, and their events with the visible fields. */
export function seenBy(model: Model, principal: ModelPrincipal): SeenAsset[] {
  return model.assets.flatMap((asset) => {
    const layers = layersOf(model, principal, asset);
    if (!visible(layers)) return [];
    const events = asset.events.flatMap((event) => {
      const type = event.eventAttributes['arc_display_type'];
      const typed = typeof type === 'string' && type !== '' ? type : undefined;
      return lets(layers, (p) =>
        typed === undefined ? p.event_arc_display_type_read.includes('*') : names(p.event_arc_display_type_read, typed),
      )
        ? [{ ...event, asset: asset.id, assetAttributes: readable(layers, event.assetAttributes) }]
        : [];
    });
    return [{ asset, layers, attributes: readable(layers, asset.attributes), events }];
  });
}

/**
 * Whether the visible time of an asset's last event reveals nothing: it is the time of the creation, of a visible
 * event, or of an event that set a readable attribute, and not before the last one that did.
 */
export function revealsNothing({ asset, layers, events }: SeenAsset, shownUs: number): boolean {
  const sets = ({ eventAttributes, assetAttributes }: ModelEvent): string[] => [
    ...Object.keys(assetAttributes),
    ...('arc_append_attachments' in eventAttributes ? ['arc_attachments'] : []),
  ];
  const setting = asset.events.filter((event) => sets(event).some((name) => mayRead(layers, name)));
  const times = [...events, ...setting].map(({ acceptedUs }) => acceptedUs);
  const least = Math.max(asset.createdUs, ...setting.map(({ acceptedUs }) => acceptedUs));
  return [asset.createdUs, ...times].includes(shownUs) && shownUs >= least;
}

const everyGroup = (groups: string[][], holds: (text: string) => boolean): boolean =>
  groups.every((group) => group.some(holds));

/** Whether the visible part of an asset matches list filters. */
export const assetMeets = (groups: string[][], { attributes }: SeenAsset): boolean =>
  everyGroup(groups, (text) => termHolds(text, { attributes }));

/** Whether the visible part of an event and its asset matches list filters. */
export const eventMeets = (groups: string[][], event: SeenEvent, of: SeenAsset): boolean =>
  everyGroup(groups, (text) =>
    termHolds(text, {
      event_attributes: event.eventAttributes,
      asset_attributes: event.assetAttributes,
      'asset.attributes': of.attributes,
    }),
  );

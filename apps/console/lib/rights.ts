import { useEffect } from 'preact/hooks';
import { api } from './api.ts';
import type { Schemas } from './schemas.ts';
import type { Granted, SignedInUser } from './session.ts';
import { useStore } from './store.ts';
import { valuesByAsset } from './values-by-asset.ts';
import { texts } from '../texts/texts.ts';

const { rights: wording } = texts;

/** Whether a list of permissions includes a name. */
export const has = (list: string[], name: string): boolean => list.includes('*') || list.includes(name);

/** Whether the caller can create some asset: a new one must have a behaviour and a name. */
export const mayCreate = (granted: Granted): boolean =>
  granted.behaviours.length > 0 && has(granted.asset_attributes_write, 'arc_display_name');

type Named = Pick<Schemas['Asset'], 'identity' | 'tenant_identity' | 'public'>;
type Behaviour = 'RecordEvidence' | 'Builtin';
/** What the caller may record on an asset, and the name under which their tenancy has imported its owner. */
export type OnAsset = Pick<
  NonNullable<Schemas['WhoAmI']['on_asset']>,
  'behaviours' | 'require_signature' | 'owner_display_name'
>;

/**
 * Whether the caller can perhaps record events of a behaviour on an asset, by the rights of all policies together. On
 * an asset of another tenancy, policies of both tenancies must allow it.
 */
function mightRecord({ administrator, tenancy, granted }: SignedInUser, asset: Named, behaviour: Behaviour): boolean {
  if (asset.public) return administrator && asset.tenant_identity === tenancy?.identity;
  if (asset.tenant_identity !== tenancy?.identity) {
    const shared = granted.shared.find(({ tenant_identity }) => tenant_identity === asset.tenant_identity);
    return shared?.behaviours.includes(behaviour) ?? false;
  }
  const types = granted.event_arc_display_type_write;
  // Events that change the tracking have no type, which only `*` includes.
  return has(granted.behaviours, behaviour) && (behaviour === 'Builtin' ? types.includes('*') : types.length > 0);
}

/** Whether the service need not be asked about an asset: the caller may do everything with it. */
const isOwned = ({ administrator, tenancy }: SignedInUser, asset: Named): boolean =>
  administrator && asset.tenant_identity === tenancy?.identity;

/** Whether the caller may record events of a behaviour on an asset. `on`: undefined until it is read. */
export const mayRecord = (
  session: SignedInUser,
  asset: Named,
  behaviour: Behaviour,
  on: OnAsset | undefined,
): boolean =>
  mightRecord(session, asset, behaviour) && (isOwned(session, asset) || (on?.behaviours.includes(behaviour) ?? false));

const NOTHING: OnAsset = { behaviours: [], require_signature: false, owner_display_name: '' };

/** What the caller may record on an asset; nothing, if the service does not say. */
export async function readOnAsset(identity: string): Promise<OnAsset> {
  const params = { query: { asset_identity: identity } };
  return (await api.get('/v1/whoami', { params }).catch(() => undefined))?.on_asset ?? NOTHING;
}

/** What the owner of an asset of another tenancy is called. */
export const ownerOf = (on: OnAsset | undefined): string => on?.owner_display_name || wording.otherOrganization;

const onAssets = valuesByAsset(readOnAsset);

/** Discards the rights on the assets of a list, so that they are read again. */
export const forgetOnAssets = onAssets.forget;

/** What the caller may record on the assets of a list, and whether it is known of all of them. */
type OnAssets = { on: ReadonlyMap<string, OnAsset>; isComplete: boolean };

/** What the caller may record on the assets of a list, read where the policies together do not decide it. */
export function useOnAssets(session: SignedInUser, assets: readonly Named[]): OnAssets {
  const values = useStore(onAssets.values);
  const undecided = assets.filter(
    (asset) =>
      !isOwned(session, asset) &&
      (asset.tenant_identity !== session.tenancy?.identity || mightRecord(session, asset, 'RecordEvidence')),
  );
  useEffect(() => {
    for (const { identity } of undecided) onAssets.want(identity);
  }, [undecided.map(({ identity }) => identity).join(), values.size === 0]);
  return { on: values, isComplete: undecided.every(({ identity }) => values.has(identity)) };
}

/** The types of events that policies let the caller record; undefined: all types, or not known. */
export function typesOf({ administrator, granted }: SignedInUser): readonly string[] | undefined {
  const types = granted.event_arc_display_type_write;
  return administrator || types.length === 0 || types.includes('*') ? undefined : types;
}

/** Whom a member can ask for rights. */
export const askFor = (tenancy: SignedInUser['tenancy']): string => texts.rights.askFor(tenancy?.name ?? '');

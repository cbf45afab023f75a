import type { Schemas } from './schemas.ts';
import type { Granted, Session } from './session.ts';

const has = (list: string[], name: string): boolean => list.includes('*') || list.includes(name);

/** Whether the caller can create some asset: a new one must have a behaviour and a name. */
export const mayCreate = (granted: Granted): boolean =>
  granted.behaviours.length > 0 && has(granted.asset_attributes_write, 'arc_display_name');

type Named = Pick<Schemas['Asset'], 'tenant_identity' | 'public'>;
type Behaviour = 'RecordEvidence' | 'Builtin';
/**
 * Whether the caller can perhaps record events of a behaviour on an asset. On an asset of another tenancy, policies of
 * both tenancies must allow it. Policies for other assets can still make the service refuse one.
 */
export function mayRecord(session: Session, asset: Named, behaviour: Behaviour): boolean {
  const { administrator, tenancy, granted } = session;
  if (asset.public) return administrator && asset.tenant_identity === tenancy?.identity;
  if (asset.tenant_identity !== tenancy?.identity) {
    const shared = granted.shared.find(({ tenant_identity }) => tenant_identity === asset.tenant_identity);
    return shared?.behaviours.includes(behaviour) ?? false;
  }
  const types = granted.event_arc_display_type_write;
  // Events that change the tracking have no type, which only `*` includes.
  return has(granted.behaviours, behaviour) && (behaviour === 'Builtin' ? types.includes('*') : types.length > 0);
}

/** Whom a member can ask for rights. */
export const askFor = (tenancy: Session['tenancy']): string =>
  `Ask an administrator of ${tenancy?.name || 'your tenancy'} for an access policy that names you.`;

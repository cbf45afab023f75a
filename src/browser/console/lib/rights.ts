import type { Schemas } from './schemas.ts';
import type { Granted, Session } from './session.ts';

const has = (list: string[], name: string): boolean => list.includes('*') || list.includes(name);

/** Whether the caller can create some asset: a new one must have a behaviour and a name. */
export const mayCreate = (granted: Granted): boolean =>
  granted.behaviours.length > 0 && has(granted.asset_attributes_write, 'arc_display_name');

type Named = Pick<Schemas['Asset'], 'tenant_identity' | 'public'>;

/**
 * Whether the caller can perhaps record events of a behaviour on an asset. An asset of another tenancy, or a policy for
 * other assets, can still make the service refuse one.
 */
export function mayRecord(session: Session, asset: Named, behaviour: 'RecordEvidence' | 'Builtin'): boolean {
  const { administrator, tenancy, granted } = session;
  if (asset.public) return administrator && asset.tenant_identity === tenancy?.identity;
  // Events that change the tracking have no type, which only `*` includes.
  const types = granted.event_arc_display_type_write;
  return has(granted.behaviours, behaviour) && (behaviour === 'Builtin' ? types.includes('*') : types.length > 0);
}

/** Whom a member can ask for rights. */
export const askFor = (tenancy: Session['tenancy']): string =>
  `Ask an administrator of ${tenancy?.name || 'your tenancy'} for an access policy that names you.`;

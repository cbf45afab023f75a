import { api, uuidOf } from './api.ts';
import { valuesByAsset } from './values-by-asset.ts';

/** `unruled`: no compliance policy applies to the asset. */
export type ComplianceState = 'compliant' | 'failing' | 'unruled';

/** Whether an asset complies with the policies that apply to it, now or `at` a time (RFC 3339; empty: now). */
export async function complianceOf(identity: string, at = ''): Promise<ComplianceState> {
  const query = { page_size: 1, ...(at === '' ? {} : { compliant_at: at }) };
  const params = { path: { uuid: uuidOf(identity) }, query };
  const { compliant, compliance } = await api.get('/v1/compliance/assets/{uuid}', { params });
  if (compliance.length === 0) return 'unruled';
  return compliant ? 'compliant' : 'failing';
}

/** The compliance of the assets of a list; undefined if it could not be evaluated. */
export const complianceStates = valuesByAsset((identity) => complianceOf(identity).catch(() => undefined));

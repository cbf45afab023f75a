import { api, uuidOf } from './api.ts';
import { wantedBy } from './wanted.ts';

/** `unruled`: no compliance policy applies to the asset. */
export type ComplianceState = 'compliant' | 'failing' | 'unruled';

/** Whether an asset complies with the policies that apply to it now. */
export async function complianceOf(identity: string): Promise<ComplianceState> {
  const params = { path: { uuid: uuidOf(identity) }, query: { page_size: 1 } };
  const { compliant, compliance } = await api.get('/v1/compliance/assets/{uuid}', { params });
  return compliance.length === 0 ? 'unruled' : compliant ? 'compliant' : 'failing';
}

/** The compliance of the assets of a list; undefined if it could not be evaluated. */
export const complianceStates = wantedBy((identity) => complianceOf(identity).catch(() => undefined));

import { gs1Path } from '../../../src/formats/records/gs1.ts';
import { errorOf, unreachable, uuidOf, type Schemas } from './api.ts';

/** The origin of the addresses on labels, which is the public one of the deployment. Throws ApiError. */
export async function labelOrigin(uuid: string): Promise<string> {
  const response = await fetch(`/a/${uuid}`, { headers: { accept: 'application/json' } }).catch(() => {
    throw unreachable();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, body, response.headers.get('x-request-id') ?? '');
  return new URL((body as Schemas['Label']).address).origin;
}

/** The address on the label of an asset: a GS1 Digital Link if the asset has GTIN and serial number. */
export const labelAddressOf = ({ identity, attributes }: Schemas['Asset'], origin: string): string =>
  `${origin}/a/${uuidOf(identity)}${gs1Path(attributes)}`;

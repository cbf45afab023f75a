import { signedEvidence } from '../../../apps/client/src/signing.ts';
import type { NewEvent } from '../../../apps/client/src/types.ts';
import { claimsOf, type TestKey } from '../../support/authors.ts';
import type { Client } from '../../support/client.ts';
import { ORIGIN } from '../../support/service.ts';
import { done } from '../../support/sharing.ts';

/** Enrols a key of the caller with an access token. */
export const enrolKey = (client: Client, token: string, tenant_identity: string, key: TestKey): Promise<any> =>
  done(client, token, 'POST', '/v1/signing_keys', {
    display_name: 'Phone',
    enrolment: key.enrolment(`${ORIGIN}/archivist`, claimsOf(token, tenant_identity)),
  });

/** The body of a request that records an event on an asset `assets/<uuid>`, signed without a checkpoint. */
export const signedBody = (asset: string, event: object, { key, sign }: TestKey): Promise<object> =>
  signedEvidence(asset, event as NewEvent & { timestamp_declared: string }, { publicJwk: key, sign }, undefined);

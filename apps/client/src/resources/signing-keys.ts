import type { ServiceCaller } from '../caller.ts';
import { invalidArgument } from '../errors.ts';
import { listOf, type List } from '../paging.ts';
import { enrolmentOf } from '../../../../src/formats/statement/author.ts';
import type { EventSigner } from '../signing.ts';
import type { RequestSettings, SigningKey, WhoAmI } from '../types.ts';

/** Keys with which authors sign events (`events.sign`). The private key stays with its owner. */
export class EnrolledKeys {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Enrols a key of the caller. Rejects with ALREADY_EXISTS for a key that was enrolled before. */
  async enrol(signer: EventSigner, displayName: string, settings: RequestSettings = {}): Promise<SigningKey> {
    const { base, transport } = this.#caller;
    const { idempotencyKey: _, ...read } = settings;
    const { principal, tenantid } = await this.#caller.json<WhoAmI>('GET', '/v1/whoami', read);
    const owner = { ...principal, tenant_identity: tenantid };
    const enrolment = await enrolmentOf(signer, base, owner, transport.options.clock.now());
    return this.#caller.json('POST', '/v1/signing_keys', {
      ...settings,
      body: { display_name: displayName, enrolment },
    });
  }

  /** Lists the keys of the tenancy, revoked ones included, the newest first. */
  list(settings: RequestSettings = {}): List<SigningKey> {
    return listOf(this.#caller, '/v1/signing_keys', 'signing_keys', settings);
  }

  /** Revokes a key `signing_keys/<uuid>`: the service refuses what it signs from then on. */
  async revoke(identity: string, reason: string, settings: RequestSettings = {}): Promise<SigningKey> {
    const [, uuid] = /^signing_keys\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(identity) ?? [];
    if (uuid === undefined) throw invalidArgument('identity', 'must be signing_keys/<uuid>');
    return this.#caller.json('POST', '/v1/signing_keys/{uuid}:revoke', {
      ...settings,
      path: { uuid },
      body: { reason },
    });
  }
}

import type { ServiceCaller } from '../caller.ts';
import { listOf, type List } from '../paging.ts';
import type { AccessPolicy, NewAccessPolicy, RequestSettings } from '../types.ts';

/** Access policies: who may read and write which assets. For administrators. */
export class Policies {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Creates a policy. It is not repeated after a lost response, because that could create a second one. */
  async create(policy: NewAccessPolicy, settings: RequestSettings = {}): Promise<AccessPolicy> {
    return this.#caller.json('POST', '/iam/v1/access_policies', { ...settings, body: policy });
  }

  /** Lists the policies of the tenancy, the newest first. */
  list(settings: RequestSettings = {}): List<AccessPolicy> {
    return listOf(this.#caller, '/iam/v1/access_policies', 'access_policies', settings);
  }
}

import { newTenant, ORIGIN, SECRETS, type Service } from '../../test/support/service.ts';
import {
  homeOf,
  mayReadSecret,
  mayReadId,
  mayWrite,
  OWNERS,
  type PrivateRecord,
  type Owner,
  type Secret,
  type Sender,
} from './callers.ts';
import { HIDDEN_NAME, SHOWN_TYPE } from './fields.ts';
import * as fixtures from './fixtures.ts';
import { KINDS, last, type Kind, type Made, type Records, type Tenancy } from './fixtures.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const NAME = /\{\{(own|other)\.(\w+)(?:\.(\d))?\}\}|\{\{(issuer|newtenant|wallet|tessera|kept|hidden)\}\}/g;
/**
 * Maximum number of policies of generated requests in each tenancy; more would be refused and slow down all requests.
 */
const POLICIES = 20;

/** Returns every UUID in a text. */
export const uuidsIn = (text: string): string[] => (text.match(UUID) ?? []).map((id) => id.toLowerCase());

/**
 * The fixtures of generated requests: tenancies with records of every kind, and callers who may see all, some or none
 * of them. It knows the owner of every UUID and secret that is not public.
 */
export class World {
  readonly #service: Service;
  readonly #tenancies = new Map<Owner, Tenancy>();
  readonly #has = new Map<Owner, Records>();
  readonly #tokens = new Map<Sender, string>();
  readonly #private = new Map<string, PrivateRecord>();
  readonly #owners = new Map<string, Owner>();
  /** Ids in the requests of others, which their responses may contain, and ids of the callers. */
  readonly #named = new Set<string>();
  /** The assets that the partner sees. */
  readonly #shared = new Set<string>();
  /** A location that the member and the partner see. */
  #sharedLocation = '';
  /** The ids of the logs of the tenancies when the requests start. They may end, and be replaced. */
  readonly #logs = new Map<Owner, string>();
  readonly #policies = new Map<Owner, string[]>();
  /** The UUID of a tenancy that no other request uses. */
  #expendable = '';

  private constructor(service: Service) {
    this.#service = service;
  }

  /** Creates the tenancies and their records. */
  static async make(service: Service): Promise<World> {
    const world = new World(service);
    for (const owner of OWNERS) {
      const tenancy = await fixtures.openTenancy(service, owner, (made) => world.#note(undefined, owner, made));
      world.#tenancies.set(owner, tenancy);
      world.#tokens.set(owner, tenancy.tenant.token);
    }
    world.#expendable = last((await newTenant(service, 'Expendable')).tenant_identity);
    const { keys } = world.#tenancies.get('guest')!;
    for (const owner of ['a', 'b'] as const)
      world.#has.set(owner, await fixtures.createRecords(service, world.#tenancies.get(owner)!, keys));
    await world.#relate();
    for (const [owner, has] of world.#has) {
      const tenancy = world.#tenancies.get(owner)!;
      await fixtures.awaitAnchored(tenancy, has);
      world.#logs.set(
        owner,
        (await tenancy.done('GET', `/v1/logs/${last(tenancy.tenant.tenant_identity)}`))['log'] as string,
      );
    }
    for (const { assets, events, client, kept } of world.#has.values())
      for (const id of [...assets, ...events, client.id, ...Object.values(kept).flat()]) world.#named.add(id);
    return world;
  }

  /** Imports the tenancies into each other and creates the fixed policies and the callers. */
  async #relate(): Promise<void> {
    const [a, b, partner, guest] = OWNERS.map((owner) => this.#tenancies.get(owner)!) as [
      Tenancy,
      Tenancy,
      Tenancy,
      Tenancy,
    ];
    for (const each of [a, b]) await fixtures.importSubject(guest, each.keys, guest.secrets.records);
    await fixtures.importSubject(partner, a.keys, partner.secrets.records);
    const ofPartner = await fixtures.importSubject(a, partner.keys, a.secrets.records);
    const { FIXED_ROLE, WITH_FIXED_ROLE, CHANGING_ROLE, LITTLE, EVERYTHING, policyOver } = fixtures;
    const policies = '/iam/v1/access_policies';
    const pool = 'attributes.pool=shared';
    const name = a.secrets.records;
    await a.done(
      'POST',
      policies,
      policyOver([pool, 'attributes.arc_display_name=*'], { ...WITH_FIXED_ROLE, ...LITTLE }, name),
    );
    await a.done('POST', policies, policyOver([pool], { subjects: [ofPartner], ...LITTLE }, name));
    // The partner's policy permits more than the partner itself may read.
    const passing = policyOver([pool], { ...WITH_FIXED_ROLE, ...EVERYTHING }, partner.secrets.records);
    await partner.done('POST', policies, passing);
    const own = { arc_display_name: 'Pump', [HIDDEN_NAME]: partner.secrets.hidden };
    await partner.done('POST', '/v2/assets', { attributes: own });
    const members = [
      ['member', a, FIXED_ROLE],
      ['changing', a, CHANGING_ROLE],
      ['reshared', partner, FIXED_ROLE],
    ] as const;
    for (const [sender, tenancy, claims] of members) {
      const { id, token } = await fixtures.newMember(this.#service, tenancy, claims);
      this.#tokens.set(sender, token);
      this.#named.add(id);
    }
    const location = await a.done('POST', '/v2/locations', { display_name: 'Quay', latitude: 1, longitude: 1 });
    const identities = [ofPartner, `jwt_role=${FIXED_ROLE.role}`];
    await a.done('PATCH', `/v2/${location.identity}/permissions`, { subject_identities: identities });
    this.#sharedLocation = last(location.identity);
    this.#named.add(this.#sharedLocation);
  }

  /** The Authorization header of a sender, if any. */
  authorization(sender: Sender): string | undefined {
    if (sender === 'anonymous') return undefined;
    if (sender === 'operator') return `Bearer ${SECRETS.OPERATOR_SECRET}`;
    if (sender === 'invalid') return `Bearer ${this.#tokens.get('a')!.slice(0, -4)}AAAA`;
    return `Bearer ${this.#tokens.get(sender)!}`;
  }

  /**
   * Resolves the `{{names}}` in a text of a sketch. Only administrators insert hidden secrets, and not if the text
   * becomes public (`isPublic`).
   */
  resolve(text: string, sender: Sender, isPublic = false): string {
    const [own, other] = sender === 'b' ? (['b', 'a'] as const) : (['a', 'b'] as const);
    const mayInsert = !isPublic && (sender === 'a' || sender === 'b');
    const { keys } = this.#tenancies.get('guest')!;
    return text.replaceAll(NAME, (_all, whose: string, what: string, at: string, word: string) => {
      switch (word) {
        case 'issuer':
          return `${ORIGIN}/appidpv1`;
        case 'newtenant':
          return `tenant/${crypto.randomUUID()}`;
        case 'wallet':
        case 'tessera':
          return keys[word];
        case 'kept':
          return mayInsert ? HIDDEN_NAME : 'owner';
        case 'hidden':
          return mayInsert ? this.#tenancies.get(sender)!.secrets.hidden : 'x';
        default:
          return this.#possession(whose === 'own' ? own : other, what, Number(at ?? 0), sender);
      }
    });
  }

  #possession(owner: Owner, what: string, at: number, sender: Sender): string {
    const { tenant } = this.#tenancies.get(owner)!;
    const { assets, events, blobs, notes, kept, client, page } = this.#has.get(owner)!;
    switch (what) {
      case 'asset':
        return assets[at]!;
      case 'event':
        return events[at]!;
      case 'blob':
        return last(blobs[at]!.identity);
      case 'note':
        return last(notes[at]!.identity);
      case 'hash':
        return notes[at]!.hash.value;
      case 'admin':
        return tenant.client_id;
      case 'client':
        return client.id;
      case 'secret':
        return encodeURIComponent(client.secret);
      case 'tenant':
        return last(tenant.tenant_identity);
      case 'expendable':
        return this.#expendable;
      case 'log':
        return this.#logs.get(owner)!;
      case 'page':
        return encodeURIComponent(page);
      case 'location':
        if (at === 3 && sender !== 'a') return this.#sharedLocation;
    }
    const ids = kept[what as Kind] as string[] | undefined;
    if (!ids) throw new Error(`unknown name: ${what}`);
    return ids[at]!;
  }

  /**
   * Returns what a response contains that the sender may not see, or undefined. Ids of public records and ids in the
   * request are permitted; responses to the operator are not checked.
   */
  leak(sender: Sender, request: string, answer: string): string | undefined {
    if (sender === 'operator') return undefined;
    for (const [owner, { secrets }] of this.#tenancies)
      for (const [secret, marker] of Object.entries(secrets))
        if (answer.includes(marker) && !mayReadSecret(sender, owner, secret as Secret))
          return `${marker}, the secret "${secret}" of ${owner}`;
    let asked: Set<string> | undefined;
    for (const id of uuidsIn(answer)) {
      const record = this.#private.get(id);
      if (!record || mayReadId(sender, record) || this.#named.has(id)) continue;
      asked ??= new Set(uuidsIn(request));
      if (!asked.has(id)) return `${id}, a record of tenant ${record.owner} (${record.kind})`;
    }
    return undefined;
  }

  /** Whether a sender was not permitted to write to a path (without the base). */
  isForbiddenWrite(sender: Sender, path: string): boolean {
    const targets = uuidsIn(path).flatMap((id) => {
      const owner = this.#owners.get(id);
      return owner === undefined ? [] : [{ owner, open: !this.#private.has(id), shared: this.#shared.has(id) }];
    });
    return !mayWrite(sender, path, targets);
  }

  /** Registers a record that a request has created. Deletes the oldest policies. */
  async made(sender: Sender, record: Made): Promise<void> {
    const home = homeOf(sender);
    if (!home || typeof record.identity !== 'string') return;
    this.#note(sender, home, record);
    if (!record.identity.startsWith('access_policies/')) return;
    const policies = this.#policies.get(home) ?? [];
    this.#policies.set(home, policies);
    policies.push(record.identity);
    if (policies.length > POLICIES) await this.#tenancies.get(home)!.done('DELETE', `/iam/v1/${policies.shift()!}`);
  }

  #note(by: Sender | undefined, home: Owner, record: Made): void {
    const { identity, asset_identity: asset, tenant_identity: tenant, event_attributes: event } = record;
    const owner = OWNERS.find((each) => this.#tenancies.get(each)?.tenant.tenant_identity === tenant) ?? home;
    this.#owners.set(last(identity), owner);
    if (record.public === true || (asset !== undefined && !this.#private.has(last(asset)))) return;
    if (record.attributes?.['pool'] === fixtures.POOL.pool) this.#shared.add(last(identity));
    const shown = asset !== undefined && this.#shared.has(last(asset)) && event?.['arc_display_type'] === SHOWN_TYPE;
    const inTenancy = /^(?:compliance_policies|templates)\//.test(identity) ? 'rules' : 'records';
    const toMembers = shown ? 'shown' : 'hidden';
    const kind = /^(assets|locations)\//.test(identity) ? toMembers : inTenancy;
    this.#private.set(last(identity), { owner, kind, by });
  }

  /** Replaces a deleted record for the next requests. */
  async replace(id: string): Promise<void> {
    for (const { kept, make } of this.#has.values())
      for (const kind of KINDS) {
        const at = kept[kind].indexOf(id);
        if (at < 0) continue;
        kept[kind][at] = await make[kind]();
        this.#named.add(kept[kind][at]);
      }
  }

  /**
   * Returns the fixtures that are no longer as the detection of leaks needs them: hidden secrets exist, and callers who
   * may not see them can read the asset.
   */
  async brokenFixtures(): Promise<string[]> {
    const { assets, events, blobs, notes } = this.#has.get('a')!;
    const [at] = fixtures.SHARED as [number];
    const asset = assets[at]!;
    const { hidden } = this.#tenancies.get('a')!.secrets;
    const wrong: string[] = [];
    for (const sender of ['a', 'member', 'partner', 'reshared'] as const) {
      const headers = { authorization: this.authorization(sender)! };
      const response = await fetch(`${this.#service.base}/v2/assets/${asset}`, { headers });
      const text = await response.text();
      if (response.status !== 200 || text.includes(hidden) !== (sender === 'a'))
        wrong.push(`asset ${asset} for ${sender}: ${response.status} ${text}`);
      const event = `${asset}/events/${events[at]!}`;
      for (const [of, { identity }, seen] of [
        [asset, blobs[at]!, sender === 'a'],
        [event, blobs[at]!, sender === 'a'],
        [event, notes[at]!, true],
      ] as const) {
        const path = `/v2/attachments/assets/${of}/${last(identity)}`;
        const { status } = await fetch(`${this.#service.base}${path}`, { headers });
        if ((status === 200) !== seen) wrong.push(`${path} for ${sender}: ${status}`);
      }
      // This event is a KHIPU event that sets the hidden attribute.
      for (const path of [`/v2/assets/${event}:proof?form=window`, `/v1alpha2/blockchain/assets/${event}`]) {
        const answer = await (await fetch(`${this.#service.base}${path}`, { headers })).text();
        if (answer.includes('"preimage"') !== (sender === 'a')) wrong.push(`${path} for ${sender}: ${answer}`);
      }
    }
    return wrong;
  }
}

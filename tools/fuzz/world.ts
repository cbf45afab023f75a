import { ORIGIN, SECRETS, type Service } from '../../test/support/service.ts';
import {
  homeOf,
  mayKnow,
  mayMeet,
  mayWrite,
  OWNERS,
  type Kept,
  type Owner,
  type Secret,
  type Sender,
} from './callers.ts';
import { HIDDEN_NAME, SHOWN_TYPE } from './fields.ts';
import * as settling from './settle.ts';
import { KINDS, last, type Kind, type Made, type Possessions, type Tenancy } from './settle.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const NAME = /\{\{(own|other)\.(\w+)(?:\.(\d))?\}\}|\{\{(issuer|newtenant|wallet|tessera|kept|hidden)\}\}/g;
/** So many policies that requests have made stay in each tenancy: more would be refused, and make everything slow. */
const POLICIES = 20;

/** Every uuid in a text. */
export const uuidsIn = (text: string): string[] => (text.match(UUID) ?? []).map((id) => id.toLowerCase());

/**
 * What the generated requests are about: tenancies with records of every kind, and those who may see all, some
 * or none of them. It knows whose a uuid or a secret is, as far as it is not everybody's business.
 */
export class World {
  readonly #service: Service;
  readonly #tenancies = new Map<Owner, Tenancy>();
  readonly #has = new Map<Owner, Possessions>();
  readonly #tokens = new Map<Sender, string>();
  readonly #private = new Map<string, Kept>();
  readonly #owners = new Map<string, Owner>();
  /** Ids that requests of others name, so that an answer to those may name them again; and of those who send. */
  readonly #named = new Set<string>();
  /** The assets that the partner sees. */
  readonly #shared = new Set<string>();
  /** A location that the member and the partner see. */
  #place = '';
  readonly #policies = new Map<Owner, string[]>();

  private constructor(service: Service) {
    this.#service = service;
  }

  /** Makes the tenancies and what they have. */
  static async make(service: Service): Promise<World> {
    const world = new World(service);
    for (const owner of OWNERS) {
      const tenancy = await settling.openTenancy(service, owner, (made) => world.#note(undefined, owner, made));
      world.#tenancies.set(owner, tenancy);
      world.#tokens.set(owner, tenancy.tenant.token);
    }
    const { keys } = world.#tenancies.get('guest')!;
    for (const owner of ['a', 'b'] as const)
      world.#has.set(owner, await settling.settle(service, world.#tenancies.get(owner)!, keys));
    await world.#relate();
    for (const [owner, has] of world.#has) await settling.anchored(world.#tenancies.get(owner)!, has);
    for (const { assets, events, client, kept } of world.#has.values())
      for (const id of [...assets, ...events, client.id, ...Object.values(kept).flat()]) world.#named.add(id);
    return world;
  }

  /** Who knows whom, and the policies that stay. */
  async #relate(): Promise<void> {
    const [a, b, partner, guest] = OWNERS.map((owner) => this.#tenancies.get(owner)!) as [
      Tenancy,
      Tenancy,
      Tenancy,
      Tenancy,
    ];
    for (const each of [a, b]) await settling.knows(guest, each.keys, guest.secrets.records);
    await settling.knows(partner, a.keys, partner.secrets.records);
    const ofPartner = await settling.knows(a, partner.keys, a.secrets.records);
    const { KEEPER, KEEPERS, DRIFTER, LITTLE, EVERYTHING, policyOver } = settling;
    const policies = '/iam/v1/access_policies';
    const pool = 'attributes.pool=shared';
    const name = a.secrets.records;
    await a.done(
      'POST',
      policies,
      policyOver([pool, 'attributes.arc_display_name=*'], { ...KEEPERS, ...LITTLE }, name),
    );
    await a.done('POST', policies, policyOver([pool], { subjects: [ofPartner], ...LITTLE }, name));
    // The partner passes on more than it has.
    const passing = policyOver([pool], { ...KEEPERS, ...EVERYTHING }, partner.secrets.records);
    await partner.done('POST', policies, passing);
    const own = { arc_display_name: 'Pump', [HIDDEN_NAME]: partner.secrets.hidden };
    await partner.done('POST', '/v2/assets', { attributes: own });
    const members = [
      ['member', a, KEEPER],
      ['drifter', a, DRIFTER],
      ['passed', partner, KEEPER],
    ] as const;
    for (const [sender, tenancy, claims] of members) {
      const { id, token } = await settling.newMember(this.#service, tenancy, claims);
      this.#tokens.set(sender, token);
      this.#named.add(id);
    }
    const place = await a.done('POST', '/v2/locations', { display_name: 'Quay', latitude: 1, longitude: 1 });
    const identities = [ofPartner, `jwt_role=${KEEPER.role}`];
    await a.done('PATCH', `/v2/${place.identity}/permissions`, { subject_identities: identities });
    this.#place = last(place.identity);
    this.#named.add(this.#place);
  }

  /** The Authorization header of a sender, if any. */
  authorization(sender: Sender): string | undefined {
    if (sender === 'nobody') return undefined;
    if (sender === 'operator') return `Bearer ${SECRETS.OPERATOR_SECRET}`;
    if (sender === 'garbage') return `Bearer ${this.#tokens.get('a')!.slice(0, -4)}AAAA`;
    return `Bearer ${this.#tokens.get(sender)!}`;
  }

  /**
   * Puts what `{{names}}` stand for into a text of a sketch. What is hidden is told by administrators alone, and
   * not where `openly` says that everybody reads it.
   */
  resolve(text: string, sender: Sender, openly = false): string {
    const [own, other] = sender === 'b' ? (['b', 'a'] as const) : (['a', 'b'] as const);
    const tells = !openly && (sender === 'a' || sender === 'b');
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
          return tells ? HIDDEN_NAME : 'owner';
        case 'hidden':
          return tells ? this.#tenancies.get(sender)!.secrets.hidden : 'x';
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
      case 'page':
        return encodeURIComponent(page);
      case 'location':
        if (at === 3 && sender !== 'a') return this.#place;
    }
    const ids = kept[what as Kind] as string[] | undefined;
    if (!ids) throw new Error(`nothing is called ${what}`);
    return ids[at]!;
  }

  /**
   * Why an answer to a sender shows what is not theirs to see, or undefined. A public record's ids, ids in the
   * request itself and what the operator sees are no matter.
   */
  leak(sender: Sender, request: string, answer: string): string | undefined {
    if (sender === 'operator') return undefined;
    for (const [owner, { secrets }] of this.#tenancies)
      for (const [secret, marker] of Object.entries(secrets))
        if (answer.includes(marker) && !mayKnow(sender, owner, secret as Secret))
          return `${marker}, the mark of ${owner}'s ${secret}`;
    let asked: Set<string> | undefined;
    for (const id of uuidsIn(answer)) {
      const record = this.#private.get(id);
      if (!record || mayMeet(sender, record) || this.#named.has(id)) continue;
      asked ??= new Set(uuidsIn(request));
      if (!asked.has(id)) return `${id}, a record of tenant ${record.owner} (${record.kind})`;
    }
    return undefined;
  }

  /** Whether what a sender has written was not theirs to write. `path` is without the base. */
  trespassed(sender: Sender, path: string): boolean {
    const targets = uuidsIn(path).flatMap((id) => {
      const owner = this.#owners.get(id);
      return owner === undefined ? [] : [{ owner, open: !this.#private.has(id), shared: this.#shared.has(id) }];
    });
    return !mayWrite(sender, path, targets);
  }

  /** Takes note of a record that a request has made. Of policies only the latest stay. */
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
    if (record.attributes?.['pool'] === settling.POOL.pool) this.#shared.add(last(identity));
    const shown = asset !== undefined && this.#shared.has(last(asset)) && event?.['arc_display_type'] === SHOWN_TYPE;
    const inTenancy = identity.startsWith('compliance_policies/') ? 'rules' : 'records';
    const kind = !/^(assets|locations)\//.test(identity) ? inTenancy : shown ? 'shown' : 'hidden';
    this.#private.set(last(identity), { owner, kind, by });
  }

  /** Replaces a record that is gone, so that the next requests find one. */
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
   * What is no longer as it must be for the search to find anything: that there is something hidden, and that
   * those who may not see it see the asset.
   */
  async unsettled(): Promise<string[]> {
    const { assets, events, blobs, notes } = this.#has.get('a')!;
    const [at] = settling.SHARED as [number];
    const asset = assets[at]!;
    const { hidden } = this.#tenancies.get('a')!.secrets;
    const wrong: string[] = [];
    for (const sender of ['a', 'member', 'partner', 'passed'] as const) {
      const headers = { authorization: this.authorization(sender)! };
      const response = await fetch(`${this.#service.base}/v2/assets/${asset}`, { headers });
      const text = await response.text();
      if (response.status !== 200 || text.includes(hidden) !== (sender === 'a'))
        wrong.push(`${sender} sees of asset ${asset}: ${response.status} ${text}`);
      const event = `${asset}/events/${events[at]!}`;
      for (const [of, { identity }, seen] of [
        [asset, blobs[at]!, sender === 'a'],
        [event, blobs[at]!, sender === 'a'],
        [event, notes[at]!, true],
      ] as const) {
        const path = `/v2/attachments/assets/${of}/${last(identity)}`;
        const { status } = await fetch(`${this.#service.base}${path}`, { headers });
        if ((status === 200) !== seen) wrong.push(`${sender} gets ${status} of ${path}`);
      }
      // It is KHIPU's, and sets what is hidden.
      for (const path of [`/v2/assets/${event}:proof`, `/v1alpha2/blockchain/assets/${event}`]) {
        const answer = await (await fetch(`${this.#service.base}${path}`, { headers })).text();
        if (answer.includes('"preimage"') !== (sender === 'a')) wrong.push(`${sender} gets of ${path}: ${answer}`);
      }
    }
    return wrong;
  }
}

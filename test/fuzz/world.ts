import { newTenant, ORIGIN, SECRETS, tokenOf, type Service, type Tenant } from '../support/service.ts';
import type { Sender } from './generate.ts';

type Owner = 'a' | 'b';
type App = { id: string; secret: string };
type Possessions = {
  tenant: Tenant;
  /** Stands in what the tenant stores and is not public. */
  marker: string;
  /** Of each asset an event; the first asset is public. */
  assets: string[];
  events: string[];
  apps: App[];
  /** A client whose secret stays as it is. */
  client: App;
  page: string;
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const ASSETS = 4;
const APPS = 4;

/** Every uuid in a text. */
export const uuidsIn = (text: string): string[] => (text.match(UUID) ?? []).map((id) => id.toLowerCase());

const last = (identity: string): string => identity.split('/').at(-1)!;

/**
 * What the generated requests are about: two tenants with assets, events and applications. It knows whose a uuid is, as far as it is nobody else's business.
 */
export class World {
  readonly #service: Service;
  readonly #of = new Map<Owner, Possessions>();
  readonly #private = new Map<string, Owner>();
  /** Ids that requests of others name, so that an answer to those may name them again. */
  readonly #named = new Set<string>();

  private constructor(service: Service) {
    this.#service = service;
  }

  /** Makes the tenants and what they have. */
  static async make(service: Service): Promise<World> {
    const world = new World(service);
    for (const owner of ['a', 'b'] as const) world.#of.set(owner, await world.#settle(owner));
    return world;
  }

  /** The Authorization header of a sender, if any. */
  authorization(sender: Sender): string | undefined {
    if (sender === 'nobody') return undefined;
    if (sender === 'operator') return `Bearer ${SECRETS.OPERATOR_SECRET}`;
    if (sender === 'garbage') return `Bearer ${this.#of.get('a')!.tenant.token.slice(0, -4)}AAAA`;
    return `Bearer ${this.#of.get(sender)!.tenant.token}`;
  }

  /** Puts what `{{names}}` stand for into a text of a sketch. */
  resolve(text: string, sender: Sender): string {
    const [own, other] = sender === 'b' ? (['b', 'a'] as const) : (['a', 'b'] as const);
    return text.replaceAll(
      /\{\{(own|other)\.(\w+)(?:\.(\d))?\}\}|\{\{(issuer|newtenant)\}\}/g,
      (_all, whose, what, at, word) => {
        if (word === 'issuer') return `${ORIGIN}/appidpv1`;
        if (word === 'newtenant') return `tenant/${crypto.randomUUID()}`;
        return possession(this.#of.get(whose === 'own' ? own : other)!, what as string, Number(at ?? 0));
      },
    );
  }

  /**
   * Why an answer to a sender shows what is another tenant's alone, or undefined. A public record's ids,
   * ids in the request itself and what the operator sees are no matter.
   */
  leak(sender: Sender, request: string, answer: string): string | undefined {
    if (sender === 'operator') return undefined;
    for (const [owner, { marker }] of this.#of)
      if (owner !== sender && answer.includes(marker)) return `the marker of tenant ${owner}`;
    let asked: Set<string> | undefined;
    for (const id of uuidsIn(answer)) {
      const owner = this.#private.get(id);
      if (owner === undefined || owner === sender || this.#named.has(id)) continue;
      asked ??= new Set(uuidsIn(request));
      if (!asked.has(id)) return `${id}, which is tenant ${owner}'s alone`;
    }
    return undefined;
  }

  /** Takes note of a record that a tenant has made. */
  made(sender: Sender, record: { identity?: unknown; asset_identity?: string; public?: boolean }): void {
    if ((sender !== 'a' && sender !== 'b') || typeof record.identity !== 'string') return;
    const ofPublicAsset = record.asset_identity !== undefined && !this.#private.has(last(record.asset_identity));
    if (record.public !== true && !ofPublicAsset) this.#private.set(last(record.identity), sender);
  }

  /** Replaces an application that is gone, so that the next requests find one. */
  async replaceApp(id: string): Promise<void> {
    for (const [owner, { apps, tenant }] of this.#of) {
      const at = apps.findIndex((app) => app.id === id);
      if (at >= 0) apps[at] = await this.#newApp(owner, tenant);
    }
  }

  async #settle(owner: Owner): Promise<Possessions> {
    const marker = `marker-of-${owner}-${crypto.randomUUID().slice(0, 13)}`;
    const tenant = await newTenant(this.#service, marker);
    const apps: App[] = [];
    for (let i = 0; i < APPS; i++) apps.push(await this.#newApp(owner, tenant, marker));
    const client = await this.#newApp(owner, tenant, marker);
    await tokenOf(this.#service, client.id, client.secret);
    const [assets, events]: [string[], string[]] = [[], []];
    for (let i = 0; i < ASSETS; i++) {
      const attributes = i === 0 ? { kept: 'public' } : { kept: marker };
      const behaviours = ['RecordEvidence', 'Attachments', 'Maintenance'];
      const asset = await this.#post(owner, tenant, '/v2/assets', { behaviours, attributes, public: i === 0 });
      const record = { operation: 'Record', behaviour: 'RecordEvidence', event_attributes: attributes };
      assets.push(last(asset.identity));
      const event = await this.#post(owner, tenant, `/v2/${asset.identity}/events`, record);
      events.push(last(event.identity));
    }
    for (const id of [...assets, ...events, ...[...apps, client].map((app) => app.id)]) this.#named.add(id);
    const response = await fetch(`${this.#service.base}/v2/assets?page_size=1`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    const page = ((await response.json()) as { next_page_token: string }).next_page_token;
    return { tenant, marker, assets, events, apps, client, page };
  }

  async #newApp(owner: Owner, tenant: Tenant, display_name = 'An application'): Promise<App> {
    const made = await this.#post(owner, tenant, '/iam/v1/applications', { display_name });
    return { id: last(made.identity), secret: made.credentials![0]!.secret };
  }

  async #post(owner: Owner, tenant: Tenant, path: string, body: object) {
    const response = await fetch(`${this.#service.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    const record = (await response.json()) as { identity: string; credentials?: { secret: string }[] };
    this.made(owner, record);
    return record;
  }
}

function possession(of: Possessions, what: string, at: number): string {
  switch (what) {
    case 'asset':
      return of.assets[at]!;
    case 'event':
      return of.events[at]!;
    case 'app':
      return of.apps[at]!.id;
    case 'admin':
      return of.tenant.client_id;
    case 'client':
      return of.client.id;
    case 'secret':
      return encodeURIComponent(of.client.secret);
    case 'tenant':
      return last(of.tenant.tenant_identity);
    case 'page':
      return encodeURIComponent(of.page);
    default:
      throw new Error(`nothing is called ${what}`);
  }
}

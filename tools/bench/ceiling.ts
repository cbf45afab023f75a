import { DurableObject } from 'cloudflare:workers';
import { toHex } from '../../src/lib/text.ts';
import { chainHash, type EventRecord, type SeededEvent } from '../../src/ledger/records/event.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { CommitDelay } from '../../src/platform/pacing/commit-delay.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import type { Entry } from '../../src/ledger/append/event-rows.ts';
import { propose, type Proposal } from '../../src/ledger/append/proposal.ts';
import { Database } from '../../src/platform/database/database.ts';
import { LogAppends, type LogAppend } from '../../src/transparency/sequencer/log-appends.ts';
import type { Log, LoggedEvent } from './ceiling-log.ts';
import { TENANT } from './ceiling-tenant.ts';

export { Log } from './ceiling-log.ts';

/**
 * The ceiling: a Worker that does only what the design of the ledger demands of the platform. An append is a call of
 * the asset's object, a call of the writer, and a share of a commit with the statements of the product; a batch of
 * events is one such call for each asset; a page is a batch of three reads. It does not authenticate, validate,
 * authorize, hash, log, or read a head. The product cannot be faster. With `logs`, the hashes of the event and of
 * its leaf are computed, and a share of a commit appends the leaf to a log.
 */
type Ceiling = {
  DB: D1Database;
  ASSET: DurableObjectNamespace;
  WRITER: DurableObjectNamespace;
  LOG: DurableObjectNamespace;
};

const WHO = { issuer: 'issuer', subject: 'subject', display_name: 'Bench', email: '' };
const random = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

type Waiting<T> = { item: T; resolve: () => void };

/** Commits what arrives during a commit together, as the product does. */
class Pool<T> {
  readonly #commit: (items: T[]) => Promise<void>;
  readonly #delay = new CommitDelay();
  #waiting: Waiting<T>[] = [];
  #isRunning = false;

  constructor(commit: (items: T[]) => Promise<void>) {
    this.#commit = commit;
  }

  add(item: T): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ item, resolve });
      if (!this.#isRunning) queueMicrotask(() => void this.#run());
      this.#isRunning = true;
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#delay.wait(() => this.#waiting.length);
      const taken = this.#waiting.splice(0, 256);
      this.#delay.committed(taken.length);
      await this.#commit(taken.map(({ item }) => item));
      for (const { resolve } of taken) resolve();
    }
    this.#isRunning = false;
  }
}

/** Milliseconds in which events are collected for the log, as by the product, and the leaves of one append. */
const LOG_EVERY = 200;
const MAX_LEAVES = 500;

type Item = { asset_identity: string; event_attributes: EventRecord['eventAttributes'] };
type Submitted = { attributes: EventRecord['eventAttributes']; isLogged: boolean };

export class Asset extends DurableObject<Ceiling> {
  #head: Head | undefined;
  readonly #pool = new Pool<Submitted>((items) => this.#propose(items));

  async submit(attributes: EventRecord['eventAttributes'], isLogged: boolean): Promise<string> {
    await this.#pool.add({ attributes, isLogged });
    return JSON.stringify({
      ...this.#head,
      event_attributes: attributes,
      principal_declared: WHO,
      principal_accepted: WHO,
    });
  }

  /** Submits several events in their order. */
  async submitAll(all: EventRecord['eventAttributes'][], isLogged: boolean): Promise<string[]> {
    return Promise.all(all.map((attributes) => this.submit(attributes, isLogged)));
  }

  async #propose(items: Submitted[]): Promise<void> {
    const isLogged = items[0]!.isLogged;
    const before = this.#head;
    const id = before?.id ?? crypto.randomUUID();
    let head: Head = before ?? {
      id,
      tenant: TENANT,
      public: false,
      proofMechanism: 'SIMPLE_HASH',
      chainId: '1',
      behaviours: [],
      attributes: {},
      tracked: true,
      confirmation: 'PENDING',
      owner: '0x',
      createdUs: Date.now() * 1000,
      seq: 0,
      headUs: 0,
      headHash: '0'.repeat(64),
      initialBehaviours: [],
    };
    const entries = items.map(({ attributes: eventAttributes }): Entry => {
      const acceptedUs = Math.max(head.headUs + 1, Date.now() * 1000);
      const seed = crypto.getRandomValues(new Uint8Array(32));
      const event: EventRecord = {
        asset: id,
        seq: head.seq + 1,
        id: crypto.randomUUID(),
        tenant: TENANT,
        public: false,
        proofMechanism: 'SIMPLE_HASH',
        operation: 'Record',
        behaviour: 'RecordEvidence',
        eventAttributes,
        assetAttributes: { state: 'good' },
        declared: '',
        acceptedUs,
        committedUs: null,
        principalDeclared: WHO,
        principalAccepted: WHO,
        confirmation: 'PENDING',
        transactionId: '',
        blockNumber: 0,
        transactionIndex: 0,
        from: '0x',
        hash: random(),
      };
      if (isLogged) event.hash = chainHash({ ...event, seed }, head.headHash);
      head = { ...head, attributes: { state: 'good' }, seq: event.seq, headUs: acceptedUs, headHash: event.hash };
      return {
        event,
        seed,
        declaredUs: acceptedUs,
        changes: event.assetAttributes,
        idempotency: undefined,
      };
    });
    const writer = this.env.WRITER.get(this.env.WRITER.idFromName('DB')) as unknown as Writer;
    const logged = entries.map(({ event, seed }) => ({ ...event, seed }));
    await writer.commit(propose(before, head, entries, []), isLogged ? logged : []);
    this.#head = head;
  }
}

type Commit = { proposal: Proposal | undefined; append: LogAppend | undefined; events: SeededEvent[] };

export class Writer extends DurableObject<Ceiling> {
  readonly #appends = new LogAppends();
  #number = 0;
  #waiting: LoggedEvent[] = [];
  #isLogging = false;
  readonly #pool = new Pool<Commit>(async (commits) => {
    const db = new Database(this.env.DB);
    const proposals = commits.flatMap(({ proposal }) => proposal ?? []);
    const appended = commits.map(({ append }) => append && this.#appends.add(append));
    const accompanying = this.#appends.isWaiting ? this.#appends.take(db) : undefined;
    const move = { now: Date.now() * 1000, tag: random().slice(16), assetQuota: -1, byteQuota: -1 };
    const own = commitStatements(db, proposals, undefined, move);
    const results = await db.batch([...own, ...(accompanying?.statements ?? [])]);
    accompanying?.settle(results.slice(own.length));
    if ((await Promise.all(appended)).includes(false)) throw new Error('the append to the log was refused');
    for (const event of commits.flatMap(({ events }) => events))
      this.#waiting.push({ event, number: (this.#number += 1) });
  });

  async commit(proposal: Proposal, events: SeededEvent[]): Promise<void> {
    await this.#pool.add({ proposal, append: undefined, events });
    if (this.#waiting.length > 0 && !this.#isLogging) this.ctx.waitUntil(this.#log());
  }

  async append(append: LogAppend): Promise<void> {
    await this.#pool.add({ proposal: undefined, append, events: [] });
  }

  async #log(): Promise<void> {
    this.#isLogging = true;
    const log = this.env.LOG.get(this.env.LOG.idFromName('log')) as unknown as Log;
    await scheduler.wait(LOG_EVERY);
    while (this.#waiting.length > 0) await log.add(this.#waiting.splice(0, MAX_LEAVES));
    this.#isLogging = false;
  }
}

export default {
  async fetch(request: Request, env: Ceiling): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/bulk') {
      const { events } = await request.json<{ events: Item[] }>();
      const byAsset = Map.groupBy(events, ({ asset_identity }) => asset_identity);
      const answers = await Promise.all(
        [...byAsset].map(([name, items]) => {
          const asset = env.ASSET.get(env.ASSET.idFromName(name)) as unknown as Asset;
          return asset.submitAll(
            items.map(({ event_attributes }) => event_attributes),
            searchParams.has('logs'),
          );
        }),
      );
      return new Response(`{"results":[${answers.flat().join(',')}]}`);
    }
    if (pathname === '/append') {
      const asset = env.ASSET.get(env.ASSET.idFromName(searchParams.get('asset')!)) as unknown as Asset;
      const { event_attributes } = await request.json<{ event_attributes: EventRecord['eventAttributes'] }>();
      return new Response(await asset.submit(event_attributes, searchParams.has('logs')));
    }
    const [, rows] = await env.DB.batch<{ json: string }>([
      env.DB.prepare('SELECT id, display_name FROM tenants WHERE id = ?').bind(TENANT),
      env.DB.prepare('SELECT json FROM page WHERE id > 0 ORDER BY id DESC LIMIT 51'),
      env.DB.prepare('SELECT count(*) FROM (SELECT 1 FROM page LIMIT 501)'),
    ]);
    return new Response(
      `{"events":[${rows!.results
        .slice(0, 50)
        .map(({ json }) => json)
        .join(',')}]}`,
    );
  },
} satisfies ExportedHandler<Ceiling>;

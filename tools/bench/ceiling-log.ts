import { DurableObject } from 'cloudflare:workers';
import { CompactRange, emptyRoot } from '../../src/formats/log/tree.ts';
import type { SeededEvent } from '../../src/ledger/records/event.ts';
import { logAppend } from '../../src/transparency/sequencer/log-appends.ts';
import { leafOf } from '../../src/transparency/sequencer/leaf.ts';
import type { Writer } from './ceiling.ts';
import { TENANT } from './ceiling-tenant.ts';

/** An event with its commit number. */
export type LoggedEvent = { event: SeededEvent; number: number };

/** For the key and for its signatures. */
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const LOG = { id: '2b1f2f0e-60cf-4f0b-8a57-5f3f0b7f6a11', scope: TENANT, origin: 'ceiling', createdUs: 1 };

/**
 * The log of the ceiling. An append is what the design demands: the leaves of its events, a bundle in storage, two
 * signatures, and a share of a commit. It reads and verifies nothing, and writes no tiles.
 */
export class Log extends DurableObject<{ DB: D1Database; WRITER: DurableObjectNamespace }> {
  readonly #range = new CompactRange();
  #root = emptyRoot();
  #epoch: string | undefined;
  #keys: [CryptoKeyPair, CryptoKeyPair] | undefined;

  async add(events: LoggedEvent[]): Promise<void> {
    const leaves = events.map(({ event, number }) =>
      leafOf({ ...event, seed: event.seed! }, number, { id: LOG.id, isPublic: false }),
    );
    const from = { size: this.#range.size, root: this.#root };
    for (const { hash } of leaves) this.#range.append(hash);
    this.#root = this.#range.root();
    const tree = {
      size: this.#range.size,
      root: this.#root,
      edge: this.#range.edge,
      cursor: events.at(-1)!.number,
    };
    this.ctx.storage.kv.put('bundle', { leaves, tree });
    const [checkpoint, receipt] = await this.#sign(this.#root);
    const signatures = { key: 1, checkpoint, receipt, before: undefined, note: undefined };
    const writer = this.env.WRITER.get(this.env.WRITER.idFromName('DB')) as unknown as Writer;
    await writer.append(
      logAppend(
        { ...LOG, previous: undefined },
        from,
        { leaves, tree },
        { epoch: await this.#epochOf(), signatures, tiles: [] },
      ),
    );
  }

  async #epochOf(): Promise<string> {
    this.#epoch ??= (await this.env.DB.prepare('SELECT epoch FROM database_state').first<string>('epoch'))!;
    return this.#epoch;
  }

  async #sign(root: Uint8Array): Promise<[Uint8Array, Uint8Array]> {
    const use: KeyUsage[] = ['sign', 'verify'];
    this.#keys ??= (await Promise.all([
      crypto.subtle.generateKey('Ed25519', false, use),
      crypto.subtle.generateKey(P256, false, use),
    ])) as [CryptoKeyPair, CryptoKeyPair];
    const [ed25519, p256] = this.#keys;
    const message = Uint8Array.from(root);
    const signed = await Promise.all([
      crypto.subtle.sign('Ed25519', ed25519.privateKey, message),
      crypto.subtle.sign(P256, p256.privateKey, message),
    ]);
    return [new Uint8Array(signed[0]), new Uint8Array(signed[1])];
  }
}

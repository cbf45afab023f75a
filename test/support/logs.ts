import { createPublicKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import * as cose from '@transmute/cose';
import { parseMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { decodeBundle } from '../../src/formats/log/bundle.ts';
import { parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { parseNote } from '../../src/formats/log/note.ts';
import { tilePath, tilesOf, TILE_WIDTH } from '../../src/formats/log/tiles.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import { keyOf } from '../core/transparency/support/openssl.ts';
import type { Answer, Client } from './client.ts';
import { PATIENCE } from './patience.ts';

/** A log as a caller reads it over HTTP. */
export class LogReader {
  readonly #client: Client;
  readonly #token: string | undefined;
  readonly #name: string;

  /** `name`: `public`, the id of a log, or the uuid of a tenancy. */
  constructor(client: Client, token: string | undefined, name: string) {
    this.#client = client;
    this.#token = token;
    this.#name = name;
  }

  /** Responds to GET of a path below that of the log. */
  answer(path: string): Promise<Answer> {
    return this.#client.call(this.#token, 'GET', `/v1/logs/${this.#name}${path}`);
  }

  async #ok(path: string): Promise<Answer> {
    const answer = await this.answer(path);
    if (answer.status !== 200) throw new Error(`${this.#name}${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async describe(): Promise<any> {
    return (await this.#ok('')).body;
  }

  /** The signed note. */
  async note(): Promise<string> {
    return (await this.#ok('/checkpoint')).text;
  }

  async keys(): Promise<any[]> {
    return (await this.#ok('/keys')).body.keys;
  }

  /** The current key of checkpoints. */
  async vkey(): Promise<string> {
    return (await this.keys()).find(({ vkey, until }) => vkey !== undefined && until === '').vkey;
  }

  /** The current key of receipts. */
  async jwk(): Promise<any> {
    return (await this.keys()).find(({ jwk, until }) => jwk !== undefined && until === '').jwk;
  }

  async consistency(from: number, to: number): Promise<Uint8Array[]> {
    const { body } = await this.#ok(`:consistency?from=${from}&to=${to}`);
    if (body.from !== from || body.to !== to) throw new Error(`from ${from} to ${to}: ${JSON.stringify(body)}`);
    return body.path.map((hash: string) => new Uint8Array(Buffer.from(hash, 'base64')));
  }

  async tile(path: string): Promise<Uint8Array> {
    return new Uint8Array((await this.#ok(`/${path}`)).bytes!);
  }

  /** All entries of the tree of this size. */
  async entries(size: number): Promise<Uint8Array[]> {
    const tiles = tilesOf(size).filter(({ level }) => level === 0);
    const bundles = await Promise.all(tiles.map((tile) => this.tile(tilePath({ ...tile, level: 'entries' }))));
    return bundles.flatMap((bundle, n) => {
      const entries = decodeBundle(bundle);
      if (entries.length !== tiles[n]!.width) throw new Error(`${entries.length} entries in ${tilePath(tiles[n]!)}`);
      return entries;
    });
  }

  /** The hashes of all leaves of the tree of this size, from its entries. */
  async leaves(size: number): Promise<Uint8Array[]> {
    return (await this.entries(size)).map(leafHash);
  }

  /** Waits until the log has this size. Rejects if it does not. */
  async grown(size: number): Promise<void> {
    let last: Answer | undefined;
    await until(
      async () => (last = await this.answer('')).status === 200 && last.body.size === size,
      () => `the log ${this.#name} does not have the size ${size}: ${last!.status} ${last!.text}`,
    );
  }
}

/** Waits until the last entry of the log of an asset is that of a map, which covers all others. */
export async function mapped(client: Client, token: string | undefined, asset: string): Promise<Answer> {
  let last: Answer | undefined;
  await until(
    async () => {
      last = await client.call(token, 'GET', `/v2/${asset}:history`);
      if (last.status !== 200) return false;
      const { size } = parseMapEntry(new Uint8Array(Buffer.from(last.body.map.entry, 'base64')));
      return treeOf(last.body.checkpoint).size === size + 1;
    },
    () => `the log of ${asset} does not end with a map: ${last!.status} ${last!.text}`,
  );
  return last!;
}

/** Waits until a condition holds; also outside of tests, where `expect.poll` cannot be used. */
async function until(condition: () => Promise<boolean>, message: () => string): Promise<void> {
  const started = Date.now();
  while (!(await condition())) {
    if (Date.now() - started > PATIENCE) throw new Error(message());
    await sleep(100);
  }
}

/** The index of a tile and its width -> the hashes of it, of leaf hashes. */
export const tileOfLeaves = (leaves: readonly Uint8Array[], index: number, width: number): Uint8Array =>
  new Uint8Array(Buffer.concat(leaves.slice(index * TILE_WIDTH, index * TILE_WIDTH + width)));

/** Size and root of a note, whose signatures are not verified. */
export const treeOf = (note: string): { origin: string; size: number; root: Uint8Array } =>
  parseCheckpoint(parseNote(note).text);

/** The error of `verifyReceipt` for a receipt that the key has not signed, or of another leaf. */
export const WRONG_SIGNATURE = 'Signature verification failed';

/** Verifies a receipt with @transmute/cose. Returns the root that it leads to; rejects if it is not valid. */
export async function verifyReceipt(receipt: Uint8Array, leaf: Uint8Array, jwk: unknown): Promise<Uint8Array> {
  const verifier = cose.detached.verifier({ resolver: { resolve: () => Promise.resolve(jwk as never) } });
  const bytes = new Uint8Array(receipt).buffer;
  return new Uint8Array(await cose.receipt.inclusion.verify({ entry: leaf, receipt: bytes, verifier }));
}

/** Verifies a checkpoint and the inclusion of an entry in it with @sigstore/verify. Throws if one is not valid. */
export function verifyWithSigstore(
  vkey: string,
  { entry, index, path, note }: { entry: Uint8Array; index: number; path: Uint8Array[]; note: string },
): void {
  const { name, id, der } = keyOf(vkey);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const inclusionProof = {
    logIndex: String(index),
    hashes: path.map((hash) => Buffer.from(hash)),
    checkpoint: { envelope: note },
  };
  const of = { canonicalizedBody: Buffer.from(entry), inclusionProof };
  const checkpoint = verifyCheckpoint(of as never, [{ logID: id, baseURL: `https://${name}`, publicKey } as never]);
  verifyMerkleInclusion(of as never, checkpoint);
}

/** Waits until GET of a path responds with 200. Rejects if it does not. */
export async function found(client: Client, token: string | undefined, path: string): Promise<Answer> {
  let last: Answer | undefined;
  await until(
    async () => (last = await client.call(token, 'GET', path)).status === 200,
    () => `${path}: ${last!.status} ${last!.text}`,
  );
  return last!;
}

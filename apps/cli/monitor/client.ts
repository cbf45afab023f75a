import { z } from 'zod';
import { parseForeignJson } from '../../../src/lib/json.ts';
import { boundedBody } from '../../../src/lib/remote.ts';
import { printable } from '../../../src/lib/text.ts';
import { decodeBundle, MAX_ENTRY_BYTES } from '../../../src/formats/log/bundle.ts';
import { parseHash } from '../../../src/formats/log/checkpoint.ts';
import { MAX_PROOF_LINES } from '../../../src/formats/log/witness.ts';
import type { KeyChange } from '../../../src/formats/log/key-change.ts';
import { HASH_BYTES } from '../../../src/formats/log/tree.ts';
import { tilePath, TILE_WIDTH, type HashTile, type TileReader } from '../../../src/formats/log/tiles.ts';
import { keyChangeIn } from '../../../src/proof/log-pins.ts';
import type { Fetch } from '../../../src/transparency/witnesses/submission.ts';
import { causeOf } from '../cause.ts';
import type { ListedKey } from './author-keys.ts';
import { AccessDenied, Replaced, Unavailable } from './findings.ts';
import type { TokenSource } from './token.ts';

/** Reads a log over HTTP. */

/** A response that is accepted: its media type, and its maximum length in bytes. */
type Expected = { type: string; maxBytes: number };

const NOTE: Expected = { type: 'text/plain', maxBytes: 65_536 };
const JSON_BODY: Expected = { type: 'application/json', maxBytes: 1_048_576 };
const TILE: Expected = { type: 'application/octet-stream', maxBytes: TILE_WIDTH * HASH_BYTES };
const BUNDLE: Expected = { type: 'application/octet-stream', maxBytes: TILE_WIDTH * (2 + MAX_ENTRY_BYTES) };

/** Of the list of authors' keys. */
const PAGE_SIZE = 200;
const MOST_PAGES = 500;

const Description = z.object({ log: z.guid(), origin: z.string().min(1) });
const Keys = z.object({
  keys: z.array(
    z
      .looseObject({ vkey: z.string().optional(), until: z.string(), checkpoint: z.string().optional() })
      .transform((key) => ({ ...key, change: keyChangeIn(key, 'key') })),
  ),
});
const Consistency = z.object({ path: z.array(z.string()).max(MAX_PROOF_LINES) });
const AuthorKeys = z.object({
  signing_keys: z.array(
    z
      .object({ thumbprint: z.string(), valid_from: z.string(), revoked_at: z.string().nullable() })
      .transform(({ thumbprint, valid_from, revoked_at }) => ({
        thumbprint,
        enrolled: valid_from,
        revoked: revoked_at,
      })),
  ),
  next_page_token: z.string(),
});
const Problem = z.object({ message: z.string() });
const Gone = z.object({ details: z.unknown() });

/**
 * A key for checkpoints that the service names. `until` is empty while it is used. `checkpoint`: the first one that
 * includes the change to this key, a note with signatures of the old and new keys. `change`: the same, with the
 * inclusion proof of the change.
 */
export type PublishedKey = {
  vkey: string;
  until: string;
  checkpoint: string | undefined;
  change: KeyChange | undefined;
};

/** Reads logs of a service. All methods reject with Unavailable, and with Replaced for a log that was replaced. */
export class LogClient {
  readonly #base: string;
  readonly #fetch: Fetch;
  readonly #tokens: TokenSource;
  readonly #milliseconds: number;
  /** Whether the service has refused a tile. */
  refusesTiles = false;

  /** `base` is the `base_url`. A request that takes longer than `milliseconds` fails. */
  constructor(base: string, fetch: Fetch, tokens: TokenSource, milliseconds = 30_000) {
    this.#base = base;
    this.#fetch = fetch;
    this.#tokens = tokens;
    this.#milliseconds = milliseconds;
  }

  /** The id and the origin of a log that is named by its id, by its tenancy, or as `public`. */
  async describe(log: string): Promise<{ log: string; origin: string }> {
    return this.#json(log, '', Description);
  }

  /** The signed note of the current checkpoint, which is not verified. */
  async checkpoint(log: string): Promise<string> {
    return new TextDecoder().decode(await this.#get(log, '/checkpoint', NOTE));
  }

  /** The keys for checkpoints, which are not verified. */
  async keys(log: string): Promise<PublishedKey[]> {
    const { keys } = await this.#json(log, '/keys', Keys);
    return keys.flatMap(({ vkey, until, checkpoint, change }) =>
      vkey === undefined ? [] : [{ vkey, until, checkpoint, change }],
    );
  }

  /** The consistency proof of the service, which is not verified. */
  async consistency(log: string, first: number, second: number): Promise<Uint8Array[]> {
    const { path } = await this.#json(log, `:consistency?from=${first}&to=${second}`, Consistency);
    try {
      return path.map((hash) => parseHash('path', hash));
    } catch (error) {
      throw new Unavailable(`${this.#address(log, ':consistency')}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Reads tiles of hashes, which are not verified, but have the length of their width. */
  tiles(log: string): TileReader {
    return (tiles) => Promise.all(tiles.map((tile) => this.#tile(log, tile)));
  }

  /** Reads the entries of bundle `index`, which are not verified; there are `width` of them. */
  async entries(log: string, index: number, width: number): Promise<Uint8Array[]> {
    const path = `/${tilePath({ level: 'entries', index, width })}`;
    const bytes = await this.#get(log, path, BUNDLE);
    try {
      const entries = decodeBundle(bytes);
      if (entries.length !== width) throw new RangeError(`must have ${width} entries, not ${entries.length}`);
      return entries;
    } catch (error) {
      throw new Unavailable(`${this.#address(log, path)}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** The keys of authors in the tenancy of the caller. Rejects with AccessDenied if the caller may not list them. */
  async authorKeys(): Promise<ListedKey[]> {
    const keys: ListedKey[] = [];
    let pageToken = '';
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const query = pageToken === '' ? '' : `&page_token=${encodeURIComponent(pageToken)}`;
      const address = `${this.#base}/v1/signing_keys?page_size=${PAGE_SIZE}${query}`;
      const page = parsed(address, await this.#read(address, JSON_BODY), AuthorKeys);
      keys.push(...page.signing_keys);
      pageToken = page.next_page_token;
      if (pageToken === '') return keys;
    }
    throw new Unavailable(`the service lists more than ${MOST_PAGES * PAGE_SIZE} signing keys`);
  }

  async #tile(log: string, tile: HashTile): Promise<Uint8Array> {
    const path = `/${tilePath(tile)}`;
    const bytes = await this.#get(log, path, TILE).catch((error: unknown) => {
      this.refusesTiles ||= error instanceof AccessDenied;
      throw error;
    });
    const length = tile.width * HASH_BYTES;
    if (bytes.length !== length)
      throw new Unavailable(`${this.#address(log, path)}: must have ${length} bytes, not ${bytes.length}`);
    return bytes;
  }

  async #json<T>(log: string, path: string, schema: z.ZodType<T>): Promise<T> {
    return parsed(this.#address(log, path), await this.#get(log, path, JSON_BODY), schema);
  }

  async #get(log: string, path: string, expected: Expected): Promise<Uint8Array> {
    return this.#read(this.#address(log, path), expected, log);
  }

  /** The body of a response. `log`: which a 410 replaces. */
  async #read(address: string, { type, maxBytes }: Expected, log?: string): Promise<Uint8Array> {
    let [response, body] = await this.#request(address, maxBytes);
    if (response.status === 401) {
      this.#tokens.forget();
      [response, body] = await this.#request(address, maxBytes);
    }
    const { status } = response;
    if (status === 410 && log !== undefined) throw new Replaced(log, body && replacementIn(body, log));
    if (status !== 200) {
      const reason = `${address} responded with ${status}${body ? reasonIn(body) : ''}`;
      throw status === 403 ? new AccessDenied(reason) : new Unavailable(reason);
    }
    if (!body) throw new Unavailable(`${address} responded with more than ${maxBytes} bytes`);
    const given = response.headers.get('content-type') ?? '';
    if (given.split(';')[0]!.trim().toLowerCase() !== type)
      throw new Unavailable(`${address} responded with the content type "${printable(given)}" and not ${type}`);
    return body;
  }

  /** The response, and its body, undefined if it is too long. Follows no redirect. */
  async #request(address: string, maxBytes: number): Promise<[Response, Uint8Array | undefined]> {
    const token = await this.#tokens.token();
    try {
      const response = await this.#fetch(address, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#milliseconds),
      });
      // The body of an error can be longer than what is accepted.
      return [response, await boundedBody(response, response.status === 200 ? maxBytes : JSON_BODY.maxBytes)];
    } catch (error) {
      throw new Unavailable(`${address} does not respond: ${causeOf(error)}`, { cause: error });
    }
  }

  #address(log: string, path: string): string {
    return `${this.#base}/v1/logs/${log}${path}`;
  }
}

/** The JSON that an address responded with. Throws Unavailable for another form. */
function parsed<T>(address: string, bytes: Uint8Array, schema: z.ZodType<T>): T {
  try {
    return schema.parse(parseForeignJson(new TextDecoder().decode(bytes)));
  } catch (error) {
    throw new Unavailable(`${address} responded with JSON of another form`, { cause: error });
  }
}

/** The message of an error of the service, to append to a text. */
function reasonIn(body: Uint8Array): string {
  const problem = Problem.safeParse(jsonIn(body));
  return problem.success ? `: ${printable(problem.data.message)}` : '';
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The only other log that the `details` of a 410 response name, apart from the id of the request. */
function replacementIn(body: Uint8Array, log: string): string | undefined {
  const gone = Gone.safeParse(jsonIn(body));
  if (!gone.success) return undefined;
  const details = Array.isArray(gone.data.details) ? (gone.data.details as unknown[]) : [];
  const text = JSON.stringify(details.filter((detail) => !isRequestInfo(detail)));
  const others = [...new Set(text.match(UUID))].filter((id) => id !== log);
  return others.length === 1 ? others[0] : undefined;
}

const isRequestInfo = (detail: unknown): boolean =>
  typeof detail === 'object' &&
  detail !== null &&
  String((detail as Record<string, unknown>)['@type']).endsWith('RequestInfo');

function jsonIn(body: Uint8Array): unknown {
  try {
    return parseForeignJson(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

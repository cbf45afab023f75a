import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toBase64 } from '../../../src/lib/text.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { parseCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { parseNote } from '../../../src/formats/log/note.ts';
import { consistencyProof, inclusionProof } from '../../../src/formats/log/proofs.ts';
import { parseTilePath } from '../../../src/formats/log/tiles.ts';
import { vkeyOf, type TestLog } from './test-log.ts';

export type Reply = { status?: number; type?: string; body?: string | Uint8Array; location?: string; after?: number };

/** What the service says about one log. */
export type Shown = {
  log: TestLog;
  /** The keys that sign its checkpoint. */
  signers: NoteSigner[];
  /** The size that it shows. Default: all entries. */
  size?: number;
  /** The response of `/keys`. Default: the keys of `signers`. */
  keys?: ShownKey[];
  /** The id of the log that replaces it. `keepsTiles`: its tiles and keys are still served. */
  replacedBy?: string;
  keepsTiles?: boolean;
  /** The caller may read the head only: its tiles are refused. */
  headOnly?: boolean;
};

type ShownKey = { vkey: string; from: string; until: string; checkpoint?: string; change?: object };

/** What `/keys` shows after a change from one key to the next, with the entry at `index` that has changed them. */
export async function publishedChange(
  log: TestLog,
  [from, to]: [NoteSigner, NoteSigner],
  checkpoint: string,
  index: number,
): Promise<ShownKey[]> {
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const path = (await inclusionProof(index, size, log.read)).map((hash) => toBase64(hash));
  const change = { index, entry: toBase64(log.entries[index]!), path };
  return [
    { vkey: vkeyOf(from), from: '2026-11-22T00:00:00Z', until: '2026-11-23T00:00:00Z' },
    { vkey: vkeyOf(to), from: '2026-11-23T00:00:00Z', until: '', checkpoint, change },
  ];
}

/** A service that shows the logs that a test makes, with the interface of logs and the token endpoint. */
export class LogService {
  /** By id, and by the names that are not ids. */
  readonly shown = new Map<string, Shown>();
  /** Replaces the response to a path below the base, if it returns one. */
  intercept: (path: string, request: IncomingMessage) => Reply | undefined = () => undefined;
  /** The tokens that are accepted; undefined if requests need none. */
  tokens: Set<string> | undefined;
  /** The paths of all requests. */
  readonly paths: string[] = [];
  readonly #server = createServer((request, response) => {
    void this.#respond(request).then(
      async ({ status = 200, type = 'application/json', body = '', location, after }) => {
        if (after) await sleep(after, undefined, { ref: false });
        response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) });
        response.end(body);
      },
    );
  });

  static async start(): Promise<LogService> {
    const service = new LogService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/archivist`;
  }

  /** Shows a log by its id and as `name`. */
  show(shown: Shown, name = 'public'): void {
    this.shown.set(name, shown);
    this.shown.set(shown.log.id, shown);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #respond(request: IncomingMessage): Promise<Reply> {
    const path = request.url!.replace('/archivist', '');
    this.paths.push(path);
    const intercepted = this.intercept(path, request);
    if (intercepted) return intercepted;
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (this.tokens && !this.tokens.has(token)) return problem(401, 'the token is not valid');
    const [, name = '', rest = ''] = /^\/v1\/logs\/([^/:]+)(.*)$/.exec(path) ?? [];
    const shown = this.shown.get(name);
    if (!shown) return problem(404, `log ${name} does not exist`);
    const isTile = rest.startsWith('/tile/');
    const isKept = shown.keepsTiles && (isTile || rest === '/keys');
    if (shown.replacedBy !== undefined && !isKept) return gone(shown.replacedBy);
    if (isTile && shown.headOnly) return problem(403, 'the permission auditor is missing');
    return isTile ? tileReply(shown, rest.slice(1)) : logReply(shown, rest);
  }
}

async function logReply({ log, signers, size = log.size, keys }: Shown, rest: string): Promise<Reply> {
  const [path, query = ''] = rest.split('?') as [string, string?];
  switch (path) {
    case '':
      return json({
        log: log.id,
        origin: log.origin,
        tenant_identity: '',
        size,
        created: '',
        updated: '',
        previous: {},
      });
    case '/checkpoint':
      return { type: 'text/plain; charset=utf-8', body: await log.note(size, ...signers) };
    case '/keys': {
      const current = signers.map((signer) => ({ vkey: vkeyOf(signer), from: '2026-11-22T00:00:00Z', until: '' }));
      const receipts = { jwk: { kty: 'EC' }, from: '2026-11-22T00:00:00Z', until: '' };
      return json({ keys: [...(keys ?? current), receipts] });
    }
    case ':consistency': {
      const [from, to] = ['from', 'to'].map((name) => Number(new URLSearchParams(query).get(name)));
      if (to! > log.size) return problem(400, `to: must be at most ${log.size}`);
      return json({ from, to, path: (await consistencyProof(from!, to!, log.read)).map((hash) => toBase64(hash)) });
    }
    default:
      return problem(404, `${path} does not exist`);
  }
}

function tileReply({ log }: Shown, path: string): Reply {
  const tile = parseTilePath(path);
  const body = tile && log.tile(tile);
  return body ? { type: 'application/octet-stream', body } : problem(404, `${path} does not exist`);
}

const json = (value: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(value) });

export const problem = (status: number, message: string, details: object[] = []): Reply => ({
  status,
  body: JSON.stringify({ code: 0, message, details }),
});

const gone = (log: string): Reply =>
  problem(410, 'the log was replaced', [
    { '@type': 'type.googleapis.com/google.rpc.RequestInfo', request_id: '99999999-9999-4999-8999-999999999999' },
    { '@type': 'type.googleapis.com/google.rpc.ResourceInfo', resource_type: 'log', resource_name: `logs/${log}` },
  ]);

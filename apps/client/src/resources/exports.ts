import { invalidArgument, EvidenceError } from '../errors.ts';
import { keyed, type ServiceCaller } from '../caller.ts';
import { listOf, type List } from '../paging.ts';
import type { Export, ListedExport, NewExport, RequestSettings } from '../types.ts';
import { polled } from './events.ts';

export type WaitOptions = RequestSettings & {
  /** Milliseconds to wait for the end of the job. Default: an hour. */
  within?: number;
  /** Called with each state that was read. */
  onProgress?: (state: Export) => void;
};

const HOUR = 3_600_000;

/** Exports of all records of the tenancy, with proofs. For administrators. */
export class Exports {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /** Starts an export. A repetition after a lost response returns the same one. */
  async create(of: NewExport = {}, settings: RequestSettings = {}): Promise<Export> {
    return this.#caller.json('POST', '/v1/exports', { ...keyed(settings), body: of });
  }

  /** Reads the progress of an export and, once it is finished, its files. */
  async get(identity: string, settings: RequestSettings = {}): Promise<Export> {
    return this.#caller.json('GET', '/v1/exports/{uuid}', { ...settings, path: { uuid: uuidOf(identity) } });
  }

  /** Lists the exports of the tenancy, the newest first. */
  list(settings: RequestSettings = {}): List<ListedExport> {
    return listOf(this.#caller, '/v1/exports', 'exports', settings);
  }

  /** Deletes an export with its files, and ends its job. */
  async delete(identity: string, settings: RequestSettings = {}): Promise<void> {
    await this.#caller.json('DELETE', '/v1/exports/{uuid}', { ...settings, path: { uuid: uuidOf(identity) } });
  }

  /**
   * Waits until an export is finished. Rejects with FAILED_PRECONDITION if it has ended without files, and with
   * DEADLINE_EXCEEDED after `within` milliseconds.
   */
  async wait(identity: string, { within = HOUR, onProgress, ...settings }: WaitOptions = {}): Promise<Export> {
    const read = async (): Promise<Export | undefined> => {
      const state = await this.get(identity, settings);
      onProgress?.(state);
      return state.done ? state : undefined;
    };
    const what = `${identity} was not finished`;
    const ended = await polled(this.#caller, read, { what, timeout: within, signal: settings.signal });
    if (ended.status === 'STATUS_FINISHED') return ended;
    throw new EvidenceError(
      'FAILED_PRECONDITION',
      `${identity} has no files: ${ended.status}${ended.error_message === '' ? '' : `, ${ended.error_message}`}`,
    );
  }

  /**
   * Downloads a file of an export: `manifest.json`, or one that it lists. `from`: the first byte to send, to resume a
   * download. Read or cancel the body of the response.
   */
  async download(
    identity: string,
    name: string,
    { from = 0, ...settings }: RequestSettings & { from?: number } = {},
  ): Promise<Response> {
    return this.#caller.response('GET', '/v1/exports/{uuid}/files/{file}', {
      ...settings,
      path: { uuid: uuidOf(identity), file: name },
      headers: { ...settings.headers, ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
    });
  }
}

function uuidOf(identity: string): string {
  const [, uuid] = /^exports\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(identity) ?? [];
  if (uuid === undefined) throw invalidArgument('identity', 'must be exports/<uuid>');
  return uuid;
}

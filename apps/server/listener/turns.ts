import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies above this size are sent in turns of as many bytes. */
const LARGE = 256 * 1024;
/** Turns at once. When workerd sends many bodies at full speed, it does not read other requests, for minutes. */
const MAX_TURNS = 8;
/** Milliseconds without progress after which a turn ends, because its client or the Worker is slow. */
const IDLE = 100;
/** Milliseconds without a response of the Worker after which a first turn ends. */
const UNANSWERED = 1000;

/** The paths of files, whose responses may be large. */
const FILES = /\/(?:attachments|blobs)\//;

/** Whether a request may have a large response: the Worker reads its first megabytes before they are sent. */
export const mayBeLarge = (method: string, path: string): boolean => method === 'GET' && FILES.test(path);

/** Whether a response has a large body that the Worker can send without waiting for anything: its length is known. */
export const isLarge = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? 0) > LARGE;

/** A limited number of turns at once. Clients that wait get them in rounds: one of each client. */
export class Turns {
  #free: number;
  #isGiving = false;
  /** The calls that wait, by client; the client that is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(max = MAX_TURNS) {
    this.#free = max;
  }

  /** Whether somebody waits for a turn to end. */
  get areWanted(): boolean {
    return this.#waiting.size > 0;
  }

  /** Calls `begin` when a client gets a turn, which lasts until `end` is called. */
  take(client: string, begin: () => void): void {
    const calls = this.#waiting.get(client);
    if (this.#free > 0) {
      this.#free -= 1;
      begin();
    } else if (calls) calls.push(begin);
    else this.#waiting.set(client, [begin]);
  }

  end(): void {
    this.#free += 1;
    // Called by `begin`, for a response that has closed: the loop below goes on.
    if (this.#isGiving) return;
    this.#isGiving = true;
    for (let [next] = this.#waiting; next && this.#free > 0; [next] = this.#waiting) {
      const [client, calls] = next;
      const begin = calls.shift()!;
      this.#waiting.delete(client);
      if (calls.length > 0) this.#waiting.set(client, calls);
      this.#free -= 1;
      begin();
    }
    this.#isGiving = false;
  }
}

/** The turn in which a request is sent to the Worker. */
export class FirstTurn {
  readonly #turns: Turns;
  readonly #overdue: NodeJS.Timeout;
  #isHeld = true;

  private constructor(turns: Turns) {
    this.#turns = turns;
    this.#overdue = setTimeout(() => this.end(), UNANSWERED);
  }

  /** Resolves when a client gets its turn. Never resolves if `response` closes first; its close ends the turn. */
  static of(turns: Turns, client: string, response: ServerResponse): Promise<FirstTurn> {
    return new Promise((resolve) =>
      turns.take(client, () => {
        if (response.destroyed) return turns.end();
        const turn = new FirstTurn(turns);
        response.once('close', () => turn.end());
        resolve(turn);
      }),
    );
  }

  /** Returns whether it lasts. The caller ends it then. */
  handOver(): boolean {
    const isHeld = this.#isHeld;
    this.#isHeld = false;
    clearTimeout(this.#overdue);
    return isHeld;
  }

  end(): void {
    if (this.handOver()) this.#turns.end();
  }
}

/** Sends the body of a response of the Worker in turns. `first`: the turn in which it was requested. */
export function sendInTurns(
  answer: IncomingMessage,
  response: ServerResponse,
  client: string,
  turns: Turns,
  first?: FirstTurn,
): void {
  let bytes = 0;
  /** Set during a turn. */
  let idle: NodeJS.Timeout | undefined;
  const begin = (): void => {
    if (response.destroyed || answer.destroyed) return turns.end();
    bytes = 0;
    idle = setTimeout(pass, IDLE);
    answer.resume();
  };
  const end = (): void => {
    if (!idle) return;
    clearTimeout(idle);
    idle = undefined;
    answer.pause();
    turns.end();
  };
  const take = (): void => turns.take(client, begin);
  /** Lets others have a turn, and waits for another one; if the client must read first, then. */
  const pass = (): void => {
    end();
    if (!response.writableNeedDrain) take();
  };
  answer.pause();
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    idle?.refresh();
    if (!response.write(chunk)) answer.pause();
    if (bytes >= LARGE && turns.areWanted) pass();
  });
  response.on('drain', () => {
    if (!idle) return take();
    idle.refresh();
    answer.resume();
  });
  answer.once('end', () => response.end());
  answer.once('close', end);
  response.once('close', end);
  if (first?.handOver()) begin();
  else take();
}

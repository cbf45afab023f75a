export const FEED = '/v2/assets/-/events:feed';

/** A message of a stream. Without `data`, clients only remember the id. */
export type Message = { id?: string; event?: string; data?: any };

/** A stream of Server-Sent Events, as a client reads it. */
export class EventStream {
  readonly status: number;
  readonly headers: Headers;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #stop: AbortController;
  #text = '';
  /** The id of the last message that has one. */
  last: string;

  private constructor(response: Response, stop: AbortController, last: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    this.#stop = stop;
    this.last = last;
  }

  /** Opens a stream with this query, after the event with the id `last`. */
  static async open(
    service: { base: string },
    token: string,
    query: Record<string, string> = {},
    last = '',
  ): Promise<EventStream> {
    const stop = new AbortController();
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(last === '' ? {} : { 'last-event-id': last }),
    };
    const url = `${service.base}${FEED}?${new URLSearchParams(query)}`;
    return new EventStream(await fetch(url, { headers, signal: stop.signal }), stop, last);
  }

  /** The next message, also one without an event; undefined at the end of the stream. */
  async next(): Promise<Message | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end < 0) {
        const { done, value } = await this.#reader.read();
        if (done) return undefined;
        this.#text += value;
        continue;
      }
      const message = parsed(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 2);
      if (message.id !== undefined) this.last = message.id;
      if (Object.keys(message).length > 0) return message;
    }
  }

  /** The events that come next. */
  async take(count: number): Promise<any[]> {
    const events: any[] = [];
    while (events.length < count) {
      const message = await this.next();
      if (!message || message.event === 'end') throw new Error(`the stream has ended: ${JSON.stringify(message)}`);
      if (message.data) events.push(message.data);
    }
    return events;
  }

  /** The rest of the stream. */
  async rest(): Promise<Message[]> {
    const messages: Message[] = [];
    for (let next = await this.next(); next; next = await this.next()) messages.push(next);
    return messages;
  }

  /** The whole response of an error. */
  async error(): Promise<any> {
    let text = '';
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) text += part.value;
    return JSON.parse(text);
  }

  /** Disconnects. */
  close(): void {
    this.#stop.abort();
  }
}

function parsed(lines: string): Message {
  const message: Message = {};
  for (const line of lines.split('\n')) {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name === 'data') message.data = JSON.parse(value!);
    else if (name) message[name as 'id' | 'event'] = value!;
  }
  return message;
}

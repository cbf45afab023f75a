import { connect } from 'cloudflare:sockets';
import { utf8 } from '../../core/text.ts';
import { describe } from '../../core/describe.ts';
import { ScannerUnavailable, type Scanner, type Suspect, type Verdict } from './scanner.ts';

/** Milliseconds without anything read or said after which clamd is taken for dead. */
const TIMEOUT = 120_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * ClamAV's daemon, over TCP (clamd(8): INSTREAM). In clear text only on the machine itself. What exceeds
 * clamd's own limits is not scanned: it says so for the size of a stream, and with `AlertExceedsMax yes` for
 * what it would else leave out in silence.
 */
export class ClamdScanner implements Scanner {
  readonly #address: { hostname: string; port: number };

  constructor(address: { hostname: string; port: number }) {
    this.#address = address;
  }

  async scan(_file: Suspect, bytes: AsyncIterable<Uint8Array>): Promise<Verdict> {
    const socket = connect(this.#address, {
      secureTransport: LOOPBACK.test(this.#address.hostname) ? 'off' : 'on',
      allowHalfOpen: true,
    });
    // Each of the promises below tells of a failure; this one need not again.
    socket.closed.catch(() => undefined);
    const writer = socket.writable.getWriter();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let giveUp: () => void;
    const silence = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new ScannerUnavailable('clamd does not answer'));
    });
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, TIMEOUT);
    };
    alive();
    try {
      return await Promise.race([converse(socket, writer, bytes, alive), silence]);
    } finally {
      clearTimeout(timer);
      // Not waited for: what clamd does not read would have to be sent first.
      writer.abort().catch(() => undefined);
      socket.close().catch(() => undefined);
    }
  }
}

async function converse(
  socket: Socket,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  bytes: AsyncIterable<Uint8Array>,
  alive: () => void,
): Promise<Verdict> {
  // clamd answers early, and hangs up, when the stream is longer than it takes.
  let answered = false;
  const answer = readAll(socket)
    .then(
      (text) => ({ text }),
      (error: unknown) => ({ error }),
    )
    .finally(() => (answered = true));
  const send = async (data: Uint8Array): Promise<boolean> =>
    writer.write(data).then(
      () => true,
      () => false,
    );
  let open = await send(utf8('zINSTREAM\0'));
  for await (const chunk of bytes) {
    if (!open || answered) break;
    open = await send(frame(chunk));
    alive();
    // Lets an early answer in: with the next write, which would be refused, it would be lost.
    await scheduler.wait(0);
  }
  if (open && !answered) await send(new Uint8Array(4));
  const result = await answer;
  if ('error' in result) throw new ScannerUnavailable(`clamd: ${describe(result.error)}`);
  return verdictOf(result.text);
}

async function readAll(socket: Socket): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of socket.readable as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\0')) break;
  }
  return text;
}

/** A chunk as INSTREAM takes it: its length in four bytes, then itself. */
function frame(chunk: Uint8Array): Uint8Array {
  const framed = new Uint8Array(4 + chunk.length);
  new DataView(framed.buffer).setUint32(0, chunk.length);
  framed.set(chunk, 4);
  return framed;
}

function verdictOf(answer: string): Verdict {
  const [text = '', ...rest] = answer.split('\0');
  if (rest.length === 0) throw new ScannerUnavailable(`clamd: ${text ? `cut short: ${text}` : 'no answer'}`);
  if (text === 'stream: OK') return { status: 'ok' };
  const found = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (found?.startsWith('Heuristics.Limits.Exceeded')) return { status: 'unscanned', reason: found };
  if (found) return { status: 'bad', reason: found };
  if (/size limit exceeded/i.test(text)) return { status: 'unscanned', reason: text };
  throw new ScannerUnavailable(`clamd: ${text}`);
}

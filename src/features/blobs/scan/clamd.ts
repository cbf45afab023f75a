import { connect } from 'cloudflare:sockets';
import { utf8 } from '../../../lib/text.ts';
import { describe } from '../../../lib/describe.ts';
import { isLoopback } from '../../../lib/loopback.ts';
import { ScannerUnavailable, type Scanner, type ScannedFile, type ScanResult } from './scanner.ts';

/** Timeout in milliseconds without progress, after which clamd counts as unreachable. */
const TIMEOUT = 120_000;

/**
 * Scans with ClamAV's daemon over TCP (clamd(8), INSTREAM); unencrypted only on the same machine. Files above clamd's
 * own limits are not scanned: clamd reports an exceeded stream size, and with `AlertExceedsMax yes` the other limits
 * too, which it would otherwise ignore silently.
 */
export class ClamdScanner implements Scanner {
  readonly #address: { hostname: string; port: number };

  constructor(address: { hostname: string; port: number }) {
    this.#address = address;
  }

  async scan(_file: ScannedFile, bytes: AsyncIterable<Uint8Array>): Promise<ScanResult> {
    const socket = connect(this.#address, {
      secureTransport: isLoopback(this.#address.hostname) ? 'off' : 'on',
      allowHalfOpen: true,
    });
    // The promises below report every failure; this one is ignored.
    socket.closed.catch(() => undefined);
    const writer = socket.writable.getWriter();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let giveUp: () => void;
    const silence = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new ScannerUnavailable('clamd does not respond'));
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
      // Not awaited: closing would first have to send what clamd does not read.
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
): Promise<ScanResult> {
  // clamd responds early and closes the connection when the stream exceeds its limit.
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
    // Reads an early response, which would be lost when the next write fails.
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

/** A chunk in the form of INSTREAM: its length in four bytes, then its bytes. */
function frame(chunk: Uint8Array): Uint8Array {
  const framed = new Uint8Array(4 + chunk.length);
  new DataView(framed.buffer).setUint32(0, chunk.length);
  framed.set(chunk, 4);
  return framed;
}

function verdictOf(answer: string): ScanResult {
  const [text = '', ...rest] = answer.split('\0');
  if (rest.length === 0) throw new ScannerUnavailable(`clamd: ${text ? `cut short: ${text}` : 'no response'}`);
  if (text === 'stream: OK') return { status: 'ok' };
  const found = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (found?.startsWith('Heuristics.Limits.Exceeded')) return { status: 'unscanned', reason: found };
  if (found) return { status: 'bad', reason: found };
  if (/size limit exceeded/i.test(text)) return { status: 'unscanned', reason: text };
  throw new ScannerUnavailable(`clamd: ${text}`);
}

import type { ClientOptions, Fetch } from '../index.ts';
import { plain } from '../../../../src/lib/text.ts';
import { toned } from './colors.ts';

/** Milliseconds after which a person hears that a service has not responded yet. */
const PATIENCE = 2000;

/** Writes a line to stderr, in place of a progress bar that is there. */
function notice(text: string): void {
  const { stderr } = process;
  stderr.write(`${stderr.isTTY ? '\r\u001b[K' : ''}${toned(plain(text), 'pending', stderr)}\n`);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Options of a client with which people hear what it waits for: each failure that is followed by a repetition, and on a
 * terminal also a service that does not respond. Requests that wait for events, and uploads, may take longer.
 */
export function waitNotices(url: string): Pick<ClientOptions, 'fetch' | 'onRepetition'> {
  const fetchAttentively: Fetch = async (address, init) => {
    const isSlow = address.includes('/events:feed') || init.body instanceof ReadableStream;
    if (!process.stderr.isTTY || isSlow) return globalThis.fetch(address, init);
    const timer = setTimeout(() => notice(`No response from ${url} yet…`), PATIENCE);
    return globalThis.fetch(address, init).finally(() => clearTimeout(timer));
  };
  return {
    fetch: fetchAttentively,
    onRepetition: ({ error, wait, attempt, attempts }) =>
      notice(`${url}: ${error.detail}. Trying again in ${seconds(wait)} (${attempt + 1} of ${attempts})…`),
  };
}

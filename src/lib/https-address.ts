/** Characters of an address. */
export const MAX_ADDRESS = 2048;

/**
 * Top-level domains of names that are not public: RFC 6761, RFC 6762, RFC 8375, RFC 9476, and what networks use by
 * habit.
 */
const PRIVATE_DOMAINS = new Set(
  (
    'alt arpa corp domain example home host internal intranet invalid lan local localdomain localhost onion private ' +
    'test'
  ).split(' '),
);

/** A label of a host name, as a URL has it: lower case, international names in their ASCII form. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** An address that deliveries may be sent to. `listed`: its host is one of WEBHOOK_ALLOWED_HOSTS. */
export type Receiver = { url: string; listed: boolean };

/**
 * The address of a receiver, or a text that completes "must …" and says what is not accepted. An address is https with
 * a public host name and without a port, or https or http with a host that is in `allowed` (`host` or `host:port`,
 * lower case). IP addresses of any form are accepted only if they are listed.
 */
export function parseReceiver(text: string, allowed: readonly string[]): Receiver | string {
  if (text.length > MAX_ADDRESS) return `have at most ${MAX_ADDRESS} characters`;
  if (!/^https?:\/\/[^\s\\/][^\s\\]*$/i.test(text) || !URL.canParse(text))
    return 'be an address that starts with https://';
  const { protocol, username, password, hash, host, hostname, port, href } = new URL(text);
  if (username !== '' || password !== '') return 'not contain a user or a password';
  if (hash !== '' || text.includes('#')) return 'not contain a fragment (#)';
  if (allowed.includes(host)) return { url: href, listed: true };
  if (protocol !== 'https:') return 'start with https://';
  if (port !== '') return 'not contain a port';
  if (!isPublicName(hostname)) return 'have a public host name, not an IP address or the name of a private network';
  return { url: href, listed: false };
}

/**
 * Whether a host of a parsed URL is a name in a public domain. A URL has all forms of an IPv4 address as four numbers.
 */
export function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.');
  const last = labels.at(-1)!;
  return (
    hostname.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(last) &&
    !PRIVATE_DOMAINS.has(last)
  );
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Text records by name, or how the resolver fails. */
type Behavior = 'answer' | 'servfail' | 'error' | 'redirect' | 'garbage' | 'long' | 'hang' | 'html';

/** The name that a DNS query asks for, and its question. */
function questionOf(query: Buffer): { name: string; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), question: query.subarray(12, at + 5) };
}

/** A response with TXT records whose owner is a pointer to the question; texts are cut into strings of 255 bytes. */
export function txtResponse(query: Buffer, texts: readonly string[] | undefined, code = 0): Buffer {
  const { question } = questionOf(query);
  const records = (texts ?? []).map((text) => {
    const strings = (text.match(/[^]{1,255}/g) ?? ['']).map((part) =>
      Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')]),
    );
    const data = Buffer.concat(strings);
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]);
    return Buffer.concat([head, data]);
  });
  const rcode = code || (texts ? 0 : 3);
  const header = Buffer.from([0, 0, 0x81, 0x80 | rcode, 0, 1, records.length >> 8, records.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([header, question, ...records]);
}

/** An emulator of a DNS over HTTPS resolver (RFC 8484), over http on loopback. */
export async function startResolver() {
  const records = new Map<string, string[]>();
  const asked: string[] = [];
  const state: { behavior: Behavior } = { behavior: 'answer' };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const query = Buffer.concat(parts);
    const { name } = questionOf(query);
    asked.push(name);
    const { behavior } = state;
    if (behavior === 'hang') return;
    if (behavior === 'error') return void response.writeHead(500).end('no');
    if (behavior === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (behavior === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    response.writeHead(200, { 'content-type': 'application/dns-message' });
    if (behavior === 'garbage') return void response.end(Buffer.from('garbage that is no message'));
    if (behavior === 'long') return void response.end(Buffer.alloc(70_000));
    response.end(txtResponse(query, records.get(name), behavior === 'servfail' ? 2 : 0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    records,
    /** The names that were asked for. */
    asked,
    state,
    /** The settings of a service that uses this resolver. */
    vars: { DNS_RESOLVER_URL: `http://${host}/dns-query`, WEBHOOK_ALLOWED_HOSTS: host },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

let made: ReturnType<typeof newPair> | undefined;
const newPair = () => generateKeyPair('RS256', { extractable: true });

/** A provider whose tokens the tests create with any content. All providers of a process have the same key. */
export async function startForge() {
  const asked: string[] = [];
  const pair = await (made ??= newPair());
  let keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  let documents: Record<string, () => { status?: number; type?: string; body: string; location?: string }> = {};
  const held = new Map<string, (answer: () => void) => void>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = documents[path]?.();
    if (!answer) return void response.writeHead(404).end();
    const { status = 200, type = 'application/json', body, location } = answer;
    const send = (): void =>
      void response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) }).end(body);
    const hold = held.get(path);
    held.delete(path);
    if (hold) hold(send);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const good = () => ({
    '/.well-known/openid-configuration': () => ({ body: JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }) }),
    '/jwks': () => ({ body: JSON.stringify({ keys }) }),
  });
  documents = good();
  const claims = (): JWTPayload => ({ email: 'mallory@example.com', email_verified: true, name: 'Mallory' });
  const sign = (
    more: object = {},
    { alg = 'RS256', typ, kid = 'one', key = pair.privateKey, plain = true }: any = {},
  ) => {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: 'evidence',
      sub: 'mallory',
      iat: now,
      exp: now + 300,
      ...(plain ? claims() : {}),
      ...more,
    };
    const kept = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    return new SignJWT(kept).setProtectedHeader({ alg, kid, ...(typ ? { typ } : {}) }).sign(key);
  };
  return {
    issuer,
    asked,
    sign,
    publicKey: pair.publicKey,
    answers: (more: typeof documents) => void (documents = { ...good(), ...more }),
    /** Calls `hold` at the next request for a path, with the function that responds. */
    holds: (path: string, hold: (answer: () => void) => void) => void held.set(path, hold),
    keys: () => keys,
    keysAre: (these: typeof keys) => void (keys = these),
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

export type Forge = Awaited<ReturnType<typeof startForge>>;

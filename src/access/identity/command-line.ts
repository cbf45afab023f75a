import { sha256Hex } from '../../lib/digest.ts';
import { toHex } from '../../lib/text.ts';
import { ambient, type Micros } from '../../lib/time.ts';
import type { Config } from '../../settings/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { startSession, type SignedIn } from './sessions.ts';

/**
 * The sessions of command lines. A person signs in with a browser, and lets the command line on the same computer act
 * as them (RFC 8252). The command line has chosen a secret, the verifier, and sends its SHA-256, the challenge, with
 * the browser (as RFC 7636). The service starts a session, and returns a code by the browser to the loopback address of
 * the command line. Verifier and code together are the token of the session: the code is useless without the verifier,
 * which never leaves the command line, and the verifier is useless without the code, which only a listener on the
 * person's computer receives. No exchange is needed, so nothing can be exchanged twice.
 */

/** The form of challenges, verifiers and codes: 256 bits. */
export const HEX_256 = /^[0-9a-f]{64}$/;

const TOKEN = /^Bearer +evidence_([0-9a-f]{64})_([0-9a-f]{64})$/i;

/** The id of the session, which only the token yields. It has another form than ids in cookies. */
const idOf = (challenge: string, code: string): string => `command line ${challenge} ${code}`;

/** Starts the session of a command line, and returns its code. `name`: what the computer calls itself. */
export async function startCommandLine(
  db: Database,
  config: Config,
  who: SignedIn,
  { challenge, name }: { challenge: string; name: string },
): Promise<{ code: string; expiresUs: Micros }> {
  const code = toHex(ambient.bytes(32));
  const place = { isField: false, device: `Command line on ${name}` };
  const { expiresUs } = await startSession(db, config, who, place, idOf(challenge, code));
  return { code, expiresUs };
}

/** The id of the session that the token of a request claims; undefined for a request without such a token. */
export function commandLineSession(request: Request): string | undefined {
  const [, verifier, code] = TOKEN.exec(request.headers.get('authorization') ?? '') ?? [];
  return verifier === undefined || code === undefined ? undefined : idOf(sha256Hex(verifier), code);
}

import type { Command } from 'commander';
import { UsageError } from '../../../cli/command-line.ts';
import { printable } from '../../../../src/lib/text.ts';
import { EvidenceClient, type Attributes, type ClientOptions } from '../index.ts';
import { NotSignedIn } from './exit.ts';
import { objectIn } from './files.ts';
import { outputOf, type CommandOutput } from './output.ts';
import { profileOf } from './profiles.ts';
import { waitNotices } from './wait-notices.ts';

/** Options of every command. */
export type Shared = { json?: boolean; profile?: string };

export const outputFor = (command: Command): CommandOutput => outputOf(command.optsWithGlobals<Shared>().json === true);

/** The name of the profile that the options or the environment select; undefined for the default one. */
export const profileName = (command: Command): string | undefined =>
  command.optsWithGlobals<Shared>().profile ?? (process.env['EVIDENCE_PROFILE'] || undefined);

/** A service and the credentials for it; without any, requests are anonymous. */
type Access = Pick<ClientOptions, 'url' | 'token' | 'credentials' | 'tenancy'>;

/**
 * The service of a command. The environment has precedence over the profiles, unless a profile is named: EVIDENCE_URL,
 * with EVIDENCE_TOKEN or with EVIDENCE_CLIENT_ID and EVIDENCE_CLIENT_SECRET; with the address alone, calls are
 * anonymous.
 */
export function accessFor(command: Command): Access {
  const {
    EVIDENCE_URL: url,
    EVIDENCE_TOKEN: token,
    EVIDENCE_CLIENT_ID: id,
    EVIDENCE_CLIENT_SECRET: secret,
  } = process.env;
  const name = profileName(command);
  if (name === undefined && url) {
    if (token) return { url, token };
    if (!id && !secret) return { url };
    if (!id || !secret) throw new UsageError('EVIDENCE_CLIENT_ID and EVIDENCE_CLIENT_SECRET: must be set together');
    return { url, credentials: { clientId: id, clientSecret: secret } };
  }
  const profile = profileOf(name);
  if (!profile)
    throw new NotSignedIn(
      `${name === undefined ? 'you are not signed in' : `no profile "${name}"`}: run evidence login, or set ` +
        `EVIDENCE_URL`,
    );
  if ('token' in profile) return { url: profile.url, token: profile.token, tenancy: profile.tenancy };
  return { url: profile.url, credentials: { clientId: profile.client_id, clientSecret: profile.client_secret } };
}

/** The client of a command. It tells people what it waits for. */
export const clientFor = (command: Command): EvidenceClient => clientOf(accessFor(command), outputFor(command).json);

/** Attempts of a command whose service does not run: people see at once that it does not. */
const REFUSED = 2;

/** A client that tells people what it waits for; with `json`, it is silent. */
export const clientOf = (access: Access, json: boolean): EvidenceClient =>
  new EvidenceClient({ ...access, retry: { refused: REFUSED }, ...(json ? {} : waitNotices(access.url)) });

/** The uuid of an identity of a collection, as the path parameter of a request. Throws UsageError. */
export function identified(collection: string, identity: string): { uuid: string } {
  const [, uuid] = /^(?:[a-z_]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(identity) ?? [];
  if (uuid !== undefined && identity === `${collection}/${uuid}`) return { uuid };
  throw new UsageError(`identity: must be ${collection}/<uuid>, not "${printable(identity)}"`);
}

/** `name=value` arguments. A later one replaces an earlier one with the same name. */
export function pairsOf(option: string, given: readonly string[] = []): Record<string, string> {
  const pairs = given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`${option}: must be NAME=VALUE, not "${text}"`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

/** The attributes of a JSON file, with those of `NAME=VALUE` arguments. */
export const attributesOf = (option: string, given: readonly string[] | undefined, file?: string): Attributes => ({
  ...(file === undefined ? {} : (objectIn(file) as Attributes)),
  ...pairsOf(option, given),
});

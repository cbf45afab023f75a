import { sql, type SQL } from 'drizzle-orm';
import type { Config } from '../../../settings/config.ts';
import { sha256Hex } from '../../../lib/digest.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { toHex } from '../../../lib/text.ts';
import { ambient, nowMicros, type Micros } from '../../../lib/time.ts';
import type { Database, RawStatement } from '../../../platform/database/database.ts';
import { isPasskeyMember } from './person.ts';
import { signInLinks, type LinkPurpose } from './tables.ts';

/** The form of the token of a link: 256 random bits. */
export const LINK_TOKEN = /^[0-9a-f]{64}$/;

/** Seconds for which a link of a purpose is valid. A link of an invite is valid as long as the invite. */
export const LINK_SECONDS = { recovery: 86_400, device: 600, administrator: 600 } as const;

/** Links of the same purpose and target at once; one more ends the oldest. A mail may be sent several times. */
const KEPT: Record<LinkPurpose, number> = { invite: 10, recovery: 1, device: 1, administrator: 1 };

export type NewLink = { purpose: LinkPurpose; target: string; expiresUs: Micros };

/** A new link: its token, the row to insert, and the condition of the earlier links that it ends. */
export function newLink({ purpose, target, expiresUs }: NewLink) {
  const token = toHex(ambient.bytes(32));
  const same = sql`purpose = ${purpose} AND target = ${target}`;
  return {
    token,
    row: {
      tokenHash: sha256Hex(token),
      purpose,
      target,
      epoch: sql`(SELECT epoch FROM database_state)` as unknown as string,
      createdUs: nowMicros(),
      expiresUs,
    },
    ended: sql`${same} AND token_hash NOT IN (SELECT k.token_hash FROM sign_in_links k WHERE k.purpose = ${purpose}
      AND k.target = ${target} ORDER BY k.created_us DESC, k.token_hash LIMIT ${KEPT[purpose] - 1})`,
  };
}

/** Statements that write a new link of a tenancy, for code of the service itself. Returns its token too. */
export function linkStatements(db: Database, tenant: string, of: NewLink) {
  const { token, row, ended } = newLink(of);
  const statements = [
    db.sql(sql`DELETE FROM sign_in_links WHERE tenant = ${tenant} AND ${ended}`),
    db.build.insert(signInLinks).values({ ...row, tenant }),
  ] as const;
  return { token, statements };
}

/** The address of a link. The token is in the fragment, which browsers send to nobody. */
export const linkAddress = ({ origin }: Config, token: string): string => `${origin}/console/#/links/${token}`;

/** The address of the page of an invite; with a token it is a link, too. */
export const inviteAddress = ({ origin }: Config, invite: string, token?: string): string =>
  `${origin}/console/#/invites/${invite}${token === undefined ? '' : `/${token}`}`;

/** A link that can be used, with what it is for. */
export type OpenLink = {
  tokenHash: string;
  tenant: string;
  purpose: LinkPurpose;
  target: string;
  expiresUs: Micros;
  /** The name of the tenancy. */
  tenancy: string;
  /** The person; empty for an administrator, who says it. */
  email: string;
  displayName: string;
  /** Of a member: their subject. */
  subject: string | null;
  /** Of an invite: who invites. */
  inviter: string;
};

/** Reads a link that exists, has not expired, and whose invite, member or application exists. */
function linkQuery(db: Database, token: string): RawStatement<OpenLink> {
  const now = nowMicros();
  return db.sql<OpenLink>(sql`SELECT l.token_hash AS tokenHash, l.tenant, l.purpose, l.target,
      l.expires_us AS expiresUs, t.display_name AS tenancy, coalesce(i.email, m.email, '') AS email,
      coalesce(m.display_name, '') AS displayName, m.subject AS subject, coalesce(i.inviter, '') AS inviter
    FROM sign_in_links l CROSS JOIN tenants t ON t.id = l.tenant
    LEFT JOIN invites i ON l.purpose = 'invite' AND i.id = l.target AND i.tenant = l.tenant AND i.expires_us > ${now}
    LEFT JOIN members m ON l.purpose IN ('recovery', 'device') AND m.id = l.target AND m.tenant = l.tenant
      AND ${isPasskeyMember}
    WHERE ${isOpen(sha256Hex(LINK_TOKEN.test(token) ? token : ''), now)}
      AND (i.id IS NOT NULL OR m.id IS NOT NULL OR l.purpose = 'administrator'
        AND EXISTS (SELECT 1 FROM applications a WHERE a.id = l.target AND a.tenant = l.tenant))`);
}

/** Condition: the link `l` exists, was made in this epoch of the database, and has not expired. */
const isOpen = (tokenHash: string, now: Micros): SQL => sql`l.token_hash = ${tokenHash} AND l.expires_us > ${now}
  AND l.epoch = (SELECT epoch FROM database_state)`;

/** Condition: a link is still open. */
export const isLinkOpen = ({ tokenHash }: OpenLink): SQL =>
  sql`EXISTS (SELECT 1 FROM sign_in_links l WHERE ${isOpen(tokenHash, nowMicros())})`;

/** The 404 error for a link; the response does not say why. */
export const linkClosed = (): ServiceError =>
  new ServiceError('not_found', 'the link was used or has expired; ask for another one');

/** The link of a token. Throws 404 for one that was used, has expired or never existed. */
export async function openLink(db: Database, token: string): Promise<OpenLink> {
  const [[link]] = await db.batch([linkQuery(db, token)]);
  if (!link) throw linkClosed();
  return link;
}

/** Ends all links with the purpose and the target of one that was used. */
export const endLinks = (db: Database, { tenant, purpose, target }: OpenLink): RawStatement<never> =>
  db.sql(sql`DELETE FROM sign_in_links WHERE tenant = ${tenant} AND purpose = ${purpose} AND target = ${target}`);

/**
 * The tenancies: two without any relation, one with which the first shares, and one with which generated requests
 * share.
 */
export const OWNERS = ['a', 'b', 'partner', 'guest'] as const;
export type Owner = (typeof OWNERS)[number];

/** Callers that belong to a tenancy: its administrator (named like the tenancy), or a caller without that right. */
export type Caller = Owner | 'member' | 'changing' | 'reshared';

/** The sender of a request: a caller of a tenancy, the operator, or one without a valid token. */
export type Sender = Caller | 'operator' | 'anonymous' | 'invalid';

/**
 * The secret texts in the records of a tenancy: `name` in its own name, `records` in the names of applications,
 * policies and subjects, `hidden` in values that access policies can make readable.
 */
export type Secret = 'name' | 'records' | 'hidden';

type Rights = {
  home: Owner;
  administrator: boolean;
  /** The tenancies whose assets, events and locations it may read partly. */
  partly: Owner[];
  /** The tenancies whose records it may read fully, because generated requests create policies for it. */
  fully: Owner[];
};

const administrator = (home: Owner, fully: Owner[] = []): Rights => ({
  home,
  administrator: true,
  partly: fully,
  fully,
});

const RIGHTS: Record<Caller, Rights> = {
  a: administrator('a'),
  b: administrator('b'),
  partner: administrator('partner'),
  guest: administrator('guest', ['a', 'b']),
  // `member` has a fixed policy, `changing` those of generated requests, `reshared` one of the partner for shared
  // assets.
  member: { home: 'a', administrator: false, partly: ['a'], fully: [] },
  changing: { home: 'a', administrator: false, partly: ['a'], fully: ['a'] },
  reshared: { home: 'partner', administrator: false, partly: [], fully: [] },
};

const rightsOf = (sender: Sender): Rights | undefined => (sender in RIGHTS ? RIGHTS[sender as Caller] : undefined);

export const homeOf = (sender: Sender): Owner | undefined => rightsOf(sender)?.home;

/** Whether a sender may ever see a secret of a tenancy. */
export function mayReadSecret(sender: Sender, owner: Owner, secret: Secret): boolean {
  const rights = rightsOf(sender);
  if (!rights) return false;
  if (rights.home === owner && (rights.administrator || secret === 'name')) return true;
  return secret === 'hidden' && rights.fully.includes(owner);
}

/**
 * A record that is not public. Only administrators see `records`. `hidden` ones are assets, events and locations,
 * `shown` ones those of them that the partner sees. All callers of the tenancy see `rules`.
 */
export type PrivateRecord = { owner: Owner; kind: 'records' | 'hidden' | 'shown' | 'rules'; by: Sender | undefined };

/** Whether a sender may see the id of a record, because it may read the record or has created it. */
export function mayReadId(sender: Sender, { owner, kind, by }: PrivateRecord): boolean {
  const rights = rightsOf(sender);
  if (!rights) return false;
  if (by === sender || (rights.home === owner && rights.administrator)) return true;
  if (kind === 'rules') return rights.home === owner;
  if (kind === 'shown' && rights.home === 'partner') return true;
  return kind !== 'records' && rights.partly.includes(owner);
}

/** The paths to which a caller that is not an administrator may write if a policy permits it. */
const BY_POLICY = /^\/v2\/assets(\/[^/]+\/events)?$/;
/** The paths to which all callers of a tenancy may write, and the token endpoint. */
const BY_ANY_USER = new Set(['/iam/v1/appidp/token', '/v1/blobs']);

/** A record in the path of a write: public (`open`), or also writable by the partner (`shared`). */
export type Target = { owner: Owner; open: boolean; shared: boolean };

/** Whether a sender may ever write to a path that names these records. The path may end with slashes. */
export function mayWrite(sender: Sender, spelled: string, named: readonly Target[]): boolean {
  const path = spelled.replace(/\/+$/, '');
  const rights = rightsOf(sender);
  // Senders without a tenancy: the declared statuses check what they may do.
  if (!rights || BY_ANY_USER.has(path)) return true;
  if (!rights.administrator && !BY_POLICY.test(path)) return false;
  return named.every(({ owner, open, shared }) => {
    if (rights.home === owner && rights.administrator) return true;
    const given = rights.partly.includes(owner) || (rights.home === 'partner' && shared);
    return given && !open && BY_POLICY.test(path);
  });
}

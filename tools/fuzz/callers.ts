/** The tenancies: two that have nothing to do with each other, one with which the first shares, one to which requests share. */
export const OWNERS = ['a', 'b', 'partner', 'guest'] as const;
export type Owner = (typeof OWNERS)[number];

/** Those who belong to a tenancy: its administrator, by its name, or somebody who is none. */
export type Caller = Owner | 'member' | 'drifter' | 'passed';

/** Who sends: somebody of a tenancy, the operator, or somebody without a right. */
export type Sender = Caller | 'operator' | 'nobody' | 'garbage';

/**
 * What stands in the records of a tenancy: `name` in its own name, `records` in the names of applications,
 * policies and subjects, `hidden` in what access policies may or may not give.
 */
export type Secret = 'name' | 'records' | 'hidden';

type Place = {
  home: Owner;
  administrator: boolean;
  /** Whose assets, events and locations it may come to know in part. */
  partly: Owner[];
  /** Whose it may come to know whole, because requests make policies for it. */
  wholly: Owner[];
};

const administrator = (home: Owner, wholly: Owner[] = []): Place => ({
  home,
  administrator: true,
  partly: wholly,
  wholly,
});

const PLACES: Record<Caller, Place> = {
  a: administrator('a'),
  b: administrator('b'),
  partner: administrator('partner'),
  guest: administrator('guest', ['a', 'b']),
  // By a policy that stays; by those that requests make; by one that passes on what the partner is given.
  member: { home: 'a', administrator: false, partly: ['a'], wholly: [] },
  drifter: { home: 'a', administrator: false, partly: ['a'], wholly: ['a'] },
  passed: { home: 'partner', administrator: false, partly: [], wholly: [] },
};

const placeOf = (sender: Sender): Place | undefined => (sender in PLACES ? PLACES[sender as Caller] : undefined);

export const homeOf = (sender: Sender): Owner | undefined => placeOf(sender)?.home;

/** Whether a sender may ever see a tenancy's secret. */
export function mayKnow(sender: Sender, owner: Owner, secret: Secret): boolean {
  const place = placeOf(sender);
  if (!place) return false;
  if (place.home === owner && (place.administrator || secret === 'name')) return true;
  return secret === 'hidden' && place.wholly.includes(owner);
}

/**
 * A record that is not everybody's business. `records` are an administrator's alone, `hidden` ones are assets,
 * events and locations, `shown` ones those of them that the partner sees, `rules` everybody's of the tenancy.
 */
export type Kept = { owner: Owner; kind: 'records' | 'hidden' | 'shown' | 'rules'; by: Sender | undefined };

/** Whether a sender may see the id of a record: it is theirs to see, or they made it. */
export function mayMeet(sender: Sender, { owner, kind, by }: Kept): boolean {
  const place = placeOf(sender);
  if (!place) return false;
  if (by === sender || (place.home === owner && place.administrator)) return true;
  if (kind === 'rules') return place.home === owner;
  if (kind === 'shown' && place.home === 'partner') return true;
  return kind !== 'records' && place.partly.includes(owner);
}

/** What somebody who administers nothing may ever write, given a policy. */
const BY_POLICY = /^\/v2\/assets(\/[^/]+\/events)?$/;
/** What everybody of a tenancy may write, and the service's own door. */
const BY_ANYBODY = new Set(['/iam/v1/appidp/token', '/v1/blobs']);

/** A record that is written to: everybody's to read (`open`), or the partner's to write to as well (`shared`). */
export type Target = { owner: Owner; open: boolean; shared: boolean };

/** Whether a sender may ever write to a path that names these records. */
export function mayWrite(sender: Sender, path: string, named: readonly Target[]): boolean {
  const place = placeOf(sender);
  // Others have no tenancy; what they may do is told by the statuses.
  if (!place || BY_ANYBODY.has(path)) return true;
  if (!place.administrator && !BY_POLICY.test(path)) return false;
  return named.every(({ owner, open, shared }) => {
    if (place.home === owner && place.administrator) return true;
    const given = place.partly.includes(owner) || (place.home === 'partner' && shared);
    return given && !open && BY_POLICY.test(path);
  });
}

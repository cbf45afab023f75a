import type { Event } from '../index.ts';

type Principal = Event['principal_accepted'];

/** The name of a principal, or what identifies it. */
export const calledOf = ({ display_name, email, subject }: Principal): string => display_name || email || subject;

const isSame = (a: Principal, b: Principal): boolean => a.issuer === b.issuer && a.subject === b.subject;

/** Who did it as declared, and who recorded it where that is another one. */
export function whoOf({ principal_declared: declared, principal_accepted: accepted }: Event): string {
  const [by, recorder] = [calledOf(declared), calledOf(accepted)];
  if (by === '' || by === recorder || isSame(declared, accepted)) return recorder;
  return `${by} (recorded by ${recorder})`;
}

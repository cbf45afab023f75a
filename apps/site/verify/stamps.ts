import type { Certificate } from '../../../src/formats/timestamp/path.ts';
import { formatMicros } from '../../../src/lib/time.ts';
import type { Report } from '../../../src/proof/report.ts';
import type { VerifiedStamps } from '../../../src/proof/stamp-authority.ts';
import type { Additions } from '../check/report.ts';
import { element } from '../check/report.ts';
import { action } from '../check/whose.ts';
import { formTexts } from '../texts/texts.ts';
import { localTime, wholeTime } from '../time.ts';
import { forgetAuthority, keepAuthority, keptAuthorities } from './kept-authorities.ts';

type Code = typeof import('../check/authority.ts');

/** Loaded at once, so that the page can go offline, but apart, so that it is usable before. */
const loading = import('../check/authority.ts').catch(() => undefined);

/**
 * The certificates with which time stamps are checked: those that the reader has chosen, or else those that the browser
 * keeps. `isChosen`: a proof must have a stamp that leads to one of them.
 */
export type Authorities = { code: Code | undefined; trusted: Certificate[]; isChosen: boolean };

/** The time stamps of a proof whose steps passed, and how they are verified. `of`: as in `withStamps`. */
export type Stamped = {
  hasStamps: boolean;
  verify: (code: Code, trusted: Certificate[]) => Promise<VerifiedStamps>;
  of?: string;
};

const { stamps: wording, verify: ofForm } = formTexts;

/** Reads the certificates. Rejects with a text for the reader. */
export async function authoritiesIn(files: readonly File[]): Promise<Authorities> {
  const code = await loading;
  if (!code && files.length > 0) throw new Error(wording.unloaded);
  if (!code) return { code, trusted: [], isChosen: false };
  const { certificateIn } = code;
  const trusted: Certificate[] = [];
  for (const file of files) {
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (!bytes) throw new Error(`${wording.authority}: ${ofForm.unreadable}`);
    try {
      trusted.push(certificateIn(new Uint8Array(bytes)));
    } catch (error) {
      throw new Error(ofForm.wrong(wording.authority, (error as Error).message), { cause: error });
    }
  }
  if (files.length > 0) return { code, trusted, isChosen: true };
  return { code, trusted: keptAuthorities().flatMap(({ der }) => readable(() => certificateIn(der))), isChosen: false };
}

/** A kept certificate that another version of this page cannot read is as one that is not kept. */
function readable(read: () => Certificate): Certificate[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

/**
 * Adds to a report what its time stamps show. `stamped`: undefined where a step failed. `how`: opens the field for
 * certificates; `refresh`: verifies again.
 */
export async function withAuthorities(
  report: Report,
  stamped: Stamped | undefined,
  authorities: Authorities,
  { how, refresh }: { how: () => HTMLElement; refresh: () => void },
): Promise<{ report: Report; more: Pick<Additions, 'since' | 'pin'> }> {
  const { code, trusted } = authorities;
  if (!code || !stamped?.hasStamps || trusted.length === 0)
    return { report, more: { since: unchecked(report, stamped?.hasStamps ?? false, how) } };
  const stamps = await stamped.verify(code, trusted);
  const since = stamps.found ? checked(stamps.found) : failed(stamps.step.detail);
  return {
    report: code.withStamps(report, stamps, stamped.of),
    more: { since, pin: keeping(authorities, refresh) },
  };
}

const failed = (detail: string): Additions['since'] => ({ kind: 'fails', text: wording.failed(detail) });

/** The name in a certificate can have any characters: it is isolated from the direction of the text. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

const checked = ({ authority, latest }: NonNullable<VerifiedStamps['found']>): Additions['since'] => ({
  kind: 'holds',
  text: wording.stamped(isolated(authority), wholeTime(formatMicros(latest))),
});

function unchecked({ steps }: Report, hasStamps: boolean, how: () => HTMLElement): Additions['since'] {
  const wrong = steps.find(({ name, ok }) => !ok && name === 'stamp');
  if (wrong) return failed(wrong.detail);
  if (!hasStamps) return { kind: 'skipped', text: wording.none };
  return { kind: 'skipped', text: wording.unchecked, how: how() };
}

/** What the reader can do with the certificates that were used: keep the chosen ones, forget the kept ones. */
function keeping({ trusted, isChosen }: Authorities, refresh: () => void): HTMLElement | undefined {
  if (trusted.length === 0) return undefined;
  const box = element('div');
  const keep = async (): Promise<void> => {
    try {
      for (const { der, x509 } of trusted) keepAuthority(x509.subject, der);
    } catch {
      throw new Error(wording.notKept);
    }
    refresh();
  };
  if (isChosen) box.append(action(wording.keep, keep));
  else
    for (const { name, der, saved } of keptAuthorities()) {
      const line = element('p', '', wording.kept(isolated(name), localTime(saved)));
      const forget = async (): Promise<void> => {
        forgetAuthority(der);
        refresh();
      };
      box.append(line, action(wording.forget, forget));
    }
  return box;
}

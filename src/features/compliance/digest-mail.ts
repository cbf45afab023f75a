import { formatSeconds, type Micros } from '../../lib/time.ts';
import { escape, htmlMail, oneLine } from '../mail/invitation.ts';
import { MAIL_TEXTS, type MailLanguage } from '../mail/mail-texts.ts';
import type { NoticeKind } from './policy.ts';

/** Lines of one mail. The screen has all. */
const LINES = 50;

/** A line of a digest. `asset` and `policy` are names from users; empty: the person may not read it. */
export type DigestLine = { kind: NoticeKind; id: string; asset: string; policy: string; dueUs: Micros | null };

export type Digest = {
  tenancy: string;
  /** What is not compliant first. */
  lines: readonly DigestLine[];
  /** The address of the console. */
  console: string;
  language: MailLanguage;
};

/** Renders the daily mail of a person as text and as HTML. */
export function digestMail({ tenancy, lines, console, language }: Digest): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = MAIL_TEXTS[language].digest;
  const count = (kind: NoticeKind): number =>
    new Set(lines.filter((each) => each.kind === kind).map(({ id }) => id)).size;
  const numbers = [
    [count('NOT_COMPLIANT'), texts.counted.NOT_COMPLIANT],
    [count('DUE'), texts.counted.DUE],
  ] as const;
  const subject = `${numbers
    .filter(([n]) => n > 0)
    .map(([n, what]) => `${n} ${what}`)
    .join(', ')}: ${oneLine(tenancy)}`;
  const shown = lines.slice(0, LINES);
  const parts = (['NOT_COMPLIANT', 'DUE'] as const)
    .map((kind) => ({ title: texts.headings[kind], own: shown.filter((each) => each.kind === kind) }))
    .filter(({ own }) => own.length > 0);
  const more = lines.length > shown.length ? [texts.more(lines.length - shown.length)] : [];
  const due = `${console}#/due`;
  const end = [`${texts.all}: ${due}`, texts.stop];
  return {
    subject,
    text: `${[
      ...parts.map(({ title, own }) => [`${title}:`, ...own.map((line) => `- ${textOf(line)}`)].join('\n')),
      ...more,
      ...end,
    ].join('\n\n')}\n`,
    html: htmlMail(texts.title, [
      ...parts.map(
        ({ title, own }) =>
          `<h2>${title}</h2><ul>${own
            .map((line) => `<li><a href="${escape(`${console}#/assets/${line.id}`)}">${escape(textOf(line))}</a></li>`)
            .join('')}</ul>`,
      ),
      ...more.map((text) => `<p>${text}</p>`),
      `<p><a href="${escape(due)}">${texts.all}</a></p><p>${texts.stop}</p>`,
    ]),
  };
}

function textOf({ id, asset, policy, dueUs }: DigestLine): string {
  const name = oneLine(asset) || `assets/${id}`;
  const rule = policy === '' ? '' : `: ${oneLine(policy)}`;
  return `${name}${rule}${dueUs === null ? '' : ` (${formatSeconds(dueUs).slice(0, 10)})`}`;
}

import { MAIL_TEXTS, type MailLanguage } from './mail-texts.ts';

/** The content of an invitation. Everything except `page` is text from users. */
export type Invitation = {
  tenancy: string;
  inviter: string;
  /** The inviter's message; may be empty. */
  message: string;
  /** RFC 3339. */
  expires: string;
  /** The page where it is accepted. */
  page: string;
  /** Whether the page accepts it with a new passkey, so that whoever has this mail can. */
  passkeys: boolean;
  language: MailLanguage;
};

/** Renders the mail of an invitation as text and as HTML. */
export function invitationMail(of: Invitation): { subject: string; text: string; html: string } {
  const texts = MAIL_TEXTS[of.language].invitation;
  const [tenancy, inviter] = [oneLine(of.tenancy), oneLine(of.inviter)];
  const lead = texts.lead(inviter, tenancy);
  const how = of.passkeys ? texts.createPasskey : texts.signIn;
  const why = of.passkeys ? `${texts.ignore} ${texts.doNotForward}` : texts.ignore;
  const end = texts.ends(`${of.expires.slice(0, 10)} ${of.expires.slice(11, 16)} UTC`);
  const message = someLines(of.message);
  const said = message === '' ? [] : [texts.writes(inviter), message.replaceAll(/^/gm, '> ')];
  return {
    subject: texts.subject(tenancy),
    text: [lead, ...said, how, of.page, end, why].join('\n\n') + '\n',
    html: htmlMail(texts.title, [
      `<p>${escape(lead)}</p>`,
      ...(message === ''
        ? []
        : [
            `<p>${escape(texts.writes(inviter))}</p>`,
            `<blockquote style="white-space:pre-wrap">${escape(message)}</blockquote>`,
          ]),
      `<p>${escape(how)}<br><a href="${escape(of.page)}">${escape(of.page)}</a></p>`,
      `<p>${escape(end)}</p><p>${escape(why)}</p>`,
    ]),
  };
}

/** The HTML of a mail, on lines that end with `ends`. */
export const htmlMail = (title: string, body: readonly string[], ends = '\n'): string =>
  [
    `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body>`,
    ...body,
    '</body></html>',
  ].join(ends);

/** Text from users as part of one line of a mail or of a header. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** Text from users of several lines, without invisible characters other than line breaks. */
const someLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{C}\n]/gu, ' ')
    .trim();

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text in HTML. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

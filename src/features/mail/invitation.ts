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
};

/** Renders the mail of an invitation as text and as HTML. */
export function invitationMail(of: Invitation): { subject: string; text: string; html: string } {
  const [tenancy, inviter] = [oneLine(of.tenancy), oneLine(of.inviter)];
  const until = `${of.expires.slice(0, 10)} ${of.expires.slice(11, 16)} UTC`;
  const lead = `${inviter} invites you to ${tenancy}.`;
  const how = of.passkeys
    ? 'To accept, open this page and create a passkey, or sign in with this e-mail address:'
    : 'To accept, sign in with this e-mail address here:';
  const why =
    'If you do not know the sender, ignore this mail: the invitation then expires.' +
    (of.passkeys ? ' Do not forward it: the page lets in whoever opens it first.' : '');
  const end = `The invitation can be accepted once, until ${until}.`;
  const message = someLines(of.message);
  const said = message === '' ? [] : [`${inviter} writes:`, message.replaceAll(/^/gm, '> ')];
  return {
    subject: `Invitation to ${tenancy}`,
    text: [lead, ...said, how, of.page, end, why].join('\n\n') + '\n',
    html: htmlMail('Invitation', [
      `<p>${escape(lead)}</p>`,
      ...(message === ''
        ? []
        : [
            `<p>${escape(inviter)} writes:</p>`,
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

import { createTransport } from 'nodemailer';
import { printable } from '../../src/lib/text.ts';
import type { SmtpTls } from '../../src/settings/settings.ts';

/** A mail as the Worker sends it. */
export type Mail = { from: string; to: string | string[]; subject: string; text?: string; html?: string };

/** The SMTP server of the settings. */
export type SmtpServer = { host: string; port: number; tls: SmtpTls; user: string | undefined };

export type SmtpAccount = SmtpServer & { password: string | undefined };

/**
 * Milliseconds for a connection, for the greeting and without a byte, and for a mail in total: less than the Worker
 * leases a mail for its first attempt, so that no second one is sent meanwhile.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 };
const TOTAL_MS = 25_000;
/** Milliseconds between two calls of `onFailure`, while the server accepts no mail. */
const REPEAT_MS = 3_600_000;

/** The part of an error of nodemailer that is used. Its message can contain what the server has echoed. */
type SmtpError = { code?: string; responseCode?: number; response?: string; command?: string };

/**
 * Returns a function that sends one mail by an SMTP server, and resolves to its message id. It rejects with an Error
 * for the inviter that contains no secret. The caller retries. `onFailure` gets the reason for the operator if the
 * server cannot be reached or refuses the service rather than one mail: at once, and then at most once an hour.
 */
export function smtpSender(
  { host, port, tls, user, password }: SmtpAccount,
  onFailure: (reason: string) => void,
): (message: unknown) => Promise<string> {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'tls',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let reportedAt = -Infinity;
  return async (message) => {
    const { from, to, subject, text, html } = message as Mail;
    try {
      const sent = await within(transport.sendMail({ from, to, subject, text, html }));
      reportedAt = -Infinity;
      return sent.messageId;
    } catch (error) {
      const { ofMail, reason } = failureOf(error as SmtpError);
      if (!ofMail && performance.now() - reportedAt >= REPEAT_MS) {
        reportedAt = performance.now();
        onFailure(`${reason} (${host}:${port})`);
      }
      throw new Error(reason, { cause: error });
    }
  };
}

/** Why a mail was not sent, and whether the server has refused this one mail only. */
function failureOf({ code = '', responseCode, response = '' }: SmtpError): { ofMail: boolean; reason: string } {
  // Without the response, which may repeat the credentials.
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return { ofMail: false, reason: 'the SMTP server refused SMTP_USER or SMTP_PASSWORD' };
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined)
    return { ofMail: true, reason: `the SMTP server refused the mail: ${printable(response)}` };
  if (code === 'ETLS') return { ofMail: false, reason: 'the SMTP server offers no valid TLS' };
  const detail = /^[A-Z_]{1,40}$/.test(code) ? `: ${code}` : '';
  return { ofMail: false, reason: `the SMTP server cannot be reached or does not respond${detail}` };
}

/** Rejects after TOTAL_MS: a server that sends one byte in time, again and again, must not delay other work. */
async function within<T>(sending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), TOTAL_MS);
  });
  try {
    return await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

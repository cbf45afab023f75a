import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smtpSender, type Mail, type SmtpAccount } from './smtp.ts';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';

/**
 * Writes a mail to an `.eml` file (RFC 5322) instead of sending it. The name starts with the time, and only the owner
 * can read the file. Keeps the newest `keep` files. Resolves to the path of the file.
 */
export async function keepMail(dir: string, keep: number, message: unknown): Promise<string> {
  const { from, to, subject, text, html } = message as Mail;
  const content = await new MailComposer({ from, to, subject, text, html }).compile().build();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
  const file = join(dir, name);
  try {
    writeFileSync(`${file}.tmp`, content, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  } catch (error) {
    rmSync(`${file}.tmp`, { force: true });
    throw error;
  }
  const all = readdirSync(dir)
    .filter((each) => each.endsWith('.eml'))
    .toSorted();
  for (const old of all.slice(0, Math.max(0, all.length - keep))) rmSync(join(dir, old), { force: true });
  return file;
}

/** Where mail goes: to the SMTP server if there is one, otherwise to files. `onFailure`: see `smtpSender`. */
export function mailer(to: {
  files: { dir: string; keep: number };
  smtp: SmtpAccount | undefined;
  onFailure: (reason: string) => void;
}): (message: unknown) => Promise<string> {
  const { dir, keep } = to.files;
  if (to.smtp) return smtpSender(to.smtp, to.onFailure);
  return (message) =>
    keepMail(dir, keep, message).catch((error: unknown) => {
      throw new Error(`the mail could not be written: ${(error as Error).message}`, { cause: error });
    });
}

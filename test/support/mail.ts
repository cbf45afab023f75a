import type { Mail, Service } from './service.ts';

export type { Mail };

/** The mails that the service has sent; if an invite is given, only its mails. */
export const mailsOf = async ({ mails }: Service, invite = ''): Promise<Mail[]> =>
  mails.filter(({ text }) => text.includes(invite));

import type { Config } from '../../settings/config.ts';

/** The language of mails to people, as the setting `MAIL_LANGUAGE` says. */
export type MailLanguage = Config['mailLanguage'];

const ENGLISH = {
  invitation: {
    title: 'Invitation',
    subject: (tenancy: string) => `Invitation to ${tenancy}`,
    lead: (inviter: string, tenancy: string) => `${inviter} invites you to ${tenancy}.`,
    writes: (inviter: string) => `${inviter} writes:`,
    createPasskey: 'To accept, open this page and create a passkey, or sign in with this e-mail address:',
    signIn: 'To accept, sign in with this e-mail address here:',
    ends: (until: string) => `The invitation can be accepted once, until ${until}.`,
    ignore: 'If you do not know the sender, ignore this mail: the invitation then expires.',
    doNotForward: 'Do not forward it: the page lets in whoever opens it first.',
  },
  digest: {
    title: 'Due',
    headings: { NOT_COMPLIANT: 'Not compliant', DUE: 'Due soon' },
    counted: { NOT_COMPLIANT: 'not compliant', DUE: 'due soon' },
    more: (count: number) => `And ${count} more.`,
    all: 'All that is due',
    stop: 'To stop these mails, open this page and switch them off.',
  },
};

/** The texts of mails in German. The words are those of the glossary in docs/vocabulary.md. */
const GERMAN: typeof ENGLISH = {
  invitation: {
    title: 'Einladung',
    subject: (tenancy) => `Einladung: ${tenancy}`,
    lead: (inviter, tenancy) => `${inviter} lädt Sie zu ${tenancy} ein.`,
    writes: (inviter) => `${inviter} schreibt:`,
    createPasskey:
      'Um die Einladung anzunehmen, öffnen Sie diese Seite und erstellen Sie einen Passkey, oder melden Sie sich mit ' +
      'dieser E-Mail-Adresse an:',
    signIn: 'Um die Einladung anzunehmen, melden Sie sich hier mit dieser E-Mail-Adresse an:',
    ends: (until) => `Die Einladung kann einmal angenommen werden, bis ${until}.`,
    ignore: 'Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail: Die Einladung läuft dann ab.',
    doNotForward: 'Leiten Sie sie nicht weiter: Die Seite lässt ein, wer sie zuerst öffnet.',
  },
  digest: {
    title: 'Fällig',
    headings: { NOT_COMPLIANT: 'Nicht eingehalten', DUE: 'Bald fällig' },
    counted: { NOT_COMPLIANT: 'nicht eingehalten', DUE: 'bald fällig' },
    more: (count) => `Und ${count} weitere.`,
    all: 'Alles, was fällig ist',
    stop: 'Um diese E-Mails nicht mehr zu erhalten, öffnen Sie diese Seite und schalten Sie sie aus.',
  },
};

export const MAIL_TEXTS: Record<MailLanguage, typeof ENGLISH> = { en: ENGLISH, de: GERMAN };

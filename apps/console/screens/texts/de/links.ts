import type { links as English } from '../en/links.ts';

/** The texts of `en/links.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const links: typeof English = {
  link: {
    title: 'Ihr Link',
    join: (tenancy) => `${tenancy} beitreten`,
    signInAgain: (tenancy) => `Wieder bei ${tenancy} anmelden`,
    addDevice: 'Dieses Gerät hinzufügen',
    administer: (tenancy) => `${tenancy} verwalten`,
    invited: (inviter, email, tenancy) => `${inviter} lädt Sie, ${email}, zu ${tenancy} ein.`,
    recovery: (email) => `Die Administration lässt Sie, ${email}, einen neuen Passkey anlegen.`,
    device: (email) => `Legen Sie auf diesem Gerät einen Passkey an, um sich als ${email} anzumelden.`,
    administrator: 'Legen Sie einen Passkey an, um die Organisation zu verwalten.',
    orAccept: (link, providers) => ['Oder ', link(`mit ${providers.join(' oder ')} annehmen`), '.'],
    onlyLooking: 'Wollen Sie sich nur umsehen?',
    withoutPasskey:
      'Der Link kann Sie auch ohne Passkey anmelden, als erste Anwendung der Organisation, und nur dieses Mal.',
    continueWithout: 'Ohne Passkey fortfahren',
    until: (time) => ['Der Link gilt bis ', time, '.'],
    elsewhere: (origin) => `Passkeys dieses Dienstes gelten nur unter ${origin}.`,
    noPasskeys: 'Dieser Browser kennt keine Passkeys. Öffnen Sie den Link mit einem anderen Browser oder Gerät.',
    create: 'Passkey anlegen',
    whatItIs:
      'Ein Passkey ersetzt das Passwort. Ihr Gerät bewahrt ihn auf, und Sie entsperren ihn mit Fingerabdruck, ' +
      'Gesicht oder dem Code des Geräts.',
    email: 'Ihre E-Mail-Adresse',
    name: 'Ihr Name',
    nameOfDevice: 'Name dieses Geräts',
    deviceHint: 'Daran unterscheiden Sie Ihre Passkeys, wenn Sie mehrere haben.',
    anApplication: 'Anwendung',
    signedInAs: (who) =>
      `Sie sind als ${who} angemeldet. Wenn Sie diesen Link verwenden, endet diese Sitzung in diesem Browser.`,
    cannotBeUsed: 'Der Link lässt sich nicht verwenden',
    whyNot: 'Er wurde schon verwendet, ist abgelaufen, oder ein anderer Link hat ihn ersetzt.',
    ifUsed:
      'Haben Sie ihn selbst verwendet, melden Sie sich mit dem Passkey an, den Sie angelegt haben. Wenn nicht, sagen ' +
      'Sie es der Administration Ihrer Organisation: Vielleicht hat ihn jemand anders verwendet. Sie kann einen ' +
      'neuen erstellen.',
    toSignIn: 'Zur Anmeldung',
  },
  device: {
    iPhone: 'iPhone',
    iPad: 'iPad',
    android: 'Android-Telefon',
    mac: 'Mac',
    windows: 'Windows-Rechner',
    chromebook: 'Chromebook',
    linux: 'Linux-Rechner',
    other: 'Dieses Gerät',
  },
  invite: {
    title: 'Sie sind eingeladen',
    label: 'Einladung',
    invites: (inviter, tenancy) => `${inviter} lädt Sie zu ${tenancy} ein.`,
    consequence: 'Wenn Sie annehmen, werden Sie Mitglied der Organisation. Eine Einladung gilt nur einmal.',
    signedInAs: (email) => [
      'Sie sind als ',
      email,
      ' angemeldet. Wurde die Einladung an eine andere Adresse geschickt, melden Sie sich ab und mit jener Adresse an.',
    ],
    accept: 'Einladung annehmen',
    notNow: 'Nicht jetzt',
    notAs: (who) =>
      `Als ${who} können Sie diese Einladung nicht annehmen. Melden Sie sich ab, und öffnen Sie den Link der ` +
      'Einladung noch einmal, oder melden Sie sich mit Ihrem Anmeldedienst an.',
  },
};

import { listed, localNumber, numbered } from '../../../texts/german.ts';
import type { access as English } from '../en/access.ts';

/** The texts of `en/access.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const access: typeof English = {
  people: {
    mailStates: { QUEUED: 'wartet', SENT: 'gesendet', FAILED: 'fehlgeschlagen', NOT_CONFIGURED: 'nicht gesendet:' },
    lead:
      'Personen melden sich mit einem Passkey oder mit einem Anmeldedienst an. Zugriffsregeln bestimmen, was ' +
      'sie tun können.',
    inviteTitle: 'Person einladen',
    invited: (email, mailed) => [email, ' ist eingeladen. ', mailed],
    link: 'Link der Einladung',
    open: 'Offene Einladungen',
    noneOpen: 'Keine offenen Einladungen.',
    expires: 'Gilt bis',
    mail: 'E-Mail',
    message: 'Nachricht',
    showLink: 'Link zeigen',
    invitationOf: (email) => `Einladung von ${email}`,
    withdraw: 'Zurückziehen',
    withdrawQuestion: (email) => `Die Einladung von ${email} zurückziehen?`,
    withdrawConsequence: 'Sie lässt sich dann nicht mehr annehmen.',
    members: 'Mitglieder',
    aboutAuditors:
      'Die Revision liest von Nachweisen, Logbuch und Änderungen, was die Administration liest, und ändert ' +
      'nichts.',
    noMembers: 'Noch keine Mitglieder.',
    role: 'Rolle',
    since: 'Seit',
    endAuditor: 'Rolle Revision beenden',
    makeAuditor: 'Rolle Revision geben',
    endSessions: 'Sitzungen beenden',
    of: (email) => `von ${email}`,
    endSessionsQuestion: (email) => `Alle Sitzungen von ${email} beenden?`,
    endSessionsConsequence:
      'Auf jedem Gerät ist eine neue Anmeldung nötig. Die Seiten „Vor Ort“ löschen dort die Anlagen, die sie ' +
      'aufbewahren.',
    removeQuestion: (email) => `${email} aus der Organisation entfernen?`,
    removeConsequence: 'Der Zugriff endet sofort, auch als Administration. Erfasste Ereignisse bleiben.',
    invite: 'Einladen',
    messageHint: 'Steht in der E-Mail.',
    rightsHint: 'Freiwillig. Diese Rechte gelten, sobald die Einladung angenommen ist.',
    noMail: 'Dieser Dienst sendet keine E-Mails. Zeigen oder senden Sie diesen Link selbst.',
    getsMail: 'Eine E-Mail mit einem Link wird gesendet. Oder zeigen Sie diesen hier.',
  },
  person: {
    about: (role, since) => [
      `${{ Administrator: 'Administration', Auditor: 'Revision', Member: 'Mitglied' }[role]}, dabei seit `,
      since,
      `. ${
        {
          Administrator: 'Die Administration liest und ändert alles in der Organisation.',
          Auditor:
            'Die Revision liest von Nachweisen, Logbuch und Änderungen, was die Administration liest, und ändert ' +
            'nichts.',
          Member: 'Mitglieder können tun, was Zugriffsregeln ihnen gewähren.',
        }[role]
      }`,
    ],
    onAssets: (assets, rights) => `Bei Anlagen, für die gilt: ${assets}: ${rights}.`,
    role: 'Rolle',
    rights: 'Erlaubt ist',
    endAdministrator: 'Rolle Administration beenden',
    endAdministratorQuestion: (name) => `Die Rolle Administration von ${name} beenden?`,
    endAdministratorConsequence: 'Die Rechte der Administration enden sofort. Zugriffsregeln gelten weiterhin.',
    makeAdministrator: 'Rolle Administration geben',
    makeAdministratorQuestion: (name) => `${name} die Rolle Administration geben?`,
    makeAdministratorConsequence:
      'Die Administration liest und ändert alles in der Organisation, auch Personen und Zugriffsregeln.',
    everything: 'Alles.',
    readsEverything: 'Alles lesen, nichts ändern.',
    nothing: 'Nichts: Keine Zugriffsregel nennt diese Person.',
    by: (policy) => ['Durch ', policy],
    truncated: 'Nur die neuesten Zugriffsregeln, die diese Person nennen, werden gezeigt.',
    recordsNothing: 'Ereignisse erfassen ist nicht dabei.',
    noType: 'Ereignisse lassen sich nicht erfassen: Keine Zugriffsregel erlaubt dafür eine Art von Ereignis.',
    noAssets: 'Nichts: Die Zugriffsregel passt zu keiner Anlage.',
    incomplete: (assets) => `Nichts Vollständiges bei Anlagen, für die gilt: ${assets}.`,
    give: 'Rechte geben',
    giveThese: 'Diese Rechte geben',
    giveHint: 'Andere Rechte: Legen Sie eine Zugriffsregel an.',
  },
  policies: {
    noAssets: 'keine',
    lead:
      'Die Administration kann alles sehen. Andere, auch Partner, können sehen, was eine Zugriffsregel ihnen ' +
      'gewährt.',
    create: 'Zugriffsregel anlegen',
    none: 'Noch keine Zugriffsregeln.',
    permissions: 'Berechtigungen',
  },
  policy: {
    create: 'Zugriffsregel anlegen',
    policy: 'Zugriffsregel',
    unsavedChanges: (name) => `nicht gespeicherte Änderungen an der Zugriffsregel „${name}“`,
    filtersHint: 'Alle Bedingungen müssen gelten. Ohne Bedingungen passt die Zugriffsregel zu keiner Anlage.',
    permission: (n) => ['Berechtigung ', n],
    remove: (n) => ['Berechtigung ', n, ' entfernen'],
    add: 'Berechtigung hinzufügen',
    delete: 'Zugriffsregel löschen',
    question: (name) => `${name} löschen?`,
    consequence: 'Was sie gewährt, ist sofort widerrufen.',
  },
  readPolicy: {
    grants: 'Was sie gewährt',
    nothing: 'Nichts.',
  },
  permission: {
    lists: {
      asset_attributes_read: 'Merkmale der Anlagen: lesen',
      event_arc_display_type_read: 'Arten von Ereignissen: lesen',
      behaviours: 'Verhalten der Ereignisse: erfassen',
      event_arc_display_type_write: 'Arten von Ereignissen: erfassen',
      asset_attributes_write: 'Merkmale der Anlagen: ändern',
      include_attributes: 'Weitere Merkmale: lesen',
    },
    all: { attributes: 'Alle Merkmale', types: 'Alle Arten', behaviours: 'Jedes Verhalten' },
    usersHint:
      'Andere als email=…, subject=…, group=… oder jwt_<claim>=…. Bei mehreren Feldern muss je eines davon ' +
      'zutreffen.',
    users: 'Personen und Anwendungen Ihrer Organisation',
    anyOf: 'Eines von',
    andAnyOf: (n) => `und eines von (${n})`,
    and: 'und …',
    permissions: 'Berechtigungen',
    noPartners: (link) => ['Noch keine Partner. Importieren Sie einen unter ', link, '.'],
  },
  policyPreview: {
    matches: (total, count, isMore, shown) => [
      `Sie passt zu ${isMore ? 'mindestens ' : ''}`,
      total,
      ` ${numbered(count, 'Anlage', 'Anlagen')}${shown > 0 ? `. Die neuesten ${localNumber(shown)}` : ''}` +
        (count === 0 ? '.' : ':'),
    ],
    matching: 'Passende Anlagen',
    none: 'Sie passt zu keiner Anlage.',
  },
  rightsFields: {
    type: 'Anlagen der Art',
    given: 'Was damit erlaubt ist',
    record: 'Lesen, und Ereignisse erfassen',
    read: 'Lesen',
  },
  policyText: {
    is: (attribute, value, is) => `${attribute} ist ${is ? '' : 'nicht '}„${value}“`,
    exists: (attribute, exists) => `${attribute} ist ${exists ? 'vorhanden' : 'nicht vorhanden'}`,
    assetsWhere: (conditions) => `Anlagen, für die gilt: ${conditions}`,
    usersWho: (groups) => `wer zugleich gehört zu: (${groups.join(') und (')})`,
    kinds: {
      attributes: {
        all: 'alle Merkmale',
        some: (count, names) => `${numbered(count, 'das Merkmal', 'die Merkmale')} ${listed(names)}`,
      },
      events: {
        all: 'alle Ereignisse',
        some: (count, names) => `Ereignisse ${numbered(count, 'der Art', 'der Arten')} ${listed(names)}`,
      },
      recorded: {
        all: 'Ereignisse aller Arten',
        some: (count, names) => `Ereignisse ${numbered(count, 'der Art', 'der Arten')} ${listed(names)}`,
      },
      behaviours: { all: 'jedem Verhalten', some: (_count, names) => `dem Verhalten ${listed(names)}` },
    },
    read: (names) => `${names} lesen`,
    record: (events, behaviours) => `${events} mit ${behaviours} erfassen`,
    change: (attributes) => `mit diesen Ereignissen ${attributes} ändern`,
    unknownPartner: 'ein unbekannter Partner',
    missingForEvents: 'Um Ereignisse zu erfassen, braucht es eine Art von Ereignis und ein Verhalten.',
    missingForAttributes:
      'Um Merkmale zu ändern, braucht es eine Art von Ereignis und ein Verhalten, die sich erfassen lassen.',
    noConditions: 'Das gewährt nichts, weil die Zugriffsregel keine Bedingungen an Anlagen hat.',
    nobody: 'Das gewährt nichts, weil niemand genannt ist.',
    nothingYet: (who, assets) => `${who}: bisher nichts bei ${assets}.`,
    grants: (assets, who, rights) => `Bei ${assets}: Erlaubt für ${who}: ${rights}.`,
  },
  policyChoices: {
    application: (name) => `${name} (Anwendung)`,
    group: (name) => `alle der Gruppe „${name}“`,
    claim: (name, value) => `alle mit dem Claim ${name} „${value}“`,
  },
  faults: {
    noConditions: 'Fügen Sie eine Bedingung hinzu: Ohne eine passt die Zugriffsregel zu keiner Anlage',
    noPermissions: 'Fügen Sie eine Berechtigung hinzu',
    nobody: 'Wählen Sie hier jemanden aus, oder einen Partner: Die Berechtigung nennt niemanden',
    nothing: 'Wählen Sie, was sich lesen oder erfassen lässt: Die Berechtigung gewährt nichts',
    noBehaviour: 'Wählen Sie ein Verhalten: Ohne eines lässt sich kein Ereignis erfassen',
    noType: 'Wählen Sie eine Art von Ereignis: Ohne eine lässt sich kein Ereignis erfassen',
  },
  giveRights: {
    readAndRecord: 'lesen und erfassen',
    read: 'lesen',
  },
  sharing: {
    states: {
      CONFIRMED: 'Bestätigt: beide haben importiert',
      PENDING: 'Offen: Ihr Code ist dort noch nicht importiert',
      CONFIRMATION_STATUS_UNSPECIFIED: 'Eigene',
    },
    lead:
      'Um mit einem Partner zu teilen, tauschen Sie Freigabe-Codes aus: Jede Seite importiert den Code der ' +
      'anderen. Dann können sich Zugriffsregeln auf den Partner beziehen.',
    yours: 'Ihr Freigabe-Code',
    yoursHint: 'Er enthält öffentliche Schlüssel und keine Geheimnisse. Sie können ihn auf jedem Weg senden.',
    sharingString: 'Freigabe-Code',
    wallet: 'Wallet-Adresse',
    importTitle: 'Den Freigabe-Code eines Partners importieren',
    none: 'Noch keine Partner.',
    status: 'Status',
    imported: (name) => `${name} ist importiert.`,
    import: 'Importieren',
    partner: 'Name des Partners',
    theirs: 'Freigabe-Code des Partners',
    question: (name) => `${name} entfernen?`,
    consequence: 'Die Freigaben enden sofort, in beiden Richtungen.',
    notAString: 'ist kein Freigabe-Code; muss der ganze Code sein',
    cannotImport: 'Der Partner lässt sich nicht importieren.',
  },
  signInLink: {
    codeOf: (label) => `QR-Code: ${label}`,
    note: 'Wer ihn zuerst öffnet, wird eingelassen: Zeigen oder senden Sie ihn nur dieser Person.',
    once: (time, note) => ['Er lässt sich einmal verwenden, bis ', time, '. ', note],
    made: 'Es wird ein neuer Link erstellt. Wer ihn hat, kann ihn einmal verwenden.',
    make: 'Link erstellen',
  },
  recover: {
    recover: 'Zugang wiederherstellen',
    recoverOf: (email) => `Zugang von ${email} wiederherstellen`,
    title: (email) => `Den Zugang von ${email} wiederherstellen`,
    link: 'Link zur Wiederherstellung',
    advice: 'Vergewissern Sie sich, dass wirklich diese Person fragt: Der Link lässt ein, wer ihn öffnet.',
    present: 'Bisherige Passkeys',
    remove: 'Jetzt entfernen',
    keep: 'Behalten',
    hint: 'Entfernen Sie sie, wenn ein Gerät verloren oder gestohlen ist. Damit begonnene Sitzungen enden sofort.',
  },
  locationReaders: {
    administratorsOf: (partner) => `Administration von ${partner}`,
    title: 'Wer ihn lesen kann',
    lead:
      'Administration und Revision Ihrer Organisation lesen alle ihre Standorte. Eine Zugriffsregel für eine ' +
      'Anlage schließt deren Standort nicht ein.',
    nobody: 'Sonst niemand.',
    update: 'Leserechte speichern',
    users: 'Personen und Anwendungen Ihrer Organisation',
    usersHint: 'Andere als email=…, subject=…, group=… oder jwt_<claim>=…. Eines davon muss zutreffen.',
  },
};

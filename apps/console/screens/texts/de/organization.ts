import type { organization as English } from '../en/organization.ts';

/** The texts of `en/organization.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const organization: typeof English = {
  settings: {
    anApplication: '(Anwendung)',
    ofIssuer: (issuer) => `von ${issuer}`,
    administrators: 'Administration',
    makeApplication: 'Einer Anwendung die Rolle Administration geben',
    makePerson: 'Einer Person die Rolle Administration geben',
    tenancy: 'Organisation',
    domain: 'Domain',
    newAssets: 'Neue Anlagen',
    removeQuestion: (name) => `Die Rolle Administration von ${name} beenden?`,
    removeConsequence: 'Die Rechte der Administration enden sofort. Zugriffsregeln gelten weiterhin.',
    noOthers: (outcome) => [outcome, ' Es gibt keine anderen Anwendungen.'],
    isAdministrator: (name) => `${name} hat jetzt die Rolle Administration.`,
    makeIt: 'Rolle geben',
    application: 'Anwendung',
    noProvider: 'Dieser Dienst vertraut keinem Anmeldedienst, also können sich Personen nicht anmelden.',
    makeThem: 'Der Person die Rolle geben',
    provider: 'Anmeldedienst',
    emailHint: 'Ein Mitglied, oder eine Person, die sich noch nicht angemeldet hat.',
    name: 'Name der Organisation',
    mechanism: 'Vorgabe für den Nachweis',
    mechanismHint: 'Für neue Anlagen, bei denen nichts anderes gewählt wird. Bestehende Anlagen behalten ihren.',
  },
  domain: {
    hint:
      'Eine Domain Ihrer Organisation, zum Beispiel example.com. Mit einem TXT-Eintrag in ihrem DNS weisen Sie ' +
      'nach, dass sie Ihnen gehört.',
    verified: (domain) => `${domain} ist geprüft.`,
    none: 'Keine Domain ist geprüft. Öffentliche Seiten sagen, dass der Name der Organisation nicht geprüft ist.',
    isVerified: (domain) => [
      domain,
      ' ist geprüft. Öffentliche Seiten zeigen sie neben dem Namen der Organisation. Behalten Sie ihren ' +
        'TXT-Eintrag im DNS.',
    ],
    missing: (since) => [
      'Der TXT-Eintrag fehlt seit ',
      since,
      '. Fehlt er 72 Stunden lang, gilt die Domain nicht mehr als geprüft.',
    ],
    check: 'Jetzt prüfen',
    removeQuestion: (domain) => `${domain} entfernen?`,
    removeConsequence: 'Öffentliche Seiten sagen dann, dass der Name der Organisation nicht geprüft ist.',
    removed: (domain) => `${domain} ist entfernt.`,
    another: 'Eine andere Domain prüfen',
    domain: 'Domain',
    showRecord: 'Eintrag zeigen',
    anotherDomain: 'Andere Domain',
    publish: (domain) => [
      'Veröffentlichen Sie diesen TXT-Eintrag im DNS von ',
      domain,
      '. Lassen Sie ihn dann prüfen; ein neuer Eintrag kann eine Weile brauchen, bis er sichtbar ist.',
    ],
    verify: 'Prüfen',
    recordName: 'Name des TXT-Eintrags',
    recordValue: 'Wert des TXT-Eintrags',
  },
  passkeys: {
    lead:
      'Sie melden sich mit einem davon an. Haben Sie zwei, auf verschiedenen Geräten: Dann sperrt der Verlust ' +
      'eines Geräts Sie nicht aus.',
    addDevice: 'Gerät hinzufügen',
    addHint:
      'Erstellen Sie einen Link und öffnen Sie ihn auf dem anderen Gerät, oder scannen Sie dort seinen Code. ' +
      'Er gilt einmal, innerhalb von zehn Minuten.',
    makeLink: 'Link für ein Gerät erstellen',
    link: 'Link für das Gerät',
    linkNote: 'Wer ihn zuerst öffnet, kann sich als Sie anmelden: Öffnen Sie ihn nur auf Ihrem eigenen Gerät.',
    inUse: 'gerade verwendet',
    about: (created, used, kind) => ['Angelegt ', created, ', ', used, '. ', kind],
    unused: 'noch nicht zum Anmelden verwendet',
    synchronized: 'Der Anbieter des Geräts gleicht ihn ab.',
    oneDevice: 'Nur auf diesem einen Gerät.',
    removeQuestion: (name) => `${name} entfernen?`,
    removeOnly: 'Es ist Ihr einziger Passkey: Danach kann nur die Administration Sie wieder einlassen. ',
    removeOther: 'Sie können sich damit nicht mehr anmelden. ',
    signedOut: 'Sie werden abgemeldet.',
    sessionsEnd: 'Damit begonnene Sitzungen enden.',
    lastUsed: (time) => ['zuletzt verwendet ', time],
    rename: 'Umbenennen',
    renameOf: (name) => `${name} umbenennen`,
    renameTitle: 'Passkey umbenennen',
  },
  sessions: {
    lead: 'Wo Sie angemeldet sind. Beenden Sie die Sitzung eines Geräts, das Sie nicht mehr haben.',
    unnamed: 'Gerät ohne Namen',
    thisOne: 'diese hier',
    about: (page, signedIn, used, ends) => [
      page,
      ', angemeldet ',
      signedIn,
      ', verwendet ',
      used,
      '. Endet ',
      ends,
      '.',
    ],
    field: 'Vor Ort',
    console: 'Konsole',
    end: 'Beenden',
    sessionOf: (name) => `(Sitzung von ${name})`,
    signOutQuestion: 'Hier abmelden?',
    endQuestion: (name) => `Die Sitzung von ${name} beenden?`,
    endConsequence:
      'Dieses Gerät ist mit seiner nächsten Anfrage abgemeldet. Eine Seite „Vor Ort“ löscht die Anlagen, die ' +
      'sie aufbewahrt. Einträge, die nicht gesendet sind, bleiben dort verschlüsselt, bis Sie sich wieder ' +
      'anmelden.',
    signOutConsequence:
      'Eine Seite „Vor Ort“ löscht die Anlagen, die sie aufbewahrt. Einträge, die nicht gesendet sind, bleiben ' +
      'dort verschlüsselt, bis Sie sich wieder anmelden.',
  },
  applications: {
    auditorHint:
      'Sie darf das Logbuch der Organisation lesen: den Aufbau aller Ereignisse, ohne Merkmale und Personen.',
    lead: 'Programme melden sich als Anwendungen an, mit einer Client-ID und einem Geheimnis.',
    create: 'Anwendung anlegen',
    none: 'Noch keine Anwendungen.',
    unnamed: '(ohne Namen)',
    secretExpires: 'Geheimnis gilt bis',
    created: (name) => `${name} ist angelegt`,
    claims: 'Claims',
    claimsHint:
      'Zugriffsregeln beziehen sich auf einen Claim als jwt_<name>. Der Claim „group“ ist die Gruppe der ' +
      'Anwendung.',
    addClaim: 'Claim hinzufügen',
  },
  application: {
    replaceConsequence:
      'Das alte Geheimnis gilt sofort nicht mehr. Damit ausgestellte Token gelten noch bis zu einer Stunde.',
    application: 'Anwendung',
    newSecret: 'Neues Geheimnis erzeugen',
    replaceQuestion: 'Das Geheimnis ersetzen?',
    delete: 'Anwendung löschen',
    question: (name) => `${name} löschen?`,
    consequence: 'Ihre Token und Berechtigungen sind sofort widerrufen. Ereignisse, die sie erfasst hat, bleiben.',
  },
  readApplication: {
    valid: (from, until) => ['gültig von ', from, ' bis ', until],
    readsLog: 'Sie darf das Logbuch der Organisation lesen.',
    readsNoLog: 'Sie darf das Logbuch der Organisation nicht lesen, außer mit der Rolle Administration.',
    noClaims: 'Sie hat keine Claims.',
  },
  secret: {
    credentials: 'Zugangsdaten',
    until: (time) => ['Das Geheimnis gilt bis ', time, '.'],
    continue: 'Aufbewahrt: weiter zur Anwendung',
    makeAdministrator: 'Ihr die Rolle Administration geben',
  },
};

import type { FieldTexts } from './texts.ts';

export { texts } from '../../texts/de.ts';

/** The browser loads this file by itself: of what it imported, it would have a copy, without the locale of the page. */
const localNumber = (n: number): string => n.toLocaleString('de');
const counted = (n: number, one: string, several: string): string => `${localNumber(n)} ${n === 1 ? one : several}`;
const records = (n: number): string => counted(n, 'Eintrag', 'Einträge');

const UNITS = {
  day: (n: number) => counted(n, 'Tag', 'Tage'),
  hour: (n: number) => counted(n, 'Stunde', 'Stunden'),
  minute: (n: number) => counted(n, 'Minute', 'Minuten'),
};

/** The texts of `en.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const fieldTexts: FieldTexts = {
  frame: {
    loading: 'Wird geladen …',
    signInToSee: 'Melden Sie sich an, um diese Anlage zu sehen und Einträge zu erfassen.',
    refused: (n) => `${localNumber(n)} abgelehnt`,
    opening: 'Wird geöffnet …',
    noNetwork: 'Kein Netz',
    allSent: 'Alles gesendet',
    sending: (n) => `${localNumber(n)} ${n === 1 ? 'wird' : 'werden'} gesendet …`,
    notSentSignIn: (n) => `${localNumber(n)} nicht gesendet: bitte anmelden`,
    notSentYet: (n) => `${localNumber(n)} noch nicht gesendet`,
    waiting: (n) =>
      n === 1
        ? 'Auf diesem Gerät wartet ein Eintrag, verschlüsselt, bis sich die Person anmeldet, die ihn erfasst hat.'
        : `Auf diesem Gerät warten ${records(n)}, verschlüsselt, bis sich die Person anmeldet, die sie erfasst hat.`,
    endedRemotely:
      'Die Sitzung dieses Geräts wurde von einem anderen Gerät oder von der Administration beendet. Die ' +
      'gespeicherten Anlagen sind gelöscht. Melden Sie sich noch einmal an, um fortzufahren.',
    wrongClock: (amount, unit, isBehind) =>
      `Die Uhr dieses Geräts geht ${UNITS[unit](amount)} ${isBehind ? 'nach' : 'vor'}. Einträge ` +
      'erhalten ihre Zeit von dieser Uhr: Stellen Sie die Uhr zuerst richtig.',
    chooseTenancy: 'Organisation wählen',
    outdated:
      'Auf diesem Gerät wurde eine neuere Version dieser Seite benutzt. Laden Sie sie neu: Was Sie eingegeben haben, ' +
      'bleibt erhalten.',
    reload: 'Seite neu laden',
    noTenancy: 'Sie sind in keiner Organisation Mitglied. Öffnen Sie Ihre Einladung.',
  },
  home: {
    title: 'Vor Ort',
    scan: 'Etikett scannen',
    find: 'Anlage suchen',
    findHint: 'Name, Seriennummer, Art',
    keptHere: 'Anlagen, die Sie öffnen, werden hier aufbewahrt.',
    nothingFound: 'Nichts gefunden.',
    openedLast: 'Zuletzt geöffnet',
    found: 'Gefunden',
    devices: 'Ihre Geräte',
  },
  due: {
    title: 'Fällig',
    asOf: (time) => `Stand: ${time}, für die nächsten 7 Tage.`,
    asItWas: (time) => `Kein Netz: Stand ${time}.`,
    nothing: 'Zu Anlagen, zu denen Sie erfassen dürfen, ist nichts fällig.',
    failing: 'nicht eingehalten',
    soon: 'bald fällig',
    until: (day) => `fällig am ${day}`,
    more: (count) => `Die ersten ${localNumber(count)} sind gezeigt.`,
    keep: 'Diese Anlagen auf diesem Gerät behalten',
    kept: (count, all) => `${localNumber(count)} von ${counted(all, 'Anlage', 'Anlagen')} behalten.`,
    broken: 'Das Netz ist weggefallen.',
  },
  scan: {
    title: 'Etikett scannen',
    camera: 'Bild der Kamera',
    hold: 'Halten Sie den Code des Etiketts vor die Kamera.',
    open: 'Öffnen',
    address: 'Adresse auf dem Etikett',
    notAnAddress: 'muss die Adresse unter dem Code sein, oder die UUID darin',
    noCamera: 'Dieser Browser zeigt die Kamera nicht. Erlauben Sie es, oder geben Sie die Adresse auf dem Etikett ein.',
    notALabel: 'Dieser Code ist kein Etikett einer Anlage.',
  },
  asset: {
    signInToRead: 'Melden Sie sich an, um die Anlage auf dem neuesten Stand zu sehen.',
    asItWas: (time) => `Kein Netz: Stand vom ${time}.`,
    record: 'Eintrag erfassen',
    cannotRecord: 'Zu dieser Anlage können Sie nichts erfassen.',
    notSentYet: (n) => `${localNumber(n)} Ihrer Einträge noch nicht gesendet`,
    state: 'Zustand',
    lastEvents: 'Letzte Ereignisse',
    noName: 'ohne Namen',
    correctedBy: 'Berichtigt durch',
    eventOf: (day, who) => ['vom ', day, ', erfasst von ', who],
    all: 'Alles über diese Anlage',
    pictureOf: (name) => `Bild von ${name}`,
  },
  record: {
    title: 'Eintrag erfassen',
    restored: 'Ihr Entwurf ist wiederhergestellt.',
    review: 'Prüfen und erfassen',
    back: 'Zurück',
    kind: 'Art',
    anotherKind: 'Andere Art',
    whatDidYouSee: 'Was haben Sie festgestellt?',
    smaller: 'Fotos verkleinern und ihre Ortsangaben entfernen',
    place: 'Position dieses Geräts hinzufügen',
    question: 'Diesen Eintrag erfassen?',
    questionPublic: 'Diesen Eintrag öffentlich erfassen?',
    consequence: 'Ein Eintrag lässt sich weder ändern noch löschen.',
    consequencePublic: 'Alle können ihn lesen. Ein Eintrag lässt sich weder ändern noch löschen.',
    outcome: 'erfasst',
    act: 'Erfassen',
    nothing: 'darf nicht leer sein, wenn sonst nichts erfasst wird',
    noRoom:
      'Auf diesem Gerät ist kein Platz für den Eintrag. Senden Sie zuerst Einträge, geben Sie Speicher frei, oder ' +
      'verkleinern oder entfernen Sie Fotos.',
    tooMany: (most) => `Dieses Gerät behält höchstens ${records(most)}, die nicht gesendet sind. Suchen Sie ein Netz.`,
    noPosition: 'Dieses Gerät nennt seine Position nicht. Erlauben Sie es, oder erfassen Sie den Eintrag ohne sie.',
    cannotEncrypt: 'Dieses Gerät kann Einträge nicht verschlüsseln. Suchen Sie ein Netz, und melden Sie sich an.',
    locked: 'Melden Sie sich zuerst an: Die Einträge auf diesem Gerät sind verschlüsselt.',
  },
  photo: {
    title: 'Fotos',
    take: 'Foto aufnehmen',
    choose: 'Fotos auswählen',
    takeOf: (title) => `Foto „${title}“ aufnehmen`,
    name: (n) => `Foto ${n}`,
    remove: (n) => `Foto ${n} entfernen`,
  },
  signing: {
    wish: 'Mit dem Schlüssel dieses Geräts signieren',
    hint: 'Andere können dann prüfen, dass der Eintrag von Ihnen ist, ohne dem Betreiber des Dienstes zu vertrauen.',
    must: 'Einträge zu dieser Anlage müssen signiert sein: Dieses Gerät signiert mit Ihrem Schlüssel.',
    cannot: 'Dieses Gerät kann noch nicht signieren. Suchen Sie zuerst ein Netz.',
    keyName: 'Vor Ort',
  },
  signature: {
    title: 'Unterschrift der empfangenden Person',
    field: 'Feld für die Unterschrift',
    clear: 'Unterschrift entfernen',
    receiver: 'Name der empfangenden Person',
  },
  summary: {
    asset: 'Anlage',
    kind: 'Art',
    text: 'Text',
    with: 'Mit',
    photos: (n) => counted(n, 'Foto', 'Fotos'),
    receiver: 'Empfangende Person',
    signature: 'Unterschrift',
    position: 'Position',
  },
  queue: {
    title: 'Noch nicht gesendet',
    idle: 'Einträge werden der Reihe nach gesendet, jeder einmal.',
    sending: 'Wird gesendet …',
    later: 'Kein Netz, oder der Dienst antwortet nicht. Es wird von selbst noch einmal versucht.',
    signedOut: 'Melden Sie sich an, um Ihre Einträge zu senden.',
    signIn: 'Anmelden',
    none: 'Der Dienst hat alle Ihre Einträge.',
    sendNow: 'Jetzt senden',
    save: 'In eine Datei sichern',
    sealed: (n) =>
      `${counted(n, 'Ihrer Einträge lässt', 'Ihrer Einträge lassen')} sich noch nicht öffnen: Der Dienst hat den ` +
      'Schlüssel nicht gesendet. Bleibt es dabei, fragen Sie den Betreiber des Dienstes nach den früheren ' +
      'KEY_ENCRYPTION_KEYS.',
    others: (n) =>
      n === 1
        ? 'Ein Eintrag einer anderen Person auf diesem Gerät: Er wird gesendet, wenn sie sich anmeldet.'
        : `${records(n)} anderer Personen auf diesem Gerät: Jeder wird gesendet, wenn sich die Person anmeldet, die ` +
          'ihn erfasst hat.',
    record: 'Eintrag',
    on: (asset) => [' zu ', asset],
    files: (n) => `, ${counted(n, 'Datei', 'Dateien')}`,
    signed: ', signiert',
    toBeSigned: ', wird beim Senden signiert',
    isSending: ', wird gesendet',
    refused: 'Der Dienst hat ihn abgelehnt:',
    tryAgain: 'Noch einmal versuchen',
    remove: 'Diesen Eintrag löschen',
    removeQuestion: 'Diesen Eintrag löschen?',
    removeConsequence:
      'Er wurde nicht erfasst und geht verloren. Sichern Sie ihn zuerst in eine Datei, falls ihn jemand braucht.',
  },
};

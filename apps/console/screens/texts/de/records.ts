import { counted } from '../../../texts/german.ts';
import type { records as English } from '../en/records.ts';

/** The texts of `en/records.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const records: typeof English = {
  record: {
    unrecorded: (type, asset) =>
      type === undefined
        ? `eine nicht erfasste Berichtigung zu ${asset}`
        : `ein nicht erfasstes Ereignis${type === '' ? '' : ` „${type}“`} zu ${asset}`,
    fieldType: 'das Feld „Art“',
    fieldDescription: 'das Feld „Beschreibung“',
    fieldCorrects: '„Berichtigung erfassen“ auf der Seite eines Ereignisses',
    public: 'Zu einer öffentlichen Anlage erfasst nur die Administration der Organisation Ereignisse, der sie gehört.',
    title: 'Ereignis erfassen',
    notAllowed: (ask) => `Zu dieser Anlage können Sie keine Ereignisse erfassen. ${ask}`,
    questionPublic: 'Dieses Ereignis öffentlich erfassen?',
    question: 'Dieses Ereignis erfassen?',
    consequencePublic: (asset) =>
      `Alle können die Ereignisse von ${asset} lesen. Ein Ereignis lässt sich weder ändern noch löschen.`,
    consequence: 'Ein Ereignis lässt sich weder ändern noch löschen.',
    titleCorrection: 'Berichtigung erfassen',
    review: 'Prüfen und erfassen',
    further: 'Weitere Merkmale, Dateien und Änderungen',
    leadCorrection: (asset, event) =>
      `Zu ${asset}: Sie berichtigt ${event}. Das Ereignis bleibt, wie es ist. Beide nennen einander.`,
    lead: (asset) => `Zu ${asset}. Ereignisse lassen sich weder ändern noch löschen.`,
    nameOfEvent: (title, time) => `${title} vom ${time}`,
    furtherAttributes: 'Weitere Merkmale des Ereignisses',
    toAsset: 'Die Dateien auch an die Anlage anfügen',
    changes: 'Änderungen an Merkmalen der Anlage',
    addChange: 'Änderung hinzufügen',
    corrects: 'Berichtigt',
  },
  event: {
    attributes: 'Merkmale des Ereignisses',
    changes: 'Änderungen an der Anlage',
    anchor: 'Verankerung',
    erase: 'Löschen',
    record: 'Eintrag',
    accepted: 'Angenommen',
    recordedBy: 'Erfasst von',
    operation: 'Vorgang',
    confirmation: 'Bestätigung',
    logEntry: 'Eintrag im Logbuch',
    entry: (index, log, size) => [
      'Nummer ',
      index,
      ' in ',
      log,
      ', dessen neuester signierter Baum ',
      size,
      ' Einträge hat',
    ],
    erased: 'Gelöscht',
    erasedBy: 'Gelöscht von',
    notAnchored: 'Noch nicht verankert.',
    kind: 'Art',
    transaction: 'Transaktion',
    confirmed: 'Bestätigt',
    notYet: 'noch nicht',
    download: 'Nachweis herunterladen',
  },
  eventSummary: {
    empty: 'leer',
    values: (count) => counted(count, 'Wert', 'Werte'),
    aFile: 'eine Datei',
    uploading: (name) => `${name}, wird noch hochgeladen`,
    ofAsset: (name) => `Anlage: ${name}`,
    when: 'Wann es geschah',
    now: 'jetzt',
  },
  eventFields: {
    typeHint: 'Zum Beispiel Prüfung. Zugriffsregeln können sich auf die Art beziehen.',
    when: 'Wann es geschah',
    whenHint: (zone) => `In Ihrer Zeitzone, ${zone}. Vorgabe: jetzt.`,
    nothing: 'darf nicht leer sein, wenn sonst nichts erfasst wird',
  },
  erase: {
    warning:
      'Das lässt sich nicht rückgängig machen. Die Merkmale und die Personen des Ereignisses werden gelöscht, ' +
      'und die Dateien, die nur gelöschte Ereignisse nennen. Nachweise ganzer Zeitfenster, die das Ereignis ' +
      'enthalten, lassen sich danach nicht mehr nachprüfen. Quittungen bleiben gültig.',
    reasonHint:
      'Alle, die die Anlage lesen dürfen, können den Grund lesen. Er bleibt dauerhaft: Wiederholen Sie darin ' +
      'nicht, was Sie löschen.',
    unsaltedHint:
      'Nur nötig, wenn der Dienst danach fragt: Mit diesem Hash können Betreiber Vermutungen über den Inhalt ' +
      'prüfen.',
    erase: 'Inhalt löschen',
    question: 'Den Inhalt dieses Ereignisses löschen?',
    permanently: 'Dauerhaft löschen',
    unsalted: 'Hinnehmen, dass ein Hash auf der Blockchain ohne Salt bleibt',
  },
};

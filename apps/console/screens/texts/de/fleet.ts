import { counted, localNumber, numbered } from '../../../texts/german.ts';
import type { fleet as English } from '../en/fleet.ts';

/** The texts of `en/fleet.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const fleet: typeof English = {
  shortcuts: {
    search: 'Suchen, oder zu einem Bildschirm gehen',
    list: 'Diese Liste zeigen',
    enter: 'Eingabe',
    next: 'Zum nächsten Feld gehen, in Formularen, deren Wirkung sich nicht rückgängig machen lässt',
    review: 'Zeigen, was ein solches Formular sendet, um es zu bestätigen',
    escape: 'Esc',
    close: 'Einen Dialog schließen',
    single: 'Einzelne Tasten als Kürzel verwenden',
    singleHint: 'Sie wirken nur, solange kein Feld, Knopf oder Link den Fokus hat.',
    notKept: 'Dieser Browser konnte die Auswahl nicht behalten.',
  },
  bulk: {
    unrecorded: (type) =>
      type
        ? `ein nicht erfasstes Ereignis „${type}“ mehrerer Anlagen`
        : 'ein nicht erfasstes Ereignis mehrerer Anlagen',
    names: (names, others) => names.join(', ') + (others > 0 ? ` und ${localNumber(others)} weitere` : ''),
    title: (count) => `Ereignis zu ${counted(count, 'Anlage', 'Anlagen')} erfassen`,
    each: 'Jede Anlage erhält ein Ereignis mit diesem Inhalt. Ereignisse lassen sich weder ändern noch löschen.',
    question: (count) => `Dieses Ereignis zu ${counted(count, 'Anlage', 'Anlagen')} erfassen?`,
    act: (count) => `Zu ${counted(count, 'Anlage', 'Anlagen')} erfassen`,
    recorded: (count) => `${counted(count, 'Ereignis', 'Ereignisse')} erfasst`,
    permanent: 'Ereignisse lassen sich weder ändern noch löschen.',
    public: ' Die Ereignisse der öffentlichen können alle lesen.',
    review: 'Prüfen und erfassen',
    label: 'Ereignis erfassen',
    changes: 'Änderungen an Merkmalen der Anlagen',
    addChange: 'Änderung hinzufügen',
    publicConsequence: (permanent) => `${permanent} Die der öffentlichen Anlagen können alle lesen.`,
    noReason: 'Der Dienst hat nicht gesagt, warum.',
    refused: (count) =>
      numbered(
        count,
        'Zu einer Anlage nicht erfasst, die ausgewählt bleibt:',
        `Zu ${localNumber(count)} Anlagen nicht erfasst, die ausgewählt bleiben:`,
      ),
  },
  newAsset: {
    behaviourNames: {
      RecordEvidence: 'Nachweise erfassen',
      Attachments: 'Dateien an die Anlage anfügen',
      Firmware: 'Firmware',
      Maintenance: 'Wartung',
      LocationUpdate: 'Wechsel des Standorts',
    },
    anyone: 'alle',
    fieldName: 'das Feld „Name“',
    fieldType: 'das Feld „Art“',
    permanent: 'Eine Anlage lässt sich nicht löschen, und ihre Geschichte lässt sich nicht ändern.',
    consequencePublic:
      'Alle können diese Anlage, ihre Ereignisse und ihre Dateien dauerhaft lesen: Sie lässt sich nicht mehr ' +
      'nicht öffentlich machen.',
    consequencePrivate:
      'Sie können später aufhören, sie zu verfolgen, und Ereignisse erfassen, die ihre Merkmale ändern.',
    question: (name) => `„${name}“ anlegen?`,
    readBy: 'Lesen können sie',
    readByPolicies: 'die, denen Zugriffsregeln es erlauben',
    title: 'Anlage anlegen',
    notAllowed: (ask) => ['Keine Zugriffsregel erlaubt Ihnen, Anlagen anzulegen. ', ask],
    typeHint: 'Zum Beispiel Pumpe.',
    further: 'Weitere Merkmale',
    public: 'Öffentlich',
    publicHint:
      'Eine öffentliche Anlage und ihre Ereignisse können alle lesen, ohne Token. Das lässt sich nicht zurücknehmen.',
    behaviours: 'Verhalten',
    defaultProof: (own) => `Vorgabe der Organisation${own}`,
  },
  labels: {
    sheetNames: {
      'a4-21': 'A4, 21 Etiketten zu 63,5 × 38,1 mm (L7160)',
      'a4-24': 'A4, 24 Etiketten zu 70 × 37 mm (3474)',
      'a4-12': 'A4, 12 Etiketten zu 99,1 × 42,3 mm (L7177)',
      'letter-30': 'Letter, 30 Etiketten zu 2 5/8 × 1 Zoll (5160)',
      roll: 'Etikettendrucker, ein Etikett zu 62 × 29 mm je Seite',
    },
    count: (labels, pages) => `${counted(labels, 'Etikett', 'Etiketten')}, ${counted(pages, 'Seite', 'Seiten')}`,
    title: 'Etiketten',
    lead: 'Wer ein Etikett scannt, öffnet die Anlage: Mitglieder, um zu erfassen, andere ihre öffentliche Seite.',
    noneSelected: 'Keine Anlagen sind ausgewählt.',
    none: 'Keine Anlagen gefunden.',
    select: 'Anlagen auswählen',
    sheet: 'Bogen',
    used: 'Schon verwendete Etiketten',
    advice: 'Drucken Sie mit 100 % und ohne Ränder, zuerst auf einfachem Papier.',
    onlyFirst: (most) =>
      `Nur die ersten ${counted(most, 'Anlage', 'Anlagen')} haben hier Etiketten. Filtern Sie die Liste für ` +
      'die anderen.',
    sheets: 'Bögen',
    page: (n) => `Seite ${n}`,
  },
  events: {
    times: {
      timestamp_declared: 'Wann es geschah, wie angegeben',
      timestamp_accepted: 'Wann es angenommen wurde',
    },
    typeHint: 'Das Merkmal arc_display_type des Ereignisses.',
    time: 'Zeit',
    timeHint: 'Die Reihenfolge der Liste.',
    since: 'Seit',
    before: 'Vor',
    none: 'Keine Ereignisse gefunden.',
    inZone: (zone) => `In Ihrer Zeitzone, ${zone}.`,
  },
  find: {
    eventAndProof: 'Ereignis und Nachweis',
    lead:
      'Wählen Sie eine Datei aus, oder ziehen Sie sie auf diesen Bildschirm, um die Ereignisse zu sehen, die ' +
      'sie enthalten. Der Hash der Datei wird in Ihrem Browser berechnet, und sie wird nicht hochgeladen.',
    hashing: 'Der Hash der Datei wird berechnet …',
    hashed: (percent) => `Der Hash der Datei wird berechnet: ${percent} %`,
    empty: 'Die Datei ist leer. Alle leeren Dateien haben diesen Hash.',
    unreadable: 'Die Datei ließ sich nicht lesen.',
    eventsWith: (name) => ['Ereignisse mit „', name, '“'],
    eventsWithFile: 'Ereignisse mit der Datei',
    none: 'Kein Ereignis, das Sie sehen dürfen, enthält diese Datei.',
  },
};

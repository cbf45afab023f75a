import { counted, localNumber } from '../../../texts/german.ts';
import type { asset as English } from '../en/asset.ts';

/** The texts of `en/asset.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const asset: typeof English = {
  asset: {
    share: 'Freigeben',
    shareTitle: (asset) => `${asset} freigeben`,
    stopConsequence:
      'Listen zeigen die Anlage dann nicht mehr von selbst. Sie können sie wieder verfolgen. Anlagen lassen ' +
      'sich nicht löschen.',
    record: 'Eintrag',
    recordEvent: 'Ereignis erfassen',
    startTracking: 'Wieder verfolgen',
    stopTracking: 'Nicht mehr verfolgen',
    stopQuestion: 'Diese Anlage nicht mehr verfolgen?',
    publicPage: 'Öffentliche Seite',
    confirmation: 'Bestätigung',
    untracked: ', nicht mehr verfolgt',
    onChain: (chain) => ` auf der Blockchain ${chain}`,
    behaviours: 'Verhalten',
    owner: 'Eigentümer',
    yourTenancy: 'Ihre Organisation',
    policies: 'Zugriffsregeln, die zutreffen',
    noPolicies: 'Keine. Eine andere Organisation gibt diese Anlage frei; hier kann nur die Administration sie sehen.',
    attachments: 'Anhänge',
  },
  assetHead: {
    states: {
      compliant: '✓ eingehalten',
      failing: '✗ nicht eingehalten',
      unruled: 'keine Regel gilt',
      ofOwner: 'nach Regeln des Eigentümers, die nicht freigegeben sind',
    },
    none: 'keine',
    logEntry: (index) => `letztes Ereignis ist Eintrag ${index} des Logbuchs`,
    notAnchored: 'letztes Ereignis ist noch nicht verankert',
    anchored: (block) => `letztes Ereignis ist in Block ${block} verankert`,
    untracked: 'nicht mehr verfolgt',
    glance: 'Auf einen Blick',
    record: 'Eintrag',
    lastRecorded: 'Zuletzt erfasst',
    lastDeclared: 'Zuletzt angegeben',
  },
  asOf: {
    orders: {
      accepted: 'Der Zustand folgt der Zeit, zu der Ereignisse hier erfasst wurden.',
      declared: 'Der Zustand folgt den Zeiten, die Ereignisse angeben.',
    },
    notADate: 'Das ist kein Datum mit Uhrzeit.',
    future: 'Diese Zeit liegt in der Zukunft.',
    title: 'Frühere Zustände',
    showAt: 'Die Anlage zeigen, wie sie war am',
    hint: (zone, order) => `In Ihrer Zeitzone, ${zone}. ${order}`,
  },
  asOfSlider: {
    before: 'Vor dem ersten dieser Ereignisse',
    declared: (time) => `angegeben ${time}, `,
    what: (title, declared, time) => `${title}, ${declared}angenommen ${time}`,
    step: (n, count, what) => `Ereignis ${n} von ${count}: ${what}`,
    label: 'Ereignisse der Anlage durchgehen',
    onlyLast: (count) => ` Hier sind nur die letzten ${counted(count, 'Ereignis', 'Ereignisse')}.`,
  },
  past: {
    declared: (time) =>
      `Sie sehen, was die Ereignisse zusammen ergeben, die ${time} oder eine frühere Zeit angeben. Diese Zeiten ` +
      'behaupten ihre Verfasser; bewiesen sind sie nicht. Prüfregeln und Nachweise folgen der Zeit des Erfassens und ' +
      'werden nicht gezeigt.',
    accepted: (time) =>
      `Sie sehen die Anlage, wie sie am ${time} war: Merkmale, Anhänge, Prüfregeln, Nachweis und Ereignisse. ` +
      'Der Zustand folgt der Zeit, zu der Ereignisse hier erfasst wurden.',
    noneAccepted: (time) =>
      `Bis ${time} wurde zu dieser Anlage nichts erfasst, also wird nichts gezeigt. Der Zustand folgt der Zeit, zu ` +
      'der Ereignisse hier erfasst wurden. Ereignisse können frühere Zeiten angeben.',
    noneDeclared: (time) => `Kein Ereignis dieser Anlage gibt ${time} oder eine frühere Zeit an.`,
    backToNow: 'Zurück zu jetzt',
    showDeclared: 'Nach angegebener Zeit zeigen (wie behauptet, nicht bewiesen)',
    showAccepted: 'Nach der Zeit des Erfassens zeigen',
  },
  pastStates: {
    tooMany: (most) =>
      `Mehr als ${localNumber(most)} Ereignisse geben diese oder eine frühere Zeit an. Daraus wird kein ` +
      'Zustand berechnet.',
  },
  history: {
    eventsUntil: 'Ereignisse bis dahin',
    allTypes: 'Alle Arten von Ereignissen',
    none: 'Keine Ereignisse, die Sie sehen können.',
    noneOfType: (type) => `Keine Ereignisse der Art ${type}, die Sie sehen können.`,
    moreCorrections: 'Hier sind nicht alle Berichtigungen vermerkt. Die Seite eines Ereignisses nennt die seinen.',
  },
  timeline: {
    by: (who) => ['Von ', who],
    none: 'nichts',
    empty: 'leer',
    values: (count) => counted(count, 'Wert', 'Werte'),
    correction: ' · eine Berichtigung',
    at: (latitude, longitude) => [' · bei ', latitude, ', ', longitude],
    erased: 'Der Inhalt wurde gelöscht.',
    changes: 'Was sich geändert hat',
    asBefore: ' (wie zuvor)',
  },
  change: {
    title: 'Ändern',
  },
  corrections: {
    eventOf: (day, who) => ['vom ', day, ', erfasst von ', who],
    corrects: 'Berichtigt',
    another: 'ein anderes Ereignis',
    correctedBy: 'Berichtigt durch',
    more: 'Es gibt weitere Berichtigungen.',
    record: 'Berichtigung erfassen',
  },
  eventFiles: {
    others: (count) => (count === 1 ? 'Datei: ' : `${localNumber(count)} Dateien: `),
    pictureOf: (name) => `Bild: ${name}`,
  },
  attach: {
    consequence: (asset, size, isPublic) =>
      `Zu ${asset}, ${size}. Ein Ereignis lässt sich weder ändern noch ` +
      `löschen${isPublic ? ', und alle können es lesen' : ''}.`,
    attachFile: 'Datei anfügen',
    file: 'Datei, die angefügt wird',
    question: (file) => `${file} anfügen?`,
    act: 'Anfügen',
    uploadOf: (file) => `Hochladen von ${file}`,
    uploaded: 'Hochgeladen.',
    type: 'Art des Ereignisses',
    toAsset: 'Die Datei ist auch unter den Anhängen der Anlage.',
    inHistory: 'Die Datei ist in der Geschichte.',
  },
  verify: {
    notYet: 'Das Logbuch hat dieses Ereignis noch nicht. Versuchen Sie es noch einmal.',
    complete: 'Nachprüfen, dass kein Ereignis fehlt',
    noMap: 'Noch umfasst keine Liste im Logbuch diese Ereignisse. Versuchen Sie es in einer Minute noch einmal.',
    savedAs: (file) => `Als ${file} gespeichert.`,
    verify: 'Nachprüfen',
    saveProof: 'Nachweis speichern',
    saveReceipt: 'Quittung speichern',
    verifySaved: 'Einen gespeicherten Nachweis nachprüfen',
  },
  verifyShown: {
    verify: (count) =>
      count === 1 ? 'Das gezeigte Ereignis nachprüfen' : `Die ${localNumber(count)} gezeigten Ereignisse nachprüfen`,
    intact: (count) =>
      count === 1 ? '✓ Das Ereignis ist unverändert.' : `✓ Alle ${localNumber(count)} sind unverändert.`,
    progress: (done, all) => `${localNumber(done)} von ${localNumber(all)} nachgeprüft …`,
    failed: (failed, all) =>
      `✕ Bei ${localNumber(failed)} von ${localNumber(all)} ließ sich nicht zeigen, dass sie unverändert sind. ` +
      'Jedes davon sagt, warum.',
    unchanged: 'Unverändert',
    notShown: 'Nicht als unverändert nachgewiesen',
  },
  logPins: {
    notKept: 'Nicht behalten: Der Browser erlaubt es nicht.',
  },
};

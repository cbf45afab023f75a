import { GERMAN_LABELS, GERMAN_OPERATION_TITLES } from '../../../formats/records/german-labels.ts';
import type { PageTexts } from './en.ts';

const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

const counted = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

const errors: PageTexts['errors'] = {
  notFound: 'Nicht gefunden',
  refused: 'Diese Seite lässt sich nicht zeigen',
  failed: 'Etwas ist schiefgegangen',
  meaning: (status) => {
    if (status === 404) return 'Unter dieser Adresse ist nichts zu sehen. Der Dienst schreibt dazu auf Englisch:';
    if (status === 429) return 'Es waren zu viele Anfragen. Der Dienst schreibt dazu auf Englisch:';
    if (status < 500) return 'Die Anfrage ist nicht gültig. Der Dienst schreibt dazu auf Englisch:';
    return 'Versuchen Sie es später noch einmal. Der Dienst schreibt dazu auf Englisch:';
  },
  requestId: 'Kennung der Anfrage',
  start: 'Startseite',
  console: 'Konsole',
  documentation: 'Dokumentation (englisch)',
  reference: 'API-Referenz (englisch)',
};

const reference: PageTexts['reference'] = {
  titleOf: (group) => `${group}: API-Referenz`,
  navigation: 'Referenz',
  wholeApi: 'Die ganze API',
  document: 'OpenAPI-Dokument',
  groupDocument: 'OpenAPI-2.0-Dokument',
  withToken: '(JSON, mit einem Token)',
  operations: 'Vorgänge',
};

const label: PageTexts['label'] = {
  title: 'Anmelden, um diese Anlage zu sehen',
  about:
    'Das Etikett gehört einer Organisation, die diesen Dienst nutzt. Die Mitglieder der Organisation sehen die ' +
    'Anlage und erfassen Einträge.',
  signIn: 'Anmelden und ansehen',
};

const start: PageTexts['start'] = {
  title: 'Anlagennachweise',
  lead:
    'Dieser Dienst hält fest, was mit Anlagen geschieht; Einträge können Dateien haben. Ein Nachweis zeigt allen, ' +
    'die das Logbuch oder die Blockchain des Dienstes kennen, dass es einen Eintrag zu einer Zeit gab und er seither ' +
    'nicht geändert wurde. Er zeigt nicht, dass der Eintrag wahr ist. Wer ihn erfasst hat, ist eine Angabe des ' +
    'Betreibers.',
  people: 'Für alle',
  aboutConsole: 'Anmelden, Anlagen ansehen, Ereignisse erfassen, Dateien anfügen und entscheiden, wer sie sehen darf.',
  aboutVerify:
    'Den Nachweis eines Ereignisses im Browser nachprüfen. Die Datei wird nicht hochgeladen, und Sie brauchen kein ' +
    'Konto.',
  aboutFind:
    'Wählen Sie eine Datei, oder ziehen Sie sie auf diese Seite: Sie sehen die öffentlichen Ereignisse mit dieser ' +
    'Datei und ihre Nachweise. Ihr Browser berechnet den Hash der Datei. Die Datei wird nicht hochgeladen.',
  file: 'Datei',
  developers: 'Für die Entwicklung',
  aboutDocumentation:
    'Begriffe, Anleitungen für Programme, was ein Nachweis zeigt, und wie man den Dienst betreibt. Für diese Version.',
  aboutReference:
    'Alle Vorgänge, mit Beispielen in curl, Python und JavaScript. Mit einem Token lässt sich jeder ausprobieren.',
  document: 'OpenAPI-Dokument',
  aboutDocument: (base) => [
    'Dasselbe als Datei, aus der sich Programme erzeugen lassen. Die Adressen der API beginnen mit ',
    base,
    '.',
  ],
  publicAssets: 'Öffentliche Anlagen',
  aboutPublic:
    'Eine Anlage, die von ihrer Organisation veröffentlicht wurde, hat eine eigene Seite, die alle lesen können. ' +
    'Den Link bekommen Sie von der Organisation.',
};

const asset: PageTexts['asset'] = {
  unnamed: (uuid) => `Anlage ${uuid}`,
  notTracked: 'Diese Anlage wird nicht mehr verfolgt.',
  attributes: 'Merkmale',
  attributesAt: (time) => ['Merkmale am ', time],
  none: 'Keine.',
  events: 'Ereignisse',
  eventsUntil: (time) => ['Ereignisse bis ', time],
  allEvents: 'Alle Ereignisse',
  openTimeline: 'Zum Verlauf',
  completeHistory: 'Vollständiger Verlauf',
  nothingLeftOut: 'alle Ereignisse, mit dem Nachweis, dass keines fehlt.',
  before: (time) => [
    'Die Anlage gab es am ',
    time,
    ' noch nicht: Bis dahin war hier nichts über sie erfasst, also ist nichts zu sehen. Ereignisse können frühere ' +
      'Zeiten angeben.',
  ],
  showNow: 'Jetzigen Zustand zeigen',
  showEarlier: 'Ereignisse zeigen, die eine frühere Zeit angeben',
  asStated: '(wie angegeben, nicht nachgewiesen)',
  lastLocation: 'Letzter bekannter Standort:',
  forMembers: 'Für Mitglieder:',
  record: 'Ereignis erfassen',
  openInConsole: 'In der Konsole öffnen',
  newest: 'Neuestes Ereignis:',
  verify: 'Selbst nachprüfen',
  past: (time) => ['Diese Seite zeigt die Anlage am ', time, '.'],
  future: (time) => [time, ' ist noch nicht gewesen.'],
  invalid: (value) => ['„', value, '“ ist kein Datum mit Uhrzeit.'],
  asItIs: 'Diese Seite zeigt die Anlage, wie sie jetzt ist.',
  changeTime: 'Zeit ändern',
  showAt: 'Die Anlage zeigen, wie sie war am',
  show: 'Zeigen',
  files: 'Dateien',
  log: 'Logbuch',
  inPublicLog: 'das Transparenz-Logbuch aller öffentlichen Ereignisse dieses Dienstes',
  anchoring: 'Verankerung',
  byPeriod: (chain) => ['eine Transaktion für alle Ereignisse eines Zeitraums, auf der Blockchain ', chain],
  byEvent: (chain) => ['eine Transaktion für jedes Ereignis, auf der Blockchain ', chain],
  recordTitle: 'Datensatz',
  identity: 'Kennung',
  tenancy: 'Kennung der Organisation',
  wallet: 'Wallet des Eigentümers',
  shownAt: 'Gezeigt am',
};

const event: PageTexts['event'] = {
  breadcrumb: 'Wo Sie sind',
  kind: 'Ereignis',
  location: 'Standort:',
  changes: 'Änderungen an der Anlage',
  assetAfter: 'Die Anlage nach diesem Ereignis zeigen',
  status: 'Status',
  erased: (link, time, reason) => ['Der Inhalt dieses Ereignisses wurde am ', time, ' ', link, '. Grund: ', reason],
  erasedLink: 'gelöscht',
  recordedBy: 'Erfasst von',
  byWallet: (wallet) => ['Wallet ', wallet, '; Namen von Personen sind nicht öffentlich'],
  operation: 'Vorgang',
  declared: 'Angegebene Zeit',
  accepted: 'Angenommen',
  acceptedAt: (time) => ['angenommen am ', time],
  corrects: 'Berichtigt',
  anotherEvent: 'ein anderes Ereignis',
  correctedBy: 'Berichtigt durch',
  moreCorrections: 'Es gibt weitere Berichtigungen.',
};

const timeline: PageTexts['timeline'] = {
  title: (name) => `Ereignisse von ${name}`,
  none: 'Keine Ereignisse.',
  moreCorrections: 'Berichtigungen sind vermerkt, wenn sie zu den neuesten 100 Ereignissen der Anlage gehören.',
  erased: 'Der Inhalt dieses Ereignisses wurde gelöscht.',
  with: (attributes) => `mit ${counted(attributes, 'Merkmal', 'Merkmalen')}`,
  several: 'mehrere Werte',
  more: (n) => `und ${n} ${n === 1 ? 'weiteres' : 'weitere'}`,
  onlyType: 'Nur Ereignisse dieser Art zeigen',
  which: (filtered, byDeclared) =>
    `${filtered ? 'Ausgewählte Ereignisse' : 'Alle Ereignisse'}` +
    `${byDeclared ? ', die neuesten zuerst, nach angegebener Zeit' : ''}.`,
  showAll: 'Alle Ereignisse zeigen',
  heading: 'Verlauf',
  pages: 'Seiten',
  newest: 'Neueste',
  older: 'Ältere Ereignisse',
  files: (n) => counted(n, 'Datei', 'Dateien'),
  values: (n) => counted(n, 'Wert', 'Werte'),
  items: (n) => counted(n, 'Teil', 'Teile'),
  empty: 'leer',
  onMap: (latitude, longitude) => `${latitude}, ${longitude} auf einer Karte`,
};

const status: PageTexts['status'] = {
  pending: 'Ausstehend',
  confirmed: 'Bestätigt',
  anchored: 'Verankert',
  failed: 'Nachprüfung fehlgeschlagen',
  isPending: 'Der Dienst hat dieses Ereignis angenommen, aber noch nicht bestätigt.',
  isConfirmed: 'Dieses Ereignis ist bestätigt. Es ist noch nicht auf der Blockchain.',
  isAnchored: 'Dieses Ereignis ist bestätigt, und sein Hash ist auf der Blockchain.',
  isFailed:
    'Der Dienst hat festgestellt, dass dieses Ereignis nicht zu seinen Aufzeichnungen passt. Verlassen Sie sich ' +
    'nicht darauf.',
  isPendingInLog: 'Der Dienst hat dieses Ereignis angenommen. Das Transparenz-Logbuch enthält es noch nicht.',
  isConfirmedInLog: 'Dieses Ereignis ist bestätigt: Ein signierter Prüfpunkt des Transparenz-Logbuchs enthält es.',
  block: 'Block',
  transaction: 'Transaktion',
  inBlock: (block, transaction) => [`Block ${block}, Transaktion `, transaction],
  at: (block, index) => `${block}, Transaktion Nummer ${index}`,
  entry: 'Eintrag',
  entryAt: (index, size) => `Nummer ${index}; der letzte signierte Baum hat ${size} Einträge`,
};

const check: PageTexts['check'] = {
  noneAnchored:
    'Noch ist keines dieser Ereignisse auf der Blockchain, also gibt es noch keinen Nachweis. Öffnen Sie diese Seite ' +
    'später noch einmal.',
  eachOwn:
    'Jedes Ereignis dieser Anlage hat eine eigene Transaktion auf der Blockchain. Die Seite eines Ereignisses zeigt ' +
    'Transaktion und Block.',
  pending:
    'Dieses Ereignis ist noch nicht bestätigt, also hat es noch keinen Nachweis. Öffnen Sie diese Seite später noch ' +
    'einmal.',
  notOnChain:
    'Dieses Ereignis ist bestätigt, aber noch nicht auf der Blockchain, also hat es noch keinen Nachweis. Öffnen Sie ' +
    'diese Seite später noch einmal.',
  byWindow: (event) => [
    'Mit dem Nachweis für ',
    ...(typeof event === 'string' ? [event] : event),
    ' kann Ihr Browser den Hash des Ereignisses berechnen und prüfen, dass ihn eine signierte Transaktion in einem ' +
      'Block der Blockchain enthält. Betreibt der Dienst diese Blockchain selbst, könnte sein Betreiber sie durch ' +
      'eine andere ersetzen, die denselben Block nicht enthalten kann. Speichern Sie den Nachweis, um zeigen zu ' +
      'können, dass es den Block gab.',
  ],
  thisEvent: 'dieses Ereignis',
  newestOnChain: (link) => ['das neueste Ereignis auf der Blockchain, ', link, ','],
  verify: 'In diesem Browser nachprüfen',
  save: 'Diesen Nachweis speichern',
  anyTime: (link) => ['Sie können ', link, ', jederzeit und auch ohne Netz.'],
  anyTimeLink: 'einen gespeicherten Nachweis nachprüfen',
  logHasAll:
    'Ein Transparenz-Logbuch enthält die Ereignisse dieser Anlage. Die Seite eines Ereignisses zeigt seinen Eintrag ' +
    'im Logbuch.',
  notInLog:
    'Dieses Ereignis ist noch nicht bestätigt: Das Transparenz-Logbuch enthält es noch nicht. Öffnen Sie diese Seite ' +
    'später noch einmal.',
  byLog:
    'Ein signierter Prüfpunkt des Transparenz-Logbuchs aller öffentlichen Ereignisse enthält dieses Ereignis. Mit ' +
    'dem Nachweis kann Ihr Browser den Eintrag des Ereignisses berechnen und prüfen, dass er im Baum des Prüfpunkts ' +
    'ist. Speichern Sie den Nachweis: Das Logbuch kann das Ereignis später nicht ändern, ohne dem Prüfpunkt zu ' +
    'widersprechen.',
  withheld: (link) => [
    'Sein Nachweis enthält das ganze Ereignis mit den Namen von Personen und ist deshalb nicht öffentlich. Wenn Sie ' +
      'den Nachweis haben, können Sie ',
    link,
    '.',
  ],
  withheldLink: 'ihn nachprüfen',
  notFinal:
    'Dieses Ereignis ist noch nicht bestätigt: Seine Transaktion ist nicht endgültig. Öffnen Sie diese Seite später ' +
    'noch einmal.',
  ownTransaction: (transaction, block) => [
    'Dieses Ereignis hat eine eigene Transaktion auf der Blockchain: ',
    transaction,
    ` in Block ${block}.`,
  ],
};

const files: PageTexts['files'] = {
  image: 'Bild der Anlage',
  imageNamed: (name) => `Bild: ${name}`,
  notScanned: 'noch nicht auf Schadsoftware geprüft',
  good: 'geprüft, keine Schadsoftware gefunden',
  bad: 'geprüft, Schadsoftware gefunden: lässt sich nicht herunterladen',
  missing: 'der Dienst hat diese Datei nicht',
  bytes: 'Bytes',
  organization: 'Organisation',
  asItCallsItself: (name) => [name, ', wie sie sich selbst nennt.'],
  notVerified: 'Der Dienst hat den Namen nicht geprüft.',
  verifiedDomain: (domain) => ['Die geprüfte Domain der Organisation ist ', domain, '.'],
};

/** The texts of `en.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const de: PageTexts = {
  page: {
    language: 'de',
    footer: 'Erfasste Texte werden unverändert gezeigt. Namen von Personen sind nicht öffentlich.',
    moment: (day, month, year, time) => `${day}. ${MONTHS[month - 1] ?? ''} ${year}, ${time} UTC`,
    decimal: (text) => text.replace('.', ','),
  },
  elsewhere: {
    findByFile: 'Mit Datei suchen',
    verifySaved: 'Gespeicherten Nachweis nachprüfen',
    about: 'Über diesen Dienst',
  },
  errors,
  reference,
  label,
  start,
  asset,
  event,
  timeline,
  status,
  check,
  files,
  labels: GERMAN_LABELS,
  operations: GERMAN_OPERATION_TITLES,
};

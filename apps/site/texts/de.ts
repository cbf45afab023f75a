import { stamps } from './de-stamps.ts';
import type { en as English, formsInEnglish as Forms } from './en.ts';

// Only pages in German need them.
export { localeOf } from '../locale.ts';
export { translate } from './translate.ts';

const steps: typeof English.steps = {
  format: ['Die Datei ist ein vollständiger Nachweis.', 'Die Datei ist kein vollständiger Nachweis.'],
  event: ['Das Ereignis ist vollständig und bestätigt.', 'Das Ereignis ist nicht vollständig oder nicht bestätigt.'],
  window: [
    'Der Nachweis enthält alle Ereignisse der Transaktion in ihrer Reihenfolge, und dieses Ereignis ist eines davon.',
    'Der Nachweis enthält nicht alle Ereignisse der Transaktion in ihrer Reihenfolge, oder dieses ist keines davon.',
  ],
  view: [
    'Die Ereignisse haben ihre öffentliche Form, ohne Namen von Personen.',
    'Die Ereignisse haben nicht ihre öffentliche Form.',
  ],
  entry: [
    'Der Eintrag im Logbuch ist aus dem gezeigten Ereignis berechnet.',
    'Der Eintrag im Logbuch lässt sich nicht aus dem gezeigten Ereignis berechnen.',
  ],
  chainhash: [
    'Der Eintrag legt den Ketten-Hash im Nachweis fest.',
    'Der Eintrag legt den Ketten-Hash im Nachweis nicht fest.',
  ],
  map: [
    'Die Liste hat alle Ereignisse der Anlage in ihrer Reihenfolge.',
    'Die Liste hat nicht alle Ereignisse der Anlage in ihrer Reihenfolge: Eines fehlt, ist zu viel oder geändert.',
  ],
  path: [
    'Der Eintrag ist im Baum des Prüfpunkts.',
    'Der Eintrag ist nicht im Baum des Prüfpunkts: Daten wurden geändert.',
  ],
  checkpoint: [
    'Der Prüfpunkt hat gültige Signaturen der Schlüssel, die Sie eingegeben haben.',
    'Der Prüfpunkt hat keine gültigen Signaturen der Schlüssel, die Sie eingegeben haben.',
  ],
  log: [
    'Das Logbuch beginnt mit dem Eintrag, den Sie kennen.',
    'Der Nachweis zeigt nicht, dass das Logbuch mit dem Eintrag beginnt, den Sie kennen.',
  ],
  consistency: [
    'Der Prüfpunkt und der, den Sie gespeichert haben, gehören zu demselben Verlauf.',
    'Es ließ sich nicht zeigen, dass der Prüfpunkt und der gespeicherte zu demselben Verlauf gehören.',
  ],
  preimage: [
    'Die gehashten Daten sind das gezeigte Ereignis.',
    'Die gehashten Daten sind nicht das gezeigte Ereignis.',
  ],
  hash: [
    'Der Hash, der hier berechnet wurde, ist der Hash im Nachweis.',
    'Der Hash, der hier berechnet wurde, ist nicht der Hash im Nachweis: Daten wurden geändert.',
  ],
  stamp: [
    'Das Ereignis führt zu der Wurzel, die einen Zeitstempel hat.',
    'Das Ereignis führt nicht zu der Wurzel, die einen Zeitstempel hat.',
  ],
  calldata: [
    'Die Transaktion enthält diesen Hash.',
    'Die Transaktion enthält diesen Hash nicht, oder sie enthält mehr.',
  ],
  transaction: [
    'Die Transaktion hat eine gültige Signatur und ist die, welche die Ereignisse nennen.',
    'Die Transaktion hat keine gültige Signatur oder ist nicht die, welche die Ereignisse nennen.',
  ],
  inclusion: [
    'Der Block enthält diese Transaktion.',
    'Der Nachweis zeigt nicht, dass der Block diese Transaktion enthält.',
  ],
  header: [
    'Der Block hat Hash, Nummer und Zeit im Nachweis.',
    'Der Block hat nicht Hash, Nummer und Zeit im Nachweis.',
  ],
  time: [
    'Der Block ist nicht älter als die Ereignisse.',
    'Der Block ist älter als ein Ereignis, das er enthalten müsste.',
  ],
  seal: [
    'Der Block ist vom Validator im Nachweis besiegelt.',
    'Der Block ist nicht vom erwarteten Validator besiegelt.',
  ],
  genesis: [
    'Die Blockchain hat den Genesis-Hash, den Sie eingegeben haben.',
    'Die Blockchain hat nicht den erwarteten Genesis-Hash.',
  ],
  node: ['Ein Knoten der Blockchain hat den Block.', 'Kein Knoten der Blockchain hat den Block.'],
  author: [
    'Ein Schlüssel des Autors, den Sie eingegeben haben, hat das gezeigte Ereignis signiert.',
    'Der Nachweis zeigt nicht, dass der Autor das gezeigte Ereignis signiert hat.',
  ],
  authority: [
    'Der Zeitstempel ist von einer Stelle, der Sie vertrauen.',
    'Kein Zeitstempel ist von einer Stelle, der Sie vertrauen.',
  ],
};

const ofLog: typeof English.ofLog = {
  event: ['Das Ereignis ist vollständig.', 'Das Ereignis ist nicht vollständig.'],
  view: ['Das Ereignis hat die Form, die das Logbuch hat.', 'Das Ereignis hat nicht die Form, die das Logbuch hat.'],
  calldata: [
    'Die Transaktion enthält die Wurzel des Logbuchs, und der Eintrag ist darunter.',
    'Die Transaktion enthält die Wurzel des Logbuchs nicht, oder der Eintrag ist nicht darunter.',
  ],
  transaction: ['Die Transaktion hat eine gültige Signatur.', 'Die Transaktion hat keine gültige Signatur.'],
  time: ['Der Block ist nicht älter als das Ereignis.', 'Der Block ist älter als das Ereignis.'],
};

const skipped: typeof English.skipped = {
  chainhash: 'Nicht geprüft: Der Nachweis enthält den Ketten-Hash nicht.',
  checkpoint: 'Nicht geprüft: Sie haben keinen Schlüssel des Logbuchs eingegeben.',
  log: 'Nicht geprüft: Sie haben den ersten Eintrag des Logbuchs nicht eingegeben.',
  consistency: 'Nicht geprüft: Sie haben keinen gespeicherten Prüfpunkt gewählt.',
  stamp: 'Nicht geprüft: der Zeitstempel; die Seite /verify/ prüft ihn mit dem Zertifikat seiner Stelle.',
  author:
    'Nicht geprüft: wer signiert hat, weil der Nachweis keine Signatur hat oder Sie keinen Schlüssel eingegeben haben.',
  calldata:
    'Nicht geprüft: Das Logbuch war mit diesem Ereignis noch nicht auf der Blockchain, als der Nachweis entstand.',
  seal: 'Nicht geprüft: Der Block ist auf einer externen Blockchain, deren Knoten ihn prüfen.',
  genesis: 'Nicht geprüft: Sie haben keinen Genesis-Hash eingegeben.',
};

const what = (isOfLog: boolean): string => (isOfLog ? 'Logbuch' : 'Blockchain');

const report: typeof English.report = {
  passed: 'bestanden',
  notChecked: 'nicht geprüft',
  failed: 'fehlgeschlagen',
  step: (name) => `Schritt „${name}“`,
  notCheckedStep: (name) => `Nicht geprüft: ${name}.`,
  hashErased: 'Nicht geprüft: Ereignisse des Zeitfensters wurden gelöscht.',
  erased:
    'Der Hash dieses Zeitfensters umfasst alle seine Ereignisse. Der Inhalt einiger wurde seither gelöscht, also ' +
    'kann niemand mehr den Hash berechnen. Das Logbuch des Dienstes weist noch jedes Ereignis des Zeitfensters ' +
    'einzeln nach.',
  isErased: () => 'Der Nachweis lässt sich weder bestätigen noch widerlegen.',
  notValid: (step) => `Der Nachweis ist nicht gültig: Der Schritt „${step}“ ist fehlgeschlagen.`,
  whoseKnown: (isOfLog, known) => `Wessen ${what(isOfLog)}: ${known}`,
  identified: (isOfLog) => (isOfLog ? 'das Logbuch, das Sie kennen' : 'die Blockchain, die Sie kennen'),
  whoseOpen: (isOfLog) => `Wessen ${what(isOfLog)}: nicht geprüft`,
  open: (isOfLog) =>
    isOfLog
      ? 'Jeder kann ein Logbuch anlegen, mit jedem Inhalt und jeder Zeit. Dies zählt also nur, wenn es das Logbuch ' +
        'des Dienstes ist.'
      : 'Jeder kann eine Blockchain anlegen, mit jedem Inhalt und jeder Zeit. Dies zählt also nur, wenn es die ' +
        'Blockchain des Dienstes ist.',
  relied: (isOfLog) => (isOfLog ? 'Logbuch' : 'Block der Blockchain'),
  unchanged: (time) => `Unverändert seit ${time}`,
  unchangedInLog: 'Unverändert, seit es in diesem Logbuch ist',
  entryUnchanged: (time) => `Der Eintrag des Ereignisses ist unverändert seit ${time}`,
  entryUnchangedInLog: 'Der Eintrag des Ereignisses ist unverändert, seit er in diesem Logbuch ist',
  contentErased: ' Der Inhalt wurde gelöscht; der Nachweis zeigt weder den Inhalt noch, dass er gelöscht wurde.',
  inTree: (accepted) =>
    'Der Baum des Logbuchs hat das Ereignis in dieser Form. Noch hat ihn kein Block, also zeigt der Nachweis keine ' +
    `Zeit. Nach eigener Angabe wurde das Ereignis am ${accepted} angenommen.`,
  blockOpen: (accepted) =>
    'Der Baum des Logbuchs hat das Ereignis in dieser Form. Die Zeit des Blocks im Nachweis wurde nicht geprüft, ' +
    `weil seine Blockchain nicht bekannt ist. Nach eigener Angabe wurde das Ereignis am ${accepted} angenommen.`,
  rootInBlock: 'Ein Block von dieser Zeit hat die Wurzel eines Logbuchs mit dem Ereignis in dieser Form.',
  hashInBlock: 'Ein Block von dieser Zeit hat den Hash des Ereignisses.',
  signedByKnown: 'Wer: mit einem Schlüssel signiert, den Sie kennen',
  signedByUnknown: 'Wer: vom Autor signiert; wessen Schlüssel das ist, wurde nicht geprüft',
  signedElsewhere:
    'Wer: mit einem Schlüssel einer anderen Installation signiert; geprüft mit dem Schlüssel aus dem Import, nicht ' +
    'mit einem Schlüssel dieses Dienstes',
  signedElsewhereByKnown: 'Wer: in einer anderen Installation mit einem Schlüssel signiert, den Sie kennen',
  signedErased: 'Wer: nicht gezeigt; was der Autor signiert hat, wurde gelöscht',
  withheld: 'Wer: nicht gezeigt; der Eintrag hat den Hash einer Signatur, die nicht im Nachweis ist',
  signedUnchecked: 'Wer: vom Autor signiert; nicht hier geprüft, aber von npm run verify und der Seite /verify/',
  unsigned: (who) =>
    `Wer: ${who === '' ? 'nicht gezeigt' : `${who}, wie der Nachweis angibt`}; ` +
    'der Nachweis hat keine Signatur des Autors',
  oneEvent:
    'Vollständig: Das kann der Nachweis eines Ereignisses nicht zeigen, wohl aber der vollständige Verlauf der Anlage',
};

const whose: typeof English.whose = {
  own:
    'Der Dienst veröffentlicht die Werte unten. Sie kommen aus derselben Quelle wie der Nachweis und zeigen allein ' +
    'nichts: Vergleichen Sie sie mit einer Kopie von anderswo.',
  elsewhere:
    'Eine Kopie von anderswo ist eine, die Sie oder ein Partner früher gespeichert haben, die ein Zeuge, ein Monitor ' +
    'oder ein Knoten außerhalb des Dienstes hat, oder die gedruckt oder dort veröffentlicht ist, wo der Dienst sie ' +
    'nicht ändern kann.',
  checkIt: 'Prüfen',
  notSent: 'Der Dienst hat sie nicht geschickt. Versuchen Sie es später noch einmal.',
  keep: 'Ich habe ihn verglichen: in diesem Browser merken',
  fromElsewhere: (name) => `${name}, von anderswo`,
  check: 'Prüfen',
  wrong: () => 'Dieser Wert hat nicht die Form: Name+8 Ziffern+Base64 oder 0x und 64 Ziffern.',
  keyOfLog: 'Schlüssel des Logbuchs',
  keyHint: 'Name+8 Ziffern+Base64',
  genesisOfChain: 'Genesis-Hash der Blockchain',
  genesisHint: '0x und 64 Ziffern',
};

const page: typeof English.page = {
  verifying: 'Der Nachweis wird nachgeprüft …',
  refused: (status) => `Der Nachweis ließ sich nicht laden: Der Dienst hat mit dem Status ${status} geantwortet.`,
  unreachable: 'Der Nachweis ließ sich nicht laden: Der Dienst ist nicht erreichbar.',
  coversValues: 'Der Nachweis umfasst die Namen und Werte auf dieser Seite.',
  coversEvent: 'Der Nachweis umfasst das Ereignis, das diese Seite nennt.',
  differs: 'Der Nachweis passt nicht zu dem, was diese Seite zeigt.',
  zone: (name) => `Ihre Zeitzone, ${name}`,
};

const shown: typeof Forms.shown = {
  holds: 'Der Nachweis hat die Namen und Werte, welche die Konsole zeigt.',
  fails: 'Der Nachweis hat nicht die Namen und Werte, welche die Konsole zeigt.',
  ofAsset: 'Der Verlauf ist der Verlauf der Anlage, welche die Konsole zeigt.',
  ofOther: 'Der Verlauf ist nicht der Verlauf der Anlage, welche die Konsole zeigt.',
  keep: 'Diesen Schlüssel in diesem Browser merken',
  known: (time) => `das Logbuch, dessen Schlüssel am ${time} in diesem Browser gemerkt wurde`,
  forget: 'Den gemerkten Schlüssel in diesem Browser vergessen',
};

const ofHistory: typeof Forms.ofHistory = {
  format: ['Die Datei ist ein vollständiger Verlauf.', 'Die Datei ist kein vollständiger Verlauf.'],
  event: [
    'Die gezeigten Ereignisse führen zu ihren Einträgen im Logbuch.',
    'Nicht alle Ereignisse sind gültig, oder die Datei ist abgeschnitten.',
  ],
  path: ['Die Liste aller Anlagen ist im Baum des Prüfpunkts.', 'Die Liste aller Anlagen ist nicht in diesem Logbuch.'],
  stamp: [
    'Die Liste aller Anlagen führt zu der Wurzel, die einen Zeitstempel hat.',
    'Die Liste aller Anlagen führt nicht zu der Wurzel mit dem Zeitstempel.',
  ],
};

const find: typeof Forms.find = {
  hashing: 'Der Hash der Datei wird berechnet …',
  hashed: (percent) => `Der Hash der Datei wird berechnet: ${percent} %`,
  searching: 'Wird gesucht …',
  refused: (status) => `Der Dienst hat mit dem Status ${status} geantwortet.`,
  unreachable: 'Der Dienst ist nicht erreichbar.',
  none: (file) => `Kein öffentliches Ereignis hat die Datei „${file}“.`,
  one: (file) => `Ein öffentliches Ereignis hat die Datei „${file}“.`,
  several: (n, file) => `${n} öffentliche Ereignisse haben die Datei „${file}“.`,
  more: (n, file) => `Mehr als ${n} öffentliche Ereignisse haben die Datei „${file}“; dies sind ${n} davon.`,
  empty: 'Die Datei ist leer. Alle leeren Dateien haben diesen Hash.',
  proof: 'Nachweis',
  folder: 'Das ist ein Ordner; ein Ordner hat keinen Hash. Wählen Sie eine einzelne Datei.',
  manyFiles: 'Das sind mehrere Dateien. Wählen Sie eine Datei nach der anderen.',
  nothing: 'Das ist keine Datei. Wählen Sie eine Datei.',
  unreadable: 'Das ließ sich nicht lesen. Ist es ein Ordner, wählen Sie eine einzelne Datei darin.',
};

const verify: typeof Forms.verify = {
  genesis: 'Genesis-Hash',
  validator: 'Adresse des Validators',
  signer: 'Adresse des Signierers',
  chooseFirst: 'Wählen Sie zuerst eine Datei.',
  wrongPin: (name, digits) => `${name}: muss 0x und ${digits} hexadezimale Ziffern sein.`,
  isZip: 'Die Datei ist eine ZIP-Datei.',
  tooLarge: (size, most) => `Die Datei hat ${size} MB, ein Nachweis höchstens ${most} MB.`,
  isEmpty: 'Die Datei ist leer.',
  otherJson: 'Die Datei ist JSON, sagt aber nicht, dass sie ein Nachweis ist.',
  notJson: 'Die Datei ist kein JSON.',
  onlyLog:
    'Ein vollständiger Verlauf wird mit seinem Logbuch nachgeprüft: Leeren Sie die Felder von Autor und Blockchain.',
  complete: (time, { events, shown: visible, hidden }) =>
    `Vollständig in diesem Logbuch am ${time}: ${events} ${events === 1 ? 'Ereignis' : 'Ereignisse'}, ` +
    `${visible} gezeigt, ${hidden} für Sie verborgen`,
  noProof: 'Das ist kein Nachweis.',
  document: 'Ein Nachweis ist eine Datei, die dieser Dienst für ein Ereignis erstellt. Suchen Sie ein Dokument?',
  findByFile: 'Mit Datei suchen',
  package:
    'Ein Paket für die Revision hat eine eigene Prüfseite: Speichern Sie diese Seite, öffnen Sie sie von Ihrer ' +
    'Festplatte, und ziehen Sie die Datei darauf.',
  unreadable: 'Die Datei lässt sich nicht lesen oder wurde nach der Auswahl geändert. Wählen Sie sie noch einmal.',
  wrongLeaf: 'Blatt-Hash des ersten Eintrags: muss 64 hexadezimale Ziffern mit kleinen Buchstaben sein.',
  otherGenesis: 'Erster Eintrag des Logbuchs: hat nicht den Blatt-Hash, den Sie eingegeben haben.',
  firstEntry: 'Erster Eintrag des Logbuchs',
  checkpoint: 'Gespeicherter Prüfpunkt',
  consistency: 'Konsistenznachweis',
  keys: 'Schlüssel',
  authorKeys: 'Schlüssel des Autors',
  unloaded:
    'Der Code, der die Signatur des Autors prüft, wurde nicht geladen: Laden Sie diese Seite mit Netz noch einmal.',
  wrong: (name) => `${name}: hat nicht die richtige Form.`,
  proven: 'Nachgewiesenes Ereignis',
  event: 'Ereignis',
  byWallet: 'Erfasst von Wallet',
  declared: 'Angegebene Zeit',
  accepted: 'Angenommen',
  attributes: 'Merkmale',
  changes: 'Änderungen an der Anlage',
};

/** The texts of `en.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const siteTexts: typeof English = { steps, ofLog, skipped, report, whose, page };

/** The texts of the forms in German. */
export const formTexts: typeof Forms = { shown, ofHistory, find, verify, stamps };

import { GERMAN_LABELS, GERMAN_OPERATION_TITLES } from '../../../src/formats/records/german-labels.ts';
import { counted, localNumber, numbered } from './german.ts';
import { missingRight, type Rephrased } from './rephrased.ts';
import type { DraftKind } from './en.ts';
import type { Texts } from './texts.ts';

/** What a caller does with a name in each list of permissions that grants writing. */
const WRITES: Record<string, (name: string) => string> = {
  behaviours: (name) => `Ereignisse des Verhaltens „${name}“ zu erfassen`,
  event_arc_display_type_write: (name) =>
    name === 'events without a type' ? 'Ereignisse ohne Art zu erfassen' : `Ereignisse der Art „${name}“ zu erfassen`,
  asset_attributes_write: (name) => `das Merkmal „${name}“ zu ändern`,
};

/** What forms make new, after „Vom 1. Dez. haben Sie“. */
const UNSAVED: Record<DraftKind, string> = {
  'access policy': 'eine nicht gespeicherte Zugriffsregel',
  application: 'eine nicht gespeicherte Anwendung',
  asset: 'eine nicht gespeicherte Anlage',
  location: 'einen nicht gespeicherten Standort',
  rule: 'eine nicht gespeicherte Prüfregel',
  template: 'eine nicht gespeicherte Vorlage',
  webhook: 'einen nicht gespeicherten Webhook',
};

const PERIODS: Record<string, readonly [one: string, other: string]> = {
  day: ['Tag', 'Tage'],
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
  second: ['Sekunde', 'Sekunden'],
};

const records = (n: number): string => counted(n, 'Datensatz', 'Datensätzen');

/** What the service says in English, by its exact form. Other texts of it are shown as they are. */
const REPHRASED: readonly Rephrased[] = [
  missingRight(WRITES, (write) => `Ihre Zugriffsregeln erlauben Ihnen nicht, ${write}`),
  [/^is required$/, () => 'muss ausgefüllt werden'],
  [/^must not be empty$/, () => 'darf nicht leer sein'],
  [/^must be one of (.+)$/s, (choices) => `muss eines davon sein: ${choices}`],
  [/^must be a number, such as 7 or 1\.5$/, () => 'muss eine Zahl sein, zum Beispiel 7 oder 1.5'],
  [/^must be a date, such as 2026-11-21$/, () => 'muss ein Datum sein, zum Beispiel 2026-11-21'],
  [/^must have at most (\d+) characters$/, (most) => `darf höchstens ${most} Zeichen haben`],
  [
    /^(?:(\S+): )?it could not be sent$/,
    (file) => (file ? `${file} ließ sich nicht senden` : 'ließ sich nicht senden'),
  ],
];

/** German words for what a status means, before the text of the service. */
function meaningOf(status: number): string {
  if (status === 401) return 'Die Anmeldung gilt nicht oder nicht mehr.';
  if (status === 403) return 'Dazu fehlt Ihnen ein Recht.';
  if (status === 404) return 'Das gibt es nicht, oder Sie dürfen es nicht sehen.';
  if (status === 409) return 'Das passt nicht zu dem, was der Dienst schon hat.';
  if (status === 413) return 'Das ist zu groß.';
  if (status === 429) return 'Das waren zu viele Anfragen. Versuchen Sie es später noch einmal.';
  return status >= 500 ? 'Der Dienst kann das gerade nicht ausführen.' : 'Der Dienst hat die Anfrage abgelehnt.';
}

/** The texts of `en.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const texts: Texts = {
  page: {
    console: 'Konsole',
    field: 'Vor Ort',
    loading: 'Wird geladen …',
    signOut: 'Abmelden',
    tryAgain: 'Noch einmal versuchen',
    search: 'Suchen',
    languages: 'Sprache',
    forbidden: 'Das dürfen Sie nicht sehen. Fragen Sie die Administration Ihrer Organisation. Der Dienst sagt:',
  },
  action: {
    wait: 'Bitte warten …',
    cancel: 'Abbrechen',
    copy: 'Kopieren',
    copyOf: (what) => `Kopieren: ${what}`,
    copied: 'Kopiert.',
    copySelected: 'Kopieren Sie den markierten Text mit der Tastatur.',
  },
  form: {
    refused: 'Nicht gesendet: Einige Felder brauchen einen anderen Wert.',
    notPermitted: (reasons) => ['Nicht gesendet: ', reasons, '.'],
    requestId: 'Kennung der Anfrage',
    notUploaded: (file, reason) => `Nicht gesendet: ${file} ließ sich nicht hochladen. ${reason}`,
    waitsFor: (outcome, file) => `Wird ${outcome}, sobald ${file} hochgeladen ist.`,
    waiting: 'Wartet auf das Hochladen',
  },
  service: {
    meaningOf,
    responded: (status) => `Der Dienst hat mit dem Status ${status} geantwortet.`,
    unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    noSession: 'Der Dienst hat keine Sitzung begonnen.',
    signedOut: 'Sie haben sich abgemeldet.',
    uploadStopped: 'Das Hochladen wurde abgebrochen.',
    rephrased: REPHRASED,
  },
  rights: {
    otherOrganization: 'eine andere Organisation',
    askFor: (tenancy) =>
      `Bitten Sie die Administration ${tenancy ? `von ${tenancy}` : 'Ihrer Organisation'} um eine Zugriffsregel, ` +
      'in der Sie genannt sind.',
  },
  signIn: {
    title: 'Anmelden',
    busy: 'Anmeldung läuft …',
    maybeSignedIn: 'Vielleicht sind Sie in diesem Browser noch angemeldet.',
    signOutAgain: 'Noch einmal abmelden',
    asApplication: 'Als Anwendung',
    asPerson: 'Als Person',
    kept: 'In diesem Browser bleiben Sie angemeldet, in allen Tabs, bis Sie sich abmelden oder die Sitzung endet.',
    withPasskey: 'Mit einem Passkey anmelden',
    howToGetPasskey:
      'Einen Passkey erhalten Sie mit dem Link einer Einladung. Haben Sie ihn verloren, erstellt die Administration ' +
      'Ihrer Organisation einen neuen Link.',
    with: (provider) => `Mit ${provider} anmelden`,
    clientId: 'Client-ID',
    secret: 'Geheimnis',
    again: 'Noch einmal anmelden',
    ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um fortzufahren. Ihre Eingaben bleiben erhalten.',
    discard: 'Verwerfen und abmelden',
    otherPerson:
      'Sie haben sich als andere Person oder Anwendung angemeldet. Melden Sie sich zuerst ab, um zu wechseln.',
    passkeyOfOther: 'Dieser Passkey gehört einer anderen Person. Melden Sie sich zuerst ab, um zu wechseln.',
  },
  passkey: {
    known: 'Dieses Gerät hat hier schon einen Passkey von Ihnen. Melden Sie sich damit an.',
    notUsed:
      'Es wurde kein Passkey verwendet: Der Dialog des Browsers wurde geschlossen, oder seine Zeit ist abgelaufen. ' +
      'Versuchen Sie es noch einmal.',
    failed: (reason) => `Dieser Browser konnte hier keinen Passkey verwenden: ${reason}`,
  },
  provider: {
    popUpBlocked: 'Der Browser hat das Anmeldefenster blockiert. Erlauben Sie Pop-ups für diese Seite.',
    rejectedSignIn: (reason) => `Der Anmeldedienst hat die Anmeldung abgelehnt: ${reason}.`,
    otherSignIn: 'Das Token des Anmeldedienstes ist nicht für diese Anmeldung ausgestellt.',
    otherClient: 'Das Token des Anmeldedienstes ist für einen anderen Client ausgestellt.',
    otherProvider: 'Die Antwort stammt von einem anderen Anmeldedienst.',
    notStartedHere: 'Diese Anmeldung wurde nicht auf dieser Seite begonnen. Melden Sie sich noch einmal an.',
    invalid: 'Die Konfiguration des Anmeldedienstes ist nicht gültig.',
    unreachable: 'Der Anmeldedienst ist nicht erreichbar.',
    rejected: (reason) => `Der Anmeldedienst hat die Anfrage abgelehnt: ${reason}.`,
  },
  template: {
    choose: 'Auswählen …',
    choices: { yes: 'Ja', no: 'Nein' },
    photoMissing: (take) => `fehlt: ${take === 'take' ? 'Nehmen Sie ein Foto auf' : 'Fügen Sie ein Foto an'}`,
    changes: (attribute, assets, present) =>
      `Ändert „${attribute}“ der ${assets === 1 ? 'Anlage' : 'Anlagen'}${present}.`,
    present: (values, others) => `, jetzt ${values.join(', ')}${others ? ' und andere' : ''}`,
    quoted: (value) => `„${value}“`,
    aList: 'eine Liste',
    severalValues: 'mehrere Werte',
    notSet: 'nicht gesetzt',
  },
  moment: {
    accepted: (time) => ['angenommen ', time],
  },
  draft: {
    unsaved: (kind, name) => `${UNSAVED[kind]}${name === '' ? '' : ` „${name}“`}`,
    maybeSent:
      'Beim Senden brach die Verbindung ab, vielleicht wurde es also gespeichert. Sehen Sie nach, bevor Sie ' +
      'noch einmal senden.',
    stale: 'Der Datensatz wurde inzwischen geändert: Vergleichen Sie, bevor Sie speichern.',
    draft: 'Entwurf',
    found: (title, time, lost, stale) => ['Vom ', time, ' haben Sie ', title, '. ', lost, ' ', stale],
    resume: 'Fortsetzen',
    discard: 'Verwerfen',
    drafts: 'Entwürfe',
    kept: (title, time) => ['Vom ', time, ' haben Sie ', title, '.'],
    discardOf: (title) => `${title} verwerfen`,
  },
  list: {
    shown: (shown, total) =>
      total === undefined
        ? `${localNumber(shown)} von ${localNumber(shown)}`
        : `${localNumber(shown)} von etwa ${localNumber(total)}`,
    more: (shown) => `${localNumber(shown)} angezeigt; es gibt mehr`,
    showMore: 'Mehr anzeigen',
    downloadJson: 'Alles als JSON herunterladen',
    downloadCsv: 'Alles als CSV herunterladen',
    progress: 'Gelesene Datensätze',
    stop: 'Abbrechen',
    read: (count) => `${localNumber(count)} gelesen …`,
    stopped: (count) => `Nach ${records(count)} abgebrochen. Es wurde keine Datei gespeichert.`,
    savedFirst: (count, file, most) =>
      `Die ersten ${counted(count, 'Datensatz', 'Datensätze')} sind als ${file} gespeichert. Eine Datei hat ` +
      `höchstens ${localNumber(most)}; es gibt mehr.`,
    saved: (count, file) => `${counted(count, 'Datensatz ist', 'Datensätze sind')} als ${file} gespeichert.`,
  },
  table: {
    actions: 'Aktionen',
    asTable: (caption) => `${caption}, als Tabelle`,
  },
  attributeTable: {
    none: 'Keine.',
    hiddenLocation: 'ein Standort, den Sie nicht sehen können',
    empty: 'leer',
    details: 'Einzelheiten',
    values: (count) => `Werte: ${localNumber(count)}`,
    saved: 'Gespeichert.',
    download: (file) => `${file} herunterladen`,
  },
  eventCells: {
    recordedBy: (who) => ['erfasst von ', who],
    event: 'Ereignis',
    when: 'Wann',
    asset: 'Anlage',
    who: 'Wer',
  },
  picture: {
    picture: 'Bild',
    pictureOf: (name) => `Bild: ${name}`,
  },
  files: {
    notUploaded: (files) =>
      `Nicht hochgeladen: ${files.join(', ')}. Wählen Sie die ${numbered(files.length, 'Datei', 'Dateien')} ` +
      'noch einmal.',
    attachments: 'Anhänge',
    files: 'Dateien',
    hint: 'Dateien lassen sich auch auf diese Seite ziehen oder einfügen.',
    folder: 'Ein Ordner lässt sich nicht anhängen. Ziehen Sie die Dateien, die darin sind, hierher.',
    takePhoto: 'Foto aufnehmen',
    more: 'Mehr',
    uploadOf: (file) => `Hochladen von ${file}`,
    stop: 'Abbrechen',
    identifiedBy: (attribute, hash) => ['Merkmal ', attribute, ', SHA-256 ', hash],
    useAsPicture: (file) => [file, ' als Bild verwenden'],
    remove: (file) => [file, ' entfernen'],
    stillUploading: (file) =>
      `Nicht gesendet: ${file} wird noch hochgeladen. Warten Sie darauf, oder brechen Sie das Hochladen ab.`,
    theFile: (file) => `die Datei ${file}`,
  },
  templateFields: {
    template: 'Vorlage',
    none: 'Keine',
    notUploaded: (file) => ['Nicht hochgeladen: ', file, '. Wählen Sie die Datei noch einmal.'],
    chosen: (file) => `Ausgewählt: ${file}`,
  },
  words: {
    period: (n, unit) => counted(n, ...PERIODS[unit]!),
    bytes: 'Bytes',
    confirmation: { PENDING: 'noch nicht bestätigt', CONFIRMED: 'bestätigt', FAILED: 'fehlgeschlagen' },
    connection: { REACHABLE: 'erreichbar', UNREACHABLE: 'nicht erreichbar', UNSPECIFIED: 'unbekannt' },
    longerThan: (is, most) => `${is}; die Grenze ist ${most}`,
    unusual: (is, mean, deviations) =>
      `${is} weichen vom Mittelwert ${mean} um mehr als ${deviations} Standardabweichungen ab`,
  },
  templates: {
    fieldOf: (template) => `ein Feld von „${template}“`,
  },
  operations: GERMAN_OPERATION_TITLES,
  attributes: GERMAN_LABELS,
};

import { missingRight, type Rephrased } from './rephrased.ts';
import type { Texts } from './texts.ts';

/** What a caller does with a name in each list of permissions that grants writing. */
const WRITES: Record<string, (name: string) => string> = {
  behaviours: (name) => `Ereignisse des Verhaltens „${name}“ zu erfassen`,
  event_arc_display_type_write: (name) =>
    name === 'events without a type' ? 'Ereignisse ohne Art zu erfassen' : `Ereignisse der Art „${name}“ zu erfassen`,
  asset_attributes_write: (name) => `das Merkmal „${name}“ zu ändern`,
};

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
  operations: {
    NewAsset: 'Anlage angelegt',
    Attach: 'Dateien angefügt',
    StartTracking: 'Verfolgung begonnen',
    StopTracking: 'Verfolgung beendet',
    Erase: 'Ereignis gelöscht',
  },
  attributes: {
    arc_display_name: 'Name',
    arc_display_type: 'Art',
    arc_description: 'Beschreibung',
    arc_serial_number: 'Seriennummer',
    gtin: 'GTIN',
    arc_firmware_version: 'Firmware-Version',
    arc_home_location_identity: 'Stammstandort',
    arc_location_identity: 'Standort',
    arc_primary_image: 'Bild',
    arc_attachments: 'Dateien',
    arc_append_attachments: 'Angefügte Dateien',
    arc_evidence: 'Nachweis',
    arc_correlation_value: 'Zusammenhang',
    arc_corrects_event_identity: 'Berichtigt',
    arc_file_name: 'Dateiname',
    arc_attribute_type: 'Art des Merkmals',
    arc_attachment_identity: 'Kennung der Datei',
    arc_blob_identity: 'Kennung der Datei',
    arc_hash_alg: 'Hash-Verfahren',
    arc_blob_hash_alg: 'Hash-Verfahren',
    arc_hash_value: 'Hash',
    arc_blob_hash_value: 'Hash',
    arc_gis_lat: 'Breitengrad',
    arc_gis_lng: 'Längengrad',
  },
};

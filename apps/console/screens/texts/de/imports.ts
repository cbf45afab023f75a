import { counted, localNumber, numbered } from '../../../texts/german.ts';
import type { imports as English } from '../en/imports.ts';

/** The texts of `en/imports.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const imports: typeof English = {
  importing: {
    imported: 'importiert',
    question: (count) => `${counted(count, 'Anlage', 'Anlagen')} importieren?`,
    act: (count) => `${counted(count, 'Anlage', 'Anlagen')} importieren`,
    tooLarge: (megabytes) =>
      `Die Datei hat mehr als ${megabytes} MB. Teilen Sie sie, oder importieren Sie sie mit der Kommandozeile.`,
    lead:
      'Legen Sie viele Anlagen aus einer Tabelle an. Speichern Sie sie im Tabellenprogramm als „CSV UTF-8“: ' +
      'Die erste Zeile hat die Namen der Spalten, jede andere Zeile ist eine Anlage. Sie sehen, was angelegt ' +
      'wird, bevor es angelegt wird.',
    permanent:
      'Anlagen lassen sich nicht löschen, und ihre Geschichte lässt sich nicht ändern. Sie können später ' +
      'aufhören, sie zu verfolgen.',
    tooManyPlaces:
      'Sie können mehr als 5.000 Standorte sehen: Eine Spalte kann dann nicht dem Namen nach zum Stammstandort ' +
      'werden. Verwenden Sie die Kommandozeile.',
    reading: 'Die Datei wird gelesen …',
    unreadable: 'Die Datei ließ sich nicht lesen. Versuchen Sie es noch einmal.',
    title: 'Anlagen importieren',
    notAllowed: (ask) => ['Keine Zugriffsregel erlaubt Ihnen, Anlagen anzulegen. ', ask],
    file: (name, columns) => `${name}, ${counted(columns, 'Spalte', 'Spalten')}`,
    columns: 'Spalten',
    label: 'Import',
    from: (file) => ['Aus ', file, '.'],
  },
  importColumns: {
    skip: 'Nicht importieren',
    homeLocation: 'Stammstandort, nach seinem Namen',
    otherAttribute: 'Ein anderes Merkmal',
    caption: 'Spalten der Datei',
    firstValue: 'Erster Wert',
    becomes: 'Wird zu',
    becomesOf: (column) => `„${column}“ wird zu`,
    attributeOf: (column) => `Merkmal für „${column}“`,
  },
  importDownloads: {
    result: 'Ergebnis als CSV herunterladen',
    refused: 'Abgelehnte Zeilen herunterladen',
  },
  importPreview: {
    made: (count) => `${counted(count, 'Anlage wird', 'Anlagen werden')} angelegt.`,
    problems: (count) => ` ${counted(count, 'Zeile lässt', 'Zeilen lassen')} sich nicht importieren, siehe unten.`,
    blank: (count) => ` ${counted(count, 'Zeile', 'Zeilen')} ohne Wert ${numbered(count, 'entfällt', 'entfallen')}.`,
    firstOf: (shown, all) => `Die ersten ${localNumber(shown)} von ${counted(all, 'Anlage', 'Anlagen')}.`,
    firstRows: (shown, all) =>
      `Die ersten ${localNumber(shown)} von ${counted(all, 'Zeile', 'Zeilen')}. Das Ergebnis hat sie alle.`,
    preview: 'Vorschau',
    refused: 'Zeilen, die sich nicht importieren lassen',
    firstAssets: 'Die ersten Anlagen',
    line: (n) => `Zeile ${localNumber(n)}`,
    caption: 'Zeilen, die nicht importiert werden',
  },
  importRun: {
    done: (done, total, pause) => `${localNumber(done)} von ${counted(total, 'Anlage', 'Anlagen')}. ${pause}`,
    made: (count) => `${counted(count, 'Anlage', 'Anlagen')} angelegt.`,
    earlier: (count) =>
      ` ${counted(count, 'wurde', 'wurden')} vor mehr als einem Tag aus dieser Datei angelegt und ` +
      `${numbered(count, 'bleibt', 'bleiben')}, wie ${numbered(count, 'sie ist', 'sie sind')}.`,
    refused: (count) => ` ${localNumber(count)} abgelehnt.`,
    notSent: (count) => ` ${localNumber(count)} nicht gesendet.`,
    importing: (file) => [file, ' wird importiert'],
    progress: 'Importierte Zeilen',
    keepOpen:
      'Lassen Sie diesen Bildschirm offen. Wenn Sie ihn verlassen, wählen Sie dieselbe Datei noch einmal, ' +
      'unverändert: Nichts wird doppelt angelegt.',
    imported: 'Importiert',
    unfinished: 'Nicht fertig',
    advice:
      'Um die abgelehnten Zeilen zu importieren, berichtigen Sie sie in einer eigenen Datei: Eine geänderte ' +
      'Kopie dieser Datei legt alle ihre anderen Zeilen noch einmal an.',
    continue: 'Fortsetzen',
    another: 'Andere Datei importieren',
    waiting: (seconds, reason) => `${seconds} s Pause: ${reason}`,
  },
};

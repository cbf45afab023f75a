/** What the importer says. Its file is loaded by itself, and has these texts in all languages. */
const en = {
  numbered: (n: number) => n.toLocaleString('en-GB'),
  needsName: (column: string) => `The column “${column}” needs the name of an attribute.`,
  cannotBecome: (column: string, name: string, problem: string) =>
    `The column “${column}” cannot become “${name}”: ${problem}.`,
  reserved: 'this name is reserved',
  both: (one: string, other: string, label: string) =>
    `“${one}” and “${other}” both become “${label}”. Change or skip one of them.`,
  notWritable: (label: string, column: string) =>
    `Your access policies do not let you set “${label}”. Skip the column “${column}”.`,
  chooseName: 'Choose the column with the names of the assets.',
  thisFileIs: (what: string) => `This file is ${what}.`,
  noColumns: 'The file is empty: its first line must have the names of the columns.',
  tooManyRows: (most: number) =>
    `The file has more than ${en.numbered(most)} rows. Split it, or import it by the command line.`,
  tooLarge: (megabytes: number) =>
    `The file has more than ${megabytes} MB. Split it, or import it by the command line.`,
  noRows: 'The file has the names of the columns, and no row below them.',
  notUtf8: (encoding: string) =>
    `in ${encoding || 'another encoding'}, not UTF-8: save it as "CSV UTF-8" in the spreadsheet program`,
  longRow: (line: number, most: number) =>
    `${en.at(line)}, a row has more than ${en.numbered(most)} characters. Is the end of a quotation missing?`,
  openQuotation: 'A quotation that begins in this file does not end: a " is missing.',
  oddQuotation: (line: number) =>
    `${en.at(line)}, a quotation mark is where none can be. ` +
    'A value with a " must be in quotes, and have "" for each ".',
  at: (line: number) => (line > 0 ? `In or before line ${en.numbered(line)}` : 'Somewhere'),
  tooManyColumns: (columns: number, most: number) =>
    `The file has ${en.numbered(columns)} columns. At most ${most} can be imported.`,
  column: (n: number) => `Column ${n}`,
  unreadable: 'cannot be read',
  tooLong: (most: number) => `has more than ${en.numbered(most)} bytes of text`,
  nameMissing: 'the name is missing',
  oddCharacter: 'has a character that cannot be stored',
  severalLocations: (name: string) => `more than one location is called “${name}”`,
  noLocation: (name: string, close: string | undefined) =>
    `no location that you can see is called “${name}”${close === undefined ? '' : `. Did you mean “${close}”?`}`,
  importedBefore:
    'an asset was already made from this row of the same file in the last 24 hours, from other columns or values',
  gaveUp: (attempts: number, reason: string) =>
    `The service could not do this ${attempts} times: ${reason}. Try again.`,
  noResults: 'The response has no result for each row. Is there a proxy before the service?',
  quota: 'The quota of your organization is reached',
  suspended: 'Your organization is suspended',
  denied: 'The service lets you create none of these assets',
};

const de: typeof en = {
  numbered: (n) => n.toLocaleString('de'),
  needsName: (column) => `Die Spalte „${column}“ braucht den Namen eines Merkmals.`,
  cannotBecome: (column, name, problem) => `Die Spalte „${column}“ kann nicht zu „${name}“ werden: ${problem}.`,
  reserved: 'Dieser Name ist vorbehalten',
  both: (one, other, label) => `„${one}“ und „${other}“ werden beide zu „${label}“. Ändern oder überspringen Sie eine.`,
  notWritable: (label, column) =>
    `Ihre Zugriffsregeln lassen Sie „${label}“ nicht setzen. Überspringen Sie die Spalte „${column}“.`,
  chooseName: 'Wählen Sie die Spalte mit den Namen der Anlagen.',
  thisFileIs: (what) => `Diese Datei ist ${what}.`,
  noColumns: 'Die Datei ist leer: Ihre erste Zeile muss die Namen der Spalten haben.',
  tooManyRows: (most) =>
    `Die Datei hat mehr als ${de.numbered(most)} Zeilen. Teilen Sie sie, oder importieren Sie sie mit der ` +
    'Kommandozeile.',
  tooLarge: (megabytes) =>
    `Die Datei hat mehr als ${megabytes} MB. Teilen Sie sie, oder importieren Sie sie mit der Kommandozeile.`,
  noRows: 'Die Datei hat die Namen der Spalten und keine Zeile darunter.',
  notUtf8: (encoding) =>
    `in ${encoding || 'einer anderen Kodierung'}, nicht in UTF-8: Speichern Sie sie im Tabellenprogramm als ` +
    '„CSV UTF-8“',
  longRow: (line, most) =>
    `${de.at(line)} hat eine Zeile mehr als ${de.numbered(most)} Zeichen. Fehlt das Ende einer Anführung?`,
  openQuotation: 'Eine Anführung, die in dieser Datei beginnt, endet nicht: Ein " fehlt.',
  oddQuotation: (line) =>
    `${de.at(line)} steht ein Anführungszeichen, wo keines sein kann. Ein Wert mit einem " muss in ` +
    'Anführungszeichen stehen und "" für jedes " haben.',
  at: (line) => (line > 0 ? `In oder vor Zeile ${de.numbered(line)}` : 'Irgendwo'),
  tooManyColumns: (columns, most) =>
    `Die Datei hat ${de.numbered(columns)} Spalten. Höchstens ${most} lassen sich importieren.`,
  column: (n) => `Spalte ${n}`,
  unreadable: 'lässt sich nicht lesen',
  tooLong: (most) => `hat mehr als ${de.numbered(most)} Bytes Text`,
  nameMissing: 'der Name fehlt',
  oddCharacter: 'hat ein Zeichen, das sich nicht speichern lässt',
  severalLocations: (name) => `mehr als ein Standort heißt „${name}“`,
  noLocation: (name, close) =>
    `kein Standort, den Sie sehen können, heißt „${name}“` + (close === undefined ? '' : `. Meinten Sie „${close}“?`),
  importedBefore:
    'aus dieser Zeile derselben Datei wurde in den letzten 24 Stunden schon eine Anlage angelegt, aus anderen ' +
    'Spalten oder Werten',
  gaveUp: (attempts, reason) =>
    `Der Dienst konnte das ${attempts} Mal nicht ausführen: ${reason}. Versuchen Sie es noch einmal.`,
  noResults: 'Die Antwort hat nicht für jede Zeile ein Ergebnis. Steht ein Proxy vor dem Dienst?',
  quota: 'Das Kontingent Ihrer Organisation ist erschöpft',
  suspended: 'Ihre Organisation ist gesperrt',
  denied: 'Der Dienst lässt Sie keine dieser Anlagen anlegen',
};

/** The texts in the language of the page. Without a page, in English. */
export const importTexts = (): typeof en =>
  typeof document !== 'undefined' && document.documentElement.lang === 'de' ? de : en;

import { counted, localNumber } from '../../../texts/german.ts';
import type { assets as English } from '../en/assets.ts';

/** The texts of `en/assets.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const assets: typeof English = {
  assets: {
    create: 'Anlage anlegen',
    import: 'CSV-Datei importieren',
    none: 'Keine Anlagen gefunden.',
    noneForYou: (ask) => `Keine Anlagen gefunden, die Sie sehen können. ${ask}`,
    yours: (tenancy) => ['Sie sehen die Anlagen, die Zugriffsregeln von ', tenancy, ' Sie sehen lassen.'],
    matching: (words) => `Anlagen, auf die „${words}“ passt`,
    labels: 'Etiketten dieser Anlagen drucken',
  },
  assetCells: {
    states: { compliant: '✓ eingehalten', failing: '✗ nicht eingehalten', unruled: 'keine Regel' },
    columns: { arc_serial_number: 'Seriennummer', arc_home_location_identity: 'Standort', condition: 'Zustand' },
    public: 'öffentlich',
    select: (asset) => `${asset} auswählen`,
    foundIn: 'Gefunden in',
    lastRecorded: 'Zuletzt erfasst',
    record: 'Eintrag',
    of: (owner) => `von ${owner}`,
    untracked: 'nicht mehr verfolgt',
    unknown: 'unbekannt',
    rulesOfOwner: 'Regeln des Eigentümers',
  },
  assetFilters: {
    orders: { DEFAULT: 'Zuletzt angelegt', at_time: 'Zuletzt geändert', DISPLAY_NAME: 'Name' },
    sortBy: 'Sortieren nach',
    columns: 'Spalten',
    all: 'Alle',
    filterBy: 'Nach Merkmalen filtern',
    conditions: 'Bedingungen',
    hint: 'Verschachtelte Namen schreiben Sie als <map>.<key> oder <list>[].<key>.',
  },
  assetSearch: {
    hint:
      'Wörter aus Name, Art, einem anderen Merkmal oder dem Standort, oder eine Kennung. Das letzte Wort darf ' +
      'unvollständig sein.',
    noneFiltered: (words, link) => ['Keine Anlage mit diesen Filtern hat alle diese Wörter: ', words, '. ', link],
    withoutFilters: 'Ohne die Filter suchen',
    none: (words) => `Keine Anlage, die Sie sehen können, hat alle diese Wörter: ${words}.`,
    noneTracked: (words, link) => [
      'Keine verfolgte Anlage, die Sie sehen können, hat alle diese Wörter: ',
      words,
      '. ',
      link,
    ],
    withUntracked: 'Mit nicht mehr verfolgten',
    didYouMean: (link) => [' Meinten Sie ', link, '?'],
  },
  assetMap: {
    mapWith: (count) => `Karte mit ${counted(count, 'Anlage', 'Anlagen')} aus der Liste darunter`,
    shown: (placed, read) => `${localNumber(placed)} von ${counted(read, 'Anlage', 'Anlagen')} auf der Karte.`,
    shownFirst: (placed, total, read) =>
      `${localNumber(placed)} von etwa ${localNumber(total)} Anlagen auf der Karte: Sie hat die ersten ` +
      `${localNumber(read)} der Liste. Filtern oder suchen Sie andere.`,
    without: (count) => ` ${counted(count, 'Anlage hat', 'Anlagen haben')} keine Position, die Sie sehen können.`,
    at: (places) => `an: ${places}`,
    place: (latitude, isSouth, longitude, isWest) =>
      `${localNumber(latitude)}° ${isSouth ? 'S' : 'N'}, ${localNumber(longitude)}° ${isWest ? 'W' : 'O'}`,
    list: 'Liste',
    map: 'Karte',
    view: 'Ansicht',
    noPositions:
      'Eine Anlage hat eine Position, wenn sie die Merkmale arc_gis_lat und arc_gis_lng oder einen Stammstandort hat.',
    onMap: 'Anlagen auf der Karte',
    group: (count, where) => [count, ' Anlagen ', where],
    near: (place) => `in der Nähe von ${place}`,
    cluster: (count, names) => `${counted(count, 'Anlage', 'Anlagen')}: ${names}, …`,
  },
  selection: {
    selection: 'Auswahl',
    selectAll: (box) => [box, 'Alle angezeigten auswählen'],
    selected: (count) => `${localNumber(count)} ausgewählt`,
    record: 'Ereignis zu den ausgewählten erfassen',
    labels: 'Etiketten der ausgewählten',
    most: (most) => `Höchstens ${most} Anlagen lassen sich auswählen.`,
  },
  assetPages: {
    cut: 'Bei mehr als 10.000 Anlagen sind Regeln nicht eingehalten: Nur 10.000 davon können in dieser Liste sein.',
    badFilter: (name, problem) => `Der Filter von „${name}“ ist nicht gültig: ${problem}.`,
  },
  matchReasons: {
    homeLocation: 'Stammstandort',
  },
  mechanisms: {
    simpleHash: 'Simple Hash: eine Transaktion für alle Ereignisse eines Zeitraums',
    khipu: 'Khipu: eine Transaktion für jedes Ereignis',
    merkleLog: 'Merkle-Log: ein Eintrag im öffentlichen Logbuch für jedes Ereignis',
  },
  label: {
    address: 'Adresse auf dem Etikett',
    publicHint: 'Wer es scannt, sieht die öffentliche Seite.',
    memberHint:
      'Mitglieder, die es scannen, sehen die Anlage und können Einträge erfassen. Andere werden gebeten, sich ' +
      'anzumelden.',
    field: 'Auf der Seite „Vor Ort“ öffnen',
    show: 'Etikett zum Drucken zeigen',
    publicUrl: 'Öffentliche Adresse',
  },
  qr: {
    codeOf: (address) => `QR-Code von ${address}`,
  },
};

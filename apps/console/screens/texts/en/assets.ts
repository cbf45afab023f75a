import type { ComponentChildren } from 'preact';
import { inEnglish } from '../../../texts/plurals.ts';

type Text = ComponentChildren;

/** The texts of lists of assets, of their filters and of the map. `de/assets.ts` has them in German. */
export const assets = {
  assets: {
    create: 'Create an asset',
    import: 'Import a CSV file',
    none: 'No assets found.',
    noneForYou: (ask: string) => `No assets found that you can see. ${ask}`,
    yours: (tenancy: Text): Text => ['You see the assets that access policies of ', tenancy, ' let you see.'],
    matching: (words: string) => `Assets that match “${words}”`,
    labels: 'Labels of these assets to print',
  },
  assetCells: {
    states: { compliant: '✓ compliant', failing: '✗ not compliant', unruled: 'no rule' },
    columns: { arc_serial_number: 'Serial number', arc_home_location_identity: 'Location', condition: 'Condition' },
    public: 'public',
    select: (asset: string) => `Select ${asset}`,
    foundIn: 'Found in',
    lastRecorded: 'Last recorded',
    record: 'Record',
    of: (owner: string) => `of ${owner}`,
    untracked: 'no longer tracked',
    unknown: 'unknown',
    rulesOfOwner: 'rules of its owner',
  },
  assetFilters: {
    orders: { DEFAULT: 'Created last', at_time: 'Changed last', DISPLAY_NAME: 'Name' },
    sortBy: 'Sort by',
    columns: 'Columns',
    all: 'All',
    filterBy: 'Filter by attributes',
    conditions: 'Conditions',
    hint: 'Write nested names as <map>.<key> or <list>[].<key>.',
  },
  assetSearch: {
    hint:
      'Words of the name, the type, another attribute or the location, or an identity. The last word may be ' +
      'incomplete.',
    noneFiltered: (words: Text, link: Text): Text => [
      'No asset with these filters has all of these words: ',
      words,
      '. ',
      link,
    ],
    withoutFilters: 'Search without the filters',
    none: (words: string) => `No asset that you can see has all of these words: ${words}.`,
    noneTracked: (words: Text, link: Text): Text => [
      'No tracked asset that you can see has all of these words: ',
      words,
      '. ',
      link,
    ],
    withUntracked: 'Include no longer tracked',
    didYouMean: (link: Text): Text => [' Did you mean ', link, '?'],
  },
  assetMap: {
    mapWith: (count: number) =>
      `Map with ${count} ${inEnglish(count, { one: 'asset', other: 'assets' })}, which are in the list below`,
    shown: (placed: number, read: number) =>
      `${placed} of ${read} ${inEnglish(read, { one: 'asset', other: 'assets' })} on the map.`,
    shownFirst: (placed: number, total: number, read: number) =>
      `${placed} of about ${total} assets on the map: it has the first ${read} of the list. ` +
      'Filter or search for others.',
    without: (count: number) =>
      ` ${count} ${inEnglish(count, { one: 'asset has', other: 'assets have' })} no position that you can see.`,
    at: (places: string) => `at ${places}`,
    place: (latitude: number, isSouth: boolean, longitude: number, isWest: boolean) =>
      `${latitude}° ${isSouth ? 'S' : 'N'}, ${longitude}° ${isWest ? 'W' : 'E'}`,
    list: 'List',
    map: 'Map',
    view: 'View',
    noPositions: 'An asset has a position if it has the attributes arc_gis_lat and arc_gis_lng, or a home location.',
    onMap: 'Assets on the map',
    group: (count: Text, where: Text): Text => [count, ' assets ', where],
    near: (place: string) => `near ${place}`,
    cluster: (count: number, names: string) => `${count} assets: ${names}, …`,
  },
  selection: {
    selection: 'Selection',
    selectAll: (box: Text): Text => [box, 'Select all shown'],
    selected: (count: number) => `${count} selected`,
    record: 'Record an event on the selected',
    labels: 'Labels of the selected',
    most: (most: number) => `At most ${most} assets can be selected.`,
  },
  assetPages: {
    cut: 'More than 10,000 assets are not compliant: only 10,000 of them can be in this list.',
    badFilter: (name: string, problem: string) => `The filter of “${name}” ${problem}.`,
  },
  matchReasons: {
    homeLocation: 'Home location',
  },
  mechanisms: {
    simpleHash: 'Simple hash: one transaction for all events of a period',
    khipu: 'Khipu: one transaction for each event',
    merkleLog: 'Merkle log: an entry in the transparency log for each event',
  },
  label: {
    address: 'Address on the label',
    publicHint: 'Anyone who scans it sees the public page.',
    memberHint: 'Members who scan it see the asset and record on it. Others are asked to sign in.',
    field: 'Open in the field page',
    show: 'Show a label to print',
    publicUrl: 'Public URL',
  },
  qr: {
    codeOf: (address: string) => `QR code of ${address}`,
  },
};

import type { ComponentChildren } from 'preact';
import { inEnglish } from '../../../texts/plurals.ts';

type Text = ComponentChildren;

const assetsIn = (n: number): string => `${n} ${inEnglish(n, { one: 'asset', other: 'assets' })}`;

/** The texts of lists of events, labels, many assets, and new assets. `de/fleet.ts` has them in German. */
export const fleet = {
  shortcuts: {
    search: 'Search, or go to a screen',
    list: 'Show this list',
    enter: 'Enter',
    next: 'Move to the next field, in forms whose effect cannot be undone',
    review: 'Show what such a form will send, to confirm it',
    escape: 'Esc',
    close: 'Close a dialog',
    single: 'Use single keys as shortcuts',
    singleHint: 'They work only while no field, button or link has the focus.',
    notKept: 'This browser could not keep the choice.',
  },
  bulk: {
    unrecorded: (type: string) => `an unrecorded ${type || 'event'} of several assets`,
    names: (names: readonly string[], others: number) => names.join(', ') + (others > 0 ? ` and ${others} more` : ''),
    title: (count: number) => `Record an event on ${assetsIn(count)}`,
    each: 'Each asset gets an event with this content. Events cannot be changed or deleted.',
    question: (count: number) => `Record this event on ${assetsIn(count)}?`,
    act: (count: number) => `Record on ${assetsIn(count)}`,
    recorded: (count: number) => `Recorded ${count} ${inEnglish(count, { one: 'event', other: 'events' })}`,
    permanent: 'Events cannot be changed or deleted.',
    public: ' Anyone can read the events of the public ones.',
    review: 'Review and record',
    label: 'Record an event',
    changes: 'Changes to attributes of the assets',
    addChange: 'Add a change',
    publicConsequence: (permanent: string) => `${permanent} Anyone can read those of the public assets.`,
    noReason: 'The service did not say why.',
    refused: (count: number) => `Not recorded on ${count}, which stay selected:`,
  },
  newAsset: {
    behaviourNames: {
      RecordEvidence: 'Record evidence',
      Attachments: 'Attach files to the asset',
      Firmware: 'Firmware',
      Maintenance: 'Maintenance',
      LocationUpdate: 'Change of location',
    },
    anyone: 'anyone',
    fieldName: 'the field “Name”',
    fieldType: 'the field “Type”',
    permanent: 'An asset cannot be deleted, and its history cannot be changed.',
    consequencePublic: 'Anyone can read this asset, its events and its files, permanently: it cannot be made private.',
    consequencePrivate: 'You can stop tracking it later, and record events that change its attributes.',
    question: (name: string) => `Create “${name}”?`,
    readBy: 'Can be read by',
    readByPolicies: 'those whom access policies let read it',
    title: 'Create an asset',
    notAllowed: (ask: Text): Text => ['No access policy lets you create assets. ', ask],
    typeHint: 'For example Pump.',
    further: 'Further attributes',
    public: 'Public',
    publicHint: 'Anyone can read a public asset and its events, without a token. It cannot be made private again.',
    behaviours: 'Behaviours',
    defaultProof: (own: string) => `Default of the tenancy${own}`,
  },
  labels: {
    sheetNames: {
      'a4-21': 'A4, 21 labels of 63.5 × 38.1 mm (L7160)',
      'a4-24': 'A4, 24 labels of 70 × 37 mm (3474)',
      'a4-12': 'A4, 12 labels of 99.1 × 42.3 mm (L7177)',
      'letter-30': 'Letter, 30 labels of 2 5/8 × 1 inch (5160)',
      roll: 'Label printer, one label of 62 × 29 mm a page',
    } as Record<string, string>,
    count: (labels: number, pages: number) =>
      `${labels} ${inEnglish(labels, { one: 'label', other: 'labels' })}, ` +
      `${pages} ${inEnglish(pages, { one: 'page', other: 'pages' })}`,
    title: 'Labels',
    lead: 'Whoever scans a label opens its asset: members to record, others its public page.',
    noneSelected: 'No assets are selected.',
    none: 'No assets found.',
    select: 'Select assets',
    sheet: 'Sheet',
    used: 'Labels already used',
    advice: 'Print at 100 % and without margins, on plain paper first.',
    onlyFirst: (most: number) => `Only the first ${most} assets have labels here. Filter the list for the others.`,
    sheets: 'Sheets',
    page: (n: number) => `Page ${n}`,
  },
  events: {
    times: {
      timestamp_declared: 'When it happened, as declared',
      timestamp_accepted: 'When it was accepted',
    },
    typeHint: 'The event attribute arc_display_type.',
    time: 'Time',
    timeHint: 'The order of the list.',
    since: 'Since',
    before: 'Before',
    none: 'No events found.',
    inZone: (zone: string) => `In your time zone, ${zone}.`,
  },
  find: {
    eventAndProof: 'Event and proof',
    lead:
      'Choose a file, or drop it on this screen, to see the events that carry it. The file is hashed in your ' +
      'browser and not uploaded.',
    hashing: 'Hashing the file…',
    hashed: (percent: number) => `Hashing the file: ${percent}%`,
    empty: 'The file is empty. All empty files have this hash.',
    unreadable: 'The file could not be read.',
    eventsWith: (name: Text): Text => ['Events with “', name, '”'],
    eventsWithFile: 'Events with the file',
    none: 'No event that you may see carries this file.',
  },
};

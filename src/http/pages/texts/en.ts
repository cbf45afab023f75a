import type { html } from 'hono/html';
import { LABELS } from '../../../formats/records/attribute-labels.ts';
import { OPERATION_TITLES } from '../../../formats/records/operation-titles.ts';

/** As in `markup.ts`, which uses these texts. */
type Markup = ReturnType<typeof html>;

/** A text with links or recorded texts in it. */
export type Parts = (string | Markup)[];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

const elsewhere = { findByFile: 'Find by file', verifySaved: 'Verify a saved proof', about: 'About this service' };

const errors = {
  notFound: 'Not found',
  refused: 'This page cannot be shown',
  failed: 'Something went wrong',
  /** What the message of an error means, before the message; empty: the message is enough. */
  meaning: (_status: number): string => '',
  requestId: 'Request id',
  start: 'Start page',
  console: 'Console',
  documentation: 'Documentation',
  reference: 'API reference',
};

const reference = {
  titleOf: (group: string) => `${group}: API reference`,
  navigation: 'Reference',
  wholeApi: 'The whole API',
  document: 'OpenAPI document',
  groupDocument: 'OpenAPI 2.0 document',
  withToken: '(JSON, with a token)',
  operations: 'Operations',
};

const label = {
  title: 'Sign in to see this asset',
  about: 'The label belongs to an organization that uses this service. Its members see the asset and record on it.',
  signIn: 'Sign in to see it',
};

const start = {
  title: 'Asset evidence',
  lead:
    'This service records what happens to assets, with files. A proof shows that a record existed at a time and was ' +
    'not changed since, to anyone who knows the log or the chain of the service. It does not show that the record ' +
    'is true. Who recorded it is the operator’s statement.',
  people: 'For people',
  aboutConsole: 'Sign in, see assets, record events, attach files, and decide who may see them.',
  aboutVerify: 'Check the proof of an event in your browser. The file is not uploaded, and no account is needed.',
  aboutFind:
    'Choose a file, or drop it on this page, to see the public events that carry it, with their proofs. Your browser ' +
    'computes the hash of the file. The file is not uploaded.',
  file: 'File',
  developers: 'For developers',
  aboutDocumentation:
    'Concepts, guides for clients, what a proof shows, and how to run the service. It is for this version.',
  aboutReference: 'All operations, with samples in curl, Python and JavaScript. Each can be tried with a token.',
  document: 'OpenAPI document',
  aboutDocument: (base: Markup): Parts => [
    'The same as a file, from which clients can be generated. The API starts with ',
    base,
    '.',
  ],
  publicAssets: 'Public assets',
  aboutPublic:
    'An asset that its organization made public has a page of its own, which anyone can read. The organization gives ' +
    'you the link.',
};

const asset = {
  unnamed: (uuid: string) => `Asset ${uuid}`,
  notTracked: 'This asset is no longer tracked.',
  attributes: 'Attributes',
  attributesAt: (time: Markup): Parts => ['Attributes at ', time],
  none: 'None.',
  events: 'Events',
  eventsUntil: (time: Markup): Parts => ['Events until ', time],
  allEvents: 'All events',
  openTimeline: 'Open the timeline',
  completeHistory: 'Complete history',
  nothingLeftOut: 'all events, with the proof that none is left out.',
  before: (time: Markup): Parts => [
    'The asset did not exist yet at ',
    time,
    ': nothing about it was recorded here until then, so nothing is shown. Events can declare earlier times.',
  ],
  showNow: 'Show it now',
  showEarlier: 'Show events that declare an earlier time',
  asStated: '(as stated, not proven)',
  lastLocation: 'Last known location:',
  forMembers: 'For members:',
  record: 'Record an event',
  openInConsole: 'Open in the console',
  newest: 'Newest event:',
  verify: 'Verify it yourself',
  past: (time: Markup): Parts => ['This page shows the asset at ', time, '.'],
  future: (time: Markup): Parts => [time, ' has not come yet.'],
  invalid: (value: Markup): Parts => ['“', value, '” is not a date and time.'],
  asItIs: 'This page shows it as it is now.',
  changeTime: 'Change the time',
  showAt: 'Show the asset at',
  show: 'Show',
  files: 'Files',
  log: 'Log',
  inPublicLog: 'the transparency log of all public events of this service',
  anchoring: 'Anchoring',
  byPeriod: (chain: Markup): Parts => ['one transaction for all events of a period, on chain ', chain],
  byEvent: (chain: Markup): Parts => ['one transaction for each event, on chain ', chain],
  recordTitle: 'Record',
  identity: 'Identity',
  tenancy: 'Tenancy',
  wallet: "Owner's wallet",
  shownAt: 'Shown at',
};

const event = {
  breadcrumb: 'Breadcrumb',
  kind: 'Event',
  location: 'Location:',
  changes: 'Changes to the asset',
  assetAfter: 'Show the asset after this event',
  status: 'Status',
  erased: (link: Markup, time: Markup, reason: Markup): Parts => [
    'The content of this event was ',
    link,
    ' on ',
    time,
    '. Reason: ',
    reason,
  ],
  erasedLink: 'erased',
  recordedBy: 'Recorded by',
  byWallet: (wallet: Markup): Parts => ['wallet ', wallet, '; names of people are not public'],
  operation: 'Operation',
  declared: 'Declared time',
  accepted: 'Accepted',
  acceptedAt: (time: Markup): Parts => ['accepted ', time],
  corrects: 'Corrects',
  anotherEvent: 'another event',
  correctedBy: 'Corrected by',
  moreCorrections: 'There are more corrections.',
};

const timeline = {
  title: (name: string) => `Events of ${name}`,
  none: 'No events.',
  moreCorrections: 'Corrections are marked if they are among the newest 100 events of the asset.',
  erased: 'The content of this event was erased.',
  with: (attributes: number) => `with ${counted(attributes, 'attribute')}`,
  several: 'several values',
  more: (n: number) => `and ${n} more`,
  onlyType: 'Show only events of type',
  /** Which events a page of the timeline has, and in which order. */
  which: (filtered: boolean, byDeclared: boolean) =>
    `${filtered ? 'Filtered events' : 'All events'}${byDeclared ? ', newest first by declared time' : ''}.`,
  showAll: 'Show all events',
  heading: 'Timeline',
  pages: 'Pages',
  newest: 'Newest',
  older: 'Older events',
  files: (n: number) => counted(n, 'file'),
  values: (n: number) => counted(n, 'value'),
  items: (n: number) => counted(n, 'item'),
  empty: 'empty',
  onMap: (latitude: string, longitude: string) => `${latitude}, ${longitude} on a map`,
};

const status = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  anchored: 'Anchored',
  failed: 'Failed verification',
  isPending: 'The service has accepted this event, but not confirmed it yet.',
  isConfirmed: 'This event is confirmed. It is not on the chain yet.',
  isAnchored: 'This event is confirmed, and its hash is on the chain.',
  isFailed: 'The service has found that this event does not match its records. Do not rely on it.',
  isPendingInLog: 'The service has accepted this event. The transparency log does not include it yet.',
  isConfirmedInLog: 'This event is confirmed: a signed checkpoint of the transparency log includes it.',
  block: 'Block',
  transaction: 'Transaction',
  inBlock: (block: string, transaction: Markup): Parts => [`Block ${block}, transaction `, transaction],
  at: (block: string, index: string) => `${block}, transaction index ${index}`,
  entry: 'Entry',
  entryAt: (index: string, size: string) => `index ${index}; the latest signed tree has ${size} entries`,
};

const check = {
  noneAnchored: 'None of these events is on the chain yet, so there is no proof yet. Open this page again later.',
  eachOwn:
    'Each event of this asset has its own transaction on the chain. The page of an event shows its transaction and ' +
    'block.',
  pending: 'This event is not confirmed yet, so it has no proof yet. Open this page again later.',
  notOnChain: 'This event is confirmed, but not on the chain yet, so it has no proof yet. Open this page again later.',
  byWindow: (event: Parts | string): Parts => [
    'With the proof of ',
    ...(typeof event === 'string' ? [event] : event),
    ', your browser can compute the hash of the event and check that a signed transaction in a block of the chain ' +
      'contains it. If the service runs this chain itself, its operator could replace it by another chain, which ' +
      'cannot contain the same block. Save the proof, so that you can show that the block existed.',
  ],
  thisEvent: 'this event',
  newestOnChain: (link: Markup): Parts => ['the newest event on the chain, ', link],
  verify: 'Verify in this browser',
  save: 'Save this proof',
  anyTime: (link: Markup): Parts => ['You can ', link, ' at any time, also without a network.'],
  anyTimeLink: 'verify a saved proof',
  logHasAll: 'A transparency log includes the events of this asset. The page of an event shows its entry in the log.',
  notInLog: 'This event is not confirmed yet: the transparency log does not include it. Open this page again later.',
  byLog:
    'A signed checkpoint of the transparency log of all public events includes this event. With the proof, your ' +
    'browser can compute the entry of the event and check that it is in the tree of the checkpoint. Save the proof: ' +
    'the log cannot change the event later without contradicting the checkpoint.',
  withheld: (link: Markup): Parts => [
    'Its proof contains the whole event, including the names of people, so it is not public. If you have the proof, ' +
      'you can ',
    link,
    '.',
  ],
  withheldLink: 'verify it',
  notFinal: 'This event is not confirmed yet: its transaction is not final. Open this page again later.',
  ownTransaction: (transaction: Markup, block: string): Parts => [
    'This event has its own transaction on the chain: ',
    transaction,
    ` in block ${block}.`,
  ],
};

const files = {
  image: 'Image of the asset',
  imageNamed: (name: string) => `Image: ${name}`,
  notScanned: 'not scanned yet',
  good: 'scanned, no threat found',
  bad: 'scanned, threat found: cannot be downloaded',
  missing: 'the service does not have this file',
  bytes: 'bytes',
  organization: 'Organization',
  asItCallsItself: (name: Markup): Parts => [name, ', as it calls itself.'],
  notVerified: 'The service has not verified the name.',
  verifiedDomain: (domain: Markup): Parts => ['Its verified domain is ', domain, '.'],
};

/** The texts of the pages in English. Those in German have the same names. */
export const en = {
  page: {
    language: 'en' as 'en' | 'de',
    footer: 'Recorded texts are shown unchanged. Names of people are not public.',
    moment: (day: number, month: number, year: string, time: string) =>
      `${day} ${MONTHS[month - 1] ?? ''} ${year}, ${time} UTC`,
    /** A number with one decimal, such as of megabytes. */
    decimal: (text: string) => text,
  },
  elsewhere,
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
  labels: Object.fromEntries(LABELS) as Record<string, string>,
  operations: OPERATION_TITLES,
};

/** The texts of the public pages in a language. */
export type PageTexts = typeof en;

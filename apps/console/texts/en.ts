import type { ComponentChildren } from 'preact';
import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { OPERATION_TITLES } from '../../../src/formats/records/operation-titles.ts';
import { localNumber } from '../../site/locale.ts';
import { inEnglish } from './plurals.ts';
import { missingRight, type Rephrased } from './rephrased.ts';

type Text = ComponentChildren;

/** What forms of the console make new, and keep as a draft. */
export type DraftKind = 'access policy' | 'application' | 'asset' | 'location' | 'rule' | 'template' | 'webhook';

/** What a caller does with a name in each list of permissions that grants writing. */
const WRITES: Record<string, (name: string) => string> = {
  behaviours: (name) => `record events of the behaviour ${name}`,
  event_arc_display_type_write: (name) =>
    name === 'events without a type' ? `record ${name}` : `record events of the type ${name}`,
  asset_attributes_write: (name) => `change the attribute ${name}`,
};

/** The texts of the sign-in and of the parts that all screens share. `de.ts` has the same in German. */
export const en = {
  page: {
    console: 'Console',
    field: 'Field',
    loading: 'Loading…',
    signOut: 'Sign out',
    tryAgain: 'Try again',
    search: 'Search',
    languages: 'Language',
    /** Before the reason of the service. */
    forbidden: 'You may not see this. Ask an administrator of your tenancy. The service says:',
  },
  action: {
    wait: 'Please wait…',
    cancel: 'Cancel',
    copy: 'Copy',
    copyOf: (what: string) => `Copy: ${what}`,
    copied: 'Copied.',
    copySelected: 'Copy the selected text by keyboard.',
  },
  form: {
    refused: 'Not sent: some fields need another value.',
    notPermitted: (reasons: ComponentChildren): ComponentChildren => ['Not sent: ', reasons, '.'],
    requestId: 'Request id',
    notUploaded: (file: string, reason: string) => `Not sent: ${file} could not be uploaded. ${reason}`,
    waitsFor: (outcome: string, file: string) => `Will be ${outcome} when ${file} is uploaded.`,
    waiting: 'Waiting for the upload',
  },
  service: {
    /** What the status of a response means, before what the service says in English. */
    meaningOf: (_status: number) => '',
    responded: (status: number) => `The service responded with status ${status}.`,
    unreachable: 'The service could not be reached. Check your connection.',
    noSession: 'The service did not start a session.',
    signedOut: 'You have signed out.',
    uploadStopped: 'The upload was stopped.',
    rephrased: [
      missingRight(WRITES, (write) => `your access policies do not let you ${write}`),
    ] as readonly Rephrased[],
  },
  rights: {
    otherOrganization: 'another organization',
    askFor: (tenancy: string) =>
      `Ask an administrator of ${tenancy || 'your tenancy'} for an access policy that names you.`,
  },
  signIn: {
    title: 'Sign in',
    busy: 'Signing in…',
    maybeSignedIn: 'You may still be signed in in this browser.',
    signOutAgain: 'Sign out again',
    asApplication: 'As an application',
    asPerson: 'As a person',
    kept: 'This browser keeps you signed in, in all tabs, until you sign out or the session ends.',
    withPasskey: 'Sign in with a passkey',
    howToGetPasskey:
      'You get a passkey by the link of an invitation. If you have lost it, an administrator of your organization ' +
      'makes a new link.',
    with: (provider: string) => `Sign in with ${provider}`,
    clientId: 'Client id',
    secret: 'Secret',
    again: 'Sign in again',
    ended: 'Your session has ended. Sign in to continue. Your input is kept.',
    discard: 'Discard and sign out',
    otherPerson: 'You signed in as a different person or application. To switch, sign out first.',
    passkeyOfOther: 'This passkey is of a different person. To switch, sign out first.',
  },
  passkey: {
    known: 'This device already has a passkey of yours here. Sign in with it.',
    notUsed: 'No passkey was used: the dialog of the browser was closed, or its time ran out. Try again.',
    failed: (reason: string) => `This browser could not use a passkey here: ${reason}`,
  },
  provider: {
    popUpBlocked: 'The browser blocked the sign-in window. Allow pop-ups for this page.',
    rejectedSignIn: (reason: string) => `The identity provider rejected the sign-in: ${reason}.`,
    otherSignIn: 'The identity provider returned a token that was not issued for this sign-in.',
    otherClient: 'The identity provider returned a token for another client.',
    otherProvider: 'The response is from another identity provider.',
    notStartedHere: 'This sign-in was not started on this page. Sign in again.',
    invalid: 'The configuration of the identity provider is not valid.',
    unreachable: 'The identity provider could not be reached.',
    rejected: (reason: string) => `The identity provider rejected the request: ${reason}.`,
  },
  template: {
    choose: 'Choose…',
    choices: { yes: 'yes', no: 'no' } as Record<string, string>,
    photoMissing: (take: 'attach' | 'take') => `is required: ${take} a photo`,
    /** What a field changes, and the present values of it. */
    changes: (attribute: string, assets: number, present: string) =>
      `Changes “${attribute}” of the ${assets === 1 ? 'asset' : 'assets'}${present}.`,
    present: (values: string[], others: boolean) => `, now ${values.join(', ')}${others ? ' and others' : ''}`,
    quoted: (value: string) => `“${value}”`,
    aList: 'a list',
    severalValues: 'several values',
    notSet: 'not set',
  },
  moment: {
    accepted: (time: Text): Text => ['accepted ', time],
  },
  draft: {
    /** What the draft of a new record is, after “You have”. */
    unsaved: (kind: DraftKind, name: string) => `an unsaved ${kind}${name === '' ? '' : ` “${name}”`}`,
    maybeSent:
      'The connection was lost while it was sent, so it may have been saved. Look for it before you send it again.',
    stale: 'The record has been changed since then: compare before you save.',
    draft: 'Draft',
    found: (title: Text, time: Text, lost: Text, stale: Text): Text => [
      'You have ',
      title,
      ', from ',
      time,
      '. ',
      lost,
      ' ',
      stale,
    ],
    resume: 'Resume',
    discard: 'Discard',
    drafts: 'Drafts',
    kept: (title: Text, time: Text): Text => ['You have ', title, ', from ', time, '.'],
    discardOf: (title: string) => `Discard ${title}`,
  },
  list: {
    /** `total`: about how many there are; undefined if all are shown. */
    shown: (shown: number, total?: number) => `${shown} of ${total === undefined ? shown : `about ${total}`}`,
    more: (shown: number) => `${shown} shown; there are more`,
    showMore: 'Show more',
    downloadJson: 'Download all as JSON',
    downloadCsv: 'Download all as CSV',
    progress: 'Records read',
    stop: 'Stop',
    read: (count: number) => `${count} read…`,
    stopped: (count: number) => `Stopped after ${count} records. No file was saved.`,
    savedFirst: (count: number, file: string, most: number) =>
      `Saved the first ${count} records as ${file}. A file has at most ${most}; there are more.`,
    saved: (count: number, file: string) => `Saved ${count} records as ${file}.`,
  },
  table: {
    actions: 'Actions',
    asTable: (caption: string) => `${caption}, as a table`,
  },
  attributeTable: {
    none: 'None.',
    hiddenLocation: 'a location that you cannot see',
    empty: 'empty',
    details: 'Details',
    values: (count: number) => `Values: ${count}`,
    saved: 'Saved.',
    download: (file: string) => `Download ${file}`,
  },
  eventCells: {
    recordedBy: (who: Text): Text => ['recorded by ', who],
    event: 'Event',
    when: 'When',
    asset: 'Asset',
    who: 'Who',
  },
  picture: {
    picture: 'Picture',
    pictureOf: (name: string) => `Picture: ${name}`,
  },
  files: {
    notUploaded: (files: readonly string[]) =>
      `Not uploaded: ${files.join(', ')}. Choose ${files.length === 1 ? 'it' : 'them'} again.`,
    attachments: 'Attachments',
    files: 'Files',
    hint: 'Files can also be dropped or pasted on this page.',
    folder: 'A folder cannot be attached. Drop the files that are in it.',
    takePhoto: 'Take a photo',
    more: 'More',
    uploadOf: (file: string) => `Upload of ${file}`,
    stop: 'Stop',
    identifiedBy: (attribute: Text, hash: Text): Text => ['attribute ', attribute, ', SHA-256 ', hash],
    useAsPicture: (file: Text): Text => ['Use ', file, ' as the picture'],
    remove: (file: Text): Text => ['Remove ', file],
    stillUploading: (file: string) => `Not sent: ${file} is still being uploaded. Wait for the upload, or stop it.`,
    theFile: (file: string) => `the file ${file}`,
  },
  templateFields: {
    template: 'Template',
    none: 'None',
    notUploaded: (file: Text): Text => ['Not uploaded: ', file, '. Choose it again.'],
    chosen: (file: string) => `Chosen: ${file}`,
  },
  words: {
    period: (n: number, unit: 'day' | 'hour' | 'minute' | 'second') =>
      `${localNumber(n)} ${inEnglish(n, { one: unit, other: `${unit}s` })}`,
    bytes: 'bytes',
    /** The states of confirmation of assets and events. */
    confirmation: { PENDING: 'to be confirmed', CONFIRMED: 'confirmed', FAILED: 'failed' } as Record<string, string>,
    /** The states of the connection to a node. */
    connection: { REACHABLE: 'reachable', UNREACHABLE: 'not reachable', UNSPECIFIED: 'unknown' },
    longerThan: (is: string, most: string) => `${is}; the limit is ${most}`,
    unusual: (is: string, mean: string, deviations: string) =>
      `${is} differ from the mean of ${mean} by more than ${deviations} standard deviations`,
  },
  templates: {
    fieldOf: (template: string) => `a field of “${template}”`,
  },
  operations: OPERATION_TITLES,
  attributes: Object.fromEntries(LABELS) as Record<string, string>,
};

import type { ComponentChildren } from 'preact';
import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { OPERATION_TITLES } from '../../../src/formats/records/operation-titles.ts';
import { missingRight, type Rephrased } from './rephrased.ts';

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
  operations: OPERATION_TITLES,
  attributes: Object.fromEntries(LABELS) as Record<string, string>,
};

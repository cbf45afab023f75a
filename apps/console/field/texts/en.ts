import type { ComponentChildren } from 'preact';
import { localNumber } from '../../../site/locale.ts';

type Text = ComponentChildren;

const counted = (n: number, one: string, several: string): string => `${localNumber(n)} ${n === 1 ? one : several}`;
const records = (n: number): string => counted(n, 'record', 'records');

/** The texts of the field page. `de.ts` has the same in German. */
export const en = {
  frame: {
    loading: 'Loading…',
    signInToSee: 'Sign in to see this asset and to record on it.',
    refused: (n: number) => `${localNumber(n)} refused`,
    opening: 'Opening…',
    noNetwork: 'No network',
    allSent: 'All sent',
    sending: (n: number) => `Sending ${localNumber(n)}…`,
    notSentSignIn: (n: number) => `${localNumber(n)} not sent: sign in`,
    notSentYet: (n: number) => `${localNumber(n)} not sent yet`,
    waiting: (n: number) =>
      `${records(n)} ${n === 1 ? 'waits' : 'wait'} on this device, encrypted, until the person who made ` +
      `${n === 1 ? 'it' : 'them'} signs in.`,
    endedRemotely:
      'The session of this device was ended from another device or by an administrator. The assets that it kept are ' +
      'deleted. Sign in again to go on.',
    wrongClock: (amount: number, unit: 'day' | 'hour' | 'minute', isBehind: boolean) =>
      `The clock of this device is ${counted(amount, unit, `${unit}s`)} ${isBehind ? 'behind' : 'ahead'}. It gives ` +
      'records their time: correct it first.',
    chooseTenancy: 'Choose a tenancy',
    outdated:
      'A newer version of this page has been used on this device. Load it again: nothing that you have entered is ' +
      'lost.',
    reload: 'Load the page again',
    noTenancy: 'You are not a member of a tenancy. Open your invitation.',
  },
  home: {
    title: 'In the field',
    scan: 'Scan a label',
    find: 'Find an asset',
    findHint: 'Name, serial number, type',
    keptHere: 'Assets that you open are kept here.',
    nothingFound: 'Nothing found.',
    openedLast: 'Opened last',
    found: 'Found',
    devices: 'Your devices',
  },
  due: {
    title: 'Due',
    asOf: (time: string) => `As of ${time}, for the next 7 days.`,
    asItWas: (time: string) => `No network: as of ${time}.`,
    nothing: 'Nothing is due on assets on which you may record.',
    failing: 'not compliant',
    soon: 'due soon',
    until: (day: string) => `due ${day}`,
    more: (count: number) => `The first ${localNumber(count)} are shown.`,
    keep: 'Keep these assets on this device',
    kept: (count: number, all: number) => `${localNumber(count)} of ${counted(all, 'asset', 'assets')} kept.`,
    broken: 'The network was lost.',
  },
  scan: {
    title: 'Scan a label',
    camera: 'Picture of the camera',
    hold: 'Hold the code of the label in front of the camera.',
    open: 'Open',
    address: 'Address on the label',
    notAnAddress: 'must be the address below the code, or the UUID in it',
    noCamera: 'This browser does not show the camera. Allow it, or type the address on the label.',
    notALabel: 'This code is not a label of an asset.',
  },
  asset: {
    signInToRead: 'Sign in to read the asset as it is now.',
    asItWas: (time: string) => `No network: as it was on ${time}.`,
    record: 'Record',
    cannotRecord: 'You cannot record on this asset.',
    notSentYet: (n: number) => `${records(n)} of yours not sent yet`,
    state: 'State',
    lastEvents: 'Last events',
    noName: 'no name',
    correctedBy: 'Corrected by',
    eventOf: (day: Text, who: Text): Text => ['of ', day, ', recorded by ', who],
    all: 'All about this asset',
    pictureOf: (name: string) => `Picture of ${name}`,
  },
  record: {
    title: 'Record',
    restored: 'Your draft was restored.',
    review: 'Review and record',
    back: 'Back',
    kind: 'Kind',
    anotherKind: 'Another kind',
    whatDidYouSee: 'What did you see?',
    smaller: 'Make photos smaller, and remove what they say about the place',
    place: 'Add the position of this device',
    question: 'Record this?',
    questionPublic: 'Record this publicly?',
    consequence: 'A record cannot be changed or deleted.',
    consequencePublic: 'Anyone can read it. A record cannot be changed or deleted.',
    outcome: 'recorded',
    act: 'Record',
    nothing: 'must not be empty if nothing else is recorded',
    noRoom:
      'This device has no room for the record. Send records first, free storage, make photos smaller, or remove some.',
    tooMany: (most: number) => `This device keeps at most ${records(most)} that are not sent. Find a network first.`,
    noPosition: 'This device does not tell its position. Allow it, or record without it.',
    cannotEncrypt: 'This device cannot encrypt what you record. Find a network and sign in first.',
    locked: 'Sign in first: the records on this device are encrypted.',
  },
  photo: {
    title: 'Photos',
    take: 'Take a photo',
    choose: 'Choose photos',
    takeOf: (title: string) => `Take the photo “${title}”`,
    name: (n: number) => `Photo ${n}`,
    remove: (n: number) => `Remove photo ${n}`,
  },
  signing: {
    wish: 'Sign with the key of this device',
    hint: 'Others can then verify that the record is yours, without trust in the operator of the service.',
    must: 'Records of this asset must be signed: this device signs with your key.',
    cannot: 'This device cannot sign yet. Find a network first.',
    keyName: 'Field page',
  },
  signature: {
    title: 'Signature of the receiver',
    field: 'Field for the signature',
    clear: 'Clear the signature',
    receiver: 'Name of the receiver',
  },
  summary: {
    asset: 'Asset',
    kind: 'Kind',
    text: 'Text',
    with: 'With',
    photos: (n: number) => counted(n, 'photo', 'photos'),
    receiver: 'Receiver',
    signature: 'a signature',
    position: 'the position',
  },
  queue: {
    title: 'Not sent yet',
    idle: 'Records are sent in their order, each once.',
    sending: 'Sending…',
    later: 'No network, or the service does not respond. It is tried again automatically.',
    signedOut: 'Sign in to send your records.',
    signIn: 'Sign in',
    none: 'The service has all of your records.',
    sendNow: 'Send now',
    save: 'Save to a file',
    sealed: (n: number) =>
      `${records(n)} of yours cannot be opened yet: the service has not sent the key. If this stays, ask its ` +
      'operator for the earlier KEY_ENCRYPTION_KEYS.',
    others: (n: number) => `${records(n)} of others on this device: each is sent when the person who made it signs in.`,
    record: 'Record',
    on: (asset: ComponentChildren): ComponentChildren => [' on ', asset],
    files: (n: number) => `, ${counted(n, 'file', 'files')}`,
    signed: ', signed',
    toBeSigned: ', signed when it is sent',
    isSending: ', sending',
    refused: 'The service refused it:',
    tryAgain: 'Try again',
    remove: 'Delete this record',
    removeQuestion: 'Delete this record?',
    removeConsequence: 'It was not recorded, and is lost. Save it to a file first if somebody may need it.',
  },
};

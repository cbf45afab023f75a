import type { StepName } from '../../../src/proof/report.ts';
import { stamps } from './en-stamps.ts';

/** What a step shows, if it passes and if it fails. */
type Sentences = readonly [holds: string, fails: string];

const steps: Record<StepName, Sentences> = {
  format: ['The file is a complete proof.', 'The file is not a complete proof.'],
  event: ['The event is complete and confirmed.', 'The event is not complete, or not confirmed.'],
  window: [
    'The proof contains all events of the transaction, in order, and this event is one of them.',
    'The proof does not contain all events of the transaction in order, or this event is not one of them.',
  ],
  view: [
    'The events are in their public form, without the names of people.',
    'The events are not in their public form.',
  ],
  entry: [
    'The entry in the log is computed from the event shown.',
    'The entry in the log cannot be computed from the event shown.',
  ],
  chainhash: [
    'The entry contains a commitment to the chain hash in the proof.',
    'The entry contains no commitment to the chain hash in the proof.',
  ],
  map: [
    'The list has all events of the asset, in their order.',
    'The list does not have all events of the asset in their order: an event is missing, added or changed.',
  ],
  path: [
    'The entry is in the tree of the checkpoint.',
    'The entry is not in the tree of the checkpoint: data was changed.',
  ],
  checkpoint: [
    'The checkpoint has valid signatures of the keys that you entered.',
    'The checkpoint does not have valid signatures of the keys that you entered.',
  ],
  log: [
    'The log starts with the entry that you know.',
    'The proof does not show that the log starts with the entry that you know.',
  ],
  consistency: [
    'The checkpoint and the one that you saved are of the same history.',
    'The checkpoint and the one that you saved could not be shown to be of the same history.',
  ],
  preimage: ['The hashed data is the event shown.', 'The hashed data is not the event shown.'],
  hash: [
    'The hash, computed here, is the hash in the proof.',
    'The hash, computed here, is not the hash in the proof: data was changed.',
  ],
  stamp: [
    'The event leads to the root that is time-stamped.',
    'The event does not lead to the root that is time-stamped.',
  ],
  calldata: ['The transaction contains this hash.', 'The transaction does not contain this hash, or contains more.'],
  transaction: [
    'The transaction has a valid signature, and is the one that the events name.',
    'The transaction has no valid signature, or is not the one that the events name.',
  ],
  inclusion: [
    'The block contains this transaction.',
    'The proof does not show that the block contains this transaction.',
  ],
  header: [
    'The block has the hash, number and time in the proof.',
    'The block does not have the hash, number and time in the proof.',
  ],
  time: ['The block is not older than the events.', 'The block is older than an event that it should contain.'],
  seal: ['The block is sealed by the validator in the proof.', 'The block is not sealed by the expected validator.'],
  genesis: ['The chain has the genesis hash that you entered.', 'The chain does not have the expected genesis hash.'],
  node: ['A node of the chain has the block.', 'A node of the chain does not have the block.'],
  author: [
    'A key of the author that you entered has signed the event shown.',
    'The proof does not show that the author has signed the event shown.',
  ],
  authority: ['The time stamp is by an authority that you trust.', 'No time stamp is by an authority that you trust.'],
};

/** The sentences of steps that check something else in a proof by a log entry. */
const ofLog: Partial<Record<StepName, Sentences>> = {
  event: ['The event is complete.', 'The event is not complete.'],
  view: ['The event is in the form that the log has.', 'The event is not in the form that the log has.'],
  calldata: [
    'The transaction contains the root of the log, and the entry is below it.',
    'The transaction does not contain the root of the log, or the entry is not below it.',
  ],
  transaction: ['The transaction has a valid signature.', 'The transaction has no valid signature.'],
  time: ['The block is not older than the event.', 'The block is older than the event.'],
};

/** Why a step was not checked. */
const skipped: Partial<Record<StepName, string>> = {
  chainhash: 'Not checked: the proof does not contain the chain hash.',
  checkpoint: 'Not checked: you have not entered a key of the log.',
  log: 'Not checked: you have not entered the first entry of the log.',
  consistency: 'Not checked: you have not chosen a saved checkpoint.',
  stamp: 'Not checked: the time stamp; the page /verify/ checks it with the certificate of its authority.',
  author: 'Not checked: who has signed, because the proof has no signature, or you have not entered a key.',
  calldata: 'Not checked: the log was not on the chain with this event when the proof was made.',
  seal: 'Not checked: the block is on an external chain, whose nodes validate it.',
  genesis: 'Not checked: you have not entered a genesis hash.',
};

const report = {
  passed: 'passed',
  notChecked: 'not checked',
  failed: 'failed',
  step: (name: string) => `Step “${name}”`,
  notCheckedStep: (name: string) => `Not checked: ${name}.`,
  hashErased: 'Not checked: events of the window were erased.',
  erased:
    'The hash of this time window covers all of its events. ' +
    'The content of some was erased since, so nobody can compute the hash any more. ' +
    'The log of the service still proves each event of the window on its own.',
  /** `detail`: the reason, in English. */
  isErased: (detail: string) => `The proof is ${detail}.`,
  notValid: (step: string) => `The proof is not valid: the step “${step}” failed.`,
  whoseKnown: (isOfLog: boolean, known: string) => `Whose ${isOfLog ? 'log' : 'chain'}: ${known}`,
  identified: (isOfLog: boolean) => `the ${isOfLog ? 'log' : 'chain'} that you have identified`,
  whoseOpen: (isOfLog: boolean) => `Whose ${isOfLog ? 'log' : 'chain'}: not checked`,
  open: (isOfLog: boolean) =>
    `Anyone can make a ${isOfLog ? 'log' : 'chain'}, with any content and any time. ` +
    `So this counts only if it is the ${isOfLog ? 'log' : 'chain'} of the service.`,
  /** What a proof relies on. The words of the verifier follow, in English. */
  relied: (isOfLog: boolean): string => (isOfLog ? 'Log' : 'Block'),
  unchanged: (time: string) => `Unchanged since ${time}`,
  unchangedInLog: 'Unchanged since it was added to this log',
  entryUnchanged: (time: string) => `The entry of the event is unchanged since ${time}`,
  entryUnchangedInLog: 'The entry of the event is unchanged since it was added to this log',
  contentErased: ' The content was erased; the proof shows neither the content nor that it was erased.',
  inTree: (accepted: string) =>
    'The tree of the log has the event in this form. No block has it yet, so the proof shows no time. ' +
    `The event itself states that it was accepted on ${accepted}.`,
  blockOpen: (accepted: string) =>
    'The tree of the log has the event in this form. The time of the block in the proof was not checked, because its ' +
    `chain is not known. The event itself states that it was accepted on ${accepted}.`,
  rootInBlock: 'A block of this time has the root of a log with the event in this form.',
  hashInBlock: 'A block of this time has the hash of the event.',
  signedByKnown: 'Who: signed by a key that you know',
  signedByUnknown: 'Who: signed by the author; whose key it is was not checked',
  signedElsewhere:
    'Who: signed by a key of another deployment; verified against the key document in the import, not against a key ' +
    'of this service',
  signedElsewhereByKnown: 'Who: signed in another deployment by a key that you know',
  signedErased: 'Who: not shown; what the author signed was erased',
  withheld: 'Who: not shown; the entry has the hash of a signature that is not in the proof',
  signedUnchecked: 'Who: signed by the author; not checked here, but by npm run verify and the page /verify/',
  unsigned: (who: string) =>
    `Who: ${who === '' ? 'not shown' : `${who}, as the proof states`}; the proof has no signature of the author`,
  oneEvent: 'Complete: a proof of one event cannot show it, but the complete history of the asset does',
};

const whose = {
  own:
    'The service publishes the values below. They come from the same source as the proof, ' +
    'so they show nothing on their own: compare them with a copy from elsewhere.',
  elsewhere:
    'A copy from elsewhere is one that you or a partner saved before, one that a witness, a monitor or a node ' +
    'outside of the service has, or one that was printed or published where the service cannot change it.',
  checkIt: 'Check it',
  notSent: 'The service did not send them. Try again later.',
  keep: 'I have compared it: keep it in this browser',
  fromElsewhere: (name: string) => `${name}, from elsewhere`,
  check: 'Check',
  /** Why an entered value is not one; `problem`: in English. */
  wrong: (problem: string) => problem,
  keyOfLog: 'Key of the log',
  keyHint: 'name+8 digits+base64',
  genesisOfChain: 'Genesis hash of the chain',
  genesisHint: '0x and 64 digits',
};

const page = {
  verifying: 'Verifying the proof…',
  refused: (status: number) => `The proof could not be fetched: the service responded with status ${status}.`,
  unreachable: 'The proof could not be fetched: the service could not be reached.',
  coversValues: 'The proof covers the names and values on this page.',
  coversEvent: 'The proof covers the event that this page names.',
  differs: 'The proof does not match what this page shows.',
  zone: (name: string) => `your time zone, ${name}`,
};

const shown = {
  holds: 'The proof has the names and values that the console shows.',
  fails: 'The proof does not have the names and values that the console shows.',
  ofAsset: 'The history is of the asset that the console shows.',
  ofOther: 'The history is not of the asset that the console shows.',
  keep: 'Keep this key in this browser',
  known: (time: string) => `the log whose key was kept in this browser on ${time}`,
  forget: 'Forget the key that was kept in this browser',
};

/** The sentences of steps that check something else in a complete history. */
const ofHistory: Partial<Record<StepName, Sentences>> = {
  format: ['The file is a complete history.', 'The file is not a complete history.'],
  event: [
    'The events shown lead to their entries in the log.',
    'The events are not all valid, or the file is cut off.',
  ],
  path: ['The list of all assets is in the tree of the checkpoint.', 'The list of all assets is not in this log.'],
  stamp: [
    'The list of all assets leads to the root that is time-stamped.',
    'It does not lead to the time-stamped root.',
  ],
};

const find = {
  hashing: 'Hashing the file…',
  hashed: (percent: number) => `Hashing the file: ${percent}%`,
  searching: 'Searching…',
  refused: (status: number) => `The service responded with status ${status}.`,
  unreachable: 'The service could not be reached.',
  none: (file: string) => `No public event carries the file “${file}”.`,
  one: (file: string) => `One public event carries the file “${file}”.`,
  several: (n: number, file: string) => `${n} public events carry the file “${file}”.`,
  more: (n: number, file: string) => `More than ${n} public events carry the file “${file}”; these are ${n} of them.`,
  empty: 'The file is empty. All empty files have this hash.',
  proof: 'Proof',
  folder: 'This is a folder, which has no hash. Choose a single file.',
  manyFiles: 'These are several files. Choose one file at a time.',
  nothing: 'This is not a file. Choose a file.',
  unreadable: 'This could not be read. If it is a folder, choose a single file in it.',
};

const verify = {
  genesis: 'Genesis hash',
  validator: 'Validator address',
  signer: 'Signer address',
  chooseFirst: 'Choose a file first.',
  wrongPin: (label: string, digits: number) => `${label}: must be 0x and ${digits} hexadecimal digits.`,
  isZip: 'The file is a ZIP file.',
  tooLarge: (size: number, most: number) => `The file has ${size} MB, and a proof at most ${most} MB.`,
  isEmpty: 'The file is empty.',
  otherJson: 'The file is JSON, but does not say that it is a proof.',
  notJson: 'The file is not JSON.',
  onlyLog: 'A complete history is verified by its log: empty the fields of the author and the chain.',
  complete: (time: string, { events, shown, hidden }: Record<'events' | 'shown' | 'hidden', number>) =>
    `Complete in this log as of ${time}: ${events} ${events === 1 ? 'event' : 'events'}, ${shown} shown, ` +
    `${hidden} hidden from you`,
  noProof: 'This is not a proof.',
  document: 'A proof is a file that this service makes for an event. Looking for a document?',
  findByFile: 'Find by file',
  package:
    'An auditor’s package has a verifier of its own: save this page, open it from your disk, and drop the file there.',
  unreadable: 'The file cannot be read, or was changed after you chose it. Choose it again.',
  wrongLeaf: 'Leaf hash of the first entry: must be 64 lower-case hexadecimal digits.',
  otherGenesis: 'First entry of the log: does not have the leaf hash that you entered.',
  firstEntry: 'First entry of the log',
  checkpoint: 'Saved checkpoint',
  consistency: 'Consistency proof',
  keys: 'Keys',
  authorKeys: 'Keys of the author',
  unloaded: 'The code that checks the signature of the author was not loaded: load this page again with a network.',
  /** Why what was entered in a field is not valid; `problem`: in English. */
  wrong: (label: string, problem: string) => `${label}: ${problem}`,
  proven: 'Proven event',
  event: 'Event',
  byWallet: 'Recorded by wallet',
  declared: 'Declared time',
  accepted: 'Accepted',
  attributes: 'Attributes',
  changes: 'Changes to the asset',
};

/** The texts of the scripts of public pages, and of reports, in English. Those in German have the same names. */
export const en = { steps, ofLog, skipped, report, whose, page };

/** The texts of the console, and of the forms that find a file and verify a saved proof: other pages load none. */
export const formsInEnglish = { shown, ofHistory, find, verify, stamps };

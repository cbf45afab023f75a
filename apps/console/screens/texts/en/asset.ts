import type { ComponentChildren } from 'preact';
import { inEnglish } from '../../../texts/plurals.ts';

type Text = ComponentChildren;

/** The texts of the screen of an asset: states, history. `de/asset.ts` has them in German. */
export const asset = {
  asset: {
    share: 'Share',
    shareTitle: (asset: string) => `Share ${asset}`,
    stopConsequence:
      'Lists no longer show the asset by default. You can start tracking again. Assets cannot be deleted.',
    record: 'Record',
    recordEvent: 'Record an event',
    startTracking: 'Start tracking',
    stopTracking: 'Stop tracking',
    stopQuestion: 'Stop tracking this asset?',
    publicPage: 'Public page',
    confirmation: 'Confirmation',
    untracked: ', no longer tracked',
    onChain: (chain: string | number) => ` on chain ${chain}`,
    behaviours: 'Behaviours',
    owner: 'Owner',
    yourTenancy: 'your tenancy',
    policies: 'Access policies that match',
    noPolicies: 'None. Another organization shares this asset; here, only administrators can see it.',
    attachments: 'Attachments',
  },
  assetHead: {
    states: {
      compliant: '✓ compliant',
      failing: '✗ not compliant',
      unruled: 'no rule applies',
      ofOwner: 'by rules of its owner, which are not shared',
    },
    none: 'none',
    logEntry: (index: string) => `last event is entry ${index} of the log`,
    notAnchored: 'last event is not anchored yet',
    anchored: (block: string | number) => `last event is anchored in block ${block}`,
    untracked: 'no longer tracked',
    glance: 'At a glance',
    record: 'Record',
    lastRecorded: 'Last recorded',
    lastDeclared: 'Last declared',
  },
  asOf: {
    orders: {
      accepted: 'The state follows the time at which events were recorded here.',
      declared: 'The state follows the times that events declare.',
    },
    notADate: 'This is not a date and time.',
    future: 'This time has not come yet.',
    title: 'Earlier states',
    showAt: 'Show the asset as it was at',
    hint: (zone: string, order: string) => `In your time zone, ${zone}. ${order}`,
  },
  asOfSlider: {
    before: 'Before the first of these events',
    declared: (time: string) => `declared ${time}, `,
    what: (title: string, declared: string, time: string) => `${title}, ${declared}accepted ${time}`,
    step: (n: number, count: number, what: string) => `Event ${n} of ${count}: ${what}`,
    label: 'Step through its events',
    onlyLast: (count: number) => ` Only the last ${count} events are here.`,
  },
  past: {
    declared: (time: string) =>
      `You see what the events that declare ${time} or an earlier time add up to. Their authors state these times; ` +
      'they are not proven. Compliance and proofs follow the time of recording, and are not shown.',
    accepted: (time: string) =>
      `You see the asset as it was at ${time}: attributes, attachments, compliance, proof and events. ` +
      'The state follows the time at which events were recorded here.',
    noneAccepted: (time: string) =>
      `Nothing about this asset was recorded until ${time}, so nothing is shown. The state follows the time at which ` +
      'events were recorded here. Events can declare earlier times.',
    noneDeclared: (time: string) => `No event of this asset declares ${time} or an earlier time.`,
    backToNow: 'Back to now',
    showDeclared: 'Show by declared time (as stated, not proven)',
    showAccepted: 'Show by time of recording',
  },
  pastStates: {
    tooMany: (most: number) =>
      `More than ${most} events declare this time or an earlier one, from which no state is computed.`,
  },
  history: {
    eventsUntil: 'Events until then',
    allTypes: 'All types of events',
    none: 'No events that you can see.',
    noneOfType: (type: string) => `No events of the type ${type} that you can see.`,
    moreCorrections: 'Not all corrections are marked here. The screen of an event names those of the event.',
  },
  timeline: {
    by: (who: Text): Text => ['By ', who],
    none: 'none',
    empty: 'empty',
    values: (count: number) => `${count} ${inEnglish(count, { one: 'value', other: 'values' })}`,
    correction: ' · a correction',
    at: (latitude: Text, longitude: Text): Text => [' · at ', latitude, ', ', longitude],
    erased: 'The content was erased.',
    changes: 'What changed',
    asBefore: ' (as before)',
  },
  change: {
    title: 'Change',
  },
  corrections: {
    eventOf: (day: Text, who: Text): Text => ['of ', day, ', recorded by ', who],
    corrects: 'Corrects',
    another: 'another event',
    correctedBy: 'Corrected by',
    more: 'There are more corrections.',
    record: 'Record a correction',
  },
  eventFiles: {
    /** Before their names. */
    others: (count: number) => (count === 1 ? 'File: ' : `${count} files: `),
    pictureOf: (name: string) => `Picture: ${name}`,
  },
  attach: {
    consequence: (asset: string, size: string, isPublic: boolean) =>
      `To ${asset}, ${size}. An event cannot be changed or deleted${isPublic ? ', and everyone can read it' : ''}.`,
    attachFile: 'Attach a file',
    file: 'File to attach',
    question: (file: string) => `Attach ${file}?`,
    act: 'Attach',
    uploadOf: (file: string) => `Upload of ${file}`,
    uploaded: 'Uploaded.',
    type: 'Type of the event',
    toAsset: 'The file is also among the attachments of the asset.',
    inHistory: 'The file is in the history.',
  },
  verify: {
    notYet: 'The log does not have this event yet. Try again.',
    complete: 'Verify that no event is missing',
    noMap: 'The log does not yet cover the events of this asset. Try again in a minute.',
    savedAs: (file: string) => `Saved as ${file}.`,
    verify: 'Verify',
    saveProof: 'Save the proof',
    saveReceipt: 'Save the receipt',
    verifySaved: 'Verify a saved proof',
  },
  verifyShown: {
    verify: (count: number) => `Verify ${count === 1 ? 'the event' : `the ${count} events`} shown`,
    intact: (count: number) => (count === 1 ? '✓ The event is unchanged.' : `✓ All ${count} are unchanged.`),
    progress: (done: number, all: number) => `${done} of ${all} verified…`,
    failed: (failed: number, all: number) =>
      `✕ ${failed} of ${all} could not be shown to be unchanged. Each of them says why.`,
    unchanged: 'Unchanged',
    notShown: 'Not shown to be unchanged',
  },
  logPins: {
    notKept: 'Not kept: the browser does not allow it.',
  },
};

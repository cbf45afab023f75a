import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

/** The texts of the screens that record and show an event, and verify it. `de/records.ts` has them in German. */
export const records = {
  record: {
    /** `type`: of the event; undefined for a correction. */
    unrecorded: (type: string | undefined, asset: string) =>
      `an unrecorded ${type === undefined ? 'correction' : type || 'event'} of ${asset}`,
    fieldType: 'the field “Type”',
    fieldDescription: 'the field “Description”',
    fieldCorrects: '“Record a correction” on the page of an event',
    public: 'Only administrators of the tenancy that owns a public asset record events on it.',
    title: 'Record an event',
    notAllowed: (ask: string) => `You cannot record events on this asset. ${ask}`,
    questionPublic: 'Record this event publicly?',
    question: 'Record this event?',
    consequencePublic: (asset: string) =>
      `Anyone can read the events of ${asset}. An event cannot be changed or deleted.`,
    consequence: 'An event cannot be changed or deleted.',
    titleCorrection: 'Record a correction',
    review: 'Review and record',
    further: 'Further attributes, files and changes',
    leadCorrection: (asset: string, event: string) =>
      `For ${asset}: it corrects ${event}, which stays as it is. Both name each other.`,
    lead: (asset: string) => `For ${asset}. Events cannot be changed or deleted.`,
    nameOfEvent: (title: string, time: string) => `${title} of ${time}`,
    furtherAttributes: 'Further attributes of the event',
    toAsset: 'Attach the files to the asset as well',
    changes: 'Changes to attributes of the asset',
    addChange: 'Add a change',
    corrects: 'Corrects',
  },
  event: {
    attributes: 'Attributes of the event',
    changes: 'Changes to the asset',
    anchor: 'Anchor',
    erase: 'Erase',
    record: 'Record',
    accepted: 'Accepted',
    recordedBy: 'Recorded by',
    operation: 'Operation',
    confirmation: 'Confirmation',
    logEntry: 'Log entry',
    entry: (index: Text, log: Text, size: Text): Text => [
      'index ',
      index,
      ' of ',
      log,
      ', whose latest signed tree has ',
      size,
      ' entries',
    ],
    erased: 'Erased',
    erasedBy: 'Erased by',
    notAnchored: 'Not anchored yet.',
    kind: 'Kind',
    transaction: 'Transaction',
    confirmed: 'Confirmed',
    notYet: 'not yet',
    download: 'Download the proof',
  },
  eventSummary: {
    empty: 'empty',
    values: (count: number) => `${count} values`,
    aFile: 'a file',
    uploading: (name: string) => `${name}, which is still being uploaded`,
    ofAsset: (name: string) => `Asset: ${name}`,
    when: 'When it happened',
    now: 'now',
  },
  eventFields: {
    typeHint: 'For example Inspection. Access policies can refer to the type.',
    when: 'When it happened',
    whenHint: (zone: string) => `In your time zone, ${zone}. Default: now.`,
    nothing: 'must not be empty if nothing else is recorded',
  },
  erase: {
    warning:
      'This cannot be undone. The attributes and the principals of the event are deleted, and the files that ' +
      'only erased events name. Proofs of whole time windows that contain the event cannot be verified any ' +
      'more. Receipts stay valid.',
    reasonHint:
      'Everyone who may read the asset can read the reason. It is recorded permanently, so do not repeat what ' +
      'you erase.',
    unsaltedHint: 'Only needed if the service asks for it: operators can test guesses of the content with this hash.',
    erase: 'Erase the content',
    question: 'Erase the content of this event?',
    permanently: 'Erase permanently',
    unsalted: 'Accept that a chain hash without a salt stays',
  },
};

/** The body of a request that records an event, without attributes. */
export const RECORD = { operation: 'Record', behaviour: 'RecordEvidence' };

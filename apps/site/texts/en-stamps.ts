/** What the form that verifies a saved proof says of its time stamps. */
export const stamps = {
  authority: 'Certificate of the authority',
  unloaded: 'The code that checks time stamps was not loaded: load this page again with a network.',
  stamped: (name: string, time: string) => `Since when: stamped by ${name} at ${time}`,
  failed: (problem: string) => `Since when: ${problem}`,
  none: 'Since when: not checked; the file has no time stamp. A file that is read again with stamps=true can have one',
  unchecked: 'Since when: the time stamp was not checked; the certificate of its authority checks it',
  keep: 'I have it from elsewhere: keep the certificate in this browser',
  kept: (name: string, time: string) => `The certificate of ${name} was kept in this browser on ${time}.`,
  forget: 'Forget it',
  notKept: 'This browser does not allow pages to keep anything.',
};

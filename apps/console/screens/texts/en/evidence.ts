import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

/** The texts of the screens of logs, audit and the node. `de/evidence.ts` has them in German. */
export const evidence = {
  logs: {
    checkpoints: 'checkpoints',
    receipts: 'receipts',
    noEntries:
      'The log has no entries yet, or you may not read it: administrators may, and applications with the ' +
      'permission “auditor”, and those who may read one of its newest events.',
    lead:
      'Every event is an entry in a log that only grows. Two of its checkpoints, with the consistency proof ' +
      'between them, show whether an entry was changed or removed.',
    publicTitle: 'Log of public events',
    logOf: (tenancy: Text): Text => ['Log of ', tenancy],
    theTenancy: 'the tenancy',
    publicLog: 'Log of all public events',
    empty: 'The log has no entries yet.',
    entries: 'Entries',
    root: 'Root',
    lastEntry: 'Last entry',
    origin: 'Origin',
    replaces: 'Replaces',
    had: (log: Text, count: Text): Text => [log, ', which had ', count, ' entries'],
    noWitness: 'No witness has cosigned a checkpoint of this log.',
    checkpoint: 'Last checkpoint',
    notCosigned: 'No witness has cosigned this checkpoint.',
    cosigned: (witnesses: string) => `Cosigned by ${witnesses}.`,
    note: 'Signed note',
    download: 'Download the checkpoint',
    downloadCosigned: 'Download the latest cosigned checkpoint',
    keep: (option: Text, command: Text): Text => [
      'Keep a checkpoint outside of this service. Pass it with ',
      option,
      ' to ',
      command,
      ' later: it shows whether the log still has everything that it had then.',
    ],
    keys: 'Keys',
    key: 'Key',
    signs: 'Signs',
    from: 'From',
    until: 'Until',
    inUse: 'in use',
    giveKeys:
      'Give auditors and partners the key of checkpoints by another way than this service, so that they need ' +
      'not trust it.',
    follow: 'Follow the log',
    monitor:
      'A monitor asks for the checkpoint every minute, verifies that the log only grows, and exits with an ' +
      'alarm if it does not. Run it on a machine that does not belong to the operator of this service.',
    command: 'Command of the monitor',
    credentials: (id: Text, secret: Text): Text => [
      'Set ',
      id,
      ' and ',
      secret,
      ' to those of an application with the permission “auditor”. It reads the structure of the log, and ' +
        'neither attributes nor people.',
    ],
  },
  anchor: {
    noneOf: (count: number) => `None of the newest ${count} events is anchored yet.`,
    none: 'No event is anchored yet.',
    title: 'Last anchor',
    unreadable: 'Proofs of events show anchors, and you can read no event of this log.',
    entries: 'Entries',
    covered: (count: Text): Text => [count, ' are covered'],
    chain: 'Chain',
    own: 'run by this deployment',
    external: 'external',
    finality: 'Finality',
    newest: 'Newest event',
  },
  audit: {
    /** What resources without a known name are called, by the collection in their identity. */
    kinds: {
      applications: 'Application',
      access_policies: 'Access policy',
      blobs: 'File',
      compliance_policies: 'Compliance policy',
      exports: 'Export',
      invites: 'Invitation',
      iothubgdr: 'Import of devices',
      locations: 'Location',
      subjects: 'Partner',
      svcbussources: 'Message-bus source',
      templates: 'Template',
      tenant: 'Tenancy',
      tlscacertificates: 'TLS CA certificate',
      users: 'Member',
      webhooks: 'Webhook',
    } as Record<string, string>,
    /** The operations that have other words than in the API. */
    operations: {} as Record<string, string>,
    hashBefore: 'SHA-256 before',
    hashAfter: 'SHA-256 after',
    lead: 'Changes to the tenancy and its records. Changes to assets are recorded as events.',
    none: 'No changes yet.',
    what: 'What',
    resource: 'Resource',
    operation: 'Operation',
    caller: 'Caller',
    callerOf: (subject: string, issuer: string) => `${subject} of ${issuer}`,
  },
  node: {
    block: { hash: 'Hash', parentHash: 'Hash of the block before', transactionRoot: 'Root of its transactions' },
    lead: 'Events are anchored on this chain.',
    node: 'Node',
    connection: 'Connection',
    height: 'Height',
    genesis: 'Genesis',
    lastBlock: 'Last block',
    syncing: 'Syncing',
    at: (current: string | number, highest: string | number) => `at ${current} of ${highest}`,
    no: 'no',
    peers: 'Peers',
    newestBlock: 'Newest block',
  },
  commandLine: {
    title: 'Sign in on the command line',
    incomplete: 'This address is not complete. Start again with evidence login.',
    asApplication:
      'You are signed in as an application, which has credentials for the command line. Sign out, and sign in ' +
      'as a person.',
    asks: (name: string, email: string, tenancy: string) =>
      `A program on this computer, which calls it ${name}, asks to act as ${email} in ${tenancy}.`,
    allowOnly: (warning: Text): Text => [
      warning,
      ' It can do what you can do, until it signs out, until its session expires, or until you end it under ' +
        'Your sessions.',
    ],
    warning: 'Allow it only if you have just run evidence login here.',
    continue: 'Continue in the terminal. If it does not, run evidence login again.',
    allow: 'Allow',
    deny: 'Do not allow',
  },
  auditorsPackage: {
    name: 'Auditor’s package',
    notADate: 'is not a date and time',
    future: 'has not come yet',
    stateAt: 'State of all assets at (optional)',
    stateHint: (zone: string) =>
      `In your time zone, ${zone}. Empty: the state now. The proofs are always those of all events.`,
    lead:
      'One ZIP file for somebody without an account: a printable report of each asset, tables, all files, the ' +
      'proofs, and a page that checks them without a network.',
    make: 'Make the package',
    making: 'The browser makes the package…',
    progress: (size: string) => `${size} so far…`,
    saved: (file: string, size: string) => `Saved ${file}, ${size}.`,
    save: 'Save the package',
    checks: (verifier: Text): Text => [
      'The ZIP file can be checked with verify.html, which is in it. A package cannot vouch for itself: its ' +
        'receiver should take ',
      verifier,
      ' from somebody else, and the key of your log from you.',
    ],
  },
};

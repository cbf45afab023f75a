import type { ComponentChildren } from 'preact';
import { inEnglish } from '../../../texts/plurals.ts';

type Text = ComponentChildren;

const english = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The texts of the screens of people, access policies and partners. `de/access.ts` has them in German. */
export const access = {
  people: {
    mailStates: { QUEUED: 'queued', SENT: 'sent', FAILED: 'failed', NOT_CONFIGURED: 'not sent:' },
    lead: 'People sign in with a passkey or with an identity provider. Access policies determine what they can do.',
    inviteTitle: 'Invite a person',
    invited: (email: Text, mailed: Text): Text => [email, ' is invited. ', mailed],
    link: 'Invitation link',
    open: 'Open invitations',
    noneOpen: 'No open invitations.',
    expires: 'Expires',
    mail: 'Mail',
    message: 'Message',
    showLink: 'Show a link',
    invitationOf: (email: string) => `Invitation of ${email}`,
    withdraw: 'Withdraw',
    withdrawQuestion: (email: string) => `Withdraw the invitation of ${email}?`,
    withdrawConsequence: 'It can no longer be accepted.',
    members: 'Members',
    aboutAuditors: 'An auditor reads what administrators read of evidence, logs and audit, and changes nothing.',
    noMembers: 'No members yet.',
    role: 'Role',
    since: 'Since',
    endAuditor: 'End role of auditor',
    makeAuditor: 'Make auditor',
    endSessions: 'End sessions',
    of: (email: string) => `of ${email}`,
    endSessionsQuestion: (email: string) => `End all sessions of ${email}?`,
    endSessionsConsequence:
      'They must sign in again on each device. Their field pages delete the assets that they keep.',
    removeQuestion: (email: string) => `Remove ${email} from the tenancy?`,
    removeConsequence: 'They lose access at once, also as an administrator. Events that they recorded are kept.',
    invite: 'Invite',
    messageHint: 'Included in the mail.',
    rightsHint: 'Optional. They can do this as soon as they accept.',
    noMail: 'This deployment does not send mail. Show or send them this link yourself.',
    getsMail: 'They will get a mail with a link. Or show them this one.',
  },
  person: {
    about: (role: 'Administrator' | 'Auditor' | 'Member', since: Text): Text => [
      `${role}, member since `,
      since,
      `. ${
        {
          Administrator: 'Administrators read and change everything in the tenancy.',
          Auditor: 'Auditors read what administrators read of evidence, logs and audit, and change nothing.',
          Member: 'Members can do what access policies grant them.',
        }[role]
      }`,
    ],
    onAssets: (assets: string, rights: string) => `On assets where ${assets}: ${rights}.`,
    role: 'Role',
    rights: 'What they can do',
    endAdministrator: 'End role of administrator',
    endAdministratorQuestion: (name: string) => `End the role of administrator of ${name}?`,
    endAdministratorConsequence: 'They lose their administrator rights at once. Access policies still apply to them.',
    makeAdministrator: 'Make administrator',
    makeAdministratorQuestion: (name: string) => `Make ${name} an administrator?`,
    makeAdministratorConsequence: 'They read and change everything in the tenancy, also people and policies.',
    everything: 'Everything.',
    readsEverything: 'They read everything, and change nothing.',
    nothing: 'Nothing: no access policy names them.',
    by: (policy: Text): Text => ['By ', policy],
    truncated: 'Only the newest policies that name them are shown.',
    recordsNothing: 'They record no events.',
    noType: 'They cannot record any event: no policy lets them record a type of event.',
    noAssets: 'Nothing: the policy matches no assets.',
    incomplete: (assets: string) => `Nothing complete on assets where ${assets}.`,
    give: 'Give rights',
    giveThese: 'Give these rights',
    giveHint: 'Other rights: write an access policy.',
  },
  policies: {
    noAssets: 'none',
    lead: 'Administrators can see everything. Others, including partners, can see what a policy grants them.',
    create: 'Create a policy',
    none: 'No policies yet.',
    permissions: 'Permissions',
  },
  policy: {
    create: 'Create an access policy',
    policy: 'Access policy',
    unsavedChanges: (name: string) => `unsaved changes to the access policy “${name}”`,
    filtersHint: 'All conditions must hold. Without conditions, the policy matches no assets.',
    permission: (n: Text): Text => ['Permission ', n],
    remove: (n: Text): Text => ['Remove permission ', n],
    add: 'Add a permission',
    delete: 'Delete the policy',
    question: (name: string) => `Delete ${name}?`,
    consequence: 'The permissions that it grants are revoked at once.',
  },
  readPolicy: {
    grants: 'What it grants',
    nothing: 'Nothing.',
  },
  permission: {
    lists: {
      asset_attributes_read: 'Asset attributes they can read',
      event_arc_display_type_read: 'Event types they can read',
      behaviours: 'Behaviours of events they can record',
      event_arc_display_type_write: 'Event types they can record',
      asset_attributes_write: 'Asset attributes they can change',
      include_attributes: 'Further attributes they can read',
    },
    all: { attributes: 'All attributes', types: 'All types', behaviours: 'All behaviours' },
    usersHint:
      'Others as email=…, subject=…, group=… or jwt_<claim>=…. With several fields, a user must match one of ' +
      'each.',
    users: 'Users of your tenancy',
    anyOf: 'Any of',
    andAnyOf: (n: number) => `and any of (${n})`,
    and: 'and…',
    permissions: 'Permissions',
    noPartners: (link: Text): Text => ['No partners yet. Import one under ', link, '.'],
  },
  policyPreview: {
    /** `shown`: how many are shown if that is not all. */
    matches: (total: Text, count: number, isMore: boolean, shown: number): Text => [
      `It matches ${isMore ? 'at least ' : ''}`,
      total,
      ` ${inEnglish(count, { one: 'asset', other: 'assets' })}${shown > 0 ? `. The newest ${shown}` : ''}` +
        (count === 0 ? '.' : ':'),
    ],
    matching: 'Matching assets',
    none: 'It matches no assets.',
  },
  rightsFields: {
    type: 'Assets of the type',
    given: 'What they can do with these',
    record: 'Read, and record events',
    read: 'Read',
  },
  policyText: {
    is: (attribute: string, value: string, is: boolean) => `${attribute} is ${is ? '' : 'not '}“${value}”`,
    exists: (attribute: string, exists: boolean) => `${attribute} ${exists ? 'exists' : 'does not exist'}`,
    assetsWhere: (conditions: string) => `assets where ${conditions}`,
    usersWho: (groups: readonly string[]) => `users who are (${groups.join(') and also (')})`,
    kinds: {
      attributes: {
        all: 'all attributes',
        some: (count: number, names: string[]) =>
          `the ${inEnglish(count, { one: 'attribute', other: 'attributes' })} ${english(names)}`,
      },
      events: {
        all: 'all events',
        some: (count: number, names: string[]) =>
          `events of the ${inEnglish(count, { one: 'type', other: 'types' })} ${english(names)}`,
      },
      recorded: {
        all: 'events of all types',
        some: (count: number, names: string[]) =>
          `events of the ${inEnglish(count, { one: 'type', other: 'types' })} ${english(names)}`,
      },
      behaviours: {
        all: 'all behaviours',
        some: (count: number, names: string[]) =>
          `the ${inEnglish(count, { one: 'behaviour', other: 'behaviours' })} ${english(names)}`,
      },
    },
    read: (names: string) => `read ${names}`,
    record: (events: string, behaviours: string) => `record ${events} with ${behaviours}`,
    change: (attributes: string) => `change ${attributes} with these events`,
    unknownPartner: 'an unknown partner',
    missingForEvents: 'To record events, they need both an event type and a behaviour.',
    missingForAttributes: 'To change attributes, they need an event type and a behaviour that they can record.',
    noConditions: 'This grants nothing, because the policy has no conditions on assets.',
    nobody: 'This grants nothing, because it names nobody.',
    nothingYet: (who: string, assets: string) => `${who} can do nothing yet on ${assets}.`,
    grants: (assets: string, who: string, rights: string) => `On ${assets}, ${who} can ${rights}.`,
  },
  policyChoices: {
    application: (name: string) => `${name} (application)`,
    group: (name: string) => `all of the group “${name}”`,
    claim: (name: string, value: string) => `all with the claim ${name} “${value}”`,
  },
  faults: {
    noConditions: 'add a condition: without one, the policy matches no assets',
    noPermissions: 'add a permission',
    nobody: 'choose a user here, or a partner: the permission names nobody',
    nothing: 'choose what they can read or record: the permission grants nothing',
    noBehaviour: 'choose a behaviour: without one, they cannot record any event',
    noType: 'choose a type of event: without one, they cannot record any event',
  },
  giveRights: {
    readAndRecord: 'read and record',
    read: 'read',
  },
  sharing: {
    states: {
      CONFIRMED: 'Confirmed: both have imported',
      PENDING: 'Pending: they have not imported yours yet',
      CONFIRMATION_STATUS_UNSPECIFIED: 'Self',
    },
    lead:
      'To share with a partner, exchange sharing strings: each imports the string of the other. Then access ' +
      'policies can refer to the partner.',
    yours: 'Your sharing string',
    yoursHint: 'Contains public keys and no secrets. You can send it through any channel.',
    sharingString: 'Sharing string',
    wallet: 'Wallet address',
    importTitle: 'Import the string of a partner',
    none: 'No partners yet.',
    status: 'Status',
    imported: (name: string) => `${name} was imported.`,
    import: 'Import',
    partner: 'Name of the partner',
    theirs: 'Their sharing string',
    question: (name: string) => `Remove ${name}?`,
    consequence: 'Sharing with them ends at once, in both directions.',
    notAString: 'is not a sharing string; must be the whole string',
    cannotImport: 'The partner cannot be imported.',
  },
  signInLink: {
    codeOf: (label: string) => `QR code of the ${label.toLowerCase()}`,
    note: 'Whoever opens it first is let in: show or send it to this person only.',
    once: (time: Text, note: Text): Text => ['It can be used once, until ', time, '. ', note],
    made: 'A new link is made. It can be used once, by whoever has it.',
    make: 'Make the link',
  },
  recover: {
    recover: 'Recover access',
    recoverOf: (email: string) => `Recover access of ${email}`,
    title: (email: string) => `Recover the access of ${email}`,
    link: 'Recovery link',
    advice: 'Make sure that it is really this person who asks: the link lets in whoever opens it.',
    present: 'Their present passkeys',
    remove: 'Remove them now',
    keep: 'Keep them',
    hint: 'Remove them if a device was lost or stolen. Sessions that they have started end at once.',
  },
  locationReaders: {
    administratorsOf: (partner: string) => `Administrators of ${partner}`,
    title: 'Who can read it',
    lead:
      'Administrators and auditors of your tenancy read all of its locations. An access policy for an asset ' +
      'does not include its location.',
    nobody: 'Nobody else.',
    update: 'Update the readers',
    users: 'Users of your tenancy',
    usersHint: 'Others as email=…, subject=…, group=… or jwt_<claim>=…. A user must match one of them.',
  },
};

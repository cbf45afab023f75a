import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

const english = (names: readonly string[], last: 'and' | 'or' = 'and'): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

/** The texts about who can see an asset, and with whom it is shared. `de/sharing.ts` has them in German. */
export const sharing = {
  whoCanSee: {
    roles: { ADMINISTRATOR: 'Administrators', AUDITOR: 'Auditors', PARTNER: 'Partner' } as Record<string, string>,
    recordedBy: (policies: Text): Text => ['Recorded by ', policies],
    changedBy: (policies: Text): Text => ['Changed by ', policies],
    title: 'Who can see this',
    everyone: 'Everyone: the asset is public. Access policies do not apply to public assets.',
    truncated: 'Only the newest people, applications, partners and policies were looked at.',
    reads: 'Reads',
    records: 'Records',
    by: 'By',
    viewAs: 'View as',
    viewAsOf: (name: string) => `View as ${name}`,
    more: (count: number) => `and ${count} more`,
    role: 'their role',
    unnamed: 'a policy without a name',
    perAttribute: 'Per attribute',
    readBy: (policies: Text): Text => ['Read by ', policies],
    allEvents: 'All events',
    events: (type: string) => `Events: ${type}`,
    others: 'Every other attribute',
  },
  viewAs: {
    hidden: 'An asset that they cannot see',
    seenBy: (name: Text): Text => ['You see this asset as ', name, ' sees it: the answer of the service to them, now.'],
    back: 'Back to your view',
    cannotSee: (name: Text): Text => [name, ' cannot see this asset.'],
    noEvents: 'No events that they can see.',
    newest: (count: number) => `The newest ${count}. They can see more.`,
    by: (time: Text, who: Text): Text => [time, ' by ', who],
    states: (event: string) => `What it states, event ${event}`,
    changed: (event: string) => `What it changed, event ${event}`,
  },
  share: {
    outcome: (receiver: string | undefined, asset: string, hidden: readonly string[], records: boolean) =>
      `${receiver ?? 'They'} will read all attributes of ` +
      `${asset}${hidden.length > 0 ? ` except ${english(hidden)}` : ''}` +
      `, and all of its events${records ? ', and record events' : ''}.` +
      (hidden.length > 0 ? ' Attributes that are added later stay hidden.' : ''),
    already: (receiver: string, attributes: readonly string[], policies: Text): Text => [
      `${receiver} already reads ${english(attributes)} by `,
      policies,
      '. Hiding it here does not hide it.',
    ],
    nobody: 'There is nobody to share with yet. Import a partner under Sharing, or invite a person under People.',
    noName: 'The asset has no attribute by which a policy can select it. Record a serial number or a name first.',
    sharedPending: (name: string) => `Shared. ${name} can see it when they have imported your sharing string.`,
    shared: (name: string, reads: string) => `Shared. ${name} now reads ${reads}.`,
    readsNothing: (name: string) => `Saved, but ${name} reads nothing.`,
    choose: 'choose with whom',
    policyFor: (asset: string, receiver: string) => `${asset} for ${receiver}`,
    with: 'With',
    canRecord: 'They can record events as well',
    attributes: 'Attributes that they see',
    hint: 'All of them. Select those that they do not see.',
    selection: (conditions: Text): Text => ['The policy selects assets where ', conditions, '.'],
    several: (count: Text): Text => [
      count,
      ' assets meet this: all of them will be shared. Give this one a serial number.',
    ],
  },
  assetAccess: {
    allExcept: (names: readonly string[]) => `all attributes except ${english(names)}`,
    ofTypes: (types: readonly string[]) => `events of the type ${english(types, 'or')}`,
    allNow: 'all attributes that it has now',
    allEvents: 'all events',
    allTypes: 'events of all types',
    changes: (attributes: string) => `changes ${attributes}`,
  },
  alreadyReads: {
    /** `total`: of the assets that are edited; undefined if it is not known. */
    reads: (people: readonly string[], attributes: string, total: number | undefined, policy: Text): Text => [
      `${english(people)} already ${people.length === 1 ? 'reads' : 'read'} ${attributes} of ` +
        `${total === undefined ? 'assets that both policies match' : `${total} of these assets`} by the policy `,
      policy,
      '.',
    ],
  },
};

import { listed, localNumber, numbered } from '../../../texts/german.ts';
import type { sharing as English } from '../en/sharing.ts';

/** The texts of `en/sharing.ts` in German. The words are those of the glossary in docs/vocabulary.md. */
export const sharing: typeof English = {
  whoCanSee: {
    roles: { ADMINISTRATOR: 'Administration', AUDITOR: 'Revision', PARTNER: 'Partner' },
    recordedBy: (policies) => ['Erfassen durch ', policies],
    changedBy: (policies) => ['Ändern durch ', policies],
    title: 'Wer das sehen kann',
    everyone: 'Alle: Die Anlage ist öffentlich. Zugriffsregeln gelten nicht für öffentliche Anlagen.',
    truncated: 'Nur die neuesten Personen, Anwendungen, Partner und Zugriffsregeln wurden betrachtet.',
    reads: 'Liest',
    records: 'Erfasst',
    by: 'Durch',
    viewAs: 'Sehen als',
    viewAsOf: (name) => `Sehen als ${name}`,
    more: (count) => `und ${localNumber(count)} weitere`,
    role: 'ihre Rolle',
    unnamed: 'eine Zugriffsregel ohne Namen',
    perAttribute: 'Je Merkmal',
    readBy: (policies) => ['Lesen durch ', policies],
    allEvents: 'Alle Ereignisse',
    events: (type) => `Ereignisse: ${type}`,
    others: 'Jedes andere Merkmal',
  },
  viewAs: {
    hidden: 'Eine Anlage, die dort nicht sichtbar ist',
    seenBy: (name) => ['Sie sehen diese Anlage so, wie ', name, ' sie sieht: die Antwort des Dienstes darauf, jetzt.'],
    back: 'Zurück zu Ihrer Ansicht',
    cannotSee: (name) => [name, ' kann diese Anlage nicht sehen.'],
    noEvents: 'Keine sichtbaren Ereignisse.',
    newest: (count) => `Die neuesten ${localNumber(count)}. Sichtbar sind noch mehr.`,
    by: (time, who) => [time, ' von ', who],
    states: (event) => `Was es aussagt, Ereignis ${event}`,
    changed: (event) => `Was es geändert hat, Ereignis ${event}`,
  },
  share: {
    outcome: (receiver, asset, hidden, records) =>
      `${receiver ?? 'Wer ausgewählt ist,'} liest alle Merkmale von ${asset}` +
      `${hidden.length > 0 ? ` außer ${listed(hidden)}` : ''} und alle Ereignisse` +
      `${records ? ', und darf Ereignisse erfassen' : ''}.` +
      (hidden.length > 0 ? ' Merkmale, die später dazukommen, bleiben verborgen.' : ''),
    already: (receiver, attributes, policies) => [
      `${receiver} liest schon ${listed(attributes)} durch `,
      policies,
      '. Hier abgewählt, bleibt es trotzdem sichtbar.',
    ],
    nobody:
      'Es gibt noch niemanden, dem Sie etwas freigeben könnten. Importieren Sie einen Partner unter „Partner“, ' +
      'oder laden Sie eine Person unter „Personen“ ein.',
    noName:
      'Die Anlage hat kein Merkmal, an dem eine Zugriffsregel sie auswählen kann. Erfassen Sie zuerst eine ' +
      'Seriennummer oder einen Namen.',
    sharedPending: (name) => `Freigegeben. ${name} kann sie sehen, sobald dort Ihr Freigabe-Code importiert ist.`,
    shared: (name, reads) => `Freigegeben. ${name} liest jetzt: ${reads}.`,
    readsNothing: (name) => `Gespeichert, aber ${name} liest nichts.`,
    choose: 'wählen Sie, wem',
    policyFor: (asset, receiver) => `${asset} für ${receiver}`,
    with: 'Für',
    canRecord: 'Ereignisse erfassen ist auch erlaubt',
    attributes: 'Merkmale, die sichtbar sind',
    hint: 'Alle. Wählen Sie die ab, die nicht sichtbar sein sollen.',
    selection: (conditions) => ['Die Zugriffsregel wählt Anlagen aus, für die gilt: ', conditions, '.'],
    several: (count) => [count, ' Anlagen erfüllen das: Alle werden freigegeben. Geben Sie dieser eine Seriennummer.'],
  },
  assetAccess: {
    allExcept: (names) => `alle Merkmale außer ${listed(names)}`,
    ofTypes: (types) => `Ereignisse der Art ${listed(types, false)}`,
    allNow: 'alle Merkmale, die sie jetzt hat',
    allEvents: 'alle Ereignisse',
    allTypes: 'Ereignisse aller Arten',
    changes: (attributes) => `ändert ${attributes}`,
  },
  alreadyReads: {
    reads: (people, attributes, total, policy) => [
      `${listed(people)} ${numbered(people.length, 'liest', 'lesen')} schon ${attributes} ` +
        '' +
        '' +
        (total === undefined
          ? 'von Anlagen, auf die beide Zugriffsregeln zutreffen, '
          : `von ${localNumber(total)} dieser Anlagen `) +
        'durch die Zugriffsregel ',
      policy,
      '.',
    ],
  },
};

import { useEffect } from 'preact/hooks';
import { uuidOf, type Schemas } from '../lib/api.ts';
import { assetNames, wantName } from '../lib/names.ts';
import { useStore } from '../lib/store.ts';
import { texts } from '../texts/texts.ts';
import { textOf } from './attributes.tsx';
import { Accepted, Ago, Moment } from './moment.tsx';
import type { Column } from './table.tsx';

const { eventCells: wording } = texts;

type Event = Schemas['AssetEvent'];
type Principal = Event['principal_accepted'];

/** The type of an event, or what its operation does. */
export const titleOf = ({ event_attributes, operation }: Event): string =>
  textOf(event_attributes, 'arc_display_type') || (texts.operations[operation] ?? operation);

/** The link to an event's screen. */
export const hrefOf = ({ asset_identity, identity }: Event): string => `#/${asset_identity}/events/${uuidOf(identity)}`;

/** A link to an event by its title. */
export const EventLink = ({ event }: { event: Event }) => (
  <a href={hrefOf(event)}>
    <bdi>{titleOf(event)}</bdi>
  </a>
);

/** The name of a principal, or what identifies it. */
export const calledOf = (who: Principal): string => who.display_name || who.email || who.subject;

const isSame = (a: Principal, b: Principal): boolean => a.issuer === b.issuer && a.subject === b.subject;

/** Who did it as declared, and who recorded it where that is another one. */
export function Who({ declared, accepted }: { declared: Principal; accepted: Principal }) {
  const [by, recorded] = [calledOf(declared), calledOf(accepted)];
  if (by === '' || by === recorded || isSame(declared, accepted)) return <bdi>{recorded}</bdi>;
  return (
    <>
      <bdi>{by}</bdi> <span class="note also">{wording.recordedBy(<bdi>{recorded}</bdi>)}</span>
    </>
  );
}

/** A link to an asset by its name, which is read when it is first needed. */
export function AssetLink({ identity }: { identity: string }) {
  const name = useStore(assetNames).get(identity);
  useEffect(() => wantName(identity), [identity]);
  return <a href={`#/${identity}`}>{name ? <bdi>{name}</bdi> : <code>{uuidOf(identity).slice(0, 8)}…</code>}</a>;
}

/** The columns of a list of the events of several assets. */
export const eventColumnsWithAsset = (): readonly Column<Event>[] => [
  [
    wording.event,
    (event) => (
      <>
        <EventLink event={event} />
        {event.confirmation_status !== 'CONFIRMED' && (
          <span class="note also">
            {texts.words.confirmation[event.confirmation_status] ?? event.confirmation_status}
          </span>
        )}
      </>
    ),
  ],
  [wording.asset, ({ asset_identity }) => <AssetLink identity={asset_identity} />],
  [
    wording.when,
    (event) => (
      <>
        <Moment at={event.timestamp_declared} />
        <Ago at={event.timestamp_declared} />
        <Accepted declared={event.timestamp_declared} accepted={event.timestamp_accepted} />
      </>
    ),
  ],
  [wording.who, (event) => <Who declared={event.principal_declared} accepted={event.principal_accepted} />],
];

import { labelOf } from '../lib/words.ts';
import { useEffect } from 'preact/hooks';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { uuidOf, type Schemas } from '../lib/api.ts';
import { states, stateKey } from '../lib/before.ts';
import { eventCorrectedBy, type AssetCorrections } from '../lib/corrections.ts';
import { useStore } from '../lib/store.ts';
import { inOrder, isLocation, LocationLink, textOf } from './attributes.tsx';
import { CorrectedBy } from './corrections.tsx';
import { EventLink, hrefOf, titleOf, Who } from './event-cells.tsx';
import { FileLine } from './event-files.tsx';
import { Accepted, Ago, Clock } from './moment.tsx';
import { Outcome, type Checked } from './verify-shown.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { timeline: wording } = screenTexts;

type Event = Schemas['AssetEvent'];
type ItemOf = { event: Event; corrections: AssetCorrections | undefined; checked: Checked | undefined };

/**
 * An event in the history of an asset, under the heading of its day: its pictures, who, where, and what it changed.
 * `corrections`: those of the asset's events. `checked`: the outcome of its verification, if there is one.
 */
export function TimelineItem({ event, corrections, checked }: ItemOf) {
  const { event_attributes: attributes } = event;
  const [lat, lng] = [textOf(attributes, 'arc_gis_lat'), textOf(attributes, 'arc_gis_lng')];
  const description = textOf(attributes, 'arc_description');
  return (
    <article class="event" aria-label={titleOf(event)}>
      <div>
        <h4>
          <EventLink event={event} />
          {eventCorrectedBy(event) && <span class="note">{wording.correction}</span>}
        </h4>
        <p class="note">
          <Clock at={event.timestamp_declared} /> <Ago at={event.timestamp_declared} />{' '}
          <Accepted declared={event.timestamp_declared} accepted={event.timestamp_accepted} />
        </p>
        <p class="note">
          {wording.by(<Who declared={event.principal_declared} accepted={event.principal_accepted} />)}
          {lat !== '' && lng !== '' && <>{wording.at(lat, lng)}</>}
          {event.confirmation_status === 'CONFIRMED'
            ? ''
            : ` · ${texts.words.confirmation[event.confirmation_status] ?? event.confirmation_status}`}
        </p>
        {corrections && <CorrectedBy event={event} corrections={corrections} />}
        {description !== '' && <p dir="auto">{description}</p>}
        <FileLine attributes={attributes} at={event.identity} href={hrefOf(event)} />
        {event.erased ? <p class="note">{wording.erased}</p> : <Changes event={event} />}
        {checked && <Outcome of={checked} />}
      </div>
    </article>
  );
}

/**
 * What an event changed in the attributes of the asset: the value before, which is read when it is needed, and after.
 */
function Changes({ event }: { event: Event }) {
  const names = inOrder(event.asset_attributes).map(([name]) => name);
  const isFirst = event.operation === 'NewAsset';
  const key = stateKey(uuidOf(event.asset_identity), event.timestamp_accepted);
  const before = useStore(states.values).get(key);
  useEffect(() => {
    if (names.length > 0 && !isFirst) states.want(key);
  }, [key]);
  if (names.length === 0) return null;
  return (
    <dl class="changes" aria-label={wording.changes}>
      {names.map((name) => {
        const same = before && shown(before, name) === shown(event.asset_attributes, name);
        return [
          <dt key={`${name}-t`}>{labelOf(name)}</dt>,
          <dd key={`${name}-d`}>
            {!isFirst && before && !same && (
              <>
                <del>
                  <TimelineAttributes attributes={before} name={name} />
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>
              <TimelineAttributes attributes={event.asset_attributes} name={name} />
            </ins>
            {!isFirst && same && <span class="note">{wording.asBefore}</span>}
          </dd>,
        ];
      })}
    </dl>
  );
}

function TimelineAttributes({ attributes, name }: { attributes: Attributes; name: string }) {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return isLocation(name, value) ? <LocationLink identity={value} /> : <bdi>{shown(attributes, name)}</bdi>;
}

/** The value of an attribute in a line. */
function shown(attributes: Attributes, name: string): string {
  if (!Object.hasOwn(attributes, name)) return wording.none;
  const value = attributes[name]!;
  if (typeof value === 'string') return value === '' ? wording.empty : value;
  if (Array.isArray(value)) return wording.values(value.length);
  return value['arc_file_name'] || value['arc_display_name'] || wording.values(Object.keys(value).length);
}

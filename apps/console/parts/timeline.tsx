import { useEffect } from 'preact/hooks';
import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { uuidOf, type Schemas } from '../lib/api.ts';
import { states, stateKey } from '../lib/before.ts';
import { useStore } from '../lib/store.ts';
import { CONFIRMATION } from '../lib/words.ts';
import { inOrder, isLocation, LocationLink, textOf } from './attributes.tsx';
import { correctedBy } from './corrections.tsx';
import { EventLink, hrefOf, titleOf, Who } from './event-cells.tsx';
import { FileLine } from './event-files.tsx';
import { Accepted, Ago, Clock } from './moment.tsx';
import { Outcome, type Checked } from './verify-shown.tsx';

type Event = Schemas['AssetEvent'];

/**
 * An event in the history of an asset, under the heading of its day: its pictures, who, where, and what it changed.
 * `checked`: the outcome of its verification, if there is one.
 */
export function TimelineItem({ event, checked }: { event: Event; checked?: Checked | undefined }) {
  const { event_attributes: attributes } = event;
  const [lat, lng] = [textOf(attributes, 'arc_gis_lat'), textOf(attributes, 'arc_gis_lng')];
  const description = textOf(attributes, 'arc_description');
  return (
    <article class="event" aria-label={titleOf(event)}>
      <div>
        <h4>
          <EventLink event={event} />
          {correctedBy(event) && <span class="note"> · a correction</span>}
        </h4>
        <p class="note">
          <Clock at={event.timestamp_declared} /> <Ago at={event.timestamp_declared} />{' '}
          <Accepted declared={event.timestamp_declared} accepted={event.timestamp_accepted} />
        </p>
        <p class="note">
          By <Who declared={event.principal_declared} accepted={event.principal_accepted} />
          {lat !== '' && lng !== '' && (
            <>
              {' '}
              · at {lat}, {lng}
            </>
          )}
          {event.confirmation_status === 'CONFIRMED'
            ? ''
            : ` · ${CONFIRMATION[event.confirmation_status] ?? event.confirmation_status}`}
        </p>
        {description !== '' && <p dir="auto">{description}</p>}
        <FileLine attributes={attributes} at={event.identity} href={hrefOf(event)} />
        {event.erased ? <p class="note">The content was erased.</p> : <Changes event={event} />}
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
    <dl class="changes" aria-label="What changed">
      {names.map((name) => {
        const same = before && shown(before, name) === shown(event.asset_attributes, name);
        return [
          <dt key={`${name}-t`}>{LABELS.get(name) ?? name}</dt>,
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
            {!isFirst && same && <span class="note"> (as before)</span>}
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
  if (!Object.hasOwn(attributes, name)) return 'none';
  const value = attributes[name]!;
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'value' : 'values'}`;
  return value['arc_file_name'] || value['arc_display_name'] || `${Object.keys(value).length} values`;
}

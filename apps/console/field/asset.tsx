import { labelOf } from '../lib/words.ts';
import { useEffect, useState } from 'preact/hooks';
import { localTime } from '../../site/time.ts';
import { among, type AssetCorrections } from '../lib/corrections.ts';
import { askFor } from '../lib/rights.ts';
import type { SignedInUser } from '../lib/session.ts';
import type { Schemas } from '../lib/schemas.ts';
import { useStore } from '../lib/store.ts';
import { inOrder, nameOf, textOf } from '../parts/attributes.tsx';
import { calledOf, hrefOf, titleOf } from '../parts/event-cells.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { readFieldAsset, type FieldAsset } from './asset-reader.ts';
import { pending } from './sender.ts';
import type { KeptAsset } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/** An asset in front of the person: recording comes first, then its picture, state and last events. */
export function AssetScreen({ now, uuid }: { now: SignedInUser; uuid: string }) {
  const loaded = useLoaded(() => readFieldAsset(uuid, now), uuid);
  return <Load of={loaded}>{(read) => <Shown {...read} now={now} />}</Load>;
}

function Shown({ kept, isNew, now }: FieldAsset & { now: SignedInUser }) {
  const { asset, uuid } = kept;
  const waiting = useStore(pending).own.filter((each) => each.asset === uuid);
  return (
    <Screen title={nameOf(asset)} lead={textOf(asset.attributes, 'arc_display_type')}>
      {!isNew && (
        <p class="warning" role="status">
          {fieldTexts.asset.asItWas(localTime(new Date(kept.readAt).toISOString()))}
        </p>
      )}
      <p class="actions">
        {kept.records ? (
          <a class="button wide" href={`#/assets/${uuid}/record`}>
            {fieldTexts.asset.record}
          </a>
        ) : (
          <span class="empty">
            {fieldTexts.asset.cannotRecord} {askFor(now.tenancy)}
          </span>
        )}
      </p>
      {waiting.length > 0 && (
        <p>
          <a href="#/queue">{fieldTexts.asset.notSentYet(waiting.length)}</a>
        </p>
      )}
      <PictureOf kept={kept} />
      <h2>{fieldTexts.asset.state}</h2>
      <dl class="facts">
        {inOrder(asset.attributes)
          .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== 'arc_display_name')
          .map(([name, value]) => [
            <dt key={`${name}-t`}>
              <bdi>{labelOf(name)}</bdi>
            </dt>,
            <dd key={name}>
              <bdi>{value}</bdi>
            </dd>,
          ])}
      </dl>
      <h2>{fieldTexts.asset.lastEvents}</h2>
      <ul class="items">
        {kept.events.map((event) => (
          <li key={event.identity}>
            <div>
              <strong>
                <bdi>{titleOf(event)}</bdi>
              </strong>
              <p class="note">
                {localTime(event.timestamp_declared)},{' '}
                <bdi>{event.principal_accepted.display_name || fieldTexts.asset.noName}</bdi>
              </p>
              <CorrectedBy event={event} corrections={kept.corrections} />
              <p dir="auto">{textOf(event.event_attributes, 'arc_description')}</p>
            </div>
          </li>
        ))}
      </ul>
      <p>
        <a href={`/console/#/assets/${uuid}`}>{fieldTexts.asset.all}</a>
      </p>
    </Screen>
  );
}

type CorrectedByOf = { event: Schemas['AssetEvent']; corrections: AssetCorrections | undefined };

/** The last correction of an event; nothing without one. */
function CorrectedBy({ event, corrections }: CorrectedByOf) {
  const last = corrections && among(corrections, event)[0];
  if (!last) return null;
  return (
    <p>
      <strong>{fieldTexts.asset.correctedBy}</strong>{' '}
      <a href={`/console/${hrefOf(last)}`}>
        <bdi>{titleOf(last)}</bdi>
      </a>{' '}
      <span class="note">
        {fieldTexts.asset.eventOf(localTime(last.timestamp_declared), <bdi>{calledOf(last.principal_accepted)}</bdi>)}
      </span>
    </p>
  );
}

function PictureOf({ kept: { picture, asset } }: { kept: KeptAsset }) {
  const address = useAddress(picture);
  return address === undefined ? null : (
    <img class="picture" src={address} alt={fieldTexts.asset.pictureOf(nameOf(asset))} />
  );
}

/** An address of a file of this device, for as long as it is shown. */
export function useAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

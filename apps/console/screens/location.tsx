import { useState } from 'preact/hooks';
import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';
import { api, pages, uuidOf } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { AttributeTable, nameOf, textOf } from '../parts/attributes.tsx';
import { Change } from '../parts/change.tsx';
import { queryOf } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { LocationReaders } from '../parts/location-readers.tsx';
import { WorldMap } from '../parts/map.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { LocationFields, locationBody, positionOf, type Location, type LocationDraft } from './locations.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { location: wording, locations } = rareTexts;
const { common } = screenTexts;

type Props = { location: Location; uuid: string; reload: () => Promise<void> };

/** One location: where it is, the assets at it, its fields, its deletion. */
export function LocationScreen({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const loaded = useLoaded(() => api.get('/v2/locations/{uuid}', { params: { path: { uuid } } }), uuid);
  return (
    <Load of={loaded}>{(location) => <LocationDetails location={location} uuid={uuid} reload={loaded.reload} />}</Load>
  );
}

function LocationDetails({ location, uuid, reload }: Props) {
  const { administrator, auditor, tenancy } = useStore(session)!;
  const { identity, display_name: name, description, latitude, longitude } = location;
  const isOurs = location.tenant === tenancy?.identity;
  const own = administrator && isOurs;
  return (
    <Screen title={name}>
      <dl class="facts">
        <dt>{locations.position}</dt>
        <dd>{positionOf(location)}</dd>
        {description !== '' && (
          <>
            <dt>{common.description}</dt>
            <dd>{description}</dd>
          </>
        )}
      </dl>
      <WorldMap label={wording.mapWith(name)} points={[{ name, latitude, longitude }]} />
      <section aria-labelledby="assets">
        <h2 id="assets">{wording.assets}</h2>
        <AssetsAt identity={identity} />
      </section>
      {Object.keys(location.attributes).length > 0 && (
        <section aria-labelledby="attributes">
          <h2 id="attributes">{common.attributes}</h2>
          <AttributeTable attributes={location.attributes} at={identity} label={common.attributes} />
        </section>
      )}
      {isOurs && (administrator || auditor) && <LocationReaders uuid={uuid} edit={administrator} />}
      {own && <Edit {...{ location, uuid, reload }} />}
      {own && (
        <section aria-labelledby="end">
          <h2 id="end">{common.delete}</h2>
          <p class="actions">
            <Destroy
              label={wording.delete}
              question={wording.question(name)}
              consequence={wording.consequence}
              act={async () => {
                await api.delete('/v2/locations/{uuid}', { params: { path: { uuid } } });
                go('locations');
              }}
            />
          </p>
        </section>
      )}
    </Screen>
  );
}

function AssetsAt({ identity }: { identity: string }) {
  const filters = queryOf([[{ name: HOME_LOCATION, op: '=', value: identity }]]);
  const of = pages('/v2/assets', 'assets', { params: { query: { filters } } });
  return (
    <List
      caption={wording.assets}
      of={of}
      reload={identity}
      identity={(asset) => asset.identity}
      empty={common.noAssets}
      columns={[
        [common.name, (asset) => <a href={`#/assets/${uuidOf(asset.identity)}`}>{nameOf(asset)}</a>],
        [common.type, ({ attributes }) => textOf(attributes, 'arc_display_type')],
      ]}
    />
  );
}

function Edit({ location, uuid, reload }: Props) {
  const values = Object.entries(location.attributes);
  // A map or a list has no field here, so these attributes stay as they are.
  const isFlat = values.every(([, value]) => typeof value === 'string');
  const [draft, setDraft] = useState<LocationDraft>({
    name: location.display_name,
    description: location.description,
    latitude: String(location.latitude),
    longitude: String(location.longitude),
    attributes: isFlat ? values.map(([name, value]) => ({ name, value: value as string })) : undefined,
  });
  const save = async (): Promise<void> => {
    await api.patch('/v2/locations/{uuid}', { params: { path: { uuid } }, body: locationBody(draft) });
    await reload();
  };
  return (
    <Change save={save}>
      <LocationFields draft={draft} onChange={setDraft} />
    </Change>
  );
}

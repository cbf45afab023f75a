import { api, pages, type Schemas } from '../lib/api.ts';
import { go } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { WorldMap } from '../parts/map.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { mapOf, Pairs, type Pair } from '../parts/pairs.tsx';

export type Location = Schemas['AssetLocation'];

const LOCATIONS = pages('/v2/locations', 'locations');
/** The maximum number of locations on the map. */
const DRAWN = 500;

/** The locations that the caller can see, with a map. */
export function Locations() {
  const { administrator, tenancy } = useStore(session)!;
  const drawn = useLoaded(() => LOCATIONS(undefined, DRAWN), 'map');
  return (
    <Screen
      title="Locations"
      lead="Places that assets refer to."
      actions={
        administrator && (
          <a class="button" href="#/locations/new">
            Create a location
          </a>
        )
      }
    >
      {!administrator && (
        <p class="note">You see the locations that {tenancy?.name || 'your tenancy'} and others share with you.</p>
      )}
      <Load of={drawn}>
        {({ items, next }) =>
          items.length > 0 && (
            <>
              <WorldMap
                label={`Map with ${items.length} ${items.length === 1 ? 'location' : 'locations'}`}
                points={items.map(pointOf)}
              />
              {next !== '' && <p class="note">The map has the newest {DRAWN} locations.</p>}
            </>
          )
        }
      </Load>
      <List
        caption="Locations"
        of={LOCATIONS}
        reload="all"
        identity={({ identity }) => identity}
        empty={administrator ? 'No locations yet.' : 'No locations that you can see.'}
        columns={[
          ['Name', ({ identity, display_name }) => <a href={`#/${identity}`}>{display_name}</a>],
          ['Description', ({ description }) => description],
          ['Position', positionOf],
        ]}
      />
    </Screen>
  );
}

const pointOf = ({ identity, display_name, latitude, longitude }: Location) => ({
  name: display_name,
  latitude,
  longitude,
  onOpen: () => go(identity),
});

/** A position such as `51.95° N, 4.05° E`. */
export const positionOf = ({ latitude, longitude }: Pick<Location, 'latitude' | 'longitude'>): string =>
  `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;

/** A location in the form. `attributes`: undefined if they are not edited here. */
export type LocationDraft = {
  name: string;
  description: string;
  latitude: string;
  longitude: string;
  attributes: Pair[] | undefined;
};

/** A draft as the body of a request. Throws ApiError for attributes without a name. */
export const locationBody = ({ name, description, latitude, longitude, attributes }: LocationDraft) => ({
  display_name: name,
  description,
  latitude: latitude.trim(),
  longitude: longitude.trim(),
  ...(attributes ? { attributes: mapOf('attributes', attributes) } : {}),
});

/** The fields of a location, with a map that sets the position. */
export function LocationFields({
  draft,
  onChange,
}: {
  draft: LocationDraft;
  onChange: (draft: LocationDraft) => void;
}) {
  const set = (part: Partial<LocationDraft>): void => onChange({ ...draft, ...part });
  const [latitude, longitude] = [Number(draft.latitude || NaN), Number(draft.longitude || NaN)];
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return (
    <>
      <Field label="Name" name="display_name" value={draft.name} onInput={(name) => set({ name })} required />
      <Field
        label="Description"
        name="description"
        rows={2}
        value={draft.description}
        onInput={(description) => set({ description })}
      />
      <Field
        label="Latitude"
        name="latitude"
        value={draft.latitude}
        onInput={(next) => set({ latitude: next })}
        hint="Decimal degrees from -90 to 90; positive in the north."
        required
      />
      <Field
        label="Longitude"
        name="longitude"
        value={draft.longitude}
        onInput={(next) => set({ longitude: next })}
        hint="Decimal degrees from -180 to 180; positive in the east. A click on the map sets both."
        required
      />
      <WorldMap
        label={isPoint ? `Map with the position ${positionOf({ latitude, longitude })}` : 'Map of the world'}
        points={isPoint ? [{ name: draft.name, latitude, longitude }] : []}
        onPick={(north, east) => set({ latitude: String(north), longitude: String(east) })}
      />
      {draft.attributes && (
        <Pairs
          legend="Attributes"
          path="attributes"
          pairs={draft.attributes}
          onChange={(attributes) => set({ attributes })}
          add="Add an attribute"
        />
      )}
    </>
  );
}

const BLANK: LocationDraft = { name: '', description: '', latitude: '', longitude: '', attributes: [] };

/** Creates a location. */
export function NewLocation() {
  const { administrator, tenancy } = useStore(session)!;
  const draft = useDraft('locations/new', BLANK, ({ name }) => unsaved('location', name));
  return (
    <Screen title="Create a location">
      {administrator ? (
        <Form
          submit="Create"
          onSubmit={async () => {
            const { identity } = await api.post('/v2/locations', { body: locationBody(draft.value) });
            draft.end();
            go(identity);
          }}
          draft={draft}
        >
          <LocationFields draft={draft.value} onChange={draft.set} />
        </Form>
      ) : (
        <p class="empty">Only administrators of {tenancy?.name || 'your tenancy'} create locations.</p>
      )}
    </Screen>
  );
}

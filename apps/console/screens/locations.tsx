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
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { locations: wording } = rareTexts;
const { common, menu, assetMap } = screenTexts;

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
      title={menu.locations}
      lead={wording.lead}
      actions={
        administrator && (
          <a class="button" href="#/locations/new">
            {wording.create}
          </a>
        )
      }
    >
      {!administrator && <p class="note">{wording.yours(tenancy?.name || common.yourTenancy)}</p>}
      <Load of={drawn}>
        {({ items, next }) =>
          items.length > 0 && (
            <>
              <WorldMap label={wording.mapWith(items.length)} points={items.map(pointOf)} />
              {next !== '' && <p class="note">{wording.newest(DRAWN)}</p>}
            </>
          )
        }
      </Load>
      <List
        caption={menu.locations}
        of={LOCATIONS}
        reload="all"
        identity={({ identity }) => identity}
        empty={administrator ? wording.none : wording.noneForYou}
        columns={[
          [common.name, ({ identity, display_name }) => <a href={`#/${identity}`}>{display_name}</a>],
          [common.description, ({ description }) => description],
          [wording.position, positionOf],
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
  assetMap.place(Math.abs(latitude), latitude < 0, Math.abs(longitude), longitude < 0);

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
      <Field label={common.name} name="display_name" value={draft.name} onInput={(name) => set({ name })} required />
      <Field
        label={common.description}
        name="description"
        rows={2}
        value={draft.description}
        onInput={(description) => set({ description })}
      />
      <Field
        label={wording.latitude}
        name="latitude"
        value={draft.latitude}
        onInput={(next) => set({ latitude: next })}
        hint={wording.latitudeHint}
        required
      />
      <Field
        label={wording.longitude}
        name="longitude"
        value={draft.longitude}
        onInput={(next) => set({ longitude: next })}
        hint={wording.longitudeHint}
        required
      />
      <WorldMap
        label={isPoint ? wording.mapAt(positionOf({ latitude, longitude })) : wording.world}
        points={isPoint ? [{ name: draft.name, latitude, longitude }] : []}
        onPick={(north, east) => set({ latitude: String(north), longitude: String(east) })}
      />
      {draft.attributes && (
        <Pairs
          legend={common.attributes}
          path="attributes"
          pairs={draft.attributes}
          onChange={(attributes) => set({ attributes })}
          add={common.addAttribute}
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
    <Screen title={wording.create}>
      {administrator ? (
        <Form
          submit={common.create}
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
        <p class="empty">{wording.reserved(tenancy?.name || common.yourTenancy)}</p>
      )}
    </Screen>
  );
}

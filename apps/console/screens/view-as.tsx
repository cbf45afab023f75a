import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { nameOfHolder } from '../lib/asset-access.ts';
import type { Route } from '../lib/router.ts';
import { AttributeTable, nameOf } from '../parts/attributes.tsx';
import { titleOf, Who } from '../parts/event-cells.tsx';
import { Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { viewAs: wording } = rareTexts;
const { common } = screenTexts;

type View = Schemas['AssetView'];

/** What a holder is called: a person, an application or a partner. */
async function readName(collection: string, uuid: string): Promise<string> {
  const params = { path: { uuid } };
  const identity = `${collection}/${uuid}`;
  if (collection === 'users')
    return nameOfHolder({ ...(await api.get('/v1/tenancies/users/{uuid}', { params })), identity });
  const { display_name } =
    collection === 'applications'
      ? await api.get('/iam/v1/applications/{uuid}', { params })
      : await api.get('/iam/v1/subjects/{uuid}', { params });
  return nameOfHolder({ display_name, email: '', identity });
}

/** An asset as somebody else reads it: only what the service shows them. */
export function ViewAs({ route }: { route: Route }) {
  const [, uuid = '', , collection = '', holder = ''] = route.parts;
  const loaded = useLoaded(async () => {
    const as = `${collection}/${holder}`;
    const params = { path: { uuid }, query: { as } };
    const [view, name] = await Promise.all([
      api.get('/iam/v1/assets/{uuid}:view', { params }),
      readName(collection, holder),
    ]);
    return { view, name };
  }, route.path);
  return <Load of={loaded}>{({ view, name }) => <AssetAs {...{ uuid, view, name }} />}</Load>;
}

function AssetAs({ uuid, view, name }: { uuid: string; view: View; name: string }) {
  const { asset } = view;
  return (
    <Screen title={asset ? nameOf(asset) : wording.hidden}>
      <div class="warning past" role="status">
        <p>
          {wording.seenBy(
            <strong>
              <bdi>{name}</bdi>
            </strong>,
          )}
        </p>
        <p>
          <a class="button" href={`#/assets/${uuid}`}>
            {wording.back}
          </a>
        </p>
      </div>
      {asset ? <Seen asset={asset} view={view} /> : <p class="empty">{wording.cannotSee(name)}</p>}
    </Screen>
  );
}

function Seen({ asset, view }: { asset: Schemas['Asset']; view: View }) {
  return (
    <>
      <section aria-labelledby="attributes">
        <h2 id="attributes">{common.attributes}</h2>
        <AttributeTable label={common.attributes} attributes={asset.attributes} at={asset.identity} />
      </section>
      <section aria-labelledby="events">
        <h2 id="events">{common.events}</h2>
        {view.events.length === 0 && <p class="empty">{wording.noEvents}</p>}
        <ol class="timeline" aria-label={common.events}>
          {view.events.map((event) => (
            <li key={event.identity}>
              <EventAs event={event} />
            </li>
          ))}
        </ol>
        {view.truncated && <p class="note">{wording.newest(view.events.length)}</p>}
      </section>
    </>
  );
}

function EventAs({ event }: { event: Schemas['AssetEvent'] }) {
  return (
    <article aria-label={titleOf(event)}>
      <h3>{titleOf(event)}</h3>
      <p class="note">
        {wording.by(
          <Moment at={event.timestamp_declared} />,
          <Who declared={event.principal_declared} accepted={event.principal_accepted} />,
        )}
      </p>
      {Object.keys(event.event_attributes).length > 0 && (
        <AttributeTable
          label={wording.states(uuidOf(event.identity))}
          attributes={event.event_attributes}
          at={event.identity}
        />
      )}
      {Object.keys(event.asset_attributes).length > 0 && (
        <AttributeTable
          label={wording.changed(uuidOf(event.identity))}
          attributes={event.asset_attributes}
          at={event.identity}
        />
      )}
    </article>
  );
}

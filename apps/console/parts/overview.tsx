import type { PageOf, Schemas } from '../lib/api.ts';
import { assetsByType, concernsOf, countText, newestEvents, stateOfLog } from '../lib/overview.ts';
import { ShareBar } from './chart.tsx';
import { AssetLink, EventLink, Who } from './event-cells.tsx';
import { named } from './filters.tsx';
import { useLeft } from './left.ts';
import { Ago, Moment } from './moment.tsx';
import { Load, useLoaded, type Loading } from './page.tsx';
import { Panel } from './panel.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { overview: wording, common, menu } = screenTexts;

type Asset = Schemas['Asset'];

/** The address of the list of the assets of a type. */
function ofType(value: string): string {
  const filters = JSON.stringify(named([[{ name: 'arc_display_type', op: '=', value }]]));
  return `#/assets?${new URLSearchParams({ filters })}`;
}

/** The most frequent types of assets. */
export function Types({ assets }: { assets: Loading<PageOf<Asset>> }) {
  return (
    <Panel title={wording.types}>
      <Load of={assets}>
        {(page) => (page.items.length === 0 ? <p class="empty">{common.noAssets}</p> : <TypeCounts page={page} />)}
      </Load>
    </Panel>
  );
}

function TypeCounts({ page }: { page: PageOf<Asset> }) {
  const left = useLeft();
  const counts = useLoaded(() => assetsByType(page, left), 'types');
  const complete = page.next === '';
  const all = countText(complete ? { total: page.items.length, truncated: false } : page);
  return (
    <Load of={counts}>
      {(types) => (
        <>
          <ul class="bars">
            {types.map((each) => (
              <li key={each.type}>
                {each.type === '' ? <em>{wording.withoutType}</em> : <a href={ofType(each.type)}>{each.type}</a>}
                <span>{countText(each)}</span>
                <ShareBar share={each.total / types[0]!.total} />
              </li>
            ))}
          </ul>
          <p class="note">
            {wording.tracked(all)}
            {!complete && wording.ofLast(page.items.length)}
          </p>
        </>
      )}
    </Load>
  );
}

/** The events that happened last, as declared. */
export function Newest() {
  const events = useLoaded(newestEvents, 'newest');
  return (
    <Panel title={wording.newest}>
      <Load of={events}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">{wording.noEvents}</p>
          ) : (
            <ul class="items">
              {all.map((event) => (
                <li key={event.identity}>
                  <div>
                    <EventLink event={event} /> · <AssetLink identity={event.asset_identity} />
                    <p class="note">
                      <Moment at={event.timestamp_declared} /> <Ago at={event.timestamp_declared} /> ·{' '}
                      <Who {...principalsOf(event)} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Load>
    </Panel>
  );
}

const principalsOf = (event: Schemas['AssetEvent']) => ({
  declared: event.principal_declared,
  accepted: event.principal_accepted,
});

/** What an administrator should look at. */
export function Concerns() {
  const left = useLeft();
  const concerns = useLoaded(() => concernsOf(left), 'concerns');
  return (
    <Panel title={wording.concerns}>
      <Load of={concerns}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">{wording.noConcerns}</p>
          ) : (
            <ul class="items">
              {all.map(({ key, text, detail, path }) => (
                <li key={key}>
                  <div>
                    <a href={`#/${path}`}>{text}</a>
                    {detail !== '' && <p class="note">{detail}</p>}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Load>
      <p class="note">{wording.whatConcerns}</p>
    </Panel>
  );
}

/** The state of the log of the tenancy and of the anchoring of its events. */
export function LogState({ tenancy }: { tenancy: string }) {
  const state = useLoaded(() => stateOfLog(tenancy), tenancy);
  return (
    <Panel title={wording.log}>
      <Load of={state}>
        {({ log, node, pending, failed }) => (
          <dl class="facts">
            <dt>{menu.log}</dt>
            <dd>
              {log ? (
                <>{wording.signed(wording.entries(log.size), <Moment at={log.updated} />, <Ago at={log.updated} />)}</>
              ) : (
                wording.noEntries
              )}
            </dd>
            <dt>{wording.chain}</dt>
            <dd>
              {node ? (
                <>
                  {wording.node(texts.words.connection[node.connection_status])}
                  {node.connection_status === 'REACHABLE' && wording.block(node.block_height)}
                </>
              ) : (
                wording.noState
              )}
            </dd>
            <dt>{wording.pending}</dt>
            <dd>{countText(pending)}</dd>
            <dt>{wording.failed}</dt>
            <dd class={failed.total > 0 ? 'bad' : undefined}>{countText(failed)}</dd>
          </dl>
        )}
      </Load>
    </Panel>
  );
}

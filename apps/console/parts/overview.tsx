import { localNumber } from '../../site/locale.ts';
import type { PageOf, Schemas } from '../lib/api.ts';
import { assetsByType, concernsOf, countText, newestEvents, stateOfLog } from '../lib/overview.ts';
import { CONNECTION } from '../lib/words.ts';
import { ShareBar } from './chart.tsx';
import { AssetLink, EventLink, Who } from './event-cells.tsx';
import { named } from './filters.tsx';
import { useLeft } from './left.ts';
import { Ago, Moment } from './moment.tsx';
import { Load, useLoaded, type Loading } from './page.tsx';
import { Panel } from './panel.tsx';

type Asset = Schemas['Asset'];

/** The address of the list of the assets of a type. */
function ofType(value: string): string {
  const filters = JSON.stringify(named([[{ name: 'arc_display_type', op: '=', value }]]));
  return `#/assets?${new URLSearchParams({ filters })}`;
}

/** The most frequent types of assets. */
export function Types({ assets }: { assets: Loading<PageOf<Asset>> }) {
  return (
    <Panel title="Assets by type">
      <Load of={assets}>
        {(page) =>
          page.items.length === 0 ? <p class="empty">No assets that you can see.</p> : <TypeCounts page={page} />
        }
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
                {each.type === '' ? <em>without a type</em> : <a href={ofType(each.type)}>{each.type}</a>}
                <span>{countText(each)}</span>
                <ShareBar share={each.total / types[0]!.total} />
              </li>
            ))}
          </ul>
          <p class="note">
            {all} tracked {all === '1' ? 'asset' : 'assets'}.
            {!complete && ` The types are those of the ${page.items.length} assets that were changed last.`}
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
    <Panel title="Newest events">
      <Load of={events}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">No events that you can see.</p>
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
    <Panel title="Needs attention">
      <Load of={concerns}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">Nothing.</p>
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
      <p class="note">
        Pending invites, disabled webhooks, message-bus sources and device imports with errors, a missing record of the
        verified domain, and rejected files of the newest events.
      </p>
    </Panel>
  );
}

const entriesOf = (size: number): string => `${localNumber(size)} ${size === 1 ? 'entry' : 'entries'}`;

/** The state of the log of the tenancy and of the anchoring of its events. */
export function LogState({ tenancy }: { tenancy: string }) {
  const state = useLoaded(() => stateOfLog(tenancy), tenancy);
  return (
    <Panel title="Log and anchors">
      <Load of={state}>
        {({ log, node, pending, failed }) => (
          <dl class="facts">
            <dt>Log</dt>
            <dd>
              {log ? (
                <>
                  {entriesOf(log.size)}, signed <Moment at={log.updated} /> <Ago at={log.updated} />
                </>
              ) : (
                'no signed entries that you can see'
              )}
            </dd>
            <dt>Chain</dt>
            <dd>
              {node ? (
                <>
                  node {CONNECTION[node.connection_status]}
                  {node.connection_status === 'REACHABLE' && `, block ${node.block_height}`}
                </>
              ) : (
                'no state available'
              )}
            </dd>
            <dt>Events to be confirmed</dt>
            <dd>{countText(pending)}</dd>
            <dt>Events that failed</dt>
            <dd class={failed.total > 0 ? 'bad' : undefined}>{countText(failed)}</dd>
          </dl>
        )}
      </Load>
    </Panel>
  );
}

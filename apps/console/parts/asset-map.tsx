import type { ComponentChildren } from 'preact';
import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';
import { useRef } from 'preact/hooks';
import { pages, uuidOf, type PageOf, type Pages, type Schemas } from '../lib/api.ts';
import { clustersOf, positionOfAsset, type Cluster, type MapPosition } from '../lib/positions.ts';
import { go } from '../lib/router.ts';
import { nameOf, textOf } from './attributes.tsx';
import { WorldMap } from './map.tsx';
import { Load, useLoaded } from './page.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { assetMap: wording } = screenTexts;

type Asset = Schemas['Asset'];

/** The maximum number of assets on the map, and of locations whose positions are known. */
const DRAWN = 500;
/** Names in the title of a point, and in that of a group of assets. */
const NAMED = 3;

/** The assets of a list on a map, by their own position or that of their location, and a link to each. */
export function AssetMap({ of, reload, empty }: { of: Pages<Asset>; reload: string; empty: ComponentChildren }) {
  const loaded = useLoaded(async () => {
    const [assets, locations] = await Promise.all([
      of(undefined, DRAWN),
      pages('/v2/locations', 'locations')(undefined, DRAWN),
    ]);
    return { assets, locations: new Map(locations.items.map((each) => [each.identity, each])) };
  }, reload);
  return (
    <Load of={loaded}>
      {({ assets, locations }) => {
        if (assets.items.length === 0) return <p class="empty">{empty}</p>;
        const placed = assets.items.flatMap((asset): MapPosition[] => {
          const position = positionOfAsset(asset, locations);
          return position ? [{ asset, ...position }] : [];
        });
        return <Drawn assets={assets} placed={placed} locations={locations} />;
      }}
    </Load>
  );
}

type Locations = ReadonlyMap<string, Schemas['AssetLocation']>;

function Drawn(of: { assets: PageOf<Asset>; placed: MapPosition[]; locations: Locations }) {
  const { assets, placed, locations } = of;
  const list = useRef<HTMLUListElement>(null);
  const clusters = placed.length === 0 ? [] : clustersOf(placed);
  /** Opens the asset of a point, or the entry of the list with its assets. */
  const opened = ({ assets: [first, ...others] }: Cluster, i: number): void => {
    if (others.length === 0) return go(first!.identity);
    const entry = list.current?.children[i]?.querySelector('details');
    if (!entry) return;
    entry.open = true;
    entry.querySelector('summary')?.focus();
  };
  return (
    <>
      <p class="note" role="status">
        {shownText(assets, placed.length)}
        {assets.note && ` ${assets.note}`}
      </p>
      {placed.length === 0 ? (
        <p class="empty">{wording.noPositions}</p>
      ) : (
        <>
          <WorldMap
            label={wording.mapWith(placed.length)}
            points={clusters.map((cluster, i) => ({
              name: titleOf(cluster),
              latitude: cluster.latitude,
              longitude: cluster.longitude,
              many: cluster.assets.length > 1,
              onOpen: () => opened(cluster, i),
            }))}
          />
          <ul class="items" aria-label={wording.onMap} ref={list}>
            {clusters.map((cluster) => (
              <li key={cluster.assets[0]!.identity}>
                {cluster.assets.length === 1 ? (
                  <div>
                    <AssetName asset={cluster.assets[0]!} /> <span class="note">{placeOf(cluster)}</span>
                  </div>
                ) : (
                  <details>
                    <summary>
                      {wording.group(
                        cluster.assets.length,
                        locationsOf(cluster, locations) || wording.near(placeOf(cluster)),
                      )}
                    </summary>
                    <ul>
                      {cluster.assets.map((asset) => (
                        <li key={asset.identity}>
                          <AssetName asset={asset} />
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const AssetName = ({ asset }: { asset: Asset }) => <a href={`#/assets/${uuidOf(asset.identity)}`}>{nameOf(asset)}</a>;

/** How many assets the map has, of how many. */
function shownText({ items, next, total }: PageOf<Asset>, placed: number): string {
  const read = items.length;
  return [
    next === '' ? wording.shown(placed, read) : wording.shownFirst(placed, Math.max(total, read), read),
    read === placed ? '' : wording.without(read - placed),
  ].join('');
}

function titleOf({ assets }: Cluster): string {
  const names = assets.slice(0, NAMED).map(nameOf).join(', ');
  return assets.length <= NAMED ? names : wording.cluster(assets.length, names);
}

/** The names of the locations at which all assets of a point are; empty if one has a position of its own. */
function locationsOf({ assets }: Cluster, locations: Locations): string {
  const names = assets.map((asset) =>
    positionOfAsset(asset, NOWHERE) ? undefined : locations.get(textOf(asset.attributes, HOME_LOCATION))?.display_name,
  );
  if (names.includes(undefined)) return '';
  const all = [...new Set(names)];
  return wording.at(all.slice(0, NAMED).join('; ') + (all.length > NAMED ? '; …' : ''));
}

const NOWHERE: Locations = new Map();

const round = (degrees: number): number => Math.round(Math.abs(degrees) * 100) / 100;

const placeOf = ({ latitude, longitude }: Cluster): string =>
  wording.place(round(latitude), latitude < 0, round(longitude), longitude < 0);

import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';
import type { Schemas } from './schemas.ts';

type Asset = Schemas['Asset'];
type Position = { latitude: number; longitude: number };

/** An asset with its position. */
export type MapPosition = Position & { asset: Asset };

/**
 * Assets that are so close to each other that the map shows them as one point, which is the mean of their positions.
 */
export type Cluster = Position & { assets: Asset[] };

/** Points beside each other on a map of the whole span. */
const ACROSS = 24;
/** Degrees within which assets are one point however close all of them are. */
const CLOSEST = 0.0005;

const DECIMAL = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

function degrees(attributes: Attributes, name: string, most: number): number | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (typeof value !== 'string' || !DECIMAL.test(value.trim())) return undefined;
  const number = Number(value.trim());
  return Math.abs(number) <= most ? number : undefined;
}

/**
 * Where an asset is: its attributes `arc_gis_lat` and `arc_gis_lng` (decimal degrees), or else its home location, which
 * `locations` has by identity. Undefined for an asset without a valid position.
 */
export function positionOfAsset(
  { attributes }: Pick<Asset, 'attributes'>,
  locations: ReadonlyMap<string, Position>,
): Position | undefined {
  const latitude = degrees(attributes, 'arc_gis_lat', 90);
  const longitude = degrees(attributes, 'arc_gis_lng', 180);
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  const home = attributes[HOME_LOCATION];
  const found = typeof home === 'string' ? locations.get(home) : undefined;
  return found && { latitude: found.latitude, longitude: found.longitude };
}

/** Joins assets in the same cell of a grid, whose size follows from the span of all; the largest clusters first. */
export function clustersOf(placed: readonly MapPosition[]): Cluster[] {
  const span = (of: 'latitude' | 'longitude'): number => {
    const values = placed.map((each) => each[of]);
    return Math.max(...values) - Math.min(...values);
  };
  const cell = Math.max(span('latitude') / ACROSS, span('longitude') / ACROSS, CLOSEST);
  const cells = Map.groupBy(
    placed,
    ({ latitude, longitude }) => `${Math.round(latitude / cell)} ${Math.round(longitude / cell)}`,
  );
  const mean = (all: readonly MapPosition[], of: 'latitude' | 'longitude'): number =>
    all.reduce((sum, each) => sum + each[of], 0) / all.length;
  return [...cells.values()]
    .map((all) => ({
      latitude: mean(all, 'latitude'),
      longitude: mean(all, 'longitude'),
      assets: all.map(({ asset }) => asset),
    }))
    .toSorted((a, b) => b.assets.length - a.assets.length);
}

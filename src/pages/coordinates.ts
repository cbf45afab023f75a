import { html } from 'hono/html';
import type { Attributes } from '../core/attributes.ts';
import { NOTHING, type Markup } from './markup.ts';

type Coordinates = { latitude: number; longitude: number };

const DECIMAL = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

/** Where something was: decimal degrees that are on the globe, or nothing. */
export function coordinatesIn(attributes: Attributes): Coordinates | undefined {
  const latitude = degrees(attributes, 'arc_gis_lat', 90);
  const longitude = degrees(attributes, 'arc_gis_lng', 180);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function degrees(attributes: Attributes, name: string, most: number): number | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (typeof value !== 'string' || !DECIMAL.test(value.trim())) return undefined;
  const number = Number(value.trim());
  return Math.abs(number) <= most ? number : undefined;
}

/** A link to a map of where it was. It is made of two numbers, and tells the map's site nothing of this page. */
export function mapLink(coordinates: Coordinates | undefined): Markup {
  if (!coordinates) return NOTHING;
  const [lat, lng] = [coordinates.latitude.toFixed(6), coordinates.longitude.toFixed(6)];
  const address = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`;
  return html`<a class="map" href="${address}" rel="noreferrer"
    >${coordinates.latitude.toFixed(4)}, ${coordinates.longitude.toFixed(4)} on a map</a
  >`;
}

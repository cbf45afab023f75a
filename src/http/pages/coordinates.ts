import { html } from 'hono/html';
import type { Attributes } from '../../formats/records/attributes.ts';
import { NOTHING, type Markup } from './markup.ts';
import type { PageTexts } from './texts/en.ts';

type Coordinates = { latitude: number; longitude: number };

const DECIMAL = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

/** The coordinates in attributes; undefined unless both are valid decimal degrees. */
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

/** A link to a map. The URL is made of two numbers, and the map's site gets no referrer. */
export function mapLink({ timeline }: PageTexts, coordinates: Coordinates | undefined): Markup {
  if (!coordinates) return NOTHING;
  const [lat, lng] = [coordinates.latitude.toFixed(6), coordinates.longitude.toFixed(6)];
  const address = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`;
  return html`<a class="map" href="${address}" rel="noreferrer"
    >${timeline.onMap(coordinates.latitude.toFixed(4), coordinates.longitude.toFixed(4))}</a
  >`;
}

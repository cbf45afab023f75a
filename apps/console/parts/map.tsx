import { useRef, useState } from 'preact/hooks';
import { screenTexts } from '../screens/texts/texts.ts';

const { map: wording } = screenTexts;

/** The outline of all land as the data of an SVG path in degrees, which the build puts here. */
declare const WORLD_OUTLINE: string;

/** A named position in decimal degrees. `many`: it stands for several. */
export type Point = { name: string; latitude: number; longitude: number; many?: boolean; onOpen?: () => void };

/** The part of the world that is shown, in degrees; `y` is downwards. */
type View = { x: number; y: number; width: number };
const WORLD: View = { x: -180, y: -85, width: 360 };
/** Width by height. */
const RATIO = 2.4;
/** The smallest width in degrees, and the space around the points as a part of their span. */
const NARROWEST = 80;
const MARGIN = 1.5;

const heightOf = ({ width }: View): number => width / RATIO;

/** The view that has all points in it. */
function around(points: readonly Point[]): View {
  if (points.length === 0) return WORLD;
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [west, east] = range(points.map(({ longitude }) => longitude));
  const [south, north] = range(points.map(({ latitude }) => latitude));
  const width = Math.max((east - west) * MARGIN, (north - south) * MARGIN * RATIO, NARROWEST);
  if (width >= WORLD.width) return WORLD;
  return { x: (west + east - width) / 2, y: -(south + north) / 2 - width / RATIO / 2, width };
}

const round = (degrees: number): number => Math.round(degrees * 1000) / 1000;

/**
 * A map of the world with points, drawn without requests. The points are also in a list beside it, so it is one image
 * for screen readers. `onPick` gets the position of a click.
 */
export function WorldMap(of: {
  label: string;
  points: readonly Point[];
  onPick?: (latitude: number, longitude: number) => void;
}) {
  const [whole, setWhole] = useState(of.onPick !== undefined && of.points.length === 0);
  const svg = useRef<SVGSVGElement>(null);
  const view = whole ? WORLD : around(of.points);
  const pick = (event: MouseEvent): void => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix || !of.onPick) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    if (Math.abs(x) <= 180 && Math.abs(y) <= 90) of.onPick(round(-y), round(x));
  };
  return (
    <div class="mapbox">
      <svg
        ref={svg}
        class={of.onPick ? 'map pick' : 'map'}
        role="img"
        aria-label={of.label}
        viewBox={`${view.x} ${view.y} ${view.width} ${heightOf(view)}`}
        onClick={pick}
      >
        <path class="land" d={WORLD_OUTLINE} />
        {of.points.map(({ name, latitude, longitude, many, onOpen }, i) => (
          // A line without length and with round ends has the same size at every zoom.
          <path
            key={i}
            class={`point${many ? ' many' : ''}${onOpen ? ' open' : ''}`}
            d={`M${longitude} ${-latitude}h0`}
            onClick={onOpen}
          >
            <title>{name}</title>
          </path>
        ))}
      </svg>
      {of.points.length > 0 && (
        <button type="button" class="quiet" onClick={() => setWhole(!whole)}>
          {whole ? wording.zoomIn : wording.wholeWorld}
        </button>
      )}
    </div>
  );
}

// Plain JavaScript, because wrangler also runs it, with its own version of Node.
import { readFileSync } from 'node:fs';

/** Land of Natural Earth at 1:110 million, which is in the public domain, as TopoJSON. */
const LAND = new URL(import.meta.resolve('world-atlas/land-110m.json'));
/** Degrees by which the outline may differ from the original, and below which an island is left out. */
const TOLERANCE = 0.35;
const SMALLEST = 2;

/**
 * The outline of all land as the data of one SVG path, about 22 KB, 5 KB compressed. Units are degrees: longitude, and
 * latitude downwards.
 *
 * @returns {string}
 */
export function worldOutline() {
  const topology = JSON.parse(readFileSync(LAND, 'utf8'));
  const arcs = topology.arcs.map((arc) => decoded(arc, topology.transform));
  return topology.objects.land.geometries
    .flatMap(({ type, arcs: of }) => (type === 'Polygon' ? of : of.flat()))
    .map((indexes) => indexes.flatMap((index) => (index < 0 ? arcs[~index].toReversed() : arcs[index])))
    .map(unwrapped)
    .filter((ring) => spanOf(ring) >= SMALLEST)
    .map(simplified)
    .filter((ring) => ring.length > 3)
    .flatMap(onBothSides)
    .map(pathOf)
    .join('');
}

/** The points of an arc: TopoJSON stores differences in steps of a grid. */
function decoded(arc, { scale, translate }) {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** A ring without jumps from 180 to -180 degrees: what is beyond has larger or smaller longitudes. */
function unwrapped(ring) {
  let shift = 0;
  const points = ring.map(([x, y], i) => {
    const step = i === 0 ? 0 : x - ring[i - 1][0];
    if (Math.abs(step) > 180) shift -= Math.sign(step) * 360;
    return [x + shift, y];
  });
  // The coast of Antarctica goes once around the pole.
  return shift === 0 ? points : [...points, [points.at(-1)[0], -90], [points[0][0], -90], points[0]];
}

/** A ring that leaves the map on one side, and the same on the other side. */
function onBothSides(ring) {
  const moved = (by) => ring.map(([x, y]) => [x + by, y]);
  if (ring.some(([x]) => x > 180)) return [ring, moved(-360)];
  return ring.some(([x]) => x < -180) ? [ring, moved(360)] : [ring];
}

/** The larger side of the rectangle around a ring, in degrees. */
function spanOf(ring) {
  const side = (axis) => {
    const all = ring.map((point) => point[axis]);
    return Math.max(...all) - Math.min(...all);
  };
  return Math.max(side(0), side(1));
}

/** A line with fewer points (Douglas and Peucker 1973). */
function simplified(points) {
  const [first, last] = [points[0], points.at(-1)];
  let [farthest, at] = [0, 0];
  points.forEach((point, i) => {
    const distance = distanceTo(point, first, last);
    if (distance > farthest) [farthest, at] = [distance, i];
  });
  if (farthest <= TOLERANCE) return [first, last];
  return [...simplified(points.slice(0, at + 1)), ...simplified(points.slice(at)).slice(1)];
}

/** The distance of a point from the line through two points; from the first one if they are the same. */
function distanceTo([x, y], [ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** A closed ring with relative coordinates, rounded to a tenth of a degree. */
function pathOf(ring) {
  const tenths = ring.map(([x, y]) => [Math.round(x * 10), Math.round(-y * 10)]);
  let [px, py] = tenths[0];
  const steps = tenths.slice(1, -1).map(([x, y]) => {
    const step = `${(x - px) / 10} ${(y - py) / 10}`;
    [px, py] = [x, y];
    return step;
  });
  return `M${tenths[0][0] / 10} ${tenths[0][1] / 10}l${steps.join(' ')}z`;
}

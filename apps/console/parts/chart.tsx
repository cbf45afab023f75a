/** Sizes of the chart in units of its view box. */
const [WIDTH, HEIGHT, BAR, LABELS] = [640, 130, 0.72, 24];

/** A value of a chart: its short label below the bar, its full text, and its number. */
export type Bar = { label: string; text: string; value: number };

/** How many times the second largest number may the largest be before its bar is cut. */
const CUT = 4;

/** The number of a bar of full height. One day of an import would make all others too small to compare. */
function heightOf(values: readonly number[]): number {
  const [most = 1, second = 0] = values.toSorted((a, b) => b - a);
  return Math.max(1, second > 0 && most > CUT * second ? 1.5 * second : most);
}

/**
 * A chart of bars. `label` says what it shows; the numbers must also be in a table beside it. A bar that is much higher
 * than all others has a gap, and its number.
 */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const full = heightOf(bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + LABELS}`} role="img" aria-label={label}>
      <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {bars.map(({ label: short, text, value }, i) => {
        // A small number stays visible.
        const height = value === 0 ? 0 : Math.max(3, Math.min(1, value / full) * (HEIGHT - 28));
        const middle = (i + 0.5) * step;
        return (
          <g key={text}>
            <title>{text}</title>
            <rect x={middle - (step * BAR) / 2} y={HEIGHT - height} width={step * BAR} height={height} rx="2" />
            {value > full && <path class="cut" d={`M${middle - step / 2} ${HEIGHT / 2} l${step} -10`} />}
            {value > 0 && (
              <text x={middle} y={HEIGHT - height - 5}>
                {value}
              </text>
            )}
            <text x={middle} y={HEIGHT + LABELS - 6}>
              {short}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** A bar beside a number that is shown as text. `share` is from 0 to 1. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg class="chart share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="6" />
    <rect width={Math.max(1, 100 * share)} height="6" />
  </svg>
);

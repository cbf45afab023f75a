import { localDate } from '../../site/time.ts';
import { countText, eventsPerDay, type DayCount } from '../lib/overview.ts';
import { BarChart } from './chart.tsx';
import { useLeft } from './left.ts';
import { Load, useLoaded } from './page.tsx';
import { Panel } from './panel.tsx';
import { Table } from './table.tsx';

/** The events of the last days, as a chart and as a table. */
export function Days() {
  const left = useLeft();
  const days = useLoaded(() => eventsPerDay(left), 'days');
  return (
    <Panel title="Events per day" size="wide">
      <Load of={days}>{(all) => <DaysChart days={all} />}</Load>
    </Panel>
  );
}

function DaysChart({ days }: { days: DayCount[] }) {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const truncated = days.some((day) => day.truncated);
  const [most] = days.toSorted((a, b) => b.total - a.total);
  const sum = countText({ total, truncated });
  const sentence =
    total === 0
      ? `No events in the last ${days.length} days.`
      : `${sum} events in the last ${days.length} days, most on ${localDate(most!.since)} (${countText(most!)}).`;
  return (
    <>
      <p class="note">
        {sentence} Days are in your time zone, by the time when events happened as declared.
        {truncated && ' The service does not count further than the numbers with a plus sign.'}
      </p>
      {total > 0 && (
        <BarChart
          label={sentence}
          bars={days.map((day) => ({
            label: String(new Date(day.since).getDate()),
            text: `${localDate(day.since)}: ${countText(day)}`,
            value: day.total,
          }))}
        />
      )}
      <details>
        <summary>As a table</summary>
        <Table
          caption="Events per day"
          items={days.toReversed()}
          identity={({ since }) => since}
          columns={[
            [
              'Day',
              ({ since, before }) => (
                <a href={`#/events?${new URLSearchParams({ since, before })}`}>{localDate(since)}</a>
              ),
            ],
            ['Events', countText],
          ]}
        />
      </details>
    </>
  );
}

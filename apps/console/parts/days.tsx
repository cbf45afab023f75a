import { localDate } from '../../site/time.ts';
import { countText, eventsPerDay, type DayCount } from '../lib/overview.ts';
import { BarChart } from './chart.tsx';
import { useLeft } from './left.ts';
import { Load, useLoaded } from './page.tsx';
import { Panel } from './panel.tsx';
import { Table } from './table.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { days: wording, common } = screenTexts;

/** The events of the last days, as a chart and as a table. */
export function Days() {
  const left = useLeft();
  const days = useLoaded(() => eventsPerDay(left), 'days');
  return (
    <Panel title={wording.title} size="wide">
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
    total === 0 ? wording.none(days.length) : wording.total(sum, days.length, localDate(most!.since), countText(most!));
  return (
    <>
      <p class="note">{wording.zone(sentence, truncated && wording.plus)}</p>
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
        <summary>{wording.asTable}</summary>
        <Table
          caption={wording.title}
          items={days.toReversed()}
          identity={({ since }) => since}
          columns={[
            [
              wording.day,
              ({ since, before }) => (
                <a href={`#/events?${new URLSearchParams({ since, before })}`}>{localDate(since)}</a>
              ),
            ],
            [common.events, countText],
          ]}
        />
      </details>
    </>
  );
}

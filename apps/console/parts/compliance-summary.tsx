import { useEffect, useRef, useState } from 'preact/hooks';
import { uuidOf, type PageOf, type Schemas } from '../lib/api.ts';
import { complianceSummaries, countText, type Summary } from '../lib/overview.ts';
import { nameOf } from './attributes.tsx';
import { Problem } from './form.tsx';
import { useLeft } from './left.ts';
import { Load, type Loading } from './page.tsx';
import { Panel } from './panel.tsx';

type Page = PageOf<Schemas['Asset']>;

/** How many assets are counted before the person is asked, because each is a request. */
const STRIDE = 500;
/** How many of the assets that do not comply are named. */
const NAMED = 5;

/** How many assets comply. */
export function ComplianceSummary({ assets }: { assets: Loading<Page> }) {
  return (
    <Panel title="Compliance">
      <Load of={assets}>
        {(page) =>
          page.items.length === 0 ? <p class="empty">No assets that you can see.</p> : <Counted page={page} />
        }
      </Load>
    </Panel>
  );
}

function Counted({ page }: { page: Page }) {
  const left = useLeft();
  const summaries = useRef<ReturnType<typeof complianceSummaries>>(undefined);
  const [summary, setSummary] = useState<Summary>();
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<Error>();
  const count = async (from: number): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      // After an error, the count begins again.
      summaries.current ??= complianceSummaries(page, left);
      for (;;) {
        const { value, done } = await summaries.current.next();
        if (left.aborted || done) break;
        setSummary(value);
        if (value.over || value.counted >= from + STRIDE) break;
      }
    } catch (thrown) {
      summaries.current = undefined;
      if (!left.aborted) setError(thrown as Error);
    }
    if (!left.aborted) setBusy(false);
  };
  useEffect(() => void count(0), []);
  if (error)
    return (
      <>
        <Problem error={error} />
        <p class="actions">
          <button type="button" onClick={() => void count(0)}>
            Try again
          </button>
        </p>
      </>
    );
  if (!summary)
    return (
      <p class="empty" role="status">
        Loading…
      </p>
    );
  if (summary.rules === 0)
    return (
      <p class="empty">
        No <a href="#/compliance">rules</a> yet.
      </p>
    );
  return (
    <>
      <Verdicts of={summary} />
      <p class="note" role="status">
        {extentOf(summary, page, busy)} The <a href="#/compliance">rules</a> are evaluated now.
      </p>
      {!summary.over && !busy && (
        <p class="actions">
          <button type="button" onClick={() => void count(summary.counted)}>
            Count the next {STRIDE}
          </button>
        </p>
      )}
    </>
  );
}

/** Of which assets the numbers are. */
function extentOf({ counted, over }: Summary, { total, truncated, next, items }: Page, busy: boolean): string {
  if (over)
    return counted === 1
      ? 'Of the only tracked asset.'
      : `Of all ${countText({ total: counted, truncated: false })} tracked assets.`;
  const all = countText(next === '' ? { total: items.length, truncated: false } : { total, truncated });
  const some = countText({ total: counted, truncated: false });
  return `${busy ? 'Counting: ' : 'Only '}${some} of ${all} tracked assets so far.`;
}

function Verdicts({ of: { compliant, failing, unruled } }: { of: Summary }) {
  return (
    <>
      <dl class="numbers">
        <div>
          <dt>Compliant</dt>
          <dd class="good">{compliant.toLocaleString('en-GB')}</dd>
        </div>
        <div>
          <dt>Not compliant</dt>
          <dd class={failing.length > 0 ? 'bad' : undefined}>{failing.length.toLocaleString('en-GB')}</dd>
        </div>
        <div>
          <dt>No rule applies</dt>
          <dd>{unruled.toLocaleString('en-GB')}</dd>
        </div>
      </dl>
      {failing.length > 0 && (
        <>
          <p class="note">
            {failing.length > NAMED
              ? `${NAMED} of the ${failing.length.toLocaleString('en-GB')} that do not comply:`
              : 'Do not comply:'}
          </p>
          <ul class="items">
            {failing.slice(0, NAMED).map((asset) => (
              <li key={asset.identity}>
                <a href={`#/assets/${uuidOf(asset.identity)}`}>{nameOf(asset)}</a>
              </li>
            ))}
          </ul>
          <p>
            <a href="#/compliance/assets">Assets that do not comply</a>
          </p>
        </>
      )}
    </>
  );
}

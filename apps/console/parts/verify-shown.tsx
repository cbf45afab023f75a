import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../lib/schemas.ts';
import { inLanes } from '../lib/lanes.ts';
import { Act } from './act.tsx';
import { useLeft } from './left.ts';
import { verifyInto } from './verify.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { verifyShown: wording } = screenTexts;

type Event = Schemas['AssetEvent'];

/** The outcome of the verification of an event. `report`: the element that shows all of it. */
export type Checked = { isIntact: boolean; report: HTMLElement };

/** The outcomes by the identity of their event. */
export type Outcomes = ReadonlyMap<string, Checked>;

async function check(event: Event): Promise<Checked> {
  const report = document.createElement('div');
  await verifyInto(event, report);
  return { isIntact: report.querySelector('.verdict')?.classList.contains('holds') ?? false, report };
}

/** A button that verifies the events that a list shows, one after the other, and says how many are unchanged. */
export function VerifyShown(of: { events: readonly Event[]; outcomes: Outcomes; onChange: (all: Outcomes) => void }) {
  const { events, outcomes, onChange } = of;
  const left = useLeft();
  const [done, setDone] = useState(0);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const found = new Map<string, Checked>();
    setDone(0);
    setBusy(true);
    try {
      await inLanes(events, left, async (event) => {
        found.set(event.identity, await check(event));
        setDone(found.size);
      });
    } finally {
      setBusy(false);
    }
    onChange(found);
  };
  const checked = events.filter(({ identity }) => outcomes.has(identity));
  const intact = checked.filter(({ identity }) => outcomes.get(identity)!.isIntact).length;
  return (
    <p class="actions">
      <Act label={wording.verify(events.length)} act={run} />
      <span class={intact < checked.length ? 'bad' : 'note'} role="status">
        {busy && wording.progress(done, events.length)}
        {!busy && checked.length > 0 && sentenceOf(intact, checked.length)}
      </span>
    </p>
  );
}

function sentenceOf(intact: number, all: number): string {
  if (intact === all) return wording.intact(all);
  return wording.failed(all - intact, all);
}

/** The outcome at an event: its first line, with the whole report on demand, or at once if it failed. */
export function Outcome({ of }: { of: Checked }) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => at.current?.replaceChildren(of.report), [of]);
  return (
    <details class="outcome" open={!of.isIntact}>
      <summary class={of.isIntact ? 'good' : 'bad'}>{of.isIntact ? wording.unchanged : wording.notShown}</summary>
      <div ref={at} />
    </details>
  );
}

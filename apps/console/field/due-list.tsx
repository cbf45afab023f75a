import { useEffect, useState } from 'preact/hooks';
import { localDate, localTime } from '../../site/time.ts';
import type { SignedInUser } from '../lib/session.ts';
import { reasonInWords } from '../lib/words.ts';
import { Act } from '../parts/act.tsx';
import { keepMachines, readDue } from './due.ts';
import type { DueMachine, KeptDue } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

type ShownDue = KeptDue & { isNew: boolean };

/** The machines that are due for a person, as of a time. Nothing where the service evaluates no rules. */
export function DueList({ now }: { now: SignedInUser }) {
  const [due, setDue] = useState<ShownDue>();
  useEffect(() => {
    let over = false;
    void readDue(now)
      .then((read) => over || setDue(read))
      .catch(() => undefined);
    return () => void (over = true);
  }, [now.id]);
  if (!due || (due.machines.length === 0 && due.evaluatedAt === null)) return null;
  const { due: ours } = fieldTexts;
  const asOf = localTime(due.evaluatedAt ?? new Date(due.readAt).toISOString());
  return (
    <section aria-labelledby="due">
      <h2 id="due">{ours.title}</h2>
      <p class={due.isNew ? 'note' : 'warning'} role="status">
        {due.isNew ? ours.asOf(asOf) : ours.asItWas(asOf)}
      </p>
      {due.machines.length === 0 && <p class="empty">{ours.nothing}</p>}
      <ul class="items">
        {due.machines.map((machine) => (
          <li key={machine.uuid}>
            <Machine machine={machine} />
          </li>
        ))}
      </ul>
      {due.hasMore && <p class="note">{ours.more(due.machines.length)}</p>}
      {due.isNew && due.machines.length > 0 && <Keep machines={due.machines} now={now} />}
    </section>
  );
}

function Machine({ machine: { uuid, name, type, compliant, dueAt, reasons } }: { machine: DueMachine }) {
  const { due: ours } = fieldTexts;
  return (
    <div>
      <a href={`#/assets/${uuid}`}>
        <bdi>{name || uuid}</bdi>
      </a>{' '}
      <bdi class="note">{type}</bdi>
      <p>
        <span class={`state ${compliant ? 'good' : 'bad'}`}>{compliant ? ours.soon : ours.failing}</span>
        {dueAt !== null && <span class="note"> {ours.until(localDate(dueAt))}</span>}
      </p>
      {reasons.map((reason) => (
        <p key={reason} class="note">
          <bdi>{reasonInWords(reason)}</bdi>
        </p>
      ))}
    </div>
  );
}

/** Keeps the machines themselves on this device, so that they can be opened and recorded on without a network. */
function Keep({ machines, now }: { machines: readonly DueMachine[]; now: SignedInUser }) {
  const [kept, setKept] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const { due: ours } = fieldTexts;
  const keep = async (): Promise<void> => {
    setKept(0);
    setBroken(false);
    setBroken(!(await keepMachines(machines, now, setKept)));
  };
  return (
    <p class="actions">
      <Act label={ours.keep} act={keep} />
      <span role="status">
        {kept > 0 && ours.kept(kept, machines.length)}
        {isBroken && ` ${ours.broken}`}
      </span>
    </p>
  );
}

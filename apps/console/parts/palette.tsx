import { useEffect, useId, useState } from 'preact/hooks';
import { mayCreate } from '../lib/rights.ts';
import { go } from '../lib/router.ts';
import { signOut } from '../lib/enter.ts';
import { amend, session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { menuOf } from '../screens/index.ts';
import { Dialog } from './dialog.tsx';
import { usePaletteFinds, type PaletteCommand } from './palette-finds.ts';

/** The command palette and the button that opens it. Ctrl-K and Cmd-K open it too. */
export function Palette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // Another dialog may wait for a decision.
      if (!document.querySelector('dialog')) setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-keyshortcuts="Control+K Meta+K"
        title="Ctrl+K"
        onClick={() => setOpen(true)}
      >
        Go to…
      </button>
      {open && <Commands onClose={() => setOpen(false)} />}
    </>
  );
}

function Commands({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const finds = usePaletteFinds(text.trim());
  const words = text.toLowerCase().split(/\s+/);
  const known = useCommands().filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const list = [...known, ...finds.commands];
  const active = Math.min(at, list.length - 1);
  const choose = (command: PaletteCommand | undefined): void => {
    if (!command) return;
    onClose();
    // After the dialog has returned the focus, so that the title of a new screen keeps it.
    setTimeout(() => setTimeout(command.run));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && list.length > 0) setAt((active + step + list.length) % list.length);
    else if (event.key === 'Enter') choose(list[active]);
    else return;
    event.preventDefault();
  };
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div class="palette">
        <label for={`${id}-text`}>Screen, action or record</label>
        <input
          id={`${id}-text`}
          type="text"
          role="combobox"
          aria-expanded={list.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={list.length > 0 ? `${id}-${active}` : undefined}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Results {...{ id, list, active, choose }} />
        <p class="note" role="status">
          {finds.isBusy ? 'Searching…' : countOf(list.length, known.length + finds.total)}
        </p>
      </div>
    </Dialog>
  );
}

/** How many results are listed, of how many. */
function countOf(listed: number, total: number): string {
  if (listed === 0) return 'Nothing found.';
  if (total > listed) return `${listed} of about ${total} results`;
  return listed === 1 ? '1 result' : `${listed} results`;
}

function Results(of: {
  id: string;
  list: PaletteCommand[];
  active: number;
  choose: (command: PaletteCommand) => void;
}) {
  const { id, list, active, choose } = of;
  return (
    <ul id={`${id}-list`} role="listbox" aria-label="Results">
      {list.map((command, i) => (
        <li
          key={`${command.kind} ${i}`}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          onClick={() => choose(command)}
        >
          {command.title} <span class="note">{command.kind}</span>
        </li>
      ))}
    </ul>
  );
}

/** The screens and actions that the caller may use. */
function useCommands(): PaletteCommand[] {
  const { id, tenancies, administrator, auditor, granted } = useStore(session)!;
  const toScreen = (kind: PaletteCommand['kind'], title: string, path: string): PaletteCommand => ({
    kind,
    title,
    run: () => go(path),
  });
  return [
    ...menuOf({ administrator, auditor }).flatMap(({ entries }) =>
      entries.map(({ path, title }) => toScreen('Screen', title, path)),
    ),
    ...(mayCreate(granted) ? [toScreen('Action', 'Create an asset', 'assets/new')] : []),
    ...(administrator
      ? [
          toScreen('Action', 'Create an application', 'applications/new'),
          toScreen('Action', 'Create an access policy', 'policies/new'),
        ]
      : []),
    ...(tenancies.length > 1
      ? [
          {
            kind: 'Action' as const,
            title: 'Switch tenancy',
            run: () => amend(id, { tenancy: undefined, principal: undefined }),
          },
        ]
      : []),
    { kind: 'Action', title: 'Sign out', run: signOut },
  ];
}

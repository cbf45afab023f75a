import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { mayCreate } from '../lib/rights.ts';
import { go } from '../lib/router.ts';
import { signOut } from '../lib/enter.ts';
import { amend, session } from '../lib/session.ts';
import { singleKeyOf } from '../lib/single-keys.ts';
import { useStore } from '../lib/store.ts';
import { menuOf } from '../screens/index.ts';
import { Dialog } from './dialog.tsx';
import { onDemand } from './on-demand.tsx';
import { usePaletteFinds, type PaletteCommand } from './palette-finds.ts';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { palette: wording } = screenTexts;

const Shortcuts = onDemand(async () => (await import('./shortcuts.tsx')).Shortcuts);

/** The command palette and the button that opens it. Ctrl-K, Cmd-K and / open it too, and ? the list of shortcuts. */
export function Palette() {
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const single = singleKeyOf(event);
      if (single) {
        event.preventDefault();
        return single === '/' ? setOpen(true) : setAsks(true);
      }
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
      <button type="button" class="quiet" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        {wording.open} <kbd aria-hidden="true">{wording.shortcut('K')}</kbd>
      </button>
      {open && <Commands onClose={() => setOpen(false)} onShortcuts={() => setAsks(true)} />}
      {asks && <Shortcuts onClose={() => setAsks(false)} />}
    </>
  );
}

function Commands({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  // Enter was pressed before there was a result.
  const [isChosen, setChosen] = useState(false);
  const finds = usePaletteFinds(text.trim());
  const words = text.toLowerCase().split(/\s+/);
  const known = useCommands(onShortcuts).filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word)),
  );
  const results = [...known, ...finds.commands];
  const list = finds.all ? [...results, finds.all] : results;
  const [active, setActive] = useActive(list, isChosen);
  const choose = (command: PaletteCommand | undefined): void => {
    if (!command) return;
    onClose();
    // After the dialog has returned the focus, so that the title of a new screen keeps it.
    setTimeout(() => setTimeout(command.run));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and the arrows choose among the words that an input method proposes.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && list.length > 0) {
      setChosen(false);
      setActive(list[(active + step + list.length) % list.length]);
    } else if (event.key === 'Enter' && list.length > 0) choose(list[active]);
    else if (event.key === 'Enter') setChosen(finds.isBusy);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    if (isChosen && !finds.isBusy && !finds.isFailed) choose(list[active]);
    if (!finds.isBusy) setChosen(false);
  }, [isChosen, finds.isBusy]);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <Dialog title={wording.title} onClose={onClose}>
      <div class="palette">
        <label for={`${id}-text`}>{wording.label}</label>
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
            setActive(undefined);
            setChosen(false);
          }}
          onKeyDown={onKeyDown}
        />
        <Results {...{ id, list, active, choose }} />
        <p class="note" role="status">
          {finds.isBusy
            ? wording[isChosen ? 'opensFirst' : 'searching']
            : countOf(results.length, known.length + finds.total)}
        </p>
      </div>
    </Dialog>
  );
}

const keyOf = ({ kind, id }: PaletteCommand): string => `${kind} ${id}`;

/**
 * The index of the active result, which stays the same result if others that arrive later are inserted before it.
 * `isFirst`: the first one is active, whichever it is.
 */
function useActive(list: PaletteCommand[], isFirst: boolean) {
  const [at, setAt] = useState<string>();
  const position = list.findIndex((each) => keyOf(each) === at);
  const active = isFirst ? 0 : Math.max(position, 0);
  const key = list[active] && keyOf(list[active]);
  useLayoutEffect(() => setAt(isFirst ? undefined : key), [isFirst, at, key]);
  const setActive = (command: PaletteCommand | undefined): void => setAt(command && keyOf(command));
  return [active, setActive] as const;
}

/** How many results are listed, of how many. */
function countOf(listed: number, total: number): string {
  if (listed === 0) return wording.nothing;
  if (total > listed) return wording.listed(listed, total);
  return wording.results(listed);
}

function Results(of: {
  id: string;
  list: PaletteCommand[];
  active: number;
  choose: (command: PaletteCommand) => void;
}) {
  const { id, list, active, choose } = of;
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={wording.list}>
      {list.map((command, i) => (
        <li
          key={keyOf(command)}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          onClick={() => choose(command)}
        >
          <bdi>{command.title}</bdi> <span class="note">{wording.kinds[command.kind]}</span>
        </li>
      ))}
    </ul>
  );
}

/** The screens and actions that the caller may use. */
function useCommands(onShortcuts: () => void): PaletteCommand[] {
  const { id, tenancies, administrator, auditor, granted } = useStore(session)!;
  const toScreen = (kind: PaletteCommand['kind'], title: string, path: string): PaletteCommand => ({
    kind,
    id: path,
    title,
    run: () => go(path),
  });
  return [
    ...menuOf({ administrator, auditor }).flatMap(({ entries }) =>
      entries.map(({ path, title }) => toScreen('Screen', title, path)),
    ),
    ...(mayCreate(granted) ? [toScreen('Action', wording.createAsset, 'assets/new')] : []),
    ...(administrator
      ? [
          toScreen('Action', wording.createApplication, 'applications/new'),
          toScreen('Action', wording.createPolicy, 'policies/new'),
        ]
      : []),
    ...(tenancies.length > 1
      ? [
          {
            kind: 'Action' as const,
            id: 'switch',
            title: wording.switchTenancy,
            run: () => amend(id, { tenancy: undefined, principal: undefined }),
          },
        ]
      : []),
    { kind: 'Action', id: 'shortcuts', title: wording.shortcuts, run: onShortcuts },
    { kind: 'Action', id: 'sign-out', title: texts.page.signOut, run: signOut },
  ];
}

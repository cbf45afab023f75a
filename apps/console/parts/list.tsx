import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageOf, Pages } from '../lib/api.ts';
import { Problem } from './form.tsx';
import { Load, useLoaded } from './page.tsx';
import { Table, type Column } from './table.tsx';
import { texts } from '../texts/texts.ts';

const { list: wording } = texts;

/** How many records are shown. A truncated total is not their number. */
const countOf = (shown: number, next: string, { total, truncated }: { total: number; truncated: boolean }): string =>
  next !== '' && truncated
    ? wording.more(shown)
    : wording.shown(shown, next === '' ? undefined : Math.max(total, shown));

/** The page size of a download. */
const STRIDE = 500;

/**
 * A list as a table with a button for more pages, or with `item` as a list. Loads `of` again whenever `reload` changes.
 * `heading`: records that follow each other are under one heading if it is the same. `onItems` receives the records
 * that are shown.
 */
export function List<T>({
  caption,
  of,
  reload: key,
  columns = [],
  item,
  heading,
  empty,
  identity,
  onItems,
}: {
  caption: string;
  of: Pages<T>;
  reload: string;
  columns?: readonly Column<NoInfer<T>>[];
  item?: (item: NoInfer<T>) => ComponentChildren;
  heading?: (item: NoInfer<T>) => string;
  empty: ComponentChildren;
  identity: (item: NoInfer<T>) => string;
  onItems?: (items: NoInfer<T>[]) => void;
}) {
  const first = useLoaded(() => of(), key);
  return (
    <Load of={first}>
      {(page) => <Rows key={key} {...{ page, caption, of, columns, item, heading, empty, identity, onItems }} />}
    </Load>
  );
}

type RowsProps<T> = {
  page: PageOf<T>;
  caption: string;
  of: Pages<T>;
  columns: readonly Column<T>[];
  item: ((item: T) => ComponentChildren) | undefined;
  heading: ((item: T) => string) | undefined;
  empty: ComponentChildren;
  identity: (item: T) => string;
  onItems: ((items: T[]) => void) | undefined;
};

function Rows<T>(given: RowsProps<T>) {
  const { page, of, empty, onItems } = given;
  const [more, setMore] = useState<{ items: T[]; next: string }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const base = useRef(page);
  if (base.current !== page) {
    base.current = page;
    setMore(undefined);
  }
  const items = [...page.items, ...(more?.items ?? [])];
  const next = more ? more.next : page.next;
  useEffect(() => onItems?.(items), [page, more]);
  const read = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const got = await of(next);
      setMore({ items: [...(more?.items ?? []), ...got.items], next: got.next });
    } catch (thrown) {
      setError(thrown as Error);
    }
    setBusy(false);
  };
  if (items.length === 0)
    return (
      <p class="empty">
        {empty}
        {page.note && ` ${page.note}`}
      </p>
    );
  return (
    <>
      <Records {...given} items={items} />
      {error && <Problem error={error} />}
      <p class="actions">
        <span class="note" role="status">
          {countOf(items.length, next, page)}
          {page.note && ` ${page.note}`}
        </span>
        {next !== '' && (
          <button
            type="button"
            aria-disabled={busy}
            // Rows above may still grow and move the button from under the pointer, which would lose the click.
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onClick={() => void (busy || read())}
          >
            {busy ? texts.action.wait : wording.showMore}
          </button>
        )}
      </p>
    </>
  );
}

function Records<T>(given: RowsProps<T> & { items: T[] }) {
  const { items, caption, columns, item: show, identity, heading } = given;
  if (!show) return <Table {...{ caption, items, identity, columns }} />;
  const list = (part: readonly T[], label: string) => (
    <ol class="timeline" aria-label={label}>
      {part.map((item) => (
        <li key={identity(item)}>{show(item)}</li>
      ))}
    </ol>
  );
  if (!heading) return list(items, caption);
  return (
    <>
      {parted(items, heading).map(([title, part]) => (
        <div key={identity(part[0]!)}>
          <h3 class="day">{title}</h3>
          {list(part, `${caption}, ${title}`)}
        </div>
      ))}
    </>
  );
}

/** Items that follow each other and have the same heading. */
function parted<T>(items: readonly T[], heading: (item: T) => string): [title: string, part: T[]][] {
  const parts: [string, T[]][] = [];
  for (const item of items) {
    const title = heading(item);
    const last = parts.at(-1);
    if (last?.[0] === title) last[1].push(item);
    else parts.push([title, [item]]);
  }
  return parts;
}

type DownloadProps<T> = { of: Pages<T>; name: string; most?: number; csv?: (items: NoInfer<T>[]) => string };

/**
 * Reads all pages of a list, up to `most` records, and saves them as a file. Shows the progress and can be stopped.
 * `csv`: the records as CSV, for a second button.
 */
export function Download<T>(given: DownloadProps<T>) {
  const { count, total, notice, error, start, stop } = useDownload(given);
  const { csv } = given;
  return (
    <div class="download">
      {count === undefined ? (
        <>
          <button type="button" onClick={() => void start('json')}>
            {wording.downloadJson}
          </button>
          {csv && (
            <button type="button" onClick={() => void start('csv')}>
              {wording.downloadCsv}
            </button>
          )}
        </>
      ) : (
        <>
          <progress value={count} max={Math.max(total, 1)} aria-label={wording.progress} />
          <button type="button" onClick={stop}>
            {wording.stop}
          </button>
        </>
      )}
      <span class="note" role="status">
        {count === undefined ? notice : wording.read(count)}
      </span>
      {error && <Problem error={error} />}
    </div>
  );
}

/** A download: how many records were read, and how it ended. */
function useDownload<T>({ of, name, most = Infinity, csv }: DownloadProps<T>) {
  const [count, setCount] = useState<number>();
  const [total, setTotal] = useState(0);
  const [notice, setNotice] = useState('');
  const [error, setError] = useState<Error>();
  const stopped = useRef(false);
  // Leaving the screen or signing out stops the download.
  useEffect(() => () => void (stopped.current = true), []);
  const start = async (format: 'json' | 'csv'): Promise<void> => {
    stopped.current = false;
    setError(undefined);
    setNotice('');
    setCount(0);
    const items: T[] = [];
    try {
      let next: string | undefined;
      do {
        const page = await of(next, STRIDE);
        items.push(...page.items);
        next = page.next;
        setCount(items.length);
        setTotal(Math.max(page.total, items.length));
      } while (next !== '' && items.length < most && !stopped.current);
      const file = `${name}.${format}`;
      const rest = next !== '' || items.length > most;
      items.splice(most);
      if (stopped.current) setNotice(wording.stopped(items.length));
      else {
        save(
          format === 'csv'
            ? new Blob([csv!(items)], { type: 'text/csv' })
            : new Blob([JSON.stringify(items, null, 2)], { type: 'application/json' }),
          file,
        );
        setNotice(rest ? wording.savedFirst(items.length, file, most) : wording.saved(items.length, file));
      }
    } catch (thrown) {
      setError(thrown as Error);
    }
    setCount(undefined);
  };
  const stop = (): void => void (stopped.current = true);
  return { count, total, notice, error, start, stop };
}

/** Downloads a blob as a file. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pages } from '../lib/api.ts';
import { Problem } from './form.tsx';
import { Load, useLoaded } from './page.tsx';

/** The page size of a download. */
const STRIDE = 500;

export type Column<T> = readonly [title: string, cell: (item: T) => ComponentChildren];

/** A list as a table with a button for more pages. Loads `of` again whenever `reload` changes. */
export function List<T>({
  caption,
  of,
  reload: key,
  columns,
  empty,
  identity,
}: {
  caption: string;
  of: Pages<T>;
  reload: string;
  columns: readonly Column<NoInfer<T>>[];
  empty: string;
  identity: (item: NoInfer<T>) => string;
}) {
  const first = useLoaded(() => of(), key);
  return <Load of={first}>{(page) => <Rows key={key} {...{ page, caption, of, columns, empty, identity }} />}</Load>;
}

type RowsProps<T> = {
  page: { items: T[]; next: string; total: number };
  caption: string;
  of: Pages<T>;
  columns: readonly Column<T>[];
  empty: string;
  identity: (item: T) => string;
};

function Rows<T>({ page, caption, of, columns, empty, identity }: RowsProps<T>) {
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
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    <>
      <div class="scroll" role="group" aria-label={`${caption}, as a table`} tabIndex={0}>
        <table>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(([title]) => (
                <th scope="col" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={identity(item)}>
                {columns.map(([title, cell], i) =>
                  i === 0 ? (
                    <th scope="row" key={title}>
                      {cell(item)}
                    </th>
                  ) : (
                    <td key={title} data-title={title}>
                      {cell(item)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {error && <Problem error={error} />}
      <p class="actions">
        <span class="note" role="status">
          {items.length} of {next === '' ? items.length : `about ${Math.max(page.total, items.length)}`}
        </span>
        {next !== '' && (
          <button type="button" disabled={busy} onClick={() => void read()}>
            {busy ? 'Please wait…' : 'Show more'}
          </button>
        )}
      </p>
    </>
  );
}

/** Reads all pages of a list and saves them as a file. Shows the progress and can be stopped. */
export function Download<T>({ of, name }: { of: Pages<T>; name: string }) {
  const [count, setCount] = useState<number>();
  const [total, setTotal] = useState(0);
  const [notice, setNotice] = useState('');
  const [error, setError] = useState<Error>();
  const stopped = useRef(false);
  // Leaving the screen or signing out stops the download.
  useEffect(() => () => void (stopped.current = true), []);
  const walk = async (): Promise<void> => {
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
      } while (next !== '' && !stopped.current);
      if (stopped.current) setNotice(`Stopped after ${items.length} records. No file was saved.`);
      else {
        save(new Blob([JSON.stringify(items, null, 2)], { type: 'application/json' }), name);
        setNotice(`Saved ${items.length} records as ${name}.`);
      }
    } catch (thrown) {
      setError(thrown as Error);
    }
    setCount(undefined);
  };
  return (
    <div class="download">
      {count === undefined ? (
        <button type="button" onClick={() => void walk()}>
          Download all as JSON
        </button>
      ) : (
        <>
          <progress value={count} max={Math.max(total, 1)} aria-label="Records read" />
          <button type="button" onClick={() => void (stopped.current = true)}>
            Stop
          </button>
        </>
      )}
      <span class="note" role="status">
        {count === undefined ? notice : `${count} read…`}
      </span>
      {error && <Problem error={error} />}
    </div>
  );
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

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../lib/api.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './form.tsx';

/** The end of the titles of pages: the console and the field page share these parts. */
const appTitle = (): string => (location.pathname.startsWith('/field/') ? texts.page.field : texts.page.console);

/** Gives the page the title of a screen. */
export function showTitle(title: string): void {
  document.title = `${title} · ${appTitle()}`;
}

/**
 * A screen. Its title is also the title of the page, and takes the focus when the screen opens. `actions`: what the
 * screen is for, beside the title.
 */
export function Screen({
  title,
  children,
  lead,
  actions,
}: {
  title: string;
  children?: ComponentChildren;
  lead?: string;
  actions?: ComponentChildren;
}) {
  const at = useRef<HTMLHeadingElement>(null);
  // Together with the heading.
  useLayoutEffect(() => {
    showTitle(title);
  }, [title]);
  useEffect(() => at.current?.focus(), []);
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1} ref={at}>
          <bdi>{title}</bdi>
        </h1>
        {actions && <p class="actions">{actions}</p>}
      </div>
      {lead && (
        <p class="lead">
          <bdi>{lead}</bdi>
        </p>
      )}
      {children}
    </>
  );
}

/** The collapsible search form of a list. */
export function Search(of: { title?: string; open: boolean; onSearch: () => void; children: ComponentChildren }) {
  const search = (event: Event): void => {
    event.preventDefault();
    of.onSearch();
  };
  return (
    <details open={of.open}>
      <summary>{of.title ?? texts.page.search}</summary>
      <form onSubmit={search}>
        {of.children}
        <p class="actions">
          <button type="submit">{texts.page.search}</button>
        </p>
      </form>
    </details>
  );
}

export type Loading<T> = { data: T | undefined; error: Error | undefined; reload: () => Promise<void> };

/** The result of a call, which is repeated whenever `key` changes or `reload` is called. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loading<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: Error }>({ key });
  const turn = useRef(0);
  const reload = async (): Promise<void> => {
    const mine = ++turn.current;
    try {
      const data = await load();
      if (mine === turn.current) setState({ key, data });
    } catch (error) {
      if (mine === turn.current) setState({ key, error: error as Error });
    }
  };
  useEffect(() => {
    void reload();
    return () => void turn.current++;
    // The key identifies what `load` loads.
  }, [key]);
  const fresh = state.key === key;
  return { data: fresh ? state.data : undefined, error: fresh ? state.error : undefined, reload };
}

/** Shows loaded data, or that it is loading, or its error. */
export function Load<T>({ of, children }: { of: Loading<T>; children: (data: T) => ComponentChildren }) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (of.error instanceof ApiError && of.error.status === 403)
    return (
      <p class="empty">
        {texts.page.forbidden} <span lang="en">{of.error.message}</span>.
      </p>
    );
  if (of.error)
    return (
      <>
        <Problem error={of.error} />
        <p class="actions">
          <button type="button" onClick={() => void of.reload()}>
            {texts.page.tryAgain}
          </button>
        </p>
      </>
    );
  return (
    <p class="empty" role="status">
      {texts.page.loading}
    </p>
  );
}

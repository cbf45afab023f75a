import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A modal dialog. */
export function Dialog(of: { title: string; children: ComponentChildren; onClose?: () => void }) {
  const at = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    at.current?.showModal();
    // Returns the focus; without one, or if its element no longer exists (a deleted row), to the title of the screen.
    return () =>
      void setTimeout(() => {
        const open = [...document.querySelectorAll('dialog')].at(-1);
        if (open && !open.contains(before)) return;
        // Without scrolling, because the user may already do something else.
        if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
        else document.querySelector('h1')?.focus();
      });
  }, []);
  return (
    <dialog
      ref={at}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        of.onClose?.();
      }}
    >
      <h2 id={id}>{of.title}</h2>
      {of.children}
    </dialog>
  );
}

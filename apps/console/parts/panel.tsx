import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A section of the overview. `wide`: over all columns. */
export function Panel({ title, size, children }: { title: string; size?: 'wide'; children: ComponentChildren }) {
  const id = useId();
  return (
    <section aria-labelledby={id} class={size}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

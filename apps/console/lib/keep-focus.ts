const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** Where the focus goes when a control disappears: the nearest of these that is left. */
const AROUND = 'fieldset, form, details, section, dialog, main';

/** Milliseconds in which a closed dialog or a new screen takes the focus itself. */
const PAUSE = 150;

/**
 * Moves the focus to a control near by when the one that has it is removed, such as by a button that removes its own
 * row. The browser moves it to the page, from where a person with a keyboard starts at the top again.
 */
export function keepFocus(): void {
  let last: Element | null = null;
  let timer = 0;
  document.addEventListener('focusin', ({ target }) => {
    clearTimeout(timer);
    last = target as Element;
  });
  // A click beside all controls takes the focus away, on purpose.
  document.addEventListener('click', () => (last = document.activeElement), true);
  new MutationObserver((records) => {
    const lost = last;
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
    if (!lost || !record || lost.isConnected) return;
    last = null;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (document.activeElement === document.body) near(record)?.focus({ preventScroll: true });
    }, PAUSE);
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * The first control after a removed one in the same group, else the last one before it, else the title of the screen.
 */
function near({ target, nextSibling, previousSibling }: MutationRecord): HTMLElement | null {
  const group = target instanceof Element && target.isConnected ? target.closest(AROUND) : null;
  const all = [...(group?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility(),
  );
  const isAfter = (each: HTMLElement): boolean => {
    if (nextSibling?.isConnected) return nextSibling.contains(each) || follows(nextSibling, each);
    return previousSibling?.isConnected ? follows(previousSibling, each) && !previousSibling.contains(each) : false;
  };
  return all.find(isAfter) ?? all.at(-1) ?? document.querySelector('h1');
}

const follows = (node: Node, other: Node): boolean =>
  (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

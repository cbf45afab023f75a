const KEY = 'single keys';
const OFF = 'off';

/** Whether single keys are shortcuts in this browser. People who dictate can switch them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

/** Keeps whether single keys are shortcuts. Throws an Error if the browser does not allow it. */
export function keepSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
}

const CONTROLS = 'a, button, input, select, textarea, summary, [contenteditable], [role]';

/** The key of an event if it is a shortcut of its own: not in a dialog, a field or another control. */
export function singleKeyOf({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey || isComposing || !['/', '?'].includes(key)) return undefined;
  if (document.querySelector('dialog') || document.activeElement?.closest(CONTROLS)) return undefined;
  return hasSingleKeys() ? key : undefined;
}

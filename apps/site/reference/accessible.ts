/**
 * What the viewer leaves out for screen readers and keyboards: selectors, and the attributes that their elements get.
 */
const MISSING: readonly (readonly [selector: string, attributes: (element: Element) => Record<string, string>])[] = [
  ['.information-container', () => ({ role: 'region', 'aria-label': 'About the API' })],
  ['.scheme-container', () => ({ role: 'region', 'aria-label': 'Server and authorization' })],
  ['section.filter', () => ({ 'aria-label': 'Filter' })],
  ['.operation-filter-input', () => ({ 'aria-label': 'Filter operations', placeholder: 'Filter operations by words' })],
  ['#servers', () => ({ 'aria-label': 'Server' })],
  ['tr[data-param-name] :is(select, textarea, input)', (element) => ({ 'aria-label': parameterOf(element) })],
  ['.opblock-section-request-body textarea', () => ({ 'aria-label': 'Request body' })],
  ['.opblock-section-request-body :is(select, input):not([id])', () => ({ 'aria-label': 'Part of the request body' })],
  ['table[role="region"]', (element) => ({ 'aria-label': `Responses of ${operationOf(element)}` })],
  ['pre.microlight', () => ({ tabindex: '0' })],
  ['button.close-modal', () => ({ 'aria-label': 'Close the dialog' })],
  // The visible text is a part of the name (WCAG 2.5.3).
  ['button[aria-label="Apply credentials"]', () => ({ 'aria-label': 'Authorize: Apply credentials' })],
  ['button[aria-label="Remove authorization"]', () => ({ 'aria-label': 'Logout: Remove authorization' })],
  ...[3, 4, 5, 6].map(
    (level) => [`h${level}`, (element: Element) => ({ 'aria-level': String(levelOf(element, level)) })] as const,
  ),
];

/**
 * The level of a heading below that of the API. The schemas are a part of their own, beside the groups of operations.
 */
const levelOf = (element: Element, level: number): number => (element.matches('.models > h4') ? 2 : level - 1);

const parameterOf = (element: Element): string => element.closest('tr')?.getAttribute('data-param-name') ?? '';

const operationOf = (element: Element): string => {
  const block = element.closest('.opblock');
  const method = block?.querySelector('.opblock-summary-method')?.textContent ?? '';
  return `${method} ${block?.querySelector('[data-path]')?.getAttribute('data-path') ?? ''}`;
};

/** Adds names, roles and focus to the elements of the viewer that lack them, now and whenever it shows more. */
export function nameControls(viewer: Element): void {
  const add = (): void => {
    for (const [selector, attributes] of MISSING)
      for (const element of viewer.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes(element)))
          if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };
  add();
  new MutationObserver(add).observe(viewer, { childList: true, subtree: true });
}

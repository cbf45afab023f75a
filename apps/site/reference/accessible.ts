import { textsOfPage } from './texts/texts.ts';
import type { ReferenceTexts } from './texts/en.ts';

type Missing = readonly (readonly [selector: string, attributes: (element: Element) => Record<string, string>])[];

/**
 * What the viewer leaves out for screen readers and keyboards: selectors, and the attributes that their elements get.
 */
const missingIn = ({ names }: ReferenceTexts): Missing => [
  ['.information-container', () => ({ role: 'region', 'aria-label': names.about })],
  ['.scheme-container', () => ({ role: 'region', 'aria-label': names.serverAndAuthorization })],
  ['section.filter', () => ({ 'aria-label': names.filter })],
  ['.operation-filter-input', () => ({ 'aria-label': names.filterOperations, placeholder: names.filterByWords })],
  ['#servers', () => ({ 'aria-label': names.server })],
  ['tr[data-param-name] :is(select, textarea, input)', (element) => ({ 'aria-label': parameterOf(element) })],
  ['.opblock-section-request-body textarea', () => ({ 'aria-label': names.body })],
  ['.opblock-section-request-body :is(select, input):not([id])', () => ({ 'aria-label': names.partOfBody })],
  ['table[role="region"]', (element) => ({ 'aria-label': names.responsesOf(operationOf(element)) })],
  ['pre.microlight', () => ({ tabindex: '0' })],
  ['button.close-modal', () => ({ 'aria-label': names.closeDialog })],
  // The visible text is a part of the name (WCAG 2.5.3).
  ['button[aria-label="Apply credentials"]', () => ({ 'aria-label': names.apply })],
  ['button[aria-label="Remove authorization"]', () => ({ 'aria-label': names.remove })],
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
  const missing = missingIn(textsOfPage());
  const add = (): void => {
    for (const [selector, attributes] of missing)
      for (const element of viewer.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes(element)))
          if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };
  add();
  new MutationObserver(add).observe(viewer, { childList: true, subtree: true });
}

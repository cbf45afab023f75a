import { textsOfPage } from './texts/texts.ts';

/** The immutable collections of the viewer, as far as the filter uses them. */
type ReferenceSpec = { get: (name: string) => unknown; getIn: (path: string[]) => unknown };
type Operations = {
  size: number;
  filter: (keep: (operation: ReferenceSpec) => boolean) => Operations;
  sortBy: (rank: (operation: ReferenceSpec) => number) => Operations;
  some: (holds: (operation: ReferenceSpec) => boolean) => boolean;
};
type Group = { get: (name: 'operations') => Operations; set: (name: 'operations', to: Operations) => Group };
type Groups = {
  map: (change: (group: Group, tag: string) => Group) => Groups;
  filter: (keep: (group: Group) => boolean) => Groups;
  sortBy: (rank: (group: Group, tag: string) => number) => Groups;
};
type State = { get: (name: 'filter') => unknown };
type Create = (type: unknown, props: object, ...children: unknown[]) => unknown;
type Selectors = { currentFilter: () => unknown };
type Props = { layoutSelectors: Selectors; specSelectors: { taggedOperations: () => { size: number } } };

/** The text of an operation in which words are searched. `parts`: of the document, besides tag, method and path. */
function textOf(operation: ReferenceSpec, tag: string, parts: readonly string[]): string {
  const texts = parts.map((name) => operation.getIn(['operation', name]));
  return [tag, operation.get('method'), operation.get('path'), ...texts].join(' ').toLowerCase();
}

/**
 * The operations that have all words of a phrase, and the groups that have such operations. Those that have them
 * without their description are first, because descriptions are long and have the usual words.
 */
export function opsFilter(groups: Groups, phrase: string): Groups {
  const words = phrase.toLowerCase().split(/\s+/);
  const has = (operation: ReferenceSpec, tag: string, ...parts: string[]): boolean => {
    const text = textOf(operation, tag, ['summary', 'operationId', ...parts]);
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group, tag) =>
      group.set(
        'operations',
        group
          .get('operations')
          .filter((operation) => has(operation, tag, 'description'))
          .sortBy((operation) => Number(!has(operation, tag))),
      ),
    )
    .filter((group) => group.get('operations').size > 0)
    .sortBy((group, tag) => Number(!group.get('operations').some((operation) => has(operation, tag))));
}

const isPhrase = (filter: unknown): filter is string => typeof filter === 'string' && filter.trim() !== '';

/** Finds operations by their words, shows them in open groups, and reports an empty result. */
export const filterPlugin = () => ({
  fn: { opsFilter },
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown:
          // The original selector is bound to its state.
          (original: (thing: unknown, isOpen?: boolean) => boolean) =>
            (state: State, thing: unknown, isOpen?: boolean): boolean => {
              const isGroup = Array.isArray(thing) && thing[0] === 'operations-tag';
              return original(thing, (isGroup && isPhrase(state.get('filter'))) || isOpen);
            },
      },
    },
  },
  wrapComponents: {
    operations:
      (Operations: unknown, { React: { createElement: h } }: { React: { createElement: Create } }) =>
      (props: Props): unknown => {
        const filter = props.layoutSelectors.currentFilter();
        if (!isPhrase(filter) || props.specSelectors.taggedOperations().size > 0) return h(Operations, props);
        return h('p', { className: 'no-match', role: 'status' }, textsOfPage().page.noMatch(filter.trim()));
      },
  },
});

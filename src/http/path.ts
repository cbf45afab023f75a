import type { Operation } from './operation.ts';

/** The path templates of an operation, each with its operation id in the documents: its own first, then its aliases. */
export function servedAs({ spec }: Pick<Operation, 'spec'>): { template: string; id: string }[] {
  const { id, path, group, aliases = {} } = spec;
  const ofGroup =
    group.alias && path.startsWith(group.path)
      ? { [group.alias.suffix]: group.alias.path + path.slice(group.path.length) }
      : {};
  return Object.entries({ '': path, ...ofGroup, ...aliases }).map(([suffix, template]) => ({
    template,
    id: id + suffix,
  }));
}

/** The path templates of an operation: its own first, then its aliases. */
export const templatesOf = (operation: Pick<Operation, 'spec'>): string[] =>
  servedAs(operation).map(({ template }) => template);

/** The names of a template's parameters. */
export function paramsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/**
 * Compiles a template of an operation to a router path. A colon verb becomes part of the parameter before it, because
 * that parameter would match it anyway; `stripVerb` removes it from the value.
 */
export function compile(template: string, { spec }: Pick<Operation, 'spec'>): string {
  return template.replace(/\{(\w+)\}(:[a-z-]+)?/g, (_all, name: string, verb = '') =>
    spec.params?.[name]?.spansSegments ? `:${name}{.+}` : `:${name}{[^/:]+${verb}}`,
  );
}

/** The value of a parameter without the verb that follows it in the template. */
export function stripVerb(template: string, name: string, value: string): string {
  const verb = new RegExp(`\\{${name}\\}(:[a-z-]+)`).exec(template)?.[1];
  return verb && value.endsWith(verb) ? value.slice(0, -verb.length) : value;
}

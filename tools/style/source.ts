const lineOf = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/** The types, interfaces and classes that a module declares and exports, with their lines. */
export function typesOf(source: string): { name: string; line: number }[] {
  const declarations = source.matchAll(
    /^export (?:default )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm,
  );
  return [...declarations].map((match) => ({ name: match[1]!, line: lineOf(source, match.index) }));
}

/** The titles of the tests of a file: the first text of each call of `test` or `it`, and of their variants. */
export function titlesOf(source: string): { title: string; line: number }[] {
  const calls = source.matchAll(/^\s*(?:test|it|journey)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:(?!\1).)+)\1/gm);
  return [...calls].map((match) => ({ title: match[2]!, line: lineOf(source, match.index) }));
}

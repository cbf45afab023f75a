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

/**
 * The declarations of a style sheet that name left or right: the wrong side in a language that is written from right to
 * left. Among them are `margin`, `padding` and `inset` with four values whose sides differ.
 */
export function physicalProperties(source: string): { text: string; line: number }[] {
  const code = source.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const declarations = code.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)(?=[;}])/g);
  return [...declarations].flatMap(({ index, 1: name = '', 2: value = '' }) => {
    const sides = /^(?:margin|padding|inset)$/.test(name) ? value.replaceAll(/\([^;]*?\)/g, '()').split(/\s+/) : [];
    const isPhysical =
      /(?:^|-)(?:left|right)(?:-|$)/.test(name) ||
      (/^(?:text-align|float|clear)$/.test(name) && /^(?:left|right)\b/.test(value)) ||
      (sides.length === 4 && sides[1] !== sides[3]);
    return isPhysical ? [{ text: `${name}: ${value}`, line: lineOf(source, index) }] : [];
  });
}

/** What a screen writes in bold that is no text of its own: these objects have those. */
const OWN_TEXT = /^(?:wording|ours|words|common|texts|fieldTexts|page\.total)\b/;

/**
 * The expressions directly in `<strong>`, such as names of people and organizations: they belong into a `<bdi>`,
 * because they may be written in the other direction.
 */
export function unisolatedNames(source: string): { text: string; line: number }[] {
  return [...source.matchAll(/<strong>\s*\{([^}]*)/g)].flatMap(({ index, 1: text = '' }) =>
    OWN_TEXT.test(text.trim()) ? [] : [{ text: text.trim().split('\n')[0]!, line: lineOf(source, index) }],
  );
}

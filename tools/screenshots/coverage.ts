/** The style sheets that pages used, and the ranges of their text that applied (of Playwright). */
export type Coverage = { url: string; text?: string; ranges: { start: number; end: number }[] }[];

/** The selectors of a style sheet whose rules applied on no page. */
export function unusedRules(coverage: Coverage, path: string): string[] {
  const sheets = coverage.filter(({ url, text }) => url.endsWith(path) && text !== undefined);
  const text = sheets[0]?.text ?? '';
  const used = sheets.flatMap(({ ranges }) => ranges);
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(({ index, 0: rule }) => {
      const end = index + rule.length;
      return !used.some((range) => range.start < end && range.end > end - 1);
    })
    .map(({ 1: selector }) =>
      selector!
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

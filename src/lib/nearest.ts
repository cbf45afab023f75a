/** The known name with the smallest edit distance to `name`, without regard to case; undefined without known names. */
export function nearest(name: string, known: readonly string[]): { name: string; edits: number } | undefined {
  const from = name.toLowerCase();
  let best: { name: string; edits: number } | undefined;
  for (const each of known) {
    const edits = editDistance(from, each.toLowerCase());
    if (edits < (best?.edits ?? Infinity)) best = { name: each, edits };
  }
  return best;
}

/** The Levenshtein distance: the insertions, deletions and replacements of a character that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j]! + (letter === other ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row.at(-1)!;
}

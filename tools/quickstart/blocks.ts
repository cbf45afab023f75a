/**
 * The sh blocks of a page, and where each runs. An HTML comment before a block selects that:
 *
 * - `<!-- run -->`: in the shell, the reader's own terminal.
 * - `<!-- terminal N -->`: in terminal N, where it keeps running. The process that ran there before is stopped with
 *   Ctrl-C.
 * - `<!-- repeat -->`: in the shell, repeated until its output is as expected, because it waits for another event.
 * - `<!-- run with --dry-run: REASON -->`: in the shell, with --dry-run added to its last line.
 * - `<!-- not run: REASON -->`: nowhere.
 *
 * A block without a comment runs in the shell too: in README.md. Other pages have many blocks with invented values, so
 * that only those with a comment run. Blocks run once, in the order of the page.
 * `<!-- stop terminal N -->`, without a block, is a Ctrl-C that only the text mentions.
 */
export type Block = {
  /** The line of the file that the block starts on. */
  line: number;
  script: string;
  where: { kind: 'shell' | 'repeat' } | { kind: 'terminal'; terminal: string } | { kind: 'not run'; reason: string };
};

export type Stop = { line: number; stop: string };

const STOP = / *<!-- stop terminal (?<stop>\d+) -->\n/;
const BLOCK = /(?: *<!--(?<comment>(?:(?!-->).)*)-->\n\n?)?(?<indent> *)```sh\n(?<script>.*?)^ *```$/;
const STEP = new RegExp(`^(?:${STOP.source}|${BLOCK.source})`, 'gms');

/**
 * Reads the blocks of a page, in order: all of them, or only those that have a comment. Throws for an unknown comment
 * before a block.
 */
export function readSteps(markdown: string, which: 'all' | 'commented' = 'all'): (Block | Stop)[] {
  return [...markdown.matchAll(STEP)].flatMap((match): (Block | Stop)[] => {
    const { stop, comment, indent, script } = match.groups!;
    const before = match.index + Math.max(0, match[0].indexOf('```sh'));
    const line = markdown.slice(0, before).split('\n').length;
    if (stop !== undefined) return [{ line, stop }];
    if (comment === undefined && which === 'commented') return [];
    return [blockOf(line, script!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), comment?.trim())];
  });
}

/** The blocks of a page that run. */
export const whichOf = (page: string): 'all' | 'commented' => (page === 'README.md' ? 'all' : 'commented');

function blockOf(line: number, script: string, comment: string | undefined): Block {
  if (comment === undefined || comment === 'run') return { line, script, where: { kind: 'shell' } };
  if (comment === 'repeat') return { line, script, where: { kind: 'repeat' } };
  const [, terminal] = /^terminal (\d+)$/.exec(comment) ?? [];
  if (terminal !== undefined) return { line, script, where: { kind: 'terminal', terminal } };
  const [, kind, reason] = /^(not run|run with --dry-run): (.+)$/s.exec(comment) ?? [];
  if (kind === 'not run') return { line, script, where: { kind, reason: reason! } };
  if (kind !== undefined) return { line, script: `${script.trimEnd()} --dry-run\n`, where: { kind: 'shell' } };
  throw new Error(`line ${line}: the comment "${comment}" before the block is not one of those in blocks.ts`);
}

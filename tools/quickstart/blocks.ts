/**
 * The sh blocks of README.md, and where each runs. A comment before a block says so, invisible to readers:
 *
 * - `<!-- terminal N -->`: in terminal N, where it keeps running. What ran there before is stopped as by Ctrl-C.
 * - `<!-- repeat -->`: in the shell, again until its output is as expected, because something else has to happen first.
 * - `<!-- run with --dry-run: REASON -->`: in the shell, with --dry-run added to its last line.
 * - `<!-- not run: REASON -->`: nowhere.
 *
 * A block without a comment runs in the shell, once, after the block before it: the reader's own terminal.
 * `<!-- stop terminal N -->`, which stands alone, is a Ctrl-C of which only the text tells.
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

/** Reads the blocks of a file, in order. Throws when a comment before a block is none of those above. */
export function readSteps(markdown: string): (Block | Stop)[] {
  return [...markdown.matchAll(STEP)].map((match) => {
    const { stop, comment, indent, script } = match.groups!;
    const before = match.index + Math.max(0, match[0].indexOf('```sh'));
    const line = markdown.slice(0, before).split('\n').length;
    if (stop !== undefined) return { line, stop };
    return blockOf(line, script!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), comment?.trim());
  });
}

function blockOf(line: number, script: string, comment: string | undefined): Block {
  if (comment === undefined) return { line, script, where: { kind: 'shell' } };
  if (comment === 'repeat') return { line, script, where: { kind: 'repeat' } };
  const [, terminal] = /^terminal (\d+)$/.exec(comment) ?? [];
  if (terminal !== undefined) return { line, script, where: { kind: 'terminal', terminal } };
  const [, kind, reason] = /^(not run|run with --dry-run): (.+)$/s.exec(comment) ?? [];
  if (kind === 'not run') return { line, script, where: { kind, reason: reason! } };
  if (kind !== undefined) return { line, script: `${script.trimEnd()} --dry-run\n`, where: { kind: 'shell' } };
  throw new Error(`line ${line}: the comment "${comment}" before the block is not one of those in blocks.ts`);
}

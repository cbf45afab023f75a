/** What a text says: a failure, something that is not finished, a success, or a remark. */
export type Tone = 'bad' | 'pending' | 'good' | 'quiet';

/** The codes of a terminal that start and end a tone (ECMA-48, SGR). */
const CODES: Record<Tone, readonly [number, number]> = {
  bad: [31, 39],
  pending: [33, 39],
  good: [32, 39],
  quiet: [2, 22],
};

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>;

/** A text in the color of a tone, if the stream is a terminal and neither NO_COLOR nor TERM=dumb forbids it. */
export function toned(text: string, tone: Tone | undefined, stream: Stream = process.stdout): string {
  if (tone === undefined || !stream.isTTY || !stream.hasColors()) return text;
  const [start, end] = CODES[tone];
  return `\u001b[${start}m${text}\u001b[${end}m`;
}

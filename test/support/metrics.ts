export type Sample = { name: string; labels: Record<string, string>; value: number };

/** Parses Prometheus' text format. Throws for a line that is not in it, and for a sample without a type before it. */
export function parseMetrics(text: string): Sample[] {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  for (const line of text.slice(0, -1).split('\n')) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
    if (type) {
      if (types.has(type[1]!)) throw new Error(`two types: ${line}`);
      types.set(type[1]!, type[2]!);
      continue;
    }
    if (/^# HELP \w+ \S/.test(line)) continue;
    const sample = /^(\w+)(?:\{(.*)\})? (-?[\d.e+-]+|[+-]Inf|NaN)$/.exec(line);
    if (!sample) throw new Error(`not in the text format: ${line}`);
    const [, name = '', pairs = '', value = ''] = sample;
    if (!types.has(name) && types.get(name.replace(/_(bucket|sum|count)$/, '')) !== 'histogram')
      throw new Error(`no type: ${line}`);
    const labels = Object.fromEntries(
      [...pairs.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"(?:,|$)/g)].map(([, label, text]) => [label!, text!]),
    );
    samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) });
  }
  return samples;
}

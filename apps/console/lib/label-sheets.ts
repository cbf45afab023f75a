/** A sheet of labels as shops sell it. Its measures are in styles/labels.css, under the class of the same name. */
export type LabelSheet = { name: string; labels: number };

export const LABEL_SHEETS: readonly [LabelSheet, ...LabelSheet[]] = [
  { name: 'a4-21', labels: 21 },
  { name: 'a4-24', labels: 24 },
  { name: 'a4-12', labels: 12 },
  { name: 'letter-30', labels: 30 },
  { name: 'roll', labels: 1 },
];

/**
 * Divides labels into the pages of a sheet; undefined is a place that stays empty. `used`: the places of the first page
 * whose labels were used before.
 */
export function labelPages<T>(items: readonly T[], { labels }: LabelSheet, used: number): (T | undefined)[][] {
  const places = [...Array.from<undefined>({ length: Math.min(used, labels - 1) }), ...items];
  return Array.from({ length: Math.ceil(places.length / labels) }, (_, page) =>
    places.slice(page * labels, (page + 1) * labels),
  );
}

/** A sheet of labels as shops sell it. Its measures are in styles/labels.css, under the class of the same name. */
export type LabelSheet = { name: string; title: string; labels: number };

export const LABEL_SHEETS: readonly [LabelSheet, ...LabelSheet[]] = [
  { name: 'a4-21', title: 'A4, 21 labels of 63.5 × 38.1 mm (L7160)', labels: 21 },
  { name: 'a4-24', title: 'A4, 24 labels of 70 × 37 mm (3474)', labels: 24 },
  { name: 'a4-12', title: 'A4, 12 labels of 99.1 × 42.3 mm (L7177)', labels: 12 },
  { name: 'letter-30', title: 'Letter, 30 labels of 2 5/8 × 1 inch (5160)', labels: 30 },
  { name: 'roll', title: 'Label printer, one label of 62 × 29 mm a page', labels: 1 },
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

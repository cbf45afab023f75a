/**
 * The differences of the style sheet of form 2 of the report, whose properties were those of texts from left to right:
 * the text of today, and the one of form 2. Its packages stay comparable with them.
 */
const DIFFERENCES: readonly (readonly [today: string, before: string])[] = [
  [
    'border: 1px solid var(--line);\n  border-inline-start: 4px solid var(--accent); }',
    'border: 1px solid var(--line); border-left: 4px solid var(--accent); }',
  ],
  ['ol { margin: 0; padding-inline-start: 1.25rem; }', 'ol { margin: 0; padding-left: 1.25rem; }'],
  [
    'padding-block: 0.35rem; padding-inline: 0 0.75rem; border-block-end: 1px solid var(--line);\n  text-align: start;',
    'padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); text-align: left;\n ',
  ],
  [
    'margin-block: 0.5rem; margin-inline: 0 1rem; width: 16rem; vertical-align: top;\n  break-inside',
    'margin: 0.5rem 1rem 0.5rem 0; width: 16rem; vertical-align: top; break-inside',
  ],
  ['dd { margin-block-end: 0.4rem; }', 'dd { margin-bottom: 0.4rem; }'],
];

/** The style sheet of form 2 of the report. `today`: that of the present form. */
export const styleOfForm2 = (today: string): string =>
  DIFFERENCES.reduce((text, [now, before]) => text.replace(now, before), today);

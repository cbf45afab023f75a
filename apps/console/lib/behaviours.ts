import { screenTexts } from '../screens/texts/texts.ts';

const { common: wording } = screenTexts;

/** A name or a condition, and what people call it. */
export type Choice = readonly [value: string, text: string];

/** The behaviours of assets, and what people call them. */
export const behaviourChoices = (): Choice[] => Object.entries(wording.behaviours);

/** A behaviour in words. */
export const behaviourOf = (behaviour: string): string =>
  behaviourChoices().find(([name]) => name === behaviour)?.[1] ?? behaviour;

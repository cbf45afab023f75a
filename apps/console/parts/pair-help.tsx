import { knownAttributes, valuesOf, type KnownValues } from '../lib/known-attributes.ts';
import type { Schemas } from '../lib/schemas.ts';
import { useStore } from '../lib/store.ts';
import type { PairHelp } from './pairs.tsx';
import { presentText } from './template-fields.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { pairs } = screenTexts;

const NONE: KnownValues = new Map();

/** Attributes that events have. */
export function useEventAttributes(): PairHelp {
  const known = useStore(knownAttributes.values).get('events') ?? NONE;
  return { known, want: () => knownAttributes.want('events') };
}

/** Attributes that these and other assets have, with the present values of these. */
export function useChanges(assets: readonly Pick<Schemas['Asset'], 'attributes'>[]): PairHelp {
  const others = useStore(knownAttributes.values).get('assets') ?? NONE;
  const own = valuesOf(assets.map(({ attributes }) => attributes));
  const known = new Map(
    [...new Set([...own.keys(), ...others.keys()])].map((name) => [
      name,
      [...new Set([...(own.get(name) ?? []), ...(others.get(name) ?? [])])],
    ]),
  );
  return {
    known,
    want: () => knownAttributes.want('assets'),
    present: (name) => pairs.present(presentText(name, assets)),
  };
}

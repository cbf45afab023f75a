export type Random = ReturnType<typeof randomOf>;

/** A seeded random number generator (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    below,
    /** True with this probability. */
    chance: (share: number): boolean => fraction() < share,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
    hex: (digits: number): string => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  };
}

/** A random UUID. */
export function uuidOf(random: Random): string {
  return [8, 4, 4, 4, 12].map((digits) => random.hex(digits)).join('-');
}

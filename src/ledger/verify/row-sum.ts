/** A `RowSum` as plain data. */
export type Sum = readonly [a: number, b: number, n: number];
export const NOTHING: Sum = [0, 0, 0];

/**
 * A sum over rows that does not depend on their order. Different rows have the same sum with a probability of about
 * 2^-64. Detects accidents, not forgery.
 */
export class RowSum {
  #a: number;
  #b: number;
  #n: number;

  constructor([a, b, n]: Sum = NOTHING) {
    [this.#a, this.#b, this.#n] = [a, b, n];
  }

  get sum(): Sum {
    return [this.#a, this.#b, this.#n];
  }

  add(row: (string | number | null)[]): void {
    const text = JSON.stringify(row);
    let [a, b] = [0x811c9dc5, 0x9e3779b9];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ (unit + (a >>> 13)), 0x85ebca6b);
    }
    this.#a = (this.#a + (a >>> 0)) % 0x100000000;
    this.#b = (this.#b + (b >>> 0)) % 0x100000000;
    this.#n += 1;
  }

  equals(other: RowSum): boolean {
    return this.#a === other.#a && this.#b === other.#b && this.#n === other.#n;
  }
}

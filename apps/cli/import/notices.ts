import { count } from './command.ts';
import type { Line } from './lines.ts';

/** An error value of a spreadsheet, or a formula. */
const CALCULATED = /^(?:=.|#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$)/;

/** What spreadsheets write that has no meaning for an import, or probably another one than intended. */
export class SpreadsheetNotices {
  #unnamed: string[] = [];
  #blank = { rows: 0, first: 0 };
  #calculated = { values: 0, first: '' };

  addHeader(names: readonly string[], isIgnored: boolean): void {
    if (!isIgnored) this.#unnamed = names.flatMap((name, i) => (name === '' ? [String(i + 1)] : []));
  }

  add(line: Line): void {
    if ('blank' in line) {
      this.#blank.rows += 1;
      this.#blank.first ||= line.line;
    }
    if (!('fields' in line)) return;
    for (const [name, value] of Object.entries(line.fields)) {
      if (typeof value !== 'string' || !CALCULATED.test(value)) continue;
      this.#calculated.values += 1;
      const start = JSON.stringify(value.slice(0, 40));
      this.#calculated.first ||= `line ${line.line}, column ${JSON.stringify(name)}: ${start}`;
    }
  }

  /** One text for each kind. */
  texts(): string[] {
    const { rows, first } = this.#blank;
    const { values, first: place } = this.#calculated;
    const unnamed = this.#unnamed.slice(0, 10).join(', ');
    return [
      rows > 0 ? `skipped: ${count(rows, 'blank row')}, the first is line ${first}` : '',
      unnamed ? `skipped: ${count(this.#unnamed.length, 'column')} without a name and without values (${unnamed})` : '',
      values > 0
        ? `imported as text: ${count(values, 'formula or error value')} of a spreadsheet, the first in ${place}`
        : '',
    ].filter((text) => text !== '');
  }
}

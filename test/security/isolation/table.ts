import { CALLERS, type Caller } from './world.ts';

/** The expected response of an operation in one case, for each caller. */
export type Row = { section: string; operation: string; case: string; cells: Record<Caller, string> };

/** Stands for every caller that a line does not name. */
const OTHERS = 'others';

/** Reads expected.txt: comments (`#`), sections (`##`), and lines `operation | case | caller, caller = response; …`. */
export function readTable(text: string): Row[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3);
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [operation, name, responses, ...more] = line.split('|').map((part) => part.trim());
    if (!operation || name === undefined || !responses || more.length > 0) throw new Error(`cannot be read: ${line}`);
    return [{ section, operation, case: name, cells: cellsOf(responses, line) }];
  });
}

function cellsOf(responses: string, line: string): Row['cells'] {
  const given = new Map<string, string>();
  for (const part of responses.split('; ')) {
    const [callers = '', response, ...more] = part.split(' = ');
    if (!response || more.length > 0) throw new Error(`a response cannot be read: ${line}`);
    for (const caller of callers.split(', ')) {
      if (caller !== OTHERS && !(CALLERS as readonly string[]).includes(caller)) throw new Error(`${caller}: ${line}`);
      if (given.has(caller)) throw new Error(`${caller} is duplicated: ${line}`);
      given.set(caller, response);
    }
  }
  const cells = CALLERS.map((caller) => [caller, given.get(caller) ?? given.get(OTHERS)] as const);
  if (cells.some(([, response]) => response === undefined)) throw new Error(`a caller has no response: ${line}`);
  return Object.fromEntries(cells) as Row['cells'];
}

/** The one form in which expected.txt has a row: `others` stands for the most frequent response. */
export function lineOf({ operation, case: name, cells }: Row): string {
  const groups = Map.groupBy(CALLERS, (caller) => cells[caller]);
  const [most] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
  const named = [...groups]
    .filter(([response]) => response !== most)
    .map(([of, callers]) => `${callers.join(', ')} = ${of}`);
  return `${operation} | ${name && `${name} `}| ${[...named, `${OTHERS} = ${most}`].join('; ')}`;
}

/** The expectations as tables with a column for each caller, below the introduction. */
export function pageOf(introduction: string, rows: readonly Row[]): string {
  const sections = [...new Set(rows.map(({ section }) => section))];
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const tables = sections.map((section) => {
    const head = ['operation', 'case', ...CALLERS];
    const lines = rows
      .filter((row) => row.section === section)
      .map((row) => line([row.operation, row.case, ...CALLERS.map((caller) => row.cells[caller])]));
    return [`## ${section}`, '', line(head), line(head.map(() => '---')), ...lines].join('\n');
  });
  return `${introduction}\n${tables.join('\n\n')}\n`;
}

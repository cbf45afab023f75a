import { CALLERS, type Caller } from './world.ts';

/** One line of the table: an operation in one case, and what it answers to each caller. */
export type Row = { section: string; operation: string; case: string; cells: Record<Caller, string> };

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Reads the table from its text: a heading line, sections that begin with `#`, rows. */
export function readTable(text: string): Row[] {
  const [head = '', ...lines] = text.trim().split('\n');
  if (cellsOf(head).join() !== ['operation', 'case', ...CALLERS].join()) throw new Error('the columns are others');
  let section = '';
  return lines.flatMap((line) => {
    if (line.startsWith('#')) section = line.slice(1).trim();
    if (!line.startsWith('|')) return [];
    const [operation = '', name = '', ...cells] = cellsOf(line);
    if (cells.length !== CALLERS.length) throw new Error(`${operation} ${name} has not a cell for each caller`);
    const byCaller = Object.fromEntries(CALLERS.map((caller, i) => [caller, cells[i]!])) as Row['cells'];
    return [{ section, operation, case: name, cells: byCaller }];
  });
}

const INTRODUCTION = `# Who gets what

Every operation on assets, events, blobs, attachments, access policies, subjects, locations, TLS CA certificates, invites,
public assets, compliance, imports, sources and what stands on the chain, and those of the operator, called by everybody there is.
\`test/security/isolation.test.ts\` holds the running service to this table, fails for an operation that has no
row here, and writes this page (\`ISOLATION_PAGE=write\`). For every refusal it also checks that no record of
any tenancy has changed, and for every change that nothing else has.

## The records

| Tenancy  | Its records |
| -------- | ----------- |
| ours     | the assets **pump** (private; now has \`arc_display_name\`, \`kind\`, \`serial\`, \`secret\`, \`grade\`), **vault** (private, another kind), **statue** (public, of the pump's kind), **meter** (private, of the pump's kind, KHIPU); events named \`<asset>/<type>\`: NewAsset and pump/untyped have no type, meter/reading is another Inspection; the locations **yard** and **quay**; the TLS CA certificates **root** and **branch**; the invite **guest**; the subjects **partner** (mutually confirmed) and **stranger** (which has never imported ours rightly, so that nothing is mutual); the compliance policy **inspected**, of pumps; the import **fleet** and the source **changes**, both of what cannot be reached |
| partner  | the asset **gauge**, of the pump's kind; the TLS CA certificate **anchor**; the subject **owner**, which stands for ours; the compliance policy **tended**, of pumps |
| stranger | the asset **relic**, of the pump's kind; the subject **host**, which has one key of ours and another that is not |

These files are attached, by attributes of an asset as it is now or of an event:

| File                      | Of       | Attached to                                                                             |
| ------------------------- | -------- | --------------------------------------------------------------------------------------- |
| **drawing**               | ours     | the pump, in \`arc_attachments\`, which no policy names; and pump/NewAsset, which set it   |
| **photo**, **plate**      | ours     | the pump, as its \`grade\` and its \`serial\`; pump/Inspection and pump/untyped, which set these |
| **report**, **invoice**   | ours     | pump/Inspection and pump/Repair, in their own attributes                                |
| **sketch**, **caption**   | ours     | the statue, and statue/Inspection                                                       |
| **dial**                  | partner  | the gauge, in \`arc_attachments\`; and gauge/NewAsset                                     |
| **loose**                 | ours     | nothing; the writer has uploaded it                                                     |

All policies match \`kind=pump\`:

| Policy      | Of       | For                     | Lets read                                              | Lets write                                                       |
| ----------- | -------- | ----------------------- | ------------------------------------------------------ | ---------------------------------------------------------------- |
| **read**    | ours     | users with role reader  | \`kind\`, \`serial\`, \`grade\`; events Inspection           |                                                                  |
| **write**   | ours     | users with role writer  |                                                        | RecordEvidence, Inspection, \`kind\`, \`serial\`                     |
| **share**   | ours     | partner, stranger       | \`kind\`, \`grade\`; events Inspection                     | RecordEvidence, Inspection, \`serial\`                             |
| **pass-on** | partner  | users with role reader  | \`kind\`, \`serial\`, \`secret\`; events Inspection, Repair  | every behaviour, every type, no attribute                        |
| **pry**     | stranger | users with role reader  | everything                                             |                                                                  |

The yard is shared with our users with role reader, with partner and with stranger; the quay with nobody.

## The callers

| Caller                | Who                                                                   |
| --------------------- | --------------------------------------------------------------------- |
| administrator         | administers ours                                                      |
| member                | of ours, no policy names them                                         |
| reader                | of ours, with role reader                                             |
| writer                | of ours, with role writer: may write and, as writing gives no right to read, not read |
| partner administrator | administers the partner                                               |
| partner member        | of the partner, no policy names them                                  |
| partner reader        | of the partner, with role reader                                      |
| stranger              | administers a tenancy with which ours is not confirmed, though policies name it |
| no token              |                                                                       |

## How to read the tables

- A number alone is the status. \`[n]\` is the list's \`x-total-count\`; the records follow in their order.
- In brackets stand the attributes that an asset shows, or of an event those that it set and shows; \`(all)\` is
  every one. Everything else in the record is as its owner sees it.
- \`own\` are all records of the kind that the caller's tenancy has itself, whole.
- \`new\` has just been made, in the caller's own tenancy. A \`spare\` is a record of ours made for the row;
  \`like yard\` and \`like quay\` are locations shared as these are.
- What a file contains is its name. The case says which way leads to it: by the asset or the event, or by none.
- Of a proof stands the event that it proves, as it shows it. Transactions stand by their mechanism; \`(all)\` shows
  all of the event, \`()\` none of it. The meter's events are on the chain; all other events wait for their window's end.
- Of a compliance status stand the policies that it is by. Of imports and sources their state, which moves by itself,
  is left out.
- Of an asset the case says its attributes (\`createAsset\`), or a filter on them (\`listAssets\`, events).
`;

/** The table as a page. */
export function pageOf(rows: readonly Row[]): string {
  const sections = [...new Set(rows.map(({ section }) => section))];
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const tables = sections.map((section) => {
    const head = ['operation', 'case', ...CALLERS];
    const lines = rows
      .filter((row) => row.section === section)
      .map((row) => line([row.operation, row.case, ...CALLERS.map((caller) => row.cells[caller])]));
    return [`## ${section}`, '', line(head), line(head.map(() => '---')), ...lines].join('\n');
  });
  return `${INTRODUCTION}\n${tables.join('\n\n')}\n`;
}

import type { ComponentChildren } from 'preact';
import { texts } from '../texts/texts.ts';

const { table: wording } = texts;

/** A column of a table: its title, and the content of its cells. */
export type Column<T> = readonly [title: string, cell: (item: T) => ComponentChildren];

/** Records as a table, which scrolls by itself and becomes a list on a phone. The first column names the record. */
/** The column with the actions on a record; none for readers who may not change it. */
export const actionsIf = <T,>(isAllowed: boolean, actions: Column<T>[1]): Column<T>[] =>
  isAllowed ? [[wording.actions, actions]] : [];

export function Table<T>({
  caption,
  items,
  identity,
  columns,
}: {
  caption: string;
  items: readonly T[];
  identity: (item: NoInfer<T>) => string;
  columns: readonly Column<NoInfer<T>>[];
}) {
  return (
    <div class="scroll" role="group" aria-label={wording.asTable(caption)} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([title]) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={identity(item)}>
              {columns.map(([title, cell], i) =>
                i === 0 ? (
                  <th scope="row" key={title}>
                    {cell(item)}
                  </th>
                ) : (
                  <td key={title} data-title={title}>
                    {cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

/** A column. */
export interface Column<R> {
  readonly title: string;
  readonly cell: (row: R) => ReactNode;
  /** Numbers stand at the right. */
  readonly number?: boolean;
  /** It takes the room that others leave, and wraps. */
  readonly wide?: boolean;
}

/** A table of at most some hundred rows; longer lists are virtual. */
export function Table<R>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
}) {
  return (
    // It can be scrolled sideways, so the keyboard must reach it.
    <div className="table-place" tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption className="hidden-words">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ title, number = false }) => (
              <th key={title} scope="col" className={classes(number && 'number')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, number = false, wide = false }) => (
                <td key={title} className={classes(number && 'number', wide && 'wide')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

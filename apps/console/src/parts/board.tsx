import { type ReactNode, useId } from 'react';

/** What stands in one state. */
export interface BoardColumn {
  readonly title: string;
  /** How many there are, which may be more than are shown. */
  readonly count: number;
  readonly empty: string;
  readonly cards: readonly { readonly key: string; readonly card: ReactNode }[];
}

/** Columns side by side, by state; they scroll sideways on a phone. */
export function Board({ label, columns }: { label: string; columns: readonly BoardColumn[] }) {
  return (
    <div className="board" tabIndex={0} role="region" aria-label={label}>
      {columns.map((column) => (
        <Column key={column.title} {...column} />
      ))}
    </div>
  );
}

function Column({ title, count, empty, cards }: BoardColumn) {
  const id = useId();
  return (
    <section className="board-column" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="count">{count}</span>
      </h2>
      {cards.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <ul>
          {cards.map(({ key, card }) => (
            <li key={key} className="board-card">
              {card}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

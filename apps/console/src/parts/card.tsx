import { type ReactNode, useId } from 'react';

/** A part of a page with a heading, and buttons beside it. */
export function Card({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A number with what it counts. */
export function Tile({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="tile">
      <span className="soft">{label}</span>
      <b>{value}</b>
      {note !== undefined && <small className="soft">{note}</small>}
    </div>
  );
}

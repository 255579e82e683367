import type { IndexKind, LatestStatements, Snapshot, WrittenRow } from '@salience/database/recall';

/** What was written of these changes which statements ended last, or what is said of them. */
const changing: ReadonlySet<IndexKind> = new Set(['ended', 'fact', 'tombstone']);
/** Bytes of a statement beside what was said. */
const statementBytes = 1_000;

interface Held {
  readonly latest: LatestStatements;
  readonly snapshot: Snapshot;
  /** The time that was asked about, milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** The statements of an agent that ended last, as long as nothing was written that changes them. */
export class LatestEnded {
  #held: Held | undefined;

  /** About how many bytes it takes. */
  get bytes(): number {
    return (this.#held?.latest.statements ?? []).reduce(
      (sum, { now, rests, value }) =>
        sum + statementBytes + 72 * rests.length + 2 * (value.length + (now?.length ?? 0)),
      0,
    );
  }

  /** What had ended last at a time; undefined if it must be asked. */
  at(time: Date): LatestStatements | undefined {
    const held = this.#held;
    return held !== undefined && held.from <= time.getTime() && time.getTime() < held.until
      ? held.latest
      : undefined;
  }

  /** Holds what was said for a time as of a snapshot, unless something `written` after it was read meanwhile. */
  keep(
    latest: LatestStatements,
    asked: { readonly at: Date; readonly snapshot: Snapshot; readonly written: readonly WrittenRow[] },
  ): void {
    const { at, snapshot, written } = asked;
    if (written.some(({ kind }) => changing.has(kind)) || !isSettled(latest)) return;
    const until = latest.until === null ? Number.POSITIVE_INFINITY : Date.parse(latest.until);
    this.#held = { latest, snapshot, from: at.getTime(), until };
  }

  /** Drops what is held if it may have changed. Rows that were seen before may come again. */
  note(written: readonly WrittenRow[]): void {
    const { snapshot } = this.#held ?? {};
    if (snapshot !== undefined && written.some(({ kind, xid }) => changing.has(kind) && !snapshot.sees(xid)))
      this.#held = undefined;
  }
}

/** A turn that cancels a reminder may make another one until it ends, and where it stands is known only then; nothing else tells of that. */
function isSettled({ statements }: LatestStatements): boolean {
  return (statements ?? []).every(
    ({ by, kind, rests }) => kind !== 'reminder' || (by !== null && rests.length > 0),
  );
}

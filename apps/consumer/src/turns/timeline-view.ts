import { momentNames, type TimelineView } from '@salience/contracts';
import type { Moment, TurnRow } from '@salience/database/turns';

/** The stages of a run in the order in which a turn goes through them. */
const order = ['classify', 'recall', 'route', 'act', 'generate', 'commit', 'total'];
const known: ReadonlySet<string> = new Set(momentNames);

/** When what happened with a turn, as the API shows it. */
export function timelineView(turn: TurnRow, moments: readonly Moment[]): TimelineView {
  const acceptedAt = Date.parse(turn.acceptedAt);
  return {
    turn_id: turn.id,
    moments: moments.flatMap(({ at, detail, id, name }) =>
      known.has(name)
        ? [
            {
              name: name as TimelineView['moments'][number]['name'],
              at: at?.toISOString() ?? null,
              after_ms: at === null ? null : at.getTime() - acceptedAt,
              id,
              detail,
            },
          ]
        : [],
    ),
    stages:
      turn.timings &&
      Object.entries(turn.timings)
        .map(([name, ms]) => ({ name, ms }))
        .toSorted((a, b) => placeOf(a.name) - placeOf(b.name)),
  };
}

function placeOf(name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

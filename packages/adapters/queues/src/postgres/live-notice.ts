import type { LiveEvent, TurnId } from '@salience/contracts';
import type { PositionedEvent } from '../live/live-events.ts';

/** Events of one turn, in order. */
export interface LiveWrite {
  readonly turnId: TurnId;
  readonly events: readonly PositionedEvent[];
}

/** One turn of a notification. Without events they are to be read from the table. */
export interface LiveNotice {
  readonly turnId: TurnId;
  readonly events: () => PositionedEvent[] | undefined;
}

/** Postgres refuses notifications of 8,000 bytes. */
const NOTICE_BYTES_MAX = 7_900;
const LINE = '\n';
const BREAK = '\t';

/** The notifications of a batch: one line per turn, its id and, if they fit, its events. JSON contains neither separator. */
export function noticesOf(writes: readonly LiveWrite[]): string[] {
  const notices: string[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const { turnId, events } of writes) {
    const rows = events.map(({ position, event }) => [position.fence, position.n, event]);
    const full = turnId + BREAK + JSON.stringify(rows);
    const line = Buffer.byteLength(full) <= NOTICE_BYTES_MAX ? full : turnId;
    const more = Buffer.byteLength(line) + LINE.length;
    bytes += more;
    if (bytes <= NOTICE_BYTES_MAX) notices[notices.length - 1] += LINE + line;
    else {
      notices.push(line);
      bytes = more;
    }
  }
  return notices;
}

/** The turns of a notification. Events are parsed on demand: most processes follow few of the turns that they hear of. */
export function readNotice(notice: string): LiveNotice[] {
  return notice.split(LINE).map((line) => {
    const at = line.indexOf(BREAK);
    if (at < 0) return { turnId: line as TurnId, events: () => undefined };
    return { turnId: line.slice(0, at) as TurnId, events: () => eventsOf(line.slice(at + 1)) };
  });
}

function eventsOf(json: string): PositionedEvent[] {
  const rows = JSON.parse(json) as [number, number, LiveEvent][];
  return rows.map(([fence, n, event]) => ({ position: { fence, n }, event }));
}

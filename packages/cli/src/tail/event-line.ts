import type { FleetEventView } from '@salience/contracts';
import { counted, duration } from '@salience/supervisor/home';
import { colour } from '../terminal.ts';

type Kind = FleetEventView['type'];

const PAINT: Partial<Record<Kind, (text: string) => string>> = {
  quarantined: (text) => colour.red(text),
  'dead-letter': (text) => colour.red(text),
  gap: (text) => colour.red(text),
  takeover: (text) => colour.yellow(text),
  'worker-down': (text) => colour.yellow(text),
  'worker-up': (text) => colour.green(text),
  operator: (text) => colour.cyan(text),
};

/** One event on one line, for a person: when on the clock of a zone, what kind, what happened, to which ids. */
export function eventLine(event: FleetEventView, zone: string): string {
  const paint = PAINT[event.type] ?? ((text: string) => text);
  const time = clockOf(zone).format(new Date(event.at));
  return plain(`${colour.dim(time)}  ${paint(event.type.padEnd(11))}  ${describe(event)}`);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** To the millisecond, as `09:03:07.125`. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    });
  clocks.set(timeZone, clock);
  return clock;
}

function describe(event: FleetEventView): string {
  switch (event.type) {
    case 'accepted':
      return `${event.turn_id} ${colour.dim(`${event.thread_id} #${event.seq}`)}`;
    case 'ended':
    case 'quarantined':
      return `${event.turn_id} ${state(event.state)} in ${duration(Math.max(0, event.duration_ms))}${event.attempts > 1 ? `, ${event.attempts} attempts` : ''} ${colour.dim(`${event.thread_id} #${event.seq}`)}`;
    case 'dead-letter':
      return `${event.dead_letter_id} ${event.job}: ${event.code} after ${counted(event.attempts, 'attempt')} ${colour.dim(event.agent_id ?? 'of no agent')}`;
    case 'takeover':
      return `${event.thread_id} from ${event.lost_worker} to ${event.worker}, fence ${event.fence}`;
    case 'worker-up':
      return `${event.app} ${colour.dim(event.worker)}`;
    case 'worker-down':
      return `${event.app} ${event.state} ${colour.dim(event.worker)}`;
    case 'operator':
      return `${event.actor} ${event.action}${event.target === null ? '' : ` ${event.target}`}: ${event.outcome}`;
    case 'gap':
      return 'too many events; some are missing';
  }
}

function state(name: string): string {
  if (name === 'failed' || name === 'quarantined') return colour.red(name);
  return name === 'answered' ? colour.green(name) : colour.yellow(name);
}

/** Names of keys and users come from outside: nothing in them may move the cursor. Colours of ours stay. */
function plain(line: string): string {
  let shown = '';
  for (const [piece] of line.matchAll(OURS_OR_ONE)) {
    const code = piece.charCodeAt(0);
    if (piece.length > 1 || (code >= 32 && code !== 127 && (code < 128 || code > 159))) shown += piece;
  }
  return shown;
}

const ESCAPE = String.fromCharCode(27);
/** A colour, or any one character. */
const OURS_OR_ONE = new RegExp(`${ESCAPE}\\[[0-9;]{0,8}m|.`, 'gsu');

import { oneLine } from '../memory/one-line.ts';

type Report = Readonly<Record<string, unknown>>;

const lineChars = 200;
/** In the order in which a tick goes through them; what is not among them comes last. */
const order = [
  'due',
  'ended',
  'begun',
  'asked',
  'retried',
  'completed',
  'rejected',
  'failed',
  'dead',
  'passed',
  'agendas',
];

/** A report as rows of a table: what was counted, and how many; all of it, so that a quiet tick says so. */
export function reportCells(report: Report): string[][] {
  return entriesOf(report).map(([name, value]) => [oneLine(name, lineChars), said(value)]);
}

/** A report in a line: what was nothing is left out. */
export function reportLine(report: Report): string {
  const parts = entriesOf(report).flatMap(([name, value]) =>
    value === 0 || value === null ? [] : [`${oneLine(name, lineChars)} ${said(value)}`],
  );
  return parts.length === 0 ? 'nothing to do' : oneLine(parts.join(', '), lineChars);
}

function entriesOf(report: Report): [string, unknown][] {
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(report).toSorted(([a], [b]) => place(a) - place(b));
}

function said(value: unknown): string {
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value), lineChars);
}

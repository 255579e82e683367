import { capText, cleanText } from '@salience/context';
import type { ActStepState } from '@salience/contracts';

/** The end of one action, as the store kept it. */
export interface OutcomeRow {
  readonly tool: string;
  readonly state: ActStepState;
  /** What went wrong, if anything did; data whatever it says. */
  readonly detail: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Ends in which a tool was really tried. Everything else is control: nobody failed when a person said no. */
const tried: readonly ActStepState[] = ['succeeded', 'failed', 'timed_out', 'unknown'];
const denied: readonly ActStepState[] = ['denied', 'expired', 'refused'];
const detailCharsMax = 140;

/**
 * What past actions teach, in at most `charsMax` characters: calls and success rate, the six tools used most, the five denied
 * most, the last twelve failures. Empty without rows. The order of the rows does not matter; same rows, same bytes.
 */
export function outcomesDigest(rows: readonly OutcomeRow[], charsMax = 2_400): string {
  const ran = rows.filter(({ state }) => tried.includes(state));
  const stopped = rows.filter(({ state }) => denied.includes(state));
  if (ran.length + stopped.length === 0) return '';
  const failures = ran
    .filter(({ state }) => state !== 'succeeded')
    .toSorted((a, b) => compare(b.at, a.at) || compare(a.tool, b.tool) || compare(detailOf(a), detailOf(b)))
    .slice(0, 12);
  const lines = [
    `Calls: ${ran.length}, ${percent(ran)} % succeeded.`,
    ...listed('Used most', ran, 6, (tool, own) => `${tool} ${own.length} (${percent(own)} %)`),
    ...listed('Denied most', stopped, 5, (tool, own) => `${tool} ${own.length}`),
    ...(failures.length === 0 ? [] : ['Last failures:']),
    ...failures.map((row) => `- ${nameOf(row)} ${row.state} ${row.at.slice(0, 16)}Z: ${detailOf(row)}`),
  ];
  return withinChars(lines, charsMax);
}

function listed(
  title: string,
  rows: readonly OutcomeRow[],
  most: number,
  write: (tool: string, own: readonly OutcomeRow[]) => string,
): string[] {
  const byTool = [...Map.groupBy(rows, nameOf)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || compare(a, b),
  );
  const shown = byTool.slice(0, most).map(([tool, own]) => write(tool, own));
  return shown.length === 0 ? [] : [`${title}: ${shown.join(', ')}.`];
}

/** Whole lines, the first ones first. */
function withinChars(lines: readonly string[], charsMax: number): string {
  let text = '';
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > charsMax) break;
    text = longer;
  }
  return text;
}

function percent(rows: readonly OutcomeRow[]): number {
  const succeeded = rows.filter(({ state }) => state === 'succeeded').length;
  return rows.length === 0 ? 0 : Math.round((100 * succeeded) / rows.length);
}

function nameOf(row: OutcomeRow): string {
  return oneLine(row.tool, 60);
}

function detailOf(row: OutcomeRow): string {
  return row.detail === null ? 'no detail' : oneLine(row.detail, detailCharsMax);
}

function oneLine(text: string, max: number): string {
  return capText(cleanText(text).replace(/\s+/g, ' ').trim(), max);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

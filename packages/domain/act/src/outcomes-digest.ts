import { type OutcomeCode, outcomeCodes } from '@salience/contracts';

/** Number of a tool's actions with one outcome. */
export interface OutcomeCount {
  readonly tool: string;
  readonly code: OutcomeCode;
  readonly count: number;
}

/** Outcomes of calls that did not run; a refusal is no failure. */
const stopped: readonly OutcomeCode[] = ['denied', 'expired', 'refused'];
const toolCharsMax = 64;

/**
 * What past actions teach, in at most `charsMax` characters: calls and success rate, the six tools used most, the five that were
 * stopped most, the twelve that went wrong most. Tools, codes of ours and counts, and no other word, so that nothing from
 * outside comes back through it (law 10). Empty without counts; their order does not matter; same counts, same bytes.
 */
export function outcomesDigest(counts: readonly OutcomeCount[], charsMax = 2_400): string {
  const known = counts.filter(({ code, count }) => outcomeCodes.includes(code) && count > 0);
  const ran = known.filter(({ code }) => !stopped.includes(code));
  const kept = known.filter(({ code }) => stopped.includes(code));
  if (known.length === 0) return '';
  const lines = [
    `Calls in the last seven days: ${sum(ran)}, ${percent(ran)} % succeeded.`,
    ...listed('Used most', ran, 6, (tool, own) => `${tool} ${sum(own)} (${percent(own)} %)`),
    ...listed('Stopped most', kept, 5, coded),
    ...listed(
      'Went wrong',
      ran.filter(({ code }) => code !== 'succeeded'),
      12,
      coded,
    ),
  ];
  return withinChars(lines, charsMax);
}

function coded(tool: string, own: readonly OutcomeCount[]): string {
  const codes = outcomeCodes.flatMap((code) => {
    const count = sum(own.filter((one) => one.code === code));
    return count === 0 ? [] : [`${code} ${count}`];
  });
  return `${tool}: ${codes.join(', ')}`;
}

function listed(
  title: string,
  counts: readonly OutcomeCount[],
  most: number,
  write: (tool: string, own: readonly OutcomeCount[]) => string,
): string[] {
  const byTool = [...Map.groupBy(counts, ({ tool }) => nameOf(tool))].toSorted(
    ([a, one], [b, other]) => sum(other) - sum(one) || compare(a, b),
  );
  const shown = byTool.slice(0, most).map(([tool, own]) => write(tool, own));
  return shown.length === 0 ? [] : [`${title}: ${shown.join('; ')}.`];
}

/** The first lines that fit. */
function withinChars(lines: readonly string[], charsMax: number): string {
  let text = '';
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > charsMax) break;
    text = longer;
  }
  return text;
}

function sum(counts: readonly OutcomeCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function percent(counts: readonly OutcomeCount[]): number {
  const all = sum(counts);
  const succeeded = sum(counts.filter(({ code }) => code === 'succeeded'));
  return all === 0 ? 0 : Math.round((100 * succeeded) / all);
}

/** True for a name that a provider accepts. */
function nameOf(tool: string): string {
  return tool.replace(/[^A-Za-z0-9_-]/g, '').slice(0, toolCharsMax);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

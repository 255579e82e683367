import { element, escapeText } from '@salience/context';
import { type ActStep, lowestTrust, type RunNotes, type Trust } from '@salience/contracts';
import { capText, cleanText } from '@salience/language';
import { argumentsProblem, canonicalArguments } from './canonical.ts';
import { compactAbove, compactTo } from './compact.ts';
import { draftOf, keptFromOf, lastSummary } from './transcript.ts';

/** Share of a transcript's budget that a summary may take. */
const summaryShare = 0.2;
/** Characters of a token, as the shortest texts have them: what is cut to so many characters is within the tokens. */
const charsPerToken = 2;
/** Characters of the arguments of each call that is listed. */
const argumentChars = 60;

/** A summary that the next planner's call needs. */
export interface DueSummary {
  /** The number of the first step that it does not stand for. */
  readonly keptFrom: number;
  /** The summary before it, which it takes in. */
  readonly earlier: ActStep | null;
  /** Plans and actions that it stands for, in order, without those of `earlier`. */
  readonly steps: readonly ActStep[];
  /** All calls before `keptFrom`, in order: they can still be read. */
  readonly calls: readonly ActStep[];
  /** The lowest trust of all that it stands for. */
  readonly trust: Trust;
  /** Characters that its words may have. */
  readonly chars: number;
}

/**
 * The summary that is due before the next plan: above 75 % of `tokensMax` the oldest rounds (a plan with its calls and their results)
 * are to be summed up, as many as it takes to reach 50 %; the newest stays, and so does every round with a call that has not ended.
 * Null where nothing is due or nothing would be gained. Pure.
 */
export function summaryDue(steps: readonly ActStep[], message: string, tokensMax: number): DueSummary | null {
  const ordered = steps.toSorted((a, b) => a.n - b.n);
  const { pieces } = draftOf(ordered, message);
  const total = pieces.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= tokensMax * compactAbove) return null;
  const rounds = [...Map.groupBy(pieces, ({ round }) => round)].flatMap(([round, own]) =>
    round === null ? [] : [{ round, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) }],
  );
  const goal = tokensMax * (compactTo - summaryShare);
  let left = total;
  let keptFrom: number | null = null;
  for (const [index, { round, tokens }] of rounds.entries()) {
    const next = rounds[index + 1];
    if (left <= goal || next === undefined || !hasEnded(ordered, round, next.round)) break;
    left -= tokens;
    keptFrom = next.round;
  }
  // A summary takes room itself.
  if (keptFrom === null || total - left <= tokensMax * summaryShare) return null;
  const earlier = lastSummary(ordered);
  const from = earlier === null ? 0 : keptFromOf(earlier);
  const end = keptFrom;
  const before = ordered.filter(({ kind, n }) => n < end && (kind === 'plan' || kind === 'action'));
  const covered = before.filter(({ n }) => n >= from);
  return {
    keptFrom,
    earlier,
    steps: covered,
    calls: before.filter(({ kind }) => kind === 'action'),
    trust: lowestTrust([
      'agent',
      ...covered.flatMap(trustsOf),
      ...(earlier === null ? [] : trustsOf(earlier)),
    ]),
    chars: Math.floor(tokensMax * summaryShare * charsPerToken),
  };
}

function hasEnded(steps: readonly ActStep[], from: number, end: number): boolean {
  const open: readonly ActStep['state'][] = ['planned', 'started', 'waiting', 'asked'];
  return steps.every(({ n, state }) => n < from || n >= end || !open.includes(state));
}

/** A plan without its record counts as made from text from outside. */
function trustsOf({ kind, result, seen, state }: ActStep): Trust[] {
  if (kind === 'plan') return state === 'done' ? [seen?.least.trust ?? 'external'] : [];
  return result === null ? [] : [result.trust];
}

/**
 * What a planner reads in place of the steps that a summary stands for: the notes under their headings, each call with the name by which
 * `recall` reads its whole result, and that the work goes on. The form is ours whatever a model wrote.
 */
export function summaryText({ calls, chars, trust }: DueSummary, notes: RunNotes): string {
  const told = Object.entries({
    'Done so far': notes.progress,
    'Still to do': notes.remaining,
    'Needed later': notes.data,
    Decided: notes.decisions,
  }).filter(([, text]) => text.trim() !== '');
  const lines = withinChars(calls.flatMap(listed), Math.floor(chars / 2));
  const room = Math.floor((chars - lines.join('\n').length) / Math.max(1, told.length));
  const words = told.map(([title, text]) => `${title}: ${capText(oneLine(text), Math.max(20, room))}`);
  return element(
    'summary',
    { of: 'your earlier steps, which were left out to save room', trust },
    escapeText([...words, ...(lines.length === 0 ? [] : ['Calls:', ...lines])].join('\n')),
  );
}

/** The newest lines that fit. */
function withinChars(lines: readonly string[], chars: number): string[] {
  const kept: string[] = [];
  let room = chars;
  for (const line of lines.toReversed()) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.unshift(line);
  }
  return kept;
}

function listed({ call, n, state }: ActStep): string[] {
  if (call === null) return [];
  const isReadable = call.arguments !== null && argumentsProblem(call) === null;
  const args = isReadable ? canonicalArguments(call.arguments ?? {}) : '(unreadable)';
  return [`step_${n}: ${call.tool} ${capText(oneLine(args), argumentChars)} ${state}`];
}

function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

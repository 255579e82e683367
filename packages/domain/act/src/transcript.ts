import {
  type ToolMessage,
  type TranscriptCall,
  element,
  escapeText,
  estimateTokens,
} from '@salience/context';
import { cleanText } from '@salience/language';
import type { ActStep } from '@salience/contracts';
import { type CutLevel, type Cuttable, chooseCuts, cutText } from './compact.ts';
import { canonicalArguments } from './canonical.ts';
import { closingCall } from './run-state.ts';

/** Maximum characters of one result for a planner, whatever the budget. */
const resultCharsMax = 32_000;

/** A text of the transcript that may be shortened. */
interface Piece extends Cuttable {
  readonly text: (level: CutLevel) => string;
  /** The number of its plan; null for what no summary may stand for. */
  readonly round: number | null;
}

/** A message with the parts of its texts, by index. */
type Draft =
  | { readonly role: 'user'; readonly piece: number }
  | { readonly role: 'assistant'; readonly piece: number; readonly calls: readonly TranscriptCall[] }
  | { readonly role: 'tool'; readonly results: readonly DraftResult[] };
interface DraftResult {
  readonly callId: string;
  readonly tool: string;
  readonly failed: boolean;
  readonly piece: number;
}

/**
 * The planner's view of a run: the message, then each plan with its calls, their results, and messages that arrived meanwhile.
 * Every call has exactly one result right after it. Results are escaped, capped and carry their trust. A summary stands in place of the
 * rounds that it sums up; what a person said stays. Above 75 % of `tokensMax` the largest and oldest results are cut down until 50 % is
 * reached; failures and the newest three stay whole unless `tokensMax` itself would be passed. The message is never cut. Same steps,
 * same bytes; a longer run keeps the prefix's bytes except at a compaction.
 */
export function transcriptOf(steps: readonly ActStep[], message: string, tokensMax: number): ToolMessage[] {
  const { drafts, growth, pieces } = draftOf(
    steps.toSorted((a, b) => a.n - b.n),
    message,
  );
  const cuts = chooseCuts(pieces, growth, tokensMax);
  const textOf = (piece: number): string => pieces[piece]?.text(cuts.get(piece) ?? 'whole') ?? '';
  return drafts.map((draft) => finish(draft, textOf));
}

/** A transcript before anything of it is cut. */
export interface TranscriptDraft {
  readonly drafts: readonly Draft[];
  readonly pieces: readonly Piece[];
  /** How many pieces there were each time a planner saw them. */
  readonly growth: readonly number[];
}

/** The transcript of steps in order, uncut. */
export function draftOf(ordered: readonly ActStep[], message: string): TranscriptDraft {
  const summary = lastSummary(ordered);
  const keptFrom = summary === null ? 0 : keptFromOf(summary);
  const pieces: Piece[] = [];
  const drafts: Draft[] = [];
  const growth: number[] = [];
  const add = (piece: Piece): number => pieces.push(piece) - 1;
  const say = (text: string): void => {
    drafts.push({ role: 'user', piece: add(fixedPiece(text)) });
  };
  let isTold = summary === null;
  const tell = (): void => {
    if (!isTold) say(`${summary?.result?.text ?? ''}\n${goOnFromSummary}`);
    isTold = true;
  };
  say(cleanText(message));
  for (const [index, step] of ordered.entries()) {
    if (step.n >= keptFrom) tell();
    if (step.kind === 'steer') say(cleanText(step.note ?? ''));
    if (step.kind !== 'plan' || step.n < keptFrom) continue;
    // Plans before the summary saw another transcript.
    if (summary === null || step.n > summary.n) growth.push(pieces.length);
    if (step.state === 'failed') continue;
    const actions = actionsAfter(ordered, index);
    if (drafts.at(-1)?.role === 'assistant') say(goOn(ordered[index - 1] ?? step));
    draftPlan(step, actions, drafts, add);
  }
  tell();
  if (drafts.at(-1)?.role === 'assistant') say(goOn(ordered.at(-1) ?? null));
  growth.push(pieces.length);
  return { drafts, growth, pieces };
}

/** The summary that counts: the last one; null for none. */
export function lastSummary(ordered: readonly ActStep[]): ActStep | null {
  return ordered.findLast(({ kind }) => kind === 'summary') ?? null;
}

/** The number of the first step that a summary does not stand for; its own where its note was forgotten. */
export function keptFromOf({ n, note }: ActStep): number {
  return note === null ? n : Number(note);
}

const goOnFromSummary =
  'Results that are not shown any more can be read whole with recall({"ids": ["step_…"]}). Go on with what the person asked for: do not repeat what was done, and do not stop before all of it is done.';

function actionsAfter(steps: readonly ActStep[], plan: number): ActStep[] {
  const actions: ActStep[] = [];
  for (const step of steps.slice(plan + 1)) {
    if (step.kind !== 'action') break;
    actions.push(step);
  }
  return actions;
}

function draftPlan(
  plan: ActStep,
  actions: readonly ActStep[],
  drafts: Draft[],
  add: (piece: Piece) => number,
): void {
  const calls = actions.map((step) => ({
    // Providers number calls from 0 in each message; the step's number is unique in the run.
    id: `call_${step.n}`,
    tool: step.call?.tool ?? '',
    arguments: firstArguments(step) ?? step.call?.arguments ?? null,
  }));
  const words = cleanText(plan.note ?? '');
  if (words === '' && calls.length === 0) return;
  const argumentTokens = estimateTokens(JSON.stringify(calls));
  drafts.push({ role: 'assistant', piece: add(wordsPiece(plan.n, words, argumentTokens)), calls });
  if (actions.length === 0) return;
  const results = actions.map((step) => ({
    callId: `call_${step.n}`,
    tool: step.call?.tool ?? '',
    failed: step.state !== 'succeeded',
    piece: add(resultPiece(plan.n, step)),
  }));
  drafts.push({ role: 'tool', results });
}

// Two messages of the planner never follow each other, and the last message is never its own.
function goOn(after: ActStep | null): string {
  if (after?.reason === 'length')
    return 'Your last message was cut off by its length. Go on, and be shorter.';
  return after?.reason === closingCall ? 'Say what was done and what was not.' : 'Go on.';
}

function finish(draft: Draft, textOf: (piece: number) => string): ToolMessage {
  if (draft.role === 'user') return { role: 'user', content: textOf(draft.piece) };
  if (draft.role === 'assistant') {
    return { role: 'assistant', content: textOf(draft.piece), calls: draft.calls };
  }
  const results = draft.results.map(({ piece, ...rest }) => ({ ...rest, text: textOf(piece) }));
  return { role: 'tool', results };
}

function fixedPiece(text: string): Piece {
  const tokens = estimateTokens(text);
  return {
    chars: text.length,
    tokens,
    tokensCut: tokens,
    tokensLeast: tokens,
    rank: 2,
    round: null,
    text: () => text,
  };
}

function wordsPiece(round: number, text: string, argumentTokens: number): Piece {
  const cut = cutText(text);
  const tokens = estimateTokens(text) + argumentTokens;
  const tokensCut = Math.min(tokens, estimateTokens(cut) + argumentTokens);
  const shown = (level: CutLevel) => (level === 'whole' || tokensCut === tokens ? text : cut);
  return { chars: text.length, tokens, tokensCut, tokensLeast: tokensCut, rank: 1, round, text: shown };
}

function resultPiece(round: number, step: ActStep): Piece {
  const instead = `recall({"ids": ["step_${step.n}"]}) reads them`;
  const raw = cleanText(step.result?.text ?? stateText(step));
  const full = resultElement(step, raw.length > resultCharsMax ? cutText(raw, instead) : raw);
  const cut = resultElement(step, cutText(raw, instead));
  const least = resultElement(step, `[${raw.length} characters left out; ${instead}]`);
  return {
    chars: raw.length,
    tokens: estimateTokens(full),
    tokensCut: estimateTokens(cut),
    tokensLeast: estimateTokens(least),
    // Failures stay whole, so that the planner does not repeat them.
    rank: step.state === 'succeeded' ? 0 : 2,
    round,
    text: (level) => ({ whole: full, cut, least })[level],
  };
}

function resultElement(step: ActStep, text: string): string {
  const attributes = { outcome: step.state, trust: step.result?.trust ?? 'agent' };
  const changed =
    firstArguments(step) === null
      ? ''
      : `${element('changed', {}, `The person changed the arguments to ${escapeText(canonicalArguments(step.call?.arguments ?? {}))}. Do not ask for the first ones again.`)}\n`;
  const shown = changed + element('result', attributes, escapeText(text));
  const verdict = step.verdict;
  if (verdict === null || verdict.verdict === 'accept') return shown;
  const advice = verdict.verdict === 'correct' ? 'Try another way.' : 'Do not present it as certain.';
  return `${shown}\n${element('check', { rule: verdict.rule }, `${escapeText(verdict.reason)} ${advice}`)}`;
}

/** The planner's own arguments, if a person edited them: a transcript shows what was proposed. */
function firstArguments({ kind, note }: ActStep): Record<string, unknown> | null {
  return kind === 'action' && note !== null ? (JSON.parse(note) as Record<string, unknown>) : null;
}

function stateText(step: ActStep): string {
  if (step.state === 'asked') return 'Not run yet: a person is asked first.';
  return step.state === 'waiting' ? 'Failed for the moment; it is tried again later.' : 'Not run yet.';
}

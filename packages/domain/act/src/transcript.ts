import {
  type ToolMessage,
  type TranscriptCall,
  element,
  escapeText,
  estimateTokens,
} from '@salience/context';
import { cleanText } from '@salience/language';
import type { ActStep } from '@salience/contracts';
import { type Cuttable, chooseCuts, cutText } from './compact.ts';
import { canonicalArguments } from './canonical.ts';
import { closingCall } from './run-state.ts';

/** Maximum characters of one result for a planner, whatever the budget. */
const resultCharsMax = 32_000;

/** A text of the transcript that may be shortened. */
interface Piece extends Cuttable {
  readonly text: (cut: boolean) => string;
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
 * Every call has exactly one result right after it. Results are escaped, capped and carry their trust. Above 75 % of
 * `tokensMax` the largest and oldest results are cut down until 50 % is reached; failures and the newest three stay whole unless
 * `tokensMax` itself would be passed. The message is never cut. Same steps, same bytes; a longer run keeps the prefix's
 * bytes except at a compaction.
 */
export function transcriptOf(steps: readonly ActStep[], message: string, tokensMax: number): ToolMessage[] {
  const pieces: Piece[] = [];
  const drafts: Draft[] = [];
  const growth: number[] = [];
  const add = (piece: Piece): number => pieces.push(piece) - 1;
  const say = (text: string): void => {
    drafts.push({ role: 'user', piece: add(fixedPiece(cleanText(text))) });
  };
  say(message);
  const ordered = steps.toSorted((a, b) => a.n - b.n);
  for (const [index, step] of ordered.entries()) {
    if (step.kind === 'steer') say(step.note ?? '');
    if (step.kind !== 'plan') continue;
    growth.push(pieces.length);
    if (step.state === 'failed') continue;
    const actions = actionsAfter(ordered, index);
    if (drafts.at(-1)?.role === 'assistant') say(goOn(ordered[index - 1] ?? step));
    draftPlan(step, actions, drafts, add);
  }
  if (drafts.at(-1)?.role === 'assistant') say(goOn(ordered.at(-1) ?? null));
  growth.push(pieces.length);
  const cut = chooseCuts(pieces, growth, tokensMax);
  const textOf = (piece: number): string => pieces[piece]?.text(cut.has(piece)) ?? '';
  return drafts.map((draft) => finish(draft, textOf));
}

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
  drafts.push({ role: 'assistant', piece: add(wordsPiece(words, argumentTokens)), calls });
  if (actions.length === 0) return;
  const results = actions.map((step) => ({
    callId: `call_${step.n}`,
    tool: step.call?.tool ?? '',
    failed: step.state !== 'succeeded',
    piece: add(resultPiece(step)),
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
  return { chars: text.length, tokens, tokensCut: tokens, rank: 2, text: () => text };
}

function wordsPiece(text: string, argumentTokens: number): Piece {
  const cut = cutText(text);
  const tokens = estimateTokens(text) + argumentTokens;
  const tokensCut = estimateTokens(cut) + argumentTokens;
  return { chars: text.length, tokens, tokensCut, rank: 1, text: (short) => (short ? cut : text) };
}

function resultPiece(step: ActStep): Piece {
  const raw = cleanText(step.result?.text ?? stateText(step));
  const shown = raw.length > resultCharsMax ? cutText(raw) : raw;
  const full = resultElement(step, shown);
  const cut = resultElement(step, cutText(raw));
  return {
    chars: raw.length,
    tokens: estimateTokens(full),
    tokensCut: estimateTokens(cut),
    // Failures stay whole, so that the planner does not repeat them.
    rank: step.state === 'succeeded' ? 0 : 2,
    text: (short) => (short ? cut : full),
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

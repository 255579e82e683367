import type { Mode } from '@salience/contracts';
import { kindOf } from './kind-of.ts';
import { type Lexicon, lexicons } from './reading/lexicons.ts';
import type { Phrases } from './reading/phrases.ts';
import { type Message, readMessage } from './reading/read-message.ts';
import type { Label } from './reaction.ts';

/** A person's judgement of a turn. */
export interface Feedback {
  /** From −1, bad, to 1, good. */
  readonly value: number;
  /** The mode that the turn took. */
  readonly mode: Mode;
  readonly note?: string | null | undefined;
  /** The mode that the giver says it should have taken. */
  readonly wanted?: Mode | null | undefined;
}

/** Nearer to nought than this nobody has said anything. */
const valueMin = 0.25;

/** What a note may wish for, in the order in which it is looked for. */
const wishes: readonly (readonly [Exclude<keyof Lexicon, 'code'>, Mode])[] = [
  ['notYou', 'IGNORE'],
  ['shouldAsk', 'CLARIFY'],
  ['misunderstood', 'CLARIFY'],
  ['onlySaid', 'ACKNOWLEDGE'],
  ['onlyAsked', 'RESPOND'],
  ['justDo', 'ACT'],
  ['meant', 'CLARIFY'],
];

/**
 * What feedback on a turn tells of its decision. Good is `correct`. Bad tells something only where a mode was named, or the note names what was wanted ("you should have asked"), or where
 * nothing but silence, a nod or a question came: a bad answer may stand in the right mode. Null where it tells nothing, also for a value that is no number.
 * The note is read by the words of the same six languages as a next message; nothing of it is in the label. Never throws.
 */
export function labelOfFeedback({ mode, note, value, wanted: named }: Feedback): Label | null {
  if (!(Math.abs(value) >= valueMin)) return null;
  const size = Math.min(1, Math.abs(value));
  if (value > 0)
    return { kind: 'correct', wanted: mode, confidence: 0.5 + 0.45 * size, reason: 'rated_good' };
  // What is named goes before what words may be read as.
  if (named !== null && named !== undefined && named !== mode)
    return {
      kind: kindOf(mode, named),
      wanted: named,
      confidence: 0.55 + 0.4 * size,
      reason: 'rated_bad_named',
    };
  const wanted = wishOf(note ?? '', mode);
  if (wanted !== null)
    return { kind: kindOf(mode, wanted), wanted, confidence: 0.5 + 0.4 * size, reason: 'rated_bad_wish' };
  if (mode === 'RESPOND' || mode === 'ACT') return null;
  return { kind: 'under_engagement', wanted: null, confidence: 0.5 * size, reason: 'rated_bad' };
}

/** The mode that a note wishes for; null where it names none, or the one that was taken. */
function wishOf(note: string, mode: Mode): Mode | null {
  const read = readMessage(note);
  const likely = lexicons.filter(({ code }) => read.cues.languages.includes(code));
  for (const [key, wanted] of wishes) {
    if (wanted === mode) continue;
    if ((likely.length === 0 ? lexicons : likely).some((lexicon) => says(read, lexicon[key]))) return wanted;
  }
  return null;
}

function says({ clauses }: Message, words: Phrases): boolean {
  return clauses.some(({ said }) => words.within(said));
}

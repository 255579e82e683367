import type { Mode } from '@salience/contracts';
import { type Lexicon, lexicons } from './reading/lexicons.ts';
import { type Message, readMessage } from './reading/read-message.ts';
import { samenessOf } from './reading/sameness.ts';
import type { ReadLabel } from './reaction.ts';
import { readFoundAlone, readPress, readRepeat, readRephrase } from './rules/again.ts';
import {
  readJustDo,
  readMeant,
  readMisunderstood,
  readNotYou,
  readOnlyAsked,
  readOnlySaid,
  readShouldAsk,
  readToldAlready,
  readUnasked,
} from './rules/blame.ts';
import { readAdviceTaken, readContent, readOfferTaken, readThanks, readWorks } from './rules/content.ts';
import type { Exchange, Rule } from './rules/exchange.ts';

/** A decided turn and the same person's next message in its thread. */
export interface FollowUp {
  readonly before: {
    /** What the person had said. */
    readonly message: string;
    /** What was answered; null where nothing was. */
    readonly reply: string | null;
    /** The mode that was taken at last; null where it is not known, and then only thanks are read. */
    readonly mode: Mode | null;
    /** The reply asks the person something. */
    readonly asked: boolean;
  };
  readonly next: { readonly message: string };
  /** From the end of the turn before to the next message; null where it is not known. */
  readonly secondsBetween: number | null;
  /** Cosine of the vectors of the two messages, −1 to 1; null or left out where there are none. */
  readonly similarity?: number | null | undefined;
}

/** What blames is looked for first: "thanks, but that is not what I asked" is no thanks. */
const rules: readonly Rule[] = [
  readUnasked,
  readNotYou,
  readShouldAsk,
  readMisunderstood,
  readOnlySaid,
  readOnlyAsked,
  readJustDo,
  readToldAlready,
  readMeant,
  readFoundAlone,
  readRepeat,
  readPress,
  readRephrase,
  readThanks,
  readWorks,
  readOfferTaken,
  readAdviceTaken,
  readContent,
];

/** Beyond a day a message tells nothing of what was said before it. */
const readSecondsMax = 86_400;

/**
 * What a person's next message tells of the decision before it, by the words of six languages (English, German, French, Spanish, Portuguese, Italian) and by
 * how alike the two messages are. Made to be right rather than complete: null wherever it is not sure. A message that mends itself, details that were asked for,
 * thanks in advance and a wrong answer in the right mode tell nothing. Nothing is read of a message that was sent before the turn had ended (`secondsBetween` below 0).
 *
 * Whether the two turns may label at all is not looked at: see `mayLabel`. Deterministic, never throws.
 */
export function readReaction(followUp: FollowUp): ReadLabel | null {
  const { before, next, secondsBetween } = followUp;
  if (secondsBetween !== null && !(secondsBetween >= 0 && secondsBetween <= readSecondsMax)) return null;
  const [first, second] = [readMessage(before.message), readMessage(next.message)];
  const exchange = {
    before: first,
    reply: before.reply === null ? null : readMessage(before.reply),
    mode: before.mode,
    asked: before.asked,
    next: second,
    secondsBetween,
    similarity: followUp.similarity ?? null,
    sameness: samenessOf(first, second),
  };
  const read = lexiconsOf(first, second)
    .map((lexicon) => readIn({ ...exchange, lexicon }))
    .filter((label) => label !== null);
  const [one] = read;
  // Languages that read the same words differently leave a doubt.
  return one !== undefined && read.every(({ kind, wanted }) => kind === one.kind && wanted === one.wanted)
    ? one
    : null;
}

function readIn(exchange: Exchange): ReadLabel | null {
  for (const rule of rules) {
    const label = rule(exchange);
    if (label !== null) return label;
  }
  return null;
}

/** The languages that the two messages may be in; all of them where no table knows a word. */
function lexiconsOf(before: Message, next: Message): readonly Lexicon[] {
  const codes = new Set([...before.cues.languages, ...next.cues.languages]);
  const likely = lexicons.filter(({ code }) => codes.has(code));
  return next.cues.languages.length === 0 ? lexicons : likely;
}

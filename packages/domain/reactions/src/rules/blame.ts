import type { Phrases } from '../reading/phrases.ts';
import { editDistance } from '../reading/sameness.ts';
import { type Exchange, label, type Rule, tooLittle, wantedBy } from './exchange.ts';

/** Words that may stand in a clause before what it says to the agent: a later place is inside of some other statement. */
const headMax = 3;

/** True where a clause begins with one of the phrases. */
function begins({ next }: Exchange, words: Phrases): boolean {
  return next.clauses.some(({ said }) => {
    const before = words.wordsBefore(said);
    return before >= 0 && before <= headMax;
  });
}

function didMore({ mode }: Exchange): boolean {
  return mode === 'RESPOND' || mode === 'ACT';
}

/** A word of the first message that the second one spells otherwise: the person mends what they wrote. */
function mendsSpelling({ before, next }: Exchange): boolean {
  const known = [...before.subject];
  return [...next.subject].some(
    (word) =>
      word.length > 3 &&
      !before.subject.has(word) &&
      known.some((other) => other.length > 3 && !next.subject.has(other) && editDistance(word, other) <= 2),
  );
}

/** "No, I meant the other one": an answer or a deed rested on a guess. What one says of a slip of one's own is none, nor what answers a question. */
export const readMeant: Rule = (exchange) => {
  const { asked, lexicon, next } = exchange;
  if (!didMore(exchange) || asked || lexicon.ownSlip.within(next.said)) return null;
  if (!begins(exchange, lexicon.meant) || mendsSpelling(exchange)) return null;
  return label(exchange, 'meant', 'CLARIFY', 0.65, 'meant');
};

/** "That is not what I asked". */
export const readMisunderstood: Rule = (exchange) => {
  const { lexicon, next } = exchange;
  if (!didMore(exchange) || lexicon.ownSlip.within(next.said)) return null;
  if (!begins(exchange, lexicon.misunderstood)) return null;
  return label(exchange, 'correction', 'CLARIFY', 0.6, 'misunderstood');
};

/** "You should have asked first". */
export const readShouldAsk: Rule = (exchange) =>
  begins(exchange, exchange.lexicon.shouldAsk)
    ? label(exchange, 'complaint', 'CLARIFY', 0.85, 'should_have_asked')
    : null;

/** "I already told you": a needless question. */
export const readToldAlready: Rule = (exchange) =>
  exchange.mode === 'CLARIFY' && begins(exchange, exchange.lexicon.toldAlready)
    ? tooLittle(exchange, 'complaint', 0.8, 'told_already')
    : null;

/** "Just do it": words, a nod or a question stood where a deed was asked for. */
export const readJustDo: Rule = (exchange) => {
  const { asked, before, lexicon, mode } = exchange;
  if (!begins(exchange, lexicon.justDo) || !(before.cues.actRequest || before.cues.need)) return null;
  // "Shall I?", "just do it": an offer is taken.
  if (mode === 'RESPOND' && asked) return null;
  return label(exchange, 'complaint', 'ACT', wantedBy(before) === 'ACT' ? 0.8 : 0.65, 'just_do');
};

/** "I only asked": a deed stood where an answer was wanted, or a question or a nod did. */
export const readOnlyAsked: Rule = (exchange) => {
  const { before, lexicon, mode } = exchange;
  if (mode === 'RESPOND' || !begins(exchange, lexicon.onlyAsked) || wantedBy(before) === 'ACT') return null;
  return label(exchange, 'complaint', 'RESPOND', 0.7, 'only_asked');
};

/** "I was just saying": nothing was to be done about it. */
export const readOnlySaid: Rule = (exchange) =>
  (didMore(exchange) || exchange.mode === 'CLARIFY') && begins(exchange, exchange.lexicon.onlySaid)
    ? label(exchange, 'complaint', 'ACKNOWLEDGE', 0.7, 'only_said')
    : null;

/** "I wasn't talking to you". */
export const readNotYou: Rule = (exchange) =>
  begins(exchange, exchange.lexicon.notYou) ? label(exchange, 'complaint', 'IGNORE', 0.8, 'not_you') : null;

/**
 * "I didn't ask you to do that": a deed that nobody had ordered. Where a question was asked, whatever finds fault with the deed finds it with its
 * being done.
 */
export const readUnasked: Rule = (exchange) => {
  const { before, lexicon, mode } = exchange;
  if (mode !== 'ACT') return null;
  const wanted = wantedBy(before);
  if (wanted === 'RESPOND') {
    const faults = begins(exchange, lexicon.unasked) || begins(exchange, lexicon.misunderstood);
    return faults ? label(exchange, 'complaint', wanted, 0.75, 'unasked') : null;
  }
  if (!begins(exchange, lexicon.unasked)) return null;
  return { reaction: 'complaint', kind: 'over_engagement', wanted: null, confidence: 0.7, reason: 'unasked' };
};

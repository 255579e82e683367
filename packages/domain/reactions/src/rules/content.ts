import { countWords } from '../reading/phrases.ts';
import type { Lexicon } from '../reading/lexicons.ts';
import type { MessageClause } from '../reading/read-message.ts';
import type { Reaction, ReadLabel } from '../reaction.ts';
import { type Exchange, isCourtesy, isPoint, pointOf, type Rule, wantsMore } from './exchange.ts';

function correct({ mode }: Exchange, reaction: Reaction, confidence: number, reason: string): ReadLabel {
  return { reaction, kind: 'correct', wanted: mode, confidence, reason };
}

/** A statement that takes something back: "but it still fails". A question that follows may say anything. */
function takesBack({ asks, requests, said }: MessageClause, { lexicon }: Exchange): boolean {
  return !asks && !requests && lexicon.fails.within(lexicon.beside.without(said));
}

/** Something was told or done that one may be content with. A question that was asked back is answered, not thanked for. */
function toldOrDid({ mode }: Exchange): boolean {
  return mode === 'RESPOND' || mode === 'ACT';
}

/** A name or a word of address before the point: "Ana, thanks". */
function isAddress(clause: MessageClause, at: number): boolean {
  return at === 0 && countWords(clause.said) === 1 && !clause.asks;
}

/**
 * Thanks. At the head of a message they are for what came before, whatever follows; behind a request they are in advance, and behind details they only
 * are polite, so at the end they count if nothing but courtesy stands before them.
 */
export const readThanks: Rule = (exchange) => {
  const { before, lexicon, mode, next } = exchange;
  if (!toldOrDid(exchange) && mode !== 'ACKNOWLEDGE' && mode !== null) return null;
  if (lexicon.thanksForNothing.within(next.said)) return null;
  const at = next.clauses.findIndex(({ said }) => lexicon.thanks.within(said));
  const clause = next.clauses[at];
  if (clause === undefined || next.clauses.some((one) => takesBack(one, exchange))) return null;
  const head = beforeThanks(clause, lexicon);
  const leads =
    isManners(head, clause, exchange) &&
    next.clauses.slice(0, at).every((one, n) => isCourtesy(one, lexicon) || isAddress(one, n));
  const rest = next.clauses.filter((one) => one !== clause);
  // "Thanks!", "you're welcome", "thanks again": nothing lies between that thanks could be for.
  if (before.clauses.length > 0 && before.clauses.every((one) => isCourtesy(one, lexicon))) return null;
  if (answersBack(rest, exchange)) return null;
  const alone = rest.every((one, n) => isCourtesy(one, lexicon) || isAddress(one, n) || says(one, exchange));
  if (!leads && !(alone && isCourtesy(clause, lexicon))) return null;
  const sure = mode === 'ACKNOWLEDGE' ? 0.55 : alone ? 0.9 : 0.8;
  return correct(exchange, 'thanks', sure, alone ? 'thanks' : 'thanks_and_on');
};

/** Something is told where something was asked: the thanks are manners. */
function answersBack(rest: readonly MessageClause[], { asked, lexicon }: Exchange): boolean {
  return asked && rest.some((one) => !one.asks && !one.requests && !one.needs && !isCourtesy(one, lexicon));
}

/** Content in words other than thanks, which may stand beside them. */
function says({ said }: MessageClause, { lexicon }: Exchange): boolean {
  return lexicon.works.within(said) || lexicon.tries.within(said) || lexicon.takes.within(said);
}

function beforeThanks({ said }: MessageClause, { thanks }: Lexicon): string {
  return ` ${said.trim().split(' ').slice(0, thanks.wordsBefore(said)).join(' ')} `;
}

/** What stands before thanks is courtesy, or courtesy and a name: "perfect Ana, thanks". A name alone may be an answer. */
function isManners(head: string, { asks, requests }: MessageClause, { asked, lexicon }: Exchange): boolean {
  const left = countWords(pointOf({ said: head }, lexicon));
  return left === 0 || (left === 1 && countWords(head) > 1 && !asked && !asks && !requests);
}

/** "It works now", "that did it". */
export const readWorks: Rule = (exchange) => {
  const { asked, lexicon, next } = exchange;
  if (!toldOrDid(exchange) || asked || lexicon.foundAlone.within(next.said)) return null;
  const clause = next.clauses.find(
    ({ marked, requests, said }) => !marked && !requests && isPoint(said, lexicon.works, lexicon),
  );
  if (clause === undefined || next.clauses.some((one) => takesBack(one, exchange))) return null;
  return correct(exchange, 'acceptance', 0.85, 'works');
};

/** "I'll try that". */
export const readAdviceTaken: Rule = (exchange) => {
  const { lexicon, mode, next } = exchange;
  if (mode !== 'RESPOND' || lexicon.thanksForNothing.within(next.said)) return null;
  const clause = next.clauses.find(({ asks, said }) => !asks && lexicon.tries.within(said));
  if (clause === undefined || !isPoint(clause.said, lexicon.tries, lexicon)) return null;
  if (next.clauses.some((one) => takesBack(one, exchange))) return null;
  return correct(exchange, 'acceptance', 0.7, 'advice_taken');
};

/** The sentence of a reply that asks, the last one; all of it where none is marked. */
function questionOf({ reply }: Exchange): string {
  if (reply === null) return ' ';
  const clauses = reply.clauses;
  const last = clauses.findLastIndex(({ asks }) => asks);
  return last < 0 ? reply.said : (clauses[last]?.said ?? ' ');
}

/** "That works for me", also before a question without a mark between; "sounds good?" alone asks. */
function takesUp({ asks, said }: MessageClause, { takes }: Lexicon): boolean {
  const before = takes.wordsBefore(said);
  return before >= 0 && before <= 2 && (!asks || countWords(takes.without(said)) >= 3);
}

/** A thing or a deed was put before the person, who takes it: "shall I book it?", "yes, for two". */
export const readOfferTaken: Rule = (exchange) => {
  const { asked, lexicon, next, reply } = exchange;
  if (!toldOrDid(exchange) || reply === null || lexicon.foundNone.within(reply.said)) return null;
  const [first] = next.clauses;
  if (first === undefined || lexicon.no.leads(first.said)) return null;
  if (lexicon.thanksForNothing.within(next.said)) return null;
  if (next.clauses.some((one) => takesBack(one, exchange))) return null;
  const question = questionOf(exchange);
  const offered = asked && lexicon.offers.within(question) && !lexicon.asksWhich.within(question);
  const takes = next.clauses.some((one) => takesUp(one, lexicon));
  const agrees = !first.asks && lexicon.yes.leads(first.said);
  if (offered && (agrees || takes)) return correct(exchange, 'acceptance', 0.75, 'offer_taken');
  const proposed = lexicon.offers.within(reply.said) || next.cues.actRequest || next.cues.answerRequest;
  return takes && !asked && proposed ? correct(exchange, 'acceptance', 0.65, 'proposal_taken') : null;
};

/** Words of a message that is nothing but contentment. */
const contentMax = 12;

/** "Perfect", "exactly what I needed": content without thanks, with what was asked for. */
export const readContent: Rule = (exchange) => {
  const { before, lexicon, next } = exchange;
  if (!toldOrDid(exchange) || !wantsMore(before) || countWords(next.said) > contentMax) return null;
  const [first] = next.clauses;
  if (first === undefined || first.asks || !lexicon.content.within(first.said)) return null;
  const on = next.clauses
    .slice(1)
    .some((one) => !one.asks && !one.requests && !one.needs && !isCourtesy(one, lexicon));
  if (on || !isCourtesy(first, lexicon) || next.clauses.some((one) => takesBack(one, exchange))) return null;
  return correct(exchange, 'acceptance', 0.7, 'content');
};

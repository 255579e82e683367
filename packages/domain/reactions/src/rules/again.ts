import { countWords } from '../reading/phrases.ts';
import { editDistance } from '../reading/sameness.ts';
import {
  type Exchange,
  isPoint,
  label,
  type Rule,
  tooLittle,
  wantedBy,
  wantsMore,
  wasLeftAlone,
} from './exchange.ts';

/** Beyond this nobody says the same again for want of an answer: it is asked anew. */
const againSecondsMax = 3_600;
/** Below this a message was sent twice by a finger or a network, before anything could come. */
const againSecondsMin = 3;

const sameSpelling = 0.85;
/** The end of a message that repeats another one whole, up to a slip of the finger; so many characters are compared. */
const sameTail = 0.93;
const tailMax = 300;
/** The same question about another thing, or about the same thing by its name. */
const sameFrame = 0.7;
/** A vector as near as this says the same as shared words do, and one as far as this the contrary. */
const similarFrom = 0.8;
const differentBelow = 0.35;

function inTime({ secondsBetween }: Exchange): boolean {
  return secondsBetween === null || (secondsBetween <= againSecondsMax && secondsBetween >= againSecondsMin);
}

/** A message that ends with all of the one before, whatever leads to it: "as I said: …". After a question what leads to it may be the answer. */
function endsTheSame({ before, mode, next }: Exchange): boolean {
  if (mode === 'CLARIFY') return false;
  const words = countWords(before.said);
  if (words < 3 || countWords(next.said) <= words) return false;
  const tail = next.said.trim().split(' ').slice(-words).join(' ');
  const said = before.said.trim();
  const edits = editDistance(tail.slice(0, tailMax), said.slice(0, tailMax));
  return numbersOf(said) === numbersOf(tail) && 1 - edits / Math.max(said.length, 1) >= sameTail;
}

/** The same words again, up to a few letters or a word of impatience. */
function saysTheSame(exchange: Exchange): boolean {
  const { before, next, sameness } = exchange;
  if (before.said === ' ' || next.said === ' ') return false;
  if (endsTheSame(exchange)) return true;
  if (sameness.spelling === 1) return wantsMore(before) || countWords(before.said) >= 3;
  if (countWords(before.said) < 3 || numbersOf(before.said) !== numbersOf(next.said)) return false;
  // One word exchanged for another is another message: "the train to Rome", "the train to Oslo".
  return sameness.spelling >= sameSpelling && sameness.added === 0;
}

function numbersOf(said: string): string {
  return (said.match(/\S*\p{N}\S*/gu) ?? []).join(' ');
}

/** The same words again: nothing, a nod or a needless question had come, or words where a deed was asked for. */
export const readRepeat: Rule = (exchange) => {
  const { asked, before, mode } = exchange;
  if (!inTime(exchange) || !saysTheSame(exchange)) return null;
  if (wasLeftAlone(mode)) return tooLittle(exchange, 'repeat', 0.9, 'same_words');
  if (mode === 'CLARIFY') return tooLittle(exchange, 'repeat', 0.7, 'same_words');
  if (mode === 'RESPOND' && !asked && wantedBy(before) === 'ACT')
    return label(exchange, 'repeat', 'ACT', 0.7, 'same_words');
  // Who asked and had something done for it asks again.
  if (mode === 'ACT' && wantedBy(before) === 'RESPOND')
    return label(exchange, 'repeat', 'RESPOND', 0.75, 'same_words');
  return null;
};

/**
 * The same matter in other words, where nothing or a nod had come, or a deed where an answer was asked for. What follows a question or an answer may as well be
 * its next detail.
 */
export const readRephrase: Rule = (exchange) => {
  const { before, lexicon, mode, next, sameness, similarity } = exchange;
  const wasDone = mode === 'ACT' && wantedBy(before) === 'RESPOND' && wantedBy(next) === 'RESPOND';
  if (!(wasLeftAlone(mode) || wasDone) || !inTime(exchange) || !wantsMore(next)) return null;
  if (lexicon.ownSlip.within(next.said)) return null;
  const framed = sameness.spelling >= sameFrame && sameness.shared >= 1 && wantedBy(before) === 'RESPOND';
  const near = similarity !== null && similarity >= similarFrom && sameness.shared >= 1;
  const shares = sameness.shared >= 2 && sameness.overlap >= 0.5;
  if (!near && !((shares || framed) && (similarity ?? 1) >= differentBelow)) return null;
  if (wasDone) return shares || near ? label(exchange, 'rephrase', 'RESPOND', 0.65, 'same_matter') : null;
  return tooLittle(exchange, 'rephrase', near && shares ? 0.8 : 0.7, 'same_matter');
};

/** Words of a message that does nothing but press. */
const pressWords = 9;

/** "Anyone?", "are you there?", "you didn't answer". */
export const readPress: Rule = (exchange) => {
  const { before, lexicon, mode, next } = exchange;
  if (!wasLeftAlone(mode) || !inTime(exchange)) return null;
  if (/^[\s?？!]*[?？][\s?？!]*$/u.test(next.text) && wantsMore(before))
    return tooLittle(exchange, 'complaint', 0.75, 'question_marks');
  if (countWords(next.said) > pressWords || !lexicon.unanswered.within(next.said)) return null;
  const left = lexicon.beside.without(lexicon.unanswered.without(next.said));
  if (countWords(left) > 1) return null;
  // Who presses wanted an answer to whatever they had said, unless it was a greeting.
  if (!wantsMore(before) && countWords(before.said) < 4) return null;
  return tooLittle(exchange, 'complaint', 0.8, 'unanswered', 'RESPOND');
};

/** The person found it or did it alone, since nothing of use had come. After an answer it may be the answer that helped. */
export const readFoundAlone: Rule = (exchange) => {
  const { before, lexicon, mode, next } = exchange;
  if (!wasLeftAlone(mode) && mode !== 'CLARIFY') return null;
  if (!wantsMore(before)) return null;
  const found = next.clauses.some(({ asks, said }) => {
    const at = lexicon.foundAlone.wordsBefore(said);
    if (asks || lexicon.yes.leads(said)) return false;
    // Where nobody helped, "it works now" says the same.
    return (at >= 0 && at <= 3) || (wasLeftAlone(mode) && isPoint(said, lexicon.works, lexicon));
  });
  if (!found) return null;
  return tooLittle(exchange, 'self_serve', mode === 'CLARIFY' ? 0.6 : 0.7, 'found_alone');
};

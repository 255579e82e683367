import type { ThoughtLexicon } from '../../reading/lexicons.ts';
import { countWords, withoutFirst } from '../../reading/phrase-set.ts';
import type { ReadThought, ThoughtClause, ThoughtSentence } from '../../reading/read-thought.ts';

/** Words between "actually" and what agrees. */
const agreesWithin = 3;
/** A denial of the main thing stands behind so many words at most. */
const beforeDenial = 4;

/**
 * That a message sees something otherwise: in so many words, by "actually", by a no at the head of a sentence, by an opinion that is denied, or by a plain denial in a main clause. What only feels, reports
 * or does not know denies nothing; a question about it asks.
 */
export function readDisagreement(thought: ReadThought, lexicon: ThoughtLexicon): string | null {
  const stated = thought.sentences.filter(({ asks }) => !asks);
  if (stated.some(({ said }) => lexicon.disagrees.within(lexicon.noDenial.without(said)))) return 'stance';
  if (feels(thought, lexicon)) return null;
  if (stated.some((sentence) => saysActually(sentence, lexicon))) return 'actually';
  if (stated.some(({ said }) => lexicon.no.leads(lexicon.noDenial.without(said)))) return 'no';
  const clauses = stated.flatMap((sentence) => sentence.clauses);
  if (clauses.some(({ said }) => lexicon.opposes.within(lexicon.noDenial.without(said)))) return 'opinion';
  if (thought.sentences.some(({ asks }) => asks)) return null;
  if (lexicon.counters.leads(thought.said)) return 'but';
  return clauses.some((clause) => denies(clause, lexicon)) ? 'denial' : null;
}

/** "Actually" at the head of a clause or behind "it is", with no agreement or praise within three words, which would make it none. */
function saysActually({ clauses, said }: ThoughtSentence, lexicon: ThoughtLexicon): boolean {
  const { actually, agrees, leads, turns } = lexicon;
  const at = actually.wordsBefore(said);
  if (at < 0) return false;
  const heads = clauses.some((clause) => actually.leads(withoutFirst(leads, clause.said)));
  if (!heads && !turns.within(said)) return false;
  const words = said.trim().split(' ');
  return !agrees.within(` ${words.slice(Math.max(0, at - agreesWithin), at + agreesWithin + 2).join(' ')} `);
}

/** Strong feeling anywhere, or praise in a sentence that denies nothing. */
function feels({ said, sentences }: ReadThought, lexicon: ThoughtLexicon): boolean {
  const { feelings, laughter, not, praise, swearing } = lexicon;
  if (feelings.within(said) || laughter.within(said) || swearing.within(said)) return true;
  return sentences.some(
    (sentence: ThoughtSentence) => praise.within(sentence.said) && !not.within(sentence.said),
  );
}

function denies({ said }: ThoughtClause, lexicon: ThoughtLexicon): boolean {
  const { fails, noDenial, not, ownState, subordinates, unknowing } = lexicon;
  const left = noDenial.without(said);
  const at = not.wordsBefore(left);
  if (at < 0 || at > beforeDenial || countWords(left) < 2) return false;
  return (
    !subordinates.leads(said) && !unknowing.within(said) && !ownState.within(said) && !fails.within(said)
  );
}

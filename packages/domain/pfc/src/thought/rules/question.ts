import { withoutFirst } from '../../reading/phrase-set.ts';
import type { ThoughtLexicon } from '../../reading/lexicons.ts';
import type { ReadThought, ThoughtSentence } from '../../reading/read-thought.ts';

/**
 * That a message asks: by a mark, by how it begins, or in a statement ("I wonder if"). Shouted and cursed questions and those said with a laugh want no answer, unless they seek help.
 */
export function readQuestion(thought: ReadThought, lexicon: ThoughtLexicon): string | null {
  const { sentences } = thought;
  if (sentences.some((one) => one.asks && !isRhetorical(one, thought, lexicon))) return 'mark';
  if (sentences.some((one) => !one.asks && opensAsking(one, thought, lexicon))) return 'opening';
  return sentences.some(({ said }) => lexicon.wonders.within(said)) ? 'indirect' : null;
}

/** A question mark and one of what, how, why in its sentence, and nothing else. */
export function readBasicQuestion({ sentences }: ReadThought, { basicAsks }: ThoughtLexicon): string | null {
  return sentences.some(({ asks, said }) => asks && basicAsks.within(said)) ? 'basic' : null;
}

function isRhetorical(sentence: ThoughtSentence, { said }: ReadThought, lexicon: ThoughtLexicon): boolean {
  if (lexicon.seeks.within(sentence.said)) return false;
  return sentence.exclaims || lexicon.swearing.within(sentence.said) || lexicon.laughter.within(said);
}

function opensAsking(sentence: ThoughtSentence, thought: ReadThought, lexicon: ThoughtLexicon): boolean {
  const head = withoutFirst(lexicon.leads, sentence.said);
  if (!lexicon.asks.leads(head) || isRhetorical(sentence, thought, lexicon)) return false;
  return !sentence.stops || lexicon.seeks.within(sentence.said);
}

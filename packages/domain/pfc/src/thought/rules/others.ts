import type { ThoughtLexicon } from '../../reading/lexicons.ts';
import type { ReadThought } from '../../reading/read-thought.ts';

/** That a message has an idea or saw something anew. */
export function readInsight(
  { sentences }: ReadThought,
  { insights, noInsight }: ThoughtLexicon,
): string | null {
  return sentences.some(({ said }) => insights.within(noInsight.without(said))) ? 'idea' : null;
}

/** That a message ties one thing to another. */
export function readConnection({ sentences }: ReadThought, { connections }: ThoughtLexicon): string | null {
  return sentences.some(({ said }) => connections.within(said)) ? 'link' : null;
}

import { lastWords } from '@salience/act';
import { citedItems, extractCitations, visibleText } from '@salience/context';
import { lowestTrust, type Mode, spokenSources } from '@salience/contracts';
import type { ActEnd } from './act/act-input.ts';
import type { Deps } from './deps.ts';
import { citable, type Generated, type GenerateInput, usedIn } from './generate.ts';

/**
 * The planner's last words as the reply, if they suffice (`lastWords`): the turn is to be answered, and nothing is left that
 * needs a written answer. No model is called; the text is streamed in one delta, with the lowest trust of everything in the
 * run. Null: a model writes the answer.
 */
export function plannedReply(
  deps: Deps,
  { live, recalled, step }: Pick<GenerateInput, 'live' | 'recalled' | 'step'>,
  acted: ActEnd | undefined,
  mode: Mode,
): Generated | null {
  const { turn } = step;
  // A due reminder has its own text.
  if (acted?.kind !== 'closed' || mode !== 'RESPOND' || spokenSources.includes(turn.source)) return null;
  const { lastCall, least, steps } = acted;
  const words = lastCall === null ? null : lastWords(steps, turn.id);
  if (words === null || lastCall === null) return null;
  const items = citable({ recalled, step });
  const said = visibleText(words);
  const { citations, text } = extractCitations(said, items);
  if (text.trim() === '') return null;
  deps.metrics.modelCallsAvoided.inc({ agent: turn.agent_id, reason: 'planner-said-it' });
  live.delta(text);
  live.written();
  return {
    kind: 'reply',
    text,
    citations,
    used: usedIn(citations, citedItems(said, items)),
    trust: lowestTrust(['agent', least.trust]),
    ...lastCall,
    contexts: [],
  };
}

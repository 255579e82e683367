import type { ConceptPromptInput } from './task-inputs.ts';
import type { Prompt } from './written-prompt.ts';
import { objectPrompt, renderExchange, section, shownExchange, shownText } from './structured-prompts.ts';
import { conceptInstructions } from './templates/concept.ts';
import { element, escapeText } from './xml.ts';

const toldChars = 3_000;
const nameChars = 120;
const knownMax = 40;
/** Characters of all exchanges together; the room is shared evenly. */
const exchangesChars = 48_000;
const exchangeChars = 4_000;

/** What concepts are read from, clean and within its room. */
export function shownConcepts({ exchanges, known, told }: ConceptPromptInput): ConceptPromptInput {
  const share = Math.floor(exchangesChars / Math.max(1, exchanges.length));
  const room = Math.max(200, Math.min(exchangeChars, share));
  return {
    exchanges: exchanges.map((item) => shownExchange(item, room)),
    told: shownText(told, toldChars),
    known: known.slice(0, knownMax).map(({ kind, name }) => ({ kind, name: shownText(name, nameChars) })),
  };
}

/** The prompt that turns an episode into a proposal of concepts and relations. Same input, same bytes. */
export function renderConceptPrompt(input: ConceptPromptInput): Prompt {
  const shown = shownConcepts(input);
  const names = shown.known.map(({ kind, name }) => element('concept', { kind }, escapeText(name)));
  return objectPrompt('concept', conceptInstructions, [
    ...section(
      'exchanges',
      shown.exchanges.map((item) => renderExchange(item)),
    ),
    element('told', {}, escapeText(shown.told)),
    ...section('known', names),
  ]);
}

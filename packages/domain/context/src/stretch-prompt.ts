import type { StretchPromptInput } from './task-inputs.ts';
import type { Prompt } from './written-prompt.ts';
import {
  named,
  objectPrompt,
  renderBeside,
  renderExchange,
  section,
  shownBeside,
  shownExchange,
  shownText,
} from './structured-prompts.ts';
import { stretchInstructions } from './templates/stretch.ts';
import { element, escapeText } from './xml.ts';

const exchangeChars = 4_000;
/** Characters of all exchanges together; the room is shared evenly. */
const exchangesChars = 24_000;
const noteChars = 400;
const conceptsMax = 24;
const nameChars = 120;

/** The input of a stretch's prompt, escaped and shortened. */
export function shownStretch(input: StretchPromptInput): StretchPromptInput {
  const share = Math.floor(exchangesChars / Math.max(1, input.exchanges.length));
  const room = Math.max(200, Math.min(exchangeChars, share));
  return {
    ...shownBeside(input),
    exchanges: input.exchanges.map(({ noted, ...item }) => ({
      ...shownExchange(item, room),
      noted: noted && {
        ...noted,
        gists: noted.gists.map((gist) => shownText(gist, noteChars)),
        facts: noted.facts.map((fact) => shownText(fact, noteChars)),
      },
    })),
    concepts: input.concepts
      .slice(0, conceptsMax)
      .map(({ kind, name }) => ({ kind, name: shownText(name, nameChars) })),
    whole: input.whole,
  };
}

/** The prompt that turns a stretch of exchanges into memory, all of it in one answer. Same input, same bytes. */
export function renderStretchPrompt(input: StretchPromptInput): Prompt {
  const { concepts, exchanges, whole, ...beside } = shownStretch(input);
  const names = concepts.map(({ kind, name }) => element('concept', { kind }, escapeText(name)));
  const wanted = [
    ...(exchanges.every(({ noted }) => noted !== undefined) ? [] : ['exchanges']),
    ...(whole ? ['episode', 'concepts', 'relations'] : []),
  ];
  const lines = exchanges.map(({ noted, ...item }, at) => {
    const chunk = noted && {
      ...noted,
      gists: noted.gists.length + noted.facts.length === 0 ? ['nothing'] : noted.gists,
    };
    return renderExchange(named(item, beside.known), chunk, at + 1);
  });
  return objectPrompt('stretch', stretchInstructions, [
    ...renderBeside(beside),
    ...section('concepts', whole ? names : []),
    ...section('exchanges', lines),
    element('wanted', {}, wanted.join(', ')),
  ]);
}

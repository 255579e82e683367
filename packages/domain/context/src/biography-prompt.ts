import type { BiographyPromptInput, BiographyPromptItem } from './task-inputs.ts';
import { localTime } from '@salience/language';
import type { Prompt } from './written-prompt.ts';
import { objectPrompt, shownText } from './structured-prompts.ts';
import { biographyInstructions } from './templates/biography.ts';
import { element, escapeText } from './xml.ts';

/** Maximum characters of one text; external text gets less room. */
const textChars = 500;
const externalChars = 250;
const labelChars = 120;
const loopsMax = 4;

/** The material of an autobiography, escaped and shortened. */
export function shownBiography(input: BiographyPromptInput): BiographyPromptInput {
  return {
    now: input.now,
    zone: input.zone,
    items: input.items.map(shownItem),
    told: input.told.map(({ refs, section, text }) => ({ refs, section, text: shownText(text, textChars) })),
  };
}

/** The prompt that asks for the next version of an autobiography. Same input, same bytes. */
export function renderBiographyPrompt(input: BiographyPromptInput): Prompt {
  const shown = shownBiography(input);
  const told = shown.told.map(({ refs, section, text }) =>
    element('statement', { section, sources: refs.join(' ') }, escapeText(text)),
  );
  return objectPrompt('biography', biographyInstructions, [
    element('now', {}, localTime(input.now, input.zone)),
    element('items', {}, `\n${shown.items.map(renderItem).join('\n')}\n`),
    element('told', {}, `\n${told.join('\n')}\n`),
  ]);
}

/** An item in its room; a part that holds nothing is left out. */
function shownItem(item: BiographyPromptItem): BiographyPromptItem {
  const chars = item.trust === 'external' ? externalChars : textChars;
  const part = (text: string | null | undefined) =>
    text === undefined || text === null || text.trim() === '' ? undefined : shownText(text, chars);
  const labelled = (text: string | undefined) =>
    text === undefined ? undefined : shownText(text, labelChars);
  return {
    ...item,
    text: part(item.text) ?? '',
    definition: part(item.definition),
    intent: part(item.intent),
    outcome: part(item.outcome),
    openLoops: (item.openLoops ?? []).slice(0, loopsMax).flatMap((loop) => part(loop) ?? []),
    person: labelled(item.person),
    key: labelled(item.key),
  };
}

function renderItem(item: BiographyPromptItem): string {
  const part = (name: string, text: string | null | undefined) =>
    text === undefined || text === null || text === '' ? '' : element(name, {}, escapeText(text));
  return element(
    'item',
    {
      ref: item.ref,
      kind: item.kind,
      day: item.day,
      trust: item.trust,
      person: item.person,
      key: item.key,
      category: item.category,
      mentions: item.mentions === undefined ? undefined : String(item.mentions),
    },
    [
      part('text', item.text),
      part('definition', item.definition),
      part('intent', item.intent),
      part('outcome', item.outcome),
      ...(item.openLoops ?? []).map((loop) => part('open', loop)),
    ].join(''),
  );
}

import type { BiographyPromptInput, BiographyPromptItem } from './task-inputs.ts';
import { readTrust } from './parse-prompt.ts';
import type { Prompt } from './written-prompt.ts';
import { contentOf, inside, promptOf, shownText } from './structured-prompts.ts';
import { biographyInstructions } from './templates/biography.ts';
import { element, escapeText, readElements, unescapeText } from './xml.ts';

/** Characters of one text; what comes from outside gets less room. */
const textChars = 500;
const externalChars = 250;
const labelChars = 120;
const loopsMax = 4;

/** The prompt that asks for the next version of an autobiography. Same input, same bytes. */
export function renderBiographyPrompt(input: BiographyPromptInput): Prompt {
  const shown: BiographyPromptInput = {
    items: input.items.map(shownItem),
    told: input.told.map(({ refs, section, text }) => ({ refs, section, text: shownText(text, textChars) })),
  };
  const told = shown.told.map(({ refs, section, text }) =>
    element('statement', { section, sources: refs.join(' ') }, escapeText(text)),
  );
  return promptOf({ role: 'biography', input: shown }, biographyInstructions, [
    element('items', {}, `\n${shown.items.map(renderItem).join('\n')}\n`),
    element('told', {}, `\n${told.join('\n')}\n`),
  ]);
}

/** Reads a prompt made by `renderBiographyPrompt`; undefined when it is not one. */
export function parseBiographyPrompt(prompt: Prompt): BiographyPromptInput | undefined {
  const content = contentOf(prompt, 'biography');
  if (content === undefined) return undefined;
  return {
    items: readElements(inside(content, 'items'), 'item').map(({ attributes, inner }) => {
      const part = (name: string) => {
        const found = readElements(inner, name)[0];
        return found && unescapeText(found.inner);
      };
      return {
        ref: attributes['ref'] ?? '',
        kind: attributes['kind'] ?? '',
        text: part('text') ?? '',
        at: attributes['at'] ?? '',
        trust: readTrust(attributes['trust']),
        intent: part('intent'),
        outcome: part('outcome'),
        openLoops: readElements(inner, 'open').map((open) => unescapeText(open.inner)),
        person: attributes['person'],
        key: attributes['key'],
        category: attributes['category'],
        definition: part('definition'),
        mentions: attributes['mentions'] === undefined ? undefined : Number(attributes['mentions']),
      };
    }),
    told: readElements(inside(content, 'told'), 'statement').map(({ attributes, inner }) => ({
      section: attributes['section'] ?? '',
      text: unescapeText(inner),
      refs: (attributes['sources'] ?? '').split(' ').filter((ref) => ref !== ''),
    })),
  };
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
      at: item.at,
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

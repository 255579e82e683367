import type { DriftPromptConcept, DriftPromptInput } from './task-inputs.ts';
import { readTrust } from './parse-prompt.ts';
import type { Prompt } from './written-prompt.ts';
import { contentOf, inside, promptOf, shownText } from './structured-prompts.ts';
import { driftInstructions } from './templates/drift.ts';
import { element, escapeText, readElements, unescapeText } from './xml.ts';

const nameChars = 120;
const definitionChars = 400;
const linksMax = 12;
const partChars = 1_500;
const loopChars = 300;
const thoughtChars = 400;
/** Earlier thoughts that are shown; code compares with more. */
const earlierMax = 8;

/** The prompt that asks for one idle thought. Same input, same bytes. */
export function renderDriftPrompt(input: DriftPromptInput): Prompt {
  const shown = shownInput(input);
  const { concepts, earlier, episode, links } = shown;
  return promptOf({ role: 'drift', input: shown }, driftInstructions, [
    element('concepts', {}, concepts.map(renderConcept).join('\n')),
    element('links', {}, links.map(renderLink).join('\n')),
    element('episode', { at: episode.at, trust: episode.trust }, renderEpisode(episode)),
    element('earlier', {}, earlier.map((text) => part('thought', text)).join('\n')),
  ]);
}

function shownInput({ concepts, earlier, episode, links }: DriftPromptInput): DriftPromptInput {
  const { at, gist, intent, openLoops, outcome, trust } = episode;
  return {
    concepts: concepts.map(({ definition, kind, name, trust: told }) => ({
      name: shownText(name, nameChars),
      kind: shownText(kind, nameChars),
      definition: shownText(definition, definitionChars),
      trust: told,
    })),
    links: links.slice(0, linksMax).map(({ from, to, trust: told, type }) => ({
      from: shownText(from, nameChars),
      type: shownText(type, nameChars),
      to: shownText(to, nameChars),
      trust: told,
    })),
    episode: {
      at,
      trust,
      gist: shownText(gist, partChars),
      intent: shownText(intent, loopChars),
      outcome: shownText(outcome, partChars),
      openLoops: openLoops.map((loop) => shownText(loop, loopChars)),
    },
    earlier: earlier.slice(0, earlierMax).map((text) => shownText(text, thoughtChars)),
  };
}

/** Reads a prompt made by `renderDriftPrompt`; undefined when it is not one. */
export function parseDriftPrompt(prompt: Prompt): DriftPromptInput | undefined {
  const content = contentOf(prompt, 'drift');
  const episode = content === undefined ? undefined : readElements(content, 'episode')[0];
  if (content === undefined || episode === undefined) return undefined;
  return {
    concepts: readElements(inside(content, 'concepts'), 'concept').map(({ attributes, inner }) => ({
      name: attributes['name'] ?? '',
      kind: attributes['kind'] ?? '',
      trust: readTrust(attributes['trust']),
      definition: unescapeText(inner),
    })),
    links: readElements(inside(content, 'links'), 'link').map(({ attributes }) => ({
      from: attributes['from'] ?? '',
      type: attributes['type'] ?? '',
      to: attributes['to'] ?? '',
      trust: readTrust(attributes['trust']),
    })),
    episode: {
      at: episode.attributes['at'] ?? '',
      trust: readTrust(episode.attributes['trust']),
      gist: unescapeText(inside(episode.inner, 'gist')),
      intent: unescapeText(inside(episode.inner, 'intent')),
      outcome: unescapeText(inside(episode.inner, 'outcome')),
      openLoops: readElements(episode.inner, 'open').map(({ inner }) => unescapeText(inner)),
    },
    earlier: readElements(inside(content, 'earlier'), 'thought').map(({ inner }) => unescapeText(inner)),
  };
}

function renderConcept({ definition, kind, name, trust }: DriftPromptConcept): string {
  return element('concept', { name, kind, trust }, escapeText(definition));
}

function renderLink({ from, to, trust, type }: DriftPromptInput['links'][number]): string {
  return element('link', { from, type, to, trust }, '');
}

function renderEpisode({ gist, intent, openLoops, outcome }: DriftPromptInput['episode']): string {
  return [
    part('gist', gist),
    part('intent', intent),
    part('outcome', outcome),
    ...openLoops.map((loop) => part('open', loop)),
  ].join('');
}

function part(name: string, text: string): string {
  return element(name, {}, escapeText(text));
}

import type { DriftPromptConcept, DriftPromptInput } from './task-inputs.ts';
import { localTime } from '@salience/language';
import type { Prompt } from './written-prompt.ts';
import { objectPrompt, shownText } from './structured-prompts.ts';
import { driftInstructions } from './templates/drift.ts';
import { element, escapeText } from './xml.ts';

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
  const { concepts, earlier, episode, links, now, zone } = shownDrift(input);
  return objectPrompt('drift', driftInstructions, [
    element('now', {}, localTime(now, zone)),
    element('concepts', {}, concepts.map(renderConcept).join('\n')),
    element('links', {}, links.map(renderLink).join('\n')),
    element('episode', { at: localTime(episode.at, zone), trust: episode.trust }, renderEpisode(episode)),
    element('earlier', {}, earlier.map((text) => part('thought', text)).join('\n')),
  ]);
}

/** The material of a thought, escaped and shortened. */
export function shownDrift({
  concepts,
  earlier,
  episode,
  links,
  now,
  zone,
}: DriftPromptInput): DriftPromptInput {
  const { at, gist, intent, openLoops, outcome, trust } = episode;
  return {
    now,
    zone,
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

import type { ExperiencePromptInput } from './task-inputs.ts';
import { readTrust } from './parse-prompt.ts';
import type { Prompt } from './written-prompt.ts';
import { promptOf, shownText } from './structured-prompts.ts';
import { experienceInstructions } from './templates/experience.ts';
import { element, escapeText, readElements, unescapeText } from './xml.ts';

/** Characters of each part. */
const toolChars = 120;
const requestChars = 2_000;
const argumentChars = 2_000;
const answerChars = 12_000;

/** The prompt that turns the answer of a tool into observations. Same input, same bytes. */
export function renderExperiencePrompt({ answer, call, request }: ExperiencePromptInput): Prompt {
  const shown: ExperiencePromptInput = {
    request: { text: shownText(request.text, requestChars), trust: request.trust },
    call: { tool: shownText(call.tool, toolChars), arguments: shownText(call.arguments, argumentChars) },
    answer: { text: shownText(answer.text, answerChars), at: answer.at },
  };
  return promptOf({ role: 'experience', input: shown }, experienceInstructions, [
    element('request', { trust: request.trust }, escapeText(shown.request.text)),
    element('call', { tool: shown.call.tool }, escapeText(shown.call.arguments)),
    element('answer', { at: answer.at, trust: 'external' }, escapeText(shown.answer.text)),
  ]);
}

/** Reads a prompt made by `renderExperiencePrompt`; undefined when it is not one. */
export function parseExperiencePrompt(prompt: Prompt): ExperiencePromptInput | undefined {
  if (readElements(prompt.system, 'task')[0]?.attributes['name'] !== 'experience') return undefined;
  const content = prompt.messages.find((message) => message.role === 'user')?.content ?? '';
  const part = (name: string) => readElements(content, name)[0] ?? { attributes: {}, inner: '' };
  const [request, call, answer] = [part('request'), part('call'), part('answer')];
  return {
    request: { text: unescapeText(request.inner), trust: readTrust(request.attributes['trust']) },
    call: { tool: call.attributes['tool'] ?? '', arguments: unescapeText(call.inner) },
    answer: { text: unescapeText(answer.inner), at: answer.attributes['at'] ?? '' },
  };
}

import type { ExperiencePromptInput } from './task-inputs.ts';
import { localTime } from '@salience/language';
import type { Prompt } from './written-prompt.ts';
import { objectPrompt, shownText } from './structured-prompts.ts';
import { experienceInstructions } from './templates/experience.ts';
import { element, escapeText } from './xml.ts';

/** Characters of each part. */
const toolChars = 120;
const requestChars = 2_000;
const argumentChars = 2_000;
const answerChars = 12_000;

/** The material of an experience, escaped and shortened. */
export function shownExperience({
  answer,
  call,
  request,
  zone,
}: ExperiencePromptInput): ExperiencePromptInput {
  return {
    request: { text: shownText(request.text, requestChars), trust: request.trust },
    call: { tool: shownText(call.tool, toolChars), arguments: shownText(call.arguments, argumentChars) },
    answer: { text: shownText(answer.text, answerChars), at: answer.at },
    zone,
  };
}

/** The prompt that turns the answer of a tool into observations. Same input, same bytes. */
export function renderExperiencePrompt(input: ExperiencePromptInput): Prompt {
  const { answer, call, request, zone } = shownExperience(input);
  return objectPrompt('experience', experienceInstructions, [
    element('request', { trust: request.trust }, escapeText(request.text)),
    element('call', { tool: call.tool }, escapeText(call.arguments)),
    element('answer', { at: localTime(answer.at, zone), trust: 'external' }, escapeText(answer.text)),
  ]);
}

import {
  estimateTokens,
  type Prompt,
  type PromptTask,
  renderPrompt,
  templateNames,
  type ToolPrompt,
} from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import { type TokenUsage, estimatePrompt } from '../model-prompt.ts';
import { proposeBiography } from './biography.ts';
import { proposeChunk } from './chunk.ts';
import { proposeConcepts } from './concept.ts';
import { proposeThought } from './drift.ts';
import { entityTest, loadNlp, tagger } from './entities.ts';
import { proposeEpisode } from './episode.ts';
import { proposeExperience } from './experience.ts';
import { readPart } from './plan-patterns.ts';
import { type PlannedCall, planCalls } from './planner.ts';
import { phrases } from './phrases.ts';
import { respond } from './respond.ts';

/** What it calls itself in records and telemetry. */
export const offlineProvider = 'offline';
/** Raised whenever the same prompt may give other bytes. */
export const offlineModelId = 'salience-offline-3';

/** Words of the offline responder, and what they would have cost. */
export interface OfflineAnswer {
  readonly text: string;
  readonly usage: TokenUsage;
}

/**
 * What the offline responder writes to a prompt: it extracts answers, memory chunks and episodes from the values of the prompt's
 * task, and says that it is no language model. Deterministic; needs no network and no weights. A prompt without a task gets that
 * statement and nothing else. An object is written as JSON.
 */
export async function answerOffline(prompt: Prompt): Promise<OfflineAnswer> {
  const text = prompt.task === undefined ? phrases.en.whoIAm : await compose(prompt.task);
  return { text, usage: usageOf(prompt, estimateTokens(text)) };
}

/** What the offline planner calls next: what the messages ask for in so many words, of the tools named. */
export function planOffline(
  prompt: ToolPrompt,
  tools: readonly string[],
): { readonly calls: readonly PlannedCall[]; readonly usage: TokenUsage } {
  const calls = planCalls(prompt, tools);
  const output = calls.reduce((sum, { input }) => sum + estimateTokens(input), 0);
  const messages = prompt.messages.map((message) => ({
    role: 'user' as const,
    content: 'content' in message ? message.content : message.results.map(({ text }) => text).join(''),
  }));
  return { calls, usage: usageOf({ system: prompt.system, messages }, output) };
}

/** An answer a few words at a time, white space kept: the pieces joined are the text. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}|\s+/g) ?? [];
}

/** Pays now what the first call of a role would pay: compiled patterns for replies and for plans. */
export async function warmOfflineResponder(role: ModelRole): Promise<void> {
  if (role === 'plan')
    for (const text of ['a', '…', 'a', '…']) readPart(text, { now: new Date(0), zone: 'UTC' });
  if (role !== 'respond') return;
  const message = {
    at: '2026-01-02T00:00:00Z',
    speaker: 'user',
    trust: 'user' as const,
  };
  const agent = { name: '', persona: '', files: [] };
  const told = {
    ...message,
    at: '2026-01-01T00:00:00Z',
    text: 'The key is in the drawer.',
    exchangeId: 'warm',
    reply: null,
  };
  const input = { agent, memory: [], world: [] };
  // A pattern is compiled for one-byte and for two-byte text, and once more when it is used again.
  for (const name of ['a', '…', 'a', '…']) {
    for (const template of templateNames) {
      await answerOffline(
        renderPrompt({
          ...input,
          message: { ...message, text: `My name is Sam ${name}. Where is it?` },
          history: [{ ...told, exchangeId: name }],
          template,
        }),
      );
    }
  }
}

async function compose(task: PromptTask): Promise<string> {
  switch (task.role) {
    case 'reply': {
      // Spelling decides nearly always. Only when it does not is the language library loaded, and the reply written anew.
      let undecided = false;
      const text = respond(task.input, () => {
        undecided = true;
        return false;
      });
      return undecided ? respond(task.input, entityTest(await loadNlp())) : text;
    }
    case 'plan':
      // Asked for words alone it has nothing to say: the answer is another role's.
      return '';
    case 'chunk':
      return JSON.stringify(proposeChunk(task.input));
    case 'episode':
      return JSON.stringify(proposeEpisode(task.input));
    case 'concept':
      return JSON.stringify(proposeConcepts(task.input, tagger(await loadNlp())));
    case 'experience':
      return JSON.stringify(proposeExperience(task.input));
    case 'biography':
      return JSON.stringify(proposeBiography(task.input));
    case 'drift':
      return JSON.stringify(proposeThought(task.input));
    case 'tiebreak':
      return JSON.stringify({ choice: 'A', reason: 'offline' });
  }
}

function usageOf(prompt: Prompt, outputTokens: number): TokenUsage {
  return { inputTokens: estimatePrompt(prompt), outputTokens };
}

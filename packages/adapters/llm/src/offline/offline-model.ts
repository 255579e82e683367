import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import {
  estimateTokens,
  parseBiographyPrompt,
  parseChunkPrompt,
  parseConceptPrompt,
  parseDriftPrompt,
  parseEpisodePrompt,
  parseExperiencePrompt,
  parsePlanPrompt,
  parsePrompt,
  parseTiebreakPrompt,
  type Prompt,
  renderPrompt,
  templateNames,
} from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import { estimatePrompt, fromModelPrompt, toModelPrompt } from '../model-prompt.ts';
import { fromToolPrompt } from '../tool-prompt.ts';
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

/**
 * The offline responder as a language model: it extracts answers, memory chunks and episodes from the prompts of `@salience/context`,
 * plans the calls that a message asks for in so many words, and says that it is no language model. Deterministic; needs no network and no weights. A prompt of another making gets that
 * statement and nothing else.
 */
export function createOfflineModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: offlineProvider,
    modelId: offlineModelId,
    supportedUrls: {},
    async doGenerate(options) {
      const { calls, prompt, text } = await write(options);
      return {
        content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls.map(callPart)],
        finishReason: finishOf(calls),
        usage: usageOf(prompt, text, calls),
        response: { modelId: offlineModelId },
        warnings: [],
      };
    },
    async doStream(options) {
      return { stream: streamOf(await write(options), options.abortSignal) };
    },
  };
}

/** Pays now what the first call of a role would pay: compiled patterns for replies and for plans. */
export async function warmOfflineModel(role: ModelRole): Promise<void> {
  if (role === 'plan') for (const text of ['a', '…', 'a', '…']) readPart(text, new Date(0));
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
  const model = createOfflineModel();
  // A pattern is compiled for one-byte and for two-byte text, and once more when it is used again.
  for (const name of ['a', '…', 'a', '…']) {
    for (const template of templateNames) {
      const prompt = toModelPrompt(
        renderPrompt({
          ...input,
          message: { ...message, text: `My name is Sam ${name}. Where is it?` },
          history: [{ ...told, exchangeId: name }],
          template,
        }),
      );
      const { stream } = await model.doStream({ prompt });
      for await (const _part of stream) continue;
    }
  }
}

/** An answer: words, or calls. */
interface Written {
  readonly prompt: Prompt;
  readonly text: string;
  readonly calls: readonly PlannedCall[];
}

async function write(options: LanguageModelV4CallOptions): Promise<Written> {
  const { abortSignal, toolChoice, tools } = options;
  abortSignal?.throwIfAborted();
  const prompt = fromModelPrompt(options.prompt);
  if (tools !== undefined && tools.length > 0) {
    const free = toolChoice?.type === 'none' ? [] : tools.map(({ name }) => name);
    return { prompt, text: '', calls: planCalls(fromToolPrompt(options.prompt), free) };
  }
  // A planner that may call nothing has nothing to say either: the answer is another role's.
  const planner = parsePlanPrompt(fromToolPrompt(options.prompt)) !== undefined;
  const text = planner ? '' : await compose(prompt);
  abortSignal?.throwIfAborted();
  return { prompt, text, calls: [] };
}

/** Without an id of its own: whoever reads it makes one that fits its transcript. */
function callPart({ input, tool }: PlannedCall): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId: '', toolName: tool, input };
}

function finishOf(calls: readonly PlannedCall[]): LanguageModelV4FinishReason {
  const unified = calls.length === 0 ? 'stop' : 'tool-calls';
  return { unified, raw: unified };
}

async function compose(prompt: Prompt): Promise<string> {
  const reply = parsePrompt(prompt);
  if (reply !== undefined) {
    // Spelling decides nearly always. Only when it does not is the language library loaded, and the reply written anew.
    let undecided = false;
    const text = respond(reply, () => {
      undecided = true;
      return false;
    });
    return undecided ? respond(reply, entityTest(await loadNlp())) : text;
  }
  const chunk = parseChunkPrompt(prompt);
  if (chunk !== undefined) return JSON.stringify(proposeChunk(chunk));
  const episode = parseEpisodePrompt(prompt);
  if (episode !== undefined) return JSON.stringify(proposeEpisode(episode));
  const concepts = parseConceptPrompt(prompt);
  if (concepts !== undefined) return JSON.stringify(proposeConcepts(concepts, tagger(await loadNlp())));
  const experience = parseExperiencePrompt(prompt);
  if (experience !== undefined) return JSON.stringify(proposeExperience(experience));
  const life = parseBiographyPrompt(prompt);
  if (life !== undefined) return JSON.stringify(proposeBiography(life));
  const idle = parseDriftPrompt(prompt);
  if (idle !== undefined) return JSON.stringify(proposeThought(idle));
  if (parseTiebreakPrompt(prompt) !== undefined) return JSON.stringify({ choice: 'A', reason: 'offline' });
  return phrases.en.whoIAm;
}

function streamOf(
  { calls, prompt, text }: Written,
  signal?: AbortSignal,
): ReadableStream<LanguageModelV4StreamPart> {
  // A few words at a time, white space kept: the pieces joined are the text.
  const pieces = text.match(/(?:\S+\s*){1,3}|\s+/g) ?? [];
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', modelId: offlineModelId },
    { type: 'text-start', id: '0' },
    ...pieces.map((delta): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '0', delta })),
    { type: 'text-end', id: '0' },
    ...calls.map(callPart),
    { type: 'finish', finishReason: finishOf(calls), usage: usageOf(prompt, text, calls) },
  ];
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (signal?.aborted) {
        controller.error(signal.reason);
        return;
      }
      const part = parts[next++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}

function usageOf(prompt: Prompt, text: string, calls: readonly PlannedCall[]): LanguageModelV4Usage {
  const input = estimatePrompt(prompt);
  const output = calls.reduce((sum, { input: args }) => sum + estimateTokens(args), estimateTokens(text));
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { capText, type Prompt } from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { z } from 'zod';
import { malformedError, refusedError } from './call-errors.ts';
import { withinLimits } from './call-window.ts';
import { readUsage, toModelPrompt } from './model-prompt.ts';
import type { ProviderModel } from './provider-model.ts';
import type { CallInfo } from './stream-reply.ts';

/** One object to be written. */
export interface StructuredRequest<T> {
  readonly role: ModelRole;
  readonly prompt: Prompt;
  readonly schema: z.ZodType<T>;
  readonly signal?: AbortSignal | undefined;
  /** For the whole work, retry and repair included; 60 s unless told. */
  readonly timeoutMs?: number;
}

/** An object that its schema accepts. */
export interface StructuredReply<T> extends CallInfo {
  readonly object: T;
  /** True when the first answer did not fit and the model was shown why. */
  readonly repaired: boolean;
}

const rawChars = 8_000;

/** Writes one object; see `Models.generateStructured` for what it promises. */
export async function generateStructured<T>(
  provider: ProviderModel,
  request: StructuredRequest<T>,
): Promise<StructuredReply<T>> {
  const started = performance.now();
  const timeoutMs = request.timeoutMs ?? 60_000;
  const jsonSchema = z.toJSONSchema(request.schema, { io: 'input', unrepresentable: 'any' });
  const call = (prompt: Prompt) =>
    callOnce(provider, request, prompt, jsonSchema, timeoutMs - (performance.now() - started));
  const first = await call(request.prompt);
  const read = readObject(first.text, request.schema);
  const info = { model: provider.model, provider: provider.provider };
  if (read.ok) {
    const durationMs = performance.now() - started;
    const usage = readUsage(first.usage, request.prompt, first.text);
    return { ...info, object: read.object, repaired: false, usage, durationMs, attempts: first.attempts };
  }
  const repairPrompt = askForRepair(request.prompt, first.text, read.issues, jsonSchema);
  const second = await call(repairPrompt);
  const again = readObject(second.text, request.schema);
  if (!again.ok) {
    throw new SalienceError(
      'llm.invalid-output',
      `Expected ${provider.model} to write a ${request.role} object that fits its schema; two answers did not: ` +
        `${again.issues.slice(0, 3).join('; ')}. Use a stronger model for this role.`,
      { data: { ...info, role: request.role, issues: again.issues } },
    );
  }
  const one = readUsage(first.usage, request.prompt, first.text);
  const two = readUsage(second.usage, repairPrompt, second.text);
  return {
    ...info,
    object: again.object,
    repaired: true,
    usage: {
      inputTokens: one.inputTokens + two.inputTokens,
      outputTokens: one.outputTokens + two.outputTokens,
      estimated: one.estimated || two.estimated,
    },
    durationMs: performance.now() - started,
    attempts: first.attempts + second.attempts,
  };
}

interface RawAnswer {
  readonly text: string;
  readonly usage: LanguageModelV4Usage | undefined;
  readonly attempts: number;
}

async function callOnce<T>(
  provider: ProviderModel,
  request: StructuredRequest<T>,
  prompt: Prompt,
  jsonSchema: object,
  timeoutMs: number,
): Promise<RawAnswer> {
  return withinLimits(
    { signal: request.signal, timeoutMs, stallMs: timeoutMs },
    provider,
    async (window, attempts) => {
      const model = await provider.load();
      const result = await model.doGenerate({
        prompt: toModelPrompt(prompt),
        abortSignal: window.signal,
        responseFormat: { type: 'json', schema: jsonSchema, name: request.role },
      });
      if (result.finishReason.unified === 'content-filter') {
        throw refusedError(provider, 'its content filter stopped the reply');
      }
      const text =
        result.structuredOutputText ??
        result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      if (text.trim() === '') throw malformedError(provider, 'no text');
      return { text, usage: result.usage, attempts };
    },
    () => undefined,
  );
}

type Reading<T> =
  | { readonly ok: true; readonly object: T }
  | { readonly ok: false; readonly issues: string[] };

function readObject<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  // A fence around the whole is the one habit that is taken off; anything else is repaired by its author.
  const bare = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return { ok: false, issues: ['the answer is not one JSON value'] };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, object: parsed.data };
  // Paths and rules only: an issue must not carry the content of a conversation into logs.
  return {
    ok: false,
    issues: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the whole'}: ${issue.message}`),
  };
}

function askForRepair(prompt: Prompt, raw: string, issues: readonly string[], jsonSchema: object): Prompt {
  const content = [
    'That answer cannot be used:',
    ...issues.slice(0, 20).map((issue) => `- ${issue}`),
    'Write it again as one JSON object that fits this JSON Schema, and nothing else:',
    JSON.stringify(jsonSchema),
  ].join('\n');
  return {
    system: prompt.system,
    messages: [
      ...prompt.messages,
      { role: 'assistant', content: capText(raw, rawChars) },
      { role: 'user', content },
    ],
  };
}

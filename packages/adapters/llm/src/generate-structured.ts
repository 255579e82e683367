import { capText, type Prompt } from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { z } from 'zod';
import { fault } from './call-errors.ts';
import { type CallInfo, infoOf, type PaidAnswer } from './call-info.ts';
import { cleanText } from './clean-text.ts';
import { readUsage, toModelPrompt } from './model-prompt.ts';
import { answerOffline } from './offline/offline-responder.ts';
import { type AttemptReport, runCall } from './run-call.ts';
import type { CallSetup } from './stream-reply.ts';
import { withoutLeadingThoughts } from './thoughts.ts';

/** One object to be written. */
export interface StructuredRequest<T> {
  readonly role: ModelRole;
  readonly prompt: Prompt;
  readonly schema: z.ZodType<T>;
  readonly signal?: AbortSignal | undefined;
  /** Every attempt, as it ends. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Less than the role's time for the whole work, retries and repair included. */
  readonly timeoutMs?: number;
}

/** An object that its schema accepts. */
export interface StructuredReply<T> extends CallInfo {
  readonly object: T;
  /** True when the first answer did not fit and the model was shown why. */
  readonly repaired: boolean;
}

const rawChars = 8_000;

/** Schemas are constants; describing one costs more than a small answer. */
const described = new WeakMap<z.ZodType, JsonSchema>();
type JsonSchema = z.core.JSONSchema.BaseSchema;

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = described.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  described.set(schema, known);
  return known;
}

/** Writes one object; see `Models.generateStructured` for what it promises. */
export async function generateStructured<T>(
  setup: CallSetup,
  request: StructuredRequest<T>,
): Promise<StructuredReply<T>> {
  const { now } = setup.room.ports;
  const started = now();
  const timeoutMs = Math.min(setup.times.timeoutMs, request.timeoutMs ?? Number.POSITIVE_INFINITY);
  const jsonSchema = jsonSchemaOf(request.schema);
  const call = (prompt: Prompt) =>
    callOnce(setup, request, prompt, jsonSchema, timeoutMs - (now() - started));
  const first = await call(request.prompt);
  const read = readObject(first.text, request.schema);
  if (read.ok)
    return { ...infoOf(setup.candidates, [first], now() - started), object: read.object, repaired: false };
  const second = await call(askForRepair(request.prompt, first.text, read.issues, jsonSchema));
  const again = readObject(second.text, request.schema);
  if (!again.ok) {
    const { model, provider } = second.provider;
    throw new SalienceError(
      'llm.invalid-output',
      `Expected ${model} to write a ${request.role} object that fits its schema; two answers did not: ` +
        `${again.issues.slice(0, 3).join('; ')}. Use a stronger model for this role.`,
      { data: { model, provider, role: request.role, issues: again.issues } },
    );
  }
  return {
    ...infoOf(setup.candidates, [first, second], now() - started),
    object: again.object,
    repaired: true,
  };
}

interface RawAnswer extends PaidAnswer {
  readonly text: string;
}

async function callOnce<T>(
  { candidates, room, times }: CallSetup,
  request: StructuredRequest<T>,
  prompt: Prompt,
  jsonSchema: object,
  timeoutMs: number,
): Promise<RawAnswer> {
  const { value, provider, attempts } = await runCall(room, {
    candidates,
    signal: request.signal,
    timeoutMs,
    stallMs: Math.min(times.stallMs, timeoutMs),
    onAttempt: request.onAttempt,
    shown: () => 'nothing',
    reset: () => undefined,
    async attempt(candidate, window) {
      if (candidate.load === undefined) return answerOffline(prompt);
      const model = await candidate.load();
      const result = await model.doGenerate({
        prompt: toModelPrompt(prompt),
        abortSignal: window.signal,
        responseFormat: { type: 'json', schema: jsonSchema, name: request.role },
      });
      if (result.finishReason.unified === 'content-filter')
        throw fault('llm.refused', candidate, 'refused: its content filter stopped the answer');
      const text =
        result.structuredOutputText ??
        result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      if (text.trim() === '') throw fault('llm.malformed', candidate, 'sent an answer without text');
      return { text, usage: readUsage(result.usage) };
    },
  });
  return { ...value, provider, attempts };
}

type Reading<T> =
  | { readonly ok: true; readonly object: T }
  | { readonly ok: false; readonly issues: string[] };

function readObject<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  // Thoughts before it and a fence around the whole are the habits that are taken off; anything else is repaired by its author.
  const said = withoutLeadingThoughts(text);
  const bare = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/.exec(said)?.[1] ?? said;
  let value: unknown;
  try {
    value = JSON.parse(bare, (_key, part: unknown) => (typeof part === 'string' ? cleanText(part) : part));
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

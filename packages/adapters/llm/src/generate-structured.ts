import type { Prompt } from '@salience/context';
import type { ModelRole } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { z } from 'zod';
import { type Asking, createAsking, objectParts } from './asking.ts';
import { fault } from './call-errors.ts';
import { type CallInfo, infoOf, type PaidAnswer } from './call-info.ts';
import { callOptions, mergedOptions } from './call-options.ts';
import { readUsage, toModelPrompt } from './model-prompt.ts';
import type { ProviderModel } from './provider-model.ts';
import type { ObjectFormat, RequestManner } from './request-manner.ts';
import { type AttemptReport, runCall } from './run-call.ts';
import { type CallSetup, nothingSaid } from './stream-reply.ts';
import type { Fitted } from './structured/fit-object.ts';
import { readObject, readValue } from './structured/read-object.ts';
import { sentSchema } from './structured/sent-schema.ts';
import { shapeInstruction } from './structured/shape-in-words.ts';
import { withoutLeadingThoughts } from './thoughts.ts';

/** One object to be written. */
export interface StructuredRequest<T> {
  readonly role: ModelRole;
  /** Written when a language model is asked, and not before. */
  readonly prompt: () => Prompt;
  readonly schema: z.ZodType<T>;
  /** The answer where no language model is configured. */
  readonly offline: () => T | Promise<T>;
  readonly signal?: AbortSignal | undefined;
  /** Every attempt, as it ends. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Less than the role's time for the whole work, retries and repair included. */
  readonly timeoutMs?: number;
}

/** An object that its schema accepts. */
export interface StructuredReply<T> extends CallInfo {
  readonly object: T;
  /** True when the first answer held no object and the model was shown why. */
  readonly repaired: boolean;
  /** Items and parts of it that could not be used and fell out. */
  readonly dropped: number;
  /** How the object was asked for in the end. */
  readonly format: ObjectFormat;
}

const rawChars = 8_000;
/** Maximum rules that a repair names; the others follow from them. */
const issuesTold = 8;

/** Writes one object; see `ModelCalls.generateStructured` for what it promises. */
export async function generateStructured<T>(
  setup: CallSetup,
  request: StructuredRequest<T>,
): Promise<StructuredReply<T>> {
  const { now } = setup.room.ports;
  const started = now();
  const timeoutMs = Math.min(setup.times.timeoutMs, request.timeoutMs ?? Number.POSITIVE_INFINITY);
  const asking = createAsking(setup.room.ports, objectParts);
  let written: Prompt | undefined;
  const promptOf = () => (written ??= request.prompt());
  const call = (prompt: () => Prompt) =>
    callOnce(setup, request, asking, prompt, timeoutMs - (now() - started));
  const first = await call(promptOf);
  const answers = [first];
  let { read } = first;
  if (!read.ok || read.cut === true) {
    const issues = read.ok ? ['it broke off before its end; write a shorter one'] : read.issues;
    const second = await call(() => askForRepair(promptOf(), first.text, issues));
    answers.push(second);
    // The half of an answer is better than none.
    if (second.read.ok || !read.ok) ({ read } = second);
  }
  const { format, provider } = answers.at(-1) ?? first;
  if (!read.ok) throw unusable(request.role, provider, read.issues);
  return {
    ...infoOf(setup.candidates, answers, now() - started),
    object: read.object,
    repaired: answers.length > 1,
    dropped: read.dropped,
    format,
  };
}

function unusable(
  role: ModelRole,
  { model, provider }: ProviderModel,
  issues: readonly string[],
): SalienceError {
  return new SalienceError(
    'llm.invalid-output',
    `Expected ${model} to write a ${role} object that fits its schema; two answers did not: ` +
      `${issues.slice(0, 3).join('; ')}. Use a stronger model for this role.`,
    { data: { model, provider, role, issues } },
  );
}

interface RawAnswer<T> extends PaidAnswer {
  readonly text: string;
  readonly read: Fitted<T>;
  readonly format: ObjectFormat;
}

/** No tokens were read or written. */
const noUsage = { inputTokens: 0, outputTokens: 0 };

async function callOnce<T>(
  { candidates, room, times, writing }: CallSetup,
  request: StructuredRequest<T>,
  asking: Asking,
  prompt: () => Prompt,
  timeoutMs: number,
): Promise<RawAnswer<T>> {
  const { value, provider, attempts } = await runCall(room, {
    candidates,
    signal: request.signal,
    timeoutMs,
    stallMs: Math.min(times.stallMs, timeoutMs),
    onAttempt: request.onAttempt,
    shown: () => 'nothing',
    reset: () => undefined,
    adapt: asking.adapt,
    async attempt(candidate, window) {
      const manner = asking.mannerOf(candidate);
      if (candidate.load === undefined) {
        const read = readValue(await request.offline(), request.schema);
        return { text: '', read, format: manner.format, usage: noUsage };
      }
      const model = await candidate.load();
      const result = await model.doGenerate({
        abortSignal: window.signal,
        ...asked(request, prompt(), candidate, manner, callOptions(candidate, manner, writing)),
      });
      const text = textOf(result, candidate, manner);
      asking.worked(candidate);
      const read = readObject(text, request.schema);
      return { text, read, format: manner.format, usage: readUsage(result.usage) };
    },
  });
  return { ...value, provider, attempts };
}

/** The request for an object: with its schema, or with its shape in words where the server takes no schema. */
function asked<T>(
  { role, schema }: StructuredRequest<T>,
  prompt: Prompt,
  { optionsKey, schemaDialect }: ProviderModel,
  { format }: RequestManner,
  options: Pick<LanguageModelV4CallOptions, 'providerOptions'>,
): LanguageModelV4CallOptions {
  if (format === 'schema') {
    const sent = sentSchema(schema, schemaDialect);
    return {
      ...options,
      prompt: toModelPrompt(prompt),
      responseFormat: { type: 'json', schema: sent.schema, name: role },
      ...(sent.strict
        ? {}
        : {
            providerOptions: mergedOptions(optionsKey, options.providerOptions, { strictJsonSchema: false }),
          }),
    };
  }
  const told = { ...prompt, system: `${prompt.system}\n\n${shapeInstruction(schema)}` };
  return {
    ...options,
    prompt: toModelPrompt(told),
    ...(format === 'object' ? { responseFormat: { type: 'json' as const, name: role } } : {}),
  };
}

/** What was written; throws for an answer that is none. */
function textOf(
  { content, finishReason, structuredOutputText }: LanguageModelV4GenerateResult,
  provider: ProviderModel,
  { thinks }: RequestManner,
): string {
  if (finishReason.unified === 'content-filter')
    throw fault('llm.refused', provider, 'refused: its content filter stopped the answer');
  const text =
    structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const onlyThought = withoutLeadingThoughts(text).trim() === '';
  if (text.trim() === '' || (onlyThought && finishReason.unified === 'length' && !thinks))
    throw nothingSaid(provider, finishReason.unified);
  return text;
}

function askForRepair(prompt: Prompt, raw: string, issues: readonly string[]): Prompt {
  const content = [
    'That answer cannot be used:',
    ...issues.slice(0, issuesTold).map((issue) => `- ${issue}`),
    'Write the whole answer again as one JSON object of the shape that was asked for, and nothing else.',
  ].join('\n');
  return {
    ...prompt,
    messages: [
      ...prompt.messages,
      { role: 'assistant', content: raw.slice(0, rawChars).toWellFormed() },
      { role: 'user', content },
    ],
  };
}

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ToolPrompt } from '@salience/context';
import type { ToolCall } from '@salience/contracts';
import { type Asking, createAsking, plainParts } from './asking.ts';
import { fault } from './call-errors.ts';
import { type CallInfo, infoOf } from './call-info.ts';
import { callOptions } from './call-options.ts';
import type { AttemptWindow } from './call-window.ts';
import { cleanText } from './clean-text.ts';
import { readUsage, type TokenUsage } from './model-prompt.ts';
import type { OfflinePlan } from './offline-answers.ts';
import type { ProviderModel } from './provider-model.ts';
import { untilAborted } from './read-stream.ts';
import type { RoleWriting } from './role-writing.ts';
import { type AttemptReport, runCall } from './run-call.ts';
import { type CallSetup, longestReply, nothingSaid } from './stream-reply.ts';
import { stripThoughts } from './thoughts.ts';
import { type RawCall, readCalls } from './tool-calls.ts';
import { type ToolNames, toolNames } from './tool-names.ts';
import { type PlanTool, toModelTools, toolsCalledIn, toToolPrompt } from './tool-prompt.ts';

/** One question to a planner: what comes next. */
export interface PlanRequest {
  readonly prompt: ToolPrompt;
  /** What may be called; with none, the planner is asked for words alone. */
  readonly tools: readonly PlanTool[];
  /** What is called where no language model is configured. */
  readonly offline: () => OfflinePlan | Promise<OfflinePlan>;
  /** Aborts the HTTP request itself. */
  readonly signal?: AbortSignal | undefined;
  /** Every attempt, as it ends. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Less than the role's time for the whole call. */
  readonly timeoutMs?: number;
  /** Less than the role's longest silence. */
  readonly stallMs?: number;
}

/** What a planner answered. With neither text nor calls it sees nothing more to do. */
export interface Plan extends CallInfo {
  /** What it said beside its calls, without its thoughts. */
  readonly text: string;
  /** In the order they were written. */
  readonly calls: readonly ToolCall[];
  /** `length` means that the answer was cut: none of its calls may run. */
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'other';
}

interface Answer extends Pick<Plan, 'text' | 'calls' | 'finish'> {
  readonly usage: TokenUsage;
}

/** Asks once; see `ModelCalls.plan` for what it promises. */
export async function plan(setup: CallSetup, request: PlanRequest): Promise<Plan> {
  const { candidates, room, times } = setup;
  const { now } = room.ports;
  const started = now();
  const asking = createAsking(room.ports, plainParts);
  const { value, provider, attempts } = await runCall(room, {
    candidates,
    signal: request.signal,
    timeoutMs: Math.min(times.timeoutMs, request.timeoutMs ?? Number.POSITIVE_INFINITY),
    stallMs: Math.min(times.stallMs, request.stallMs ?? Number.POSITIVE_INFINITY),
    onAttempt: request.onAttempt,
    attempt: (model, window) => attemptPlan({ ...setup, asking }, model, request, window),
    adapt: asking.adapt,
    // Nothing is shown before the answer is whole, so a second attempt repeats nothing.
    shown: () => 'nothing',
    reset: () => undefined,
  });
  const answer = { usage: value.usage, provider, attempts };
  return {
    ...infoOf(candidates, [answer], now() - started),
    text: value.text,
    calls: value.calls,
    finish: value.finish,
  };
}

async function attemptPlan(
  { asking, writing }: { readonly asking: Asking; readonly writing: RoleWriting },
  provider: ProviderModel,
  { offline, prompt, tools }: PlanRequest,
  window: AttemptWindow,
): Promise<Answer> {
  if (provider.load === undefined) return offlineAnswer(await offline(), placeOf({ prompt, tools }));
  const model = await provider.load();
  const called = toolsCalledIn(prompt.messages);
  const names = toolNames([...tools.map(({ name }) => name), ...called]);
  const { stream } = await model.doStream({
    prompt: toToolPrompt(prompt, names),
    abortSignal: window.signal,
    // The library invents missing ids; only those on the wire identify calls.
    includeRawChunks: true,
    ...callOptions(provider, asking.mannerOf(provider), writing),
    ...offer(tools, called, names),
  });
  const read = await readAnswer(stream, window);
  const finish = finishOf(read, provider);
  const raw = read.calls.map((call) => ({ ...call, tool: names.fromWire(call.tool) }));
  const calls = readCalls(raw, { ...placeOf({ prompt, tools }), cut: finish === 'length' });
  const text = stripThoughts(cleanText(read.text));
  if (finish === 'length' && text === '' && calls.length === 0 && !asking.mannerOf(provider).thinks)
    throw nothingSaid(provider, finish);
  asking.worked(provider);
  return { text, calls, finish, usage: readUsage(read.finish?.usage) };
}

/** The offline planner writes calls and no words. */
function offlineAnswer({ calls: planned, usage }: OfflinePlan, place: ReturnType<typeof placeOf>): Answer {
  const raw = planned.map(({ input, tool }) => ({ id: undefined, tool, input, whole: true }));
  const calls = readCalls(raw, { ...place, cut: false });
  return { text: '', calls, finish: calls.length === 0 ? 'stop' : 'tool-calls', usage };
}

function placeOf({ prompt, tools }: Pick<PlanRequest, 'prompt' | 'tools'>) {
  const asked = prompt.messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  return { tools, position: prompt.messages.length, taken: asked.map(({ id }) => id) };
}

function offer(tools: readonly PlanTool[], called: readonly string[], names: ToolNames) {
  if (tools.length > 0) return { tools: toModelTools(tools, names), toolChoice: { type: 'auto' as const } };
  if (called.length === 0) return {};
  // A transcript with calls must declare tools, also where none may be called any more.
  const past = called.map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  return { tools: toModelTools(past, names), toolChoice: { type: 'none' as const } };
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

interface ReadAnswer {
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly finish: Finish | undefined;
  /** True where we stopped reading. */
  readonly tooLong: boolean;
}

async function readAnswer(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  window: AttemptWindow,
): Promise<ReadAnswer> {
  let text = '';
  let chars = 0;
  let finish: Finish | undefined;
  const wireIds = new Set<string>();
  const calls: (RawCall & { readonly key: string })[] = [];
  const idOf = (id: string) => (wireIds.has(id) ? id : undefined);
  for await (const part of untilAborted(stream, window.signal)) {
    // Headers are not output: until the first piece the first wait goes on.
    if (part.type !== 'stream-start') window.touch();
    if (part.type === 'error') throw part.error;
    if (part.type === 'raw') for (const id of idsIn(part.rawValue)) wireIds.add(id);
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'text-delta' || part.type === 'tool-input-delta') chars += part.delta.length;
    if (part.type === 'tool-input-start') {
      calls.push({ key: part.id, id: idOf(part.id), tool: part.toolName, input: '', whole: false });
      chars += part.toolName.length + 1;
    }
    if (part.type === 'tool-call') {
      const { input, toolCallId, toolName } = part;
      const call = { key: toolCallId, id: idOf(toolCallId), tool: toolName, input, whole: true };
      // It may have been announced before; a server without ids announces several under one name.
      const at = calls.findIndex(({ key, whole }) => key === toolCallId && !whole);
      calls.splice(at === -1 ? calls.length : at, 1, call);
    }
    if (part.type === 'finish') finish = part;
    // Thoughts, sources and files are passed over: a planner is not asked for them.
    if (chars > longestReply) return { text, calls, finish: undefined, tooLong: true };
  }
  return { text, calls, finish, tooLong: false };
}

function finishOf({ calls, finish, text, tooLong }: ReadAnswer, provider: ProviderModel): Plan['finish'] {
  if (tooLong) return 'length';
  const reason = finish?.finishReason.unified;
  if (reason === 'content-filter')
    throw fault('llm.refused', provider, 'refused: its content filter stopped the answer');
  if (reason === undefined || reason === 'error' || reason === 'interrupted')
    throw fault('llm.malformed', provider, 'broke off its answer');
  // Cut because prompt and answer together were too much: less of a prompt is what helps.
  if (finish?.finishReason.raw === 'model_context_window_exceeded')
    throw fault('llm.context-overflow', provider, 'got more than it can read');
  if (reason === 'tool-calls' && calls.length === 0) {
    if (text.trim() === '') throw fault('llm.malformed', provider, 'asked for tools and named none');
    return 'stop';
  }
  // Several servers say `stop`, or a word of their own, though they call.
  return reason !== 'length' && calls.length > 0 ? 'tool-calls' : reason;
}

interface WrittenChoice {
  readonly delta?: { readonly tool_calls?: readonly ({ readonly id?: unknown } | null)[] | null } | null;
}

/** The ids of calls in one event as a server sent it, in either protocol. */
function idsIn(event: unknown): string[] {
  if (typeof event !== 'object' || event === null) return [];
  const { choices, content_block: block } = event as {
    choices?: unknown;
    content_block?: { id?: unknown } | null;
  };
  const written = (Array.isArray(choices) ? choices : []) as readonly (WrittenChoice | null)[];
  const calls = written.flatMap((choice) => choice?.delta?.tool_calls ?? []);
  return [...calls, block].flatMap((call) => (typeof call?.id === 'string' ? [call.id] : []));
}
